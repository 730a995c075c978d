import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { quantity, since } from '../format.ts';
import { t } from '../language.ts';
import { discard, type Kept, KNOWN_MS, sendAnew, startSending, useOutbox } from '../outbox.ts';
import { said } from '../ui/form.tsx';

/** What is kept on this device until the service can be reached, and what it would not have then. */
export function Outbox() {
  const all = useOutbox();
  useEffect(() => {
    return startSending(({ title }) => said(t('{title}: sent.', { title })));
  }, []);
  const refused = all.filter(({ problems }) => problems);
  const old = all.filter(({ problems, at }) => !problems && Date.now() - at > KNOWN_MS);
  const waiting = all.filter(each => !refused.includes(each) && !old.includes(each));
  return (
    <>
      {waiting.length > 0 && (
        <Alert
          color="var(--warn)"
          variant="outline"
          icon={<IconCloudOff />}
          mb="md"
          role="status"
          title={t('{waiting, plural, one {# booking} other {# bookings}} not sent yet', { waiting: waiting.length })}
        >
          {waiting.map(each => (
            <What key={each.key} kept={each} />
          ))}
          <Text size="sm">{t('Kept on this device, and sent as soon as the service can be reached.')}</Text>
        </Alert>
      )}
      {[...refused, ...old].map(each => (
        <NotSent key={each.key} kept={each} />
      ))}
    </>
  );
}

const What = ({ kept: { title, path, lines } }: { kept: Kept }) => (
  <Text size="sm">
    <Link className="link" to={path as never}>
      {title}
    </Link>
    : {lines.map(({ sku, quantity: units }) => `${quantity(units)} × ${sku}`).join(', ')}
  </Text>
);

/** The line that a problem is about, by its name. */
const lineOf = (field: string | null, { lines }: Kept): string => {
  const at = /^items\[(\d+)\]/.exec(field ?? '')?.[1];
  return at === undefined ? '' : `${lines[Number(at)]?.sku ?? ''}: `;
};

function NotSent({ kept }: { kept: Kept }) {
  const { key, title, at, problems } = kept;
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle />}
      mb="md"
      role="alert"
      title={
        problems
          ? t('{title}: not booked', { title })
          : t('{title}: kept {since}', { title, since: since(new Date(at).toISOString()) })
      }
    >
      <What kept={kept} />
      {problems?.map(({ field, message }) => (
        <Text size="sm" key={`${field} ${message}`}>
          {lineOf(field, kept)}
          {message}
        </Text>
      ))}
      {!problems && (
        <Text size="sm">
          {t(
            'After so long nobody can tell any more whether it was booked before the connection went. Look at the document, then send or discard it.',
          )}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={() => sendAnew(key)}>
          {problems ? t('Try again') : t('Send it')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => discard(key)}>
          {t('Discard')}
        </Button>
      </Group>
    </Alert>
  );
}
