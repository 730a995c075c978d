import { Code, PasswordInput, Text, TextInput } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useEvery } from '../../every.ts';
import { date, time, words } from '../../format.ts';
import { graphql, send } from '../../graphql.ts';
import { t } from '../../language.ts';
import { pagedQuery, type RowOf } from '../../lists.ts';
import { LocationSelect } from '../../parts/choose.tsx';
import { Action } from '../../ui/action.tsx';
import { useFields } from '../../ui/fields.ts';
import { FormDialog } from '../../ui/form.tsx';
import { Empty, Loading, Problems, Section } from '../../ui/page.tsx';
import { type RowColumn, Rows } from '../../ui/rows.tsx';

const All = pagedQuery(
  graphql(
    `query Integrations($after: String) { integrations(first: 200, after: $after) { pageInfo { hasNextPage endCursor }
          nodes { id name kind location { name } createdAt lastRefusal { at topic reference code field } } } }`,
  ),
  data => data.integrations,
);
const Create = graphql(
  `mutation CreateIntegration($input: CreateIntegrationInput!, $idempotencyKey: String) {
      createIntegration(input: $input, idempotencyKey: $idempotencyKey) { integration { id } } }`,
);
const Delete = graphql(
  `mutation DeleteIntegration($id: ID!, $idempotencyKey: String) {
      deleteIntegration(id: $id, idempotencyKey: $idempotencyKey) { integration { id } } }`,
);

type Integration = RowOf<typeof All>;

const addressOf = ({ id }: { id: string }) => `${location.origin}/api/v1/integrations/${id}/webhook`;

/** In the words of the platform's own log, where whoever looks into it finds the message. */
const refusalText = ({ topic, reference, code, field }: NonNullable<Integration['lastRefusal']>) =>
  [topic, reference, code, field].filter(Boolean).join(' · ');

const COLUMNS: readonly RowColumn<Integration>[] = [
  {
    title: 'Name',
    show: shop => (
      <>
        <Text size="sm" fw={550}>
          {shop.name}
        </Text>
        <Text size="xs" c="dimmed">
          {t('{kind}, since {createdAt}', { kind: words(shop.kind), createdAt: date(shop.createdAt) })}
        </Text>
        {shop.lastRefusal && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('last message refused {at}: {what}', {
              at: time(shop.lastRefusal.at),
              what: refusalText(shop.lastRefusal),
            })}
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'Ships from',
    from: 'sm',
    under: shop => t('ships from {name}', { name: shop.location.name }),
    show: shop => shop.location.name,
  },
  { title: 'Sends to', show: shop => <Code style={{ overflowWrap: 'anywhere' }}>{addressOf(shop)}</Code> },
  {
    title: 'Actions',
    actions: true,
    show: shop => (
      <Action
        label={t('Disconnect')}
        size="compact-sm"
        send={() => send(Delete, { id: shop.id })}
        notice={t('{name} was disconnected.', { name: shop.name })}
        confirm={t('Messages from {name} are refused from now on. Its orders stay.', { name: shop.name })}
      />
    ),
  },
];

/** Shop systems whose orders are imported. */
export function Shops() {
  const { rows, loading, problems } = useEvery(All, {});
  if (loading) return <Loading />;
  return (
    <Section title={t('Shops')} action={<Connect />}>
      <Problems problems={problems} />
      <Rows
        columns={COLUMNS}
        rows={rows}
        minWidth={520}
        empty={
          <Empty icon={IconBuildingStore} title={t('No shop is connected')}>
            {t("A shop's orders, cancellations, fulfilments and refunds become orders and returns here.")}
          </Empty>
        }
      />
    </Section>
  );
}

function Connect() {
  const fields = useFields({ name: '', locationId: null as string | null, secret: '' });
  const { values, text, choice } = fields;
  const input = () => ({
    kind: 'SHOPIFY' as const,
    name: values.name,
    locationId: values.locationId ?? '',
    secret: values.secret,
  });
  return (
    <FormDialog
      opener={t('Connect a shop')}
      title={t('Connect a Shopify shop')}
      submit={t('Connect')}
      send={() => send(Create, { input: input() })}
      fields={fields}
      result={({ createIntegration: { integration } }) => (
        <>
          <Text size="sm">{t('Let the shop send its webhooks to this address:')}</Text>
          <Code block>{addressOf(integration)}</Code>
        </>
      )}
    >
      {errors => (
        <>
          <TextInput label={t('Name')} placeholder={t('Web shop')} data-autofocus {...text('name', errors)} />
          <LocationSelect label={t('Ships from')} {...choice('locationId', errors)} />
          <PasswordInput
            label={t('Secret')}
            description={t('What the shop signs its webhooks with')}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('Show the secret') }}
            {...text('secret', errors)}
          />
        </>
      )}
    </FormDialog>
  );
}
