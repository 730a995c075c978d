import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { amountAt } from '../bookings.ts';
import { quantity, since } from '../format.ts';
import { t } from '../language.ts';
import {
  type Booking,
  discard,
  isOld,
  problemOfLine,
  sendAnew,
  sendNow,
  useBookingsElsewhere,
  useOutbox,
} from '../outbox.ts';
import { switchOrganization, useSession } from '../session.ts';
import { Action } from '../ui/action.tsx';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { readNumber } from '../ui/number.ts';
import { useLeavingApp } from '../ui/unsaved-guard.tsx';

/** This many are shown in full; of more, only the last ones, and the rest on a click. */
const SHOWN_MAX = 4;

/** Bookings kept on this device, and those that the service refused. */
export function KeptBookings() {
  const bookings = useOutbox();
  const stuckBookings = bookings.filter(each => each.problems || isOld(each));
  const waiting = bookings.filter(each => !stuckBookings.includes(each));
  return (
    <>
      {waiting.length > 0 && <WaitingBookings bookings={waiting} />}
      {stuckBookings.map(each => (
        <RefusedBooking key={each.key} booking={each} />
      ))}
      <BookingsElsewhere />
    </>
  );
}

function WaitingBookings({ bookings }: { bookings: readonly Booking[] }) {
  const otherBookings = bookings.slice(SHOWN_MAX);
  return (
    <Alert
      color="var(--warn)"
      variant="outline"
      icon={<IconCloudOff />}
      mb="md"
      role="status"
      title={t('{waiting, plural, one {# entry} other {# entries}} not sent yet', { waiting: bookings.length })}
    >
      {bookings.slice(0, SHOWN_MAX).map(each => (
        <WaitingBooking key={each.key} booking={each} />
      ))}
      {otherBookings.length > 0 && (
        <details>
          <summary>{t('And {rest, plural, one {# more} other {# more}}', { rest: otherBookings.length })}</summary>
          {otherBookings.map(each => (
            <WaitingBooking key={each.key} booking={each} />
          ))}
        </details>
      )}
      <Group justify="space-between" mt="xs">
        <Text size="sm">{t('Kept on this device, and sent as soon as the service can be reached.')}</Text>
        <Button size="compact-sm" variant="default" onClick={sendNow}>
          {t('Try now')}
        </Button>
      </Group>
    </Alert>
  );
}

const WaitingBooking = ({ booking }: { booking: Booking }) => (
  <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
    <BookingSummary booking={booking} />
    <div style={{ flex: 'none' }}>
      <Action
        label={t('Discard')}
        size="compact-xs"
        variant="subtle"
        title={t('Discard {title}?', { title: booking.title })}
        confirm={t(
          'It will not be sent. If the connection was lost while sending, it may have been recorded anyway: check the document afterwards.',
        )}
        send={async () => ({ data: await discard(booking.key) })}
      />
    </div>
  </Group>
);

/** Several lots of a product are lines of their own; here they are one amount of it. */
const amounts = (lines: Booking['lines']): string =>
  [...Map.groupBy(lines, ({ sku }) => sku)]
    .map(([sku, of]) => `${quantity(of.reduce((sum, line) => sum + line.quantity, 0))} × ${sku}`)
    .join(', ');

const BookingSummary = ({ booking: { title, path, lines } }: { booking: Booking }) => (
  <Text size="sm">
    <Link className="link" to={path as never}>
      {title}
    </Link>
    {lines.length > 0 && `: ${amounts(lines)}`}
  </Text>
);

/** The name of the line that a problem belongs to. */
const lineOf = (message: string, kept: Booking): string => {
  const line = kept.lines.find((_, at) => problemOfLine(kept, at) === message);
  return line ? `${line.sku}: ` : '';
};

function RefusedBooking({ booking }: { booking: Booking }) {
  const { key, kind, title, at, lines, problems } = booking;
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle />}
      mb="md"
      role="alert"
      title={
        problems
          ? t('{title}: not recorded', { title })
          : t('{title}: kept {since}', { title, since: since(new Date(at).toISOString()) })
      }
    >
      <BookingSummary booking={booking} />
      {problems?.map(({ field, message }) => (
        <Text size="sm" key={`${field} ${message}`}>
          {lineOf(message, booking)}
          {message}
        </Text>
      ))}
      {!problems && (
        <Text size="sm">
          {t(
            'After this long, it is no longer known whether it was recorded before the connection was lost. Check the document, then send or discard it.',
          )}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        {problems && lines.length > 0 && amountAt(kind, 0) && <BookingCorrection booking={booking} />}
        <Button size="compact-sm" variant="default" onClick={() => sendAnew(key)}>
          {problems ? t('Try again') : t('Send it')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => void discard(key)}>
          {t('Discard')}
        </Button>
      </Group>
    </Alert>
  );
}

/**
 * Edits the amounts of a refused booking, each problem at its line. Plain text fields: number fields are not part of
 * the first page.
 */
function BookingCorrection({ booking }: { booking: Booking }) {
  const fields = useFields({ amounts: booking.lines.map(line => String(line.quantity)) as readonly string[] });
  const { amounts } = fields.values;
  const numbers = amounts.map((typed, line) => {
    // What was taken away is less than nothing.
    const isTaken = booking.lines[line]!.quantity < 0 && /^\s*[-−]/.test(typed);
    const { value, problem } = readNumber(isTaken ? typed.trim().slice(1) : typed || '–');
    return { value: value !== undefined && isTaken ? -value : value, problem };
  });
  return (
    <FormDialog
      opener={open => (
        <Button size="compact-sm" variant="default" onClick={open}>
          {t('Correct')}
        </Button>
      )}
      title={booking.title}
      submit={t('Send it')}
      fields={fields}
      send={async () => {
        const values = numbers.flatMap(({ value }) => value ?? []);
        if (values.length < numbers.length) return { problems: [] };
        sendAnew(booking.key, values);
        return { data: {} };
      }}
    >
      {() =>
        booking.lines.map(({ sku }, line) => (
          <TextInput
            key={amountAt(booking.kind, line)}
            label={t('Quantity of {sku}{which}', { sku, which: '' })}
            inputMode="decimal"
            value={amounts[line]!}
            onChange={event => fields.change({ amounts: amounts.with(line, event.currentTarget.value) })}
            error={numbers[line]!.problem ?? problemOfLine(booking, line)}
          />
        ))
      }
    </FormDialog>
  );
}

/** Bookings that wait until the user switches to another organization. */
function BookingsElsewhere() {
  const session = useSession();
  const bookingCounts = useBookingsElsewhere();
  const { question, leave } = useLeavingApp();
  if (session.status !== 'signed-in') return null;
  const alerts = session.session.organizations
    .filter(({ slug }) => bookingCounts.has(slug))
    .map(({ slug, name }) => (
      <Alert key={slug} color="var(--warn)" variant="outline" icon={<IconCloudOff />} mb="md" role="status">
        <Group justify="space-between">
          <Text size="sm">
            {t('{count, plural, one {# entry} other {# entries}} for {name} not sent yet.', {
              count: bookingCounts.get(slug)!,
              name,
            })}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => leave(() => void switchOrganization(slug))}>
            {t('Switch to {name}', { name })}
          </Button>
        </Group>
      </Alert>
    ));
  return (
    <>
      {alerts}
      {question}
    </>
  );
}
