import { MultiSelect, Select, Switch, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { AREAS } from '../../../kernel/areas.ts';
import { useEvery } from '../../every.ts';
import { date, since } from '../../format.ts';
import { graphql, send } from '../../graphql.ts';
import { t } from '../../language.ts';
import { pagedQuery, type RowOf } from '../../lists.ts';
import { Action } from '../../ui/action.tsx';
import { useFields } from '../../ui/fields.ts';
import { FormDialog } from '../../ui/form.tsx';
import { Empty, Loading, Problems, Section } from '../../ui/page.tsx';
import { type RowColumn, Rows } from '../../ui/rows.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Status } from '../../ui/status.tsx';

const Keys = pagedQuery(
  graphql(
    `query Keys($filter: ApiKeysFilter, $after: String) { apiKeys(first: 200, after: $after, filter: $filter) {
          pageInfo { hasNextPage endCursor } nodes { id name prefix scopes lastUsedAt expiresAt revokedAt } } }`,
  ),
  data => data.apiKeys,
);
const Create = graphql(
  `mutation CreateKey($input: CreateApiKeyInput!, $idempotencyKey: String) {
      createApiKey(input: $input, idempotencyKey: $idempotencyKey) { apiKey { id key } } }`,
);
const Revoke = graphql(
  `mutation RevokeKey($id: ID!, $idempotencyKey: String) {
      revokeApiKey(id: $id, idempotencyKey: $idempotencyKey) { apiKey { id } } }`,
);

type Key = RowOf<typeof Keys>;

const SCOPES = [
  {
    group: t('Everything'),
    items: [
      { value: 'read', label: t('read') },
      { value: 'write', label: t('write (and read)') },
      { value: 'admin', label: t('admin (all, keys and users too)') },
    ],
  },
  { group: t('One area'), items: AREAS.flatMap(area => [`${area}:read`, `${area}:write`]) },
];
const LIFETIMES = [
  { value: '30', label: t('30 days') },
  { value: '90', label: t('90 days') },
  { value: '365', label: t('One year') },
  { value: '', label: t('Never') },
];
const DAY_MS = 86_400_000;

const isOfArea = (scope: string) => scope.includes(':');
/**
 * A wider scope includes the narrower ones, so they exclude each other: the last choice wins, and adding a narrow scope
 * never creates a wide key.
 */
function exclusive(before: readonly string[], now: readonly string[]): string[] {
  const added = now.find(scope => !before.includes(scope));
  if (added === undefined) return [...now];
  return isOfArea(added) ? now.filter(isOfArea) : [added];
}

const isOver = ({ expiresAt }: Key) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

const COLUMNS: readonly RowColumn<Key>[] = [
  {
    title: 'Name',
    show: key => (
      <Text size="sm" fw={550}>
        {key.name}
      </Text>
    ),
  },
  { title: 'Begins with', show: key => <span className="mono">{key.prefix}…</span> },
  { title: 'Scopes', show: key => key.scopes.join(', ') },
  { title: 'Last used', show: key => (key.lastUsedAt ? since(key.lastUsedAt) : t('never')) },
  {
    title: 'Expires',
    show: key => (isOver(key) ? <Status of="expired" /> : key.expiresAt ? date(key.expiresAt) : t('never')),
  },
  {
    title: 'Actions',
    actions: true,
    show: key =>
      key.revokedAt ? (
        <Text span size="sm" c="dimmed">
          {t('revoked {revokedAt}', { revokedAt: since(key.revokedAt) })}
        </Text>
      ) : (
        <Action
          label={t('Revoke')}
          size="compact-sm"
          send={() => send(Revoke, { id: key.id })}
          notice={t('{name} is revoked.', { name: key.name })}
          confirm={t('{name} will be refused everywhere within five seconds. This cannot be undone.', {
            name: key.name,
          })}
        />
      ),
  },
];

/** The API keys of the organization, to be created and revoked. */
export function ApiKeys() {
  const [withRevoked, setWithRevoked] = useState(false);
  const { rows, loading, problems } = useEvery(Keys, { filter: withRevoked ? {} : { active: true } });
  if (loading) return <Loading />;
  return (
    <Section title={t('API keys')} action={<NewKey />}>
      <Problems problems={problems} />
      <Rows
        columns={COLUMNS}
        rows={rows}
        minWidth={640}
        empty={
          <Empty icon={IconKey} title={t('No keys yet')}>
            {t('Give each system that talks to Stockwright a key of its own, so that it can be revoked separately.')}
          </Empty>
        }
      />
      <Switch
        mt="md"
        label={t('Show revoked and expired keys too')}
        checked={withRevoked}
        onChange={event => setWithRevoked(event.currentTarget.checked)}
      />
    </Section>
  );
}

/** Creates a key and shows it, this once. */
export function NewKey() {
  const fields = useFields({ name: '', scopes: [] as string[], days: '90' });
  const { values, change, text, pick } = fields;
  const { name, scopes, days } = values;
  const input = () => ({
    name,
    scopes,
    ...(days && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
  });
  return (
    <FormDialog
      opener={t('New key')}
      title={t('New API key')}
      submit={t('Create key')}
      send={() => send(Create, { input: input() })}
      result={({ createApiKey: { apiKey } }) => <Secret label={t('This is your new key.')} value={apiKey.key ?? ''} />}
      fields={fields}
      act="new-key"
    >
      {errors => (
        <>
          <TextInput
            label={t('Name')}
            description={t('What is it for?')}
            placeholder={t('Web shop')}
            data-autofocus
            {...text('name', errors)}
          />
          <MultiSelect
            label={t('Scopes')}
            description={t('As few as it needs: one for everything, or some by area')}
            placeholder={scopes.length === 0 ? t('Choose at least one') : ''}
            data={SCOPES}
            searchable
            value={scopes}
            onChange={each => change({ scopes: exclusive(scopes, each) })}
            error={errors.at('scopes')}
          />
          <Select label={t('Expires after')} data={LIFETIMES} {...pick('days', errors, 'expiresAt')} />
        </>
      )}
    </FormDialog>
  );
}
