import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { amountAt } from '../bookings.ts';
import { quantity, since } from '../format.ts';
import { t } from '../language.ts';
import {
  type Kept as Booking,
  discard,
  isOld,
  problemOfLine,
  sendAnew,
  sendNow,
  useKeptElsewhere,
  useOutbox,
} from '../outbox.ts';
import { switchOrganization, useSession } from '../session.ts';
import { Action, FormDialog, useFields } from '../ui/form.tsx';

/** This many are shown in full; of more, only the last ones, and the rest on a click. */
const TOLD_MAX = 4;

/** Bookings kept on this device, and those that the service refused. */
export function Kept() {
  const all = useOutbox();
  const stuck = all.filter(each => each.problems || isOld(each));
  const waiting = all.filter(each => !stuck.includes(each));
  return (
    <>
      {waiting.length > 0 && <Waiting all={waiting} />}
      {stuck.map(each => (
        <NotSent key={each.key} kept={each} />
      ))}
      <Elsewhere />
    </>
  );
}

function Waiting({ all }: { all: readonly Booking[] }) {
  const rest = all.slice(TOLD_MAX);
  return (
    <Alert
      color="var(--warn)"
      variant="outline"
      icon={<IconCloudOff />}
      mb="md"
      role="status"
      title={t('{waiting, plural, one {# entry} other {# entries}} not sent yet', { waiting: all.length })}
    >
      {all.slice(0, TOLD_MAX).map(each => (
        <OneWaiting key={each.key} kept={each} />
      ))}
      {rest.length > 0 && (
        <details>
          <summary>{t('And {rest, plural, one {# more} other {# more}}', { rest: rest.length })}</summary>
          {rest.map(each => (
            <OneWaiting key={each.key} kept={each} />
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

const OneWaiting = ({ kept }: { kept: Booking }) => (
  <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
    <What kept={kept} />
    <div style={{ flex: 'none' }}>
      <Action
        label={t('Discard')}
        size="compact-xs"
        variant="subtle"
        title={t('Discard {title}?', { title: kept.title })}
        confirm={t(
          'It will not be sent. If the connection was lost while sending, it may have been recorded anyway: check the document afterwards.',
        )}
        send={async () => ({ data: await discard(kept.key) })}
      />
    </div>
  </Group>
);

/** Several lots of a product are lines of their own; here they are one amount of it. */
const amounts = (lines: Booking['lines']): string =>
  [...Map.groupBy(lines, ({ sku }) => sku)]
    .map(([sku, of]) => `${quantity(of.reduce((sum, line) => sum + line.quantity, 0))} × ${sku}`)
    .join(', ');

const What = ({ kept: { title, path, lines } }: { kept: Booking }) => (
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

function NotSent({ kept }: { kept: Booking }) {
  const { key, kind, title, at, lines, problems } = kept;
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
      <What kept={kept} />
      {problems?.map(({ field, message }) => (
        <Text size="sm" key={`${field} ${message}`}>
          {lineOf(message, kept)}
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
        {problems && lines.length > 0 && amountAt(kind, 0) && <Mend kept={kept} />}
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
function Mend({ kept }: { kept: Booking }) {
  const fields = useFields({ amounts: kept.lines.map(line => String(line.quantity)) as readonly string[] });
  const { amounts } = fields.values;
  const numbers = amounts.map(amount => Number(amount.trim().replace(',', '.') || Number.NaN));
  // What was taken away is less than nothing.
  const isWrong = (line: number) => !(numbers[line]! >= 0 || (numbers[line]! < 0 && kept.lines[line]!.quantity < 0));
  return (
    <FormDialog
      opener={open => (
        <Button size="compact-sm" variant="default" onClick={open}>
          {t('Correct')}
        </Button>
      )}
      title={kept.title}
      submit={t('Send it')}
      fields={fields}
      send={async () => {
        if (amounts.some((_, line) => isWrong(line))) return { problems: [] };
        sendAnew(kept.key, numbers);
        return { data: {} };
      }}
    >
      {() =>
        kept.lines.map(({ sku }, line) => (
          <TextInput
            key={amountAt(kept.kind, line)}
            label={t('Quantity of {sku}{which}', { sku, which: '' })}
            inputMode="decimal"
            value={amounts[line]!}
            onChange={event => fields.change({ amounts: amounts.with(line, event.currentTarget.value) })}
            error={
              isWrong(line)
                ? t('{typed} is not a number.', { typed: amounts[line]! || '–' })
                : problemOfLine(kept, line)
            }
          />
        ))
      }
    </FormDialog>
  );
}

/** Bookings that wait until the user switches to another organization. */
function Elsewhere() {
  const session = useSession();
  const elsewhere = useKeptElsewhere();
  if (session.status !== 'signed-in') return null;
  return session.session.organizations
    .filter(({ slug }) => elsewhere.has(slug))
    .map(({ slug, name }) => (
      <Alert key={slug} color="var(--warn)" variant="outline" icon={<IconCloudOff />} mb="md" role="status">
        <Group justify="space-between">
          <Text size="sm">
            {t('{count, plural, one {# entry} other {# entries}} for {name} not sent yet.', {
              count: elsewhere.get(slug)!,
              name,
            })}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void switchOrganization(slug)}>
            {t('Switch to {name}', { name })}
          </Button>
        </Group>
      </Alert>
    ));
}
