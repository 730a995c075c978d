import { Button, Group, Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useEvery } from '../every.ts';
import { graphql, send, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery } from '../lists.ts';
import { Action } from '../ui/action.tsx';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';

/* Saved queries: opening, saving, renaming, deleting. */

const SavedQueryList = pagedQuery(
  graphql(
    `query SavedQueries($after: String) {
        savedQueries(first: 200, after: $after) { pageInfo { hasNextPage endCursor } nodes { id version name } } }`,
  ),
  data => data.savedQueries,
);
const OpenedQuery = graphql(`
  query SavedQuery($id: ID!) {
    savedQuery(id: $id) { id version name query {
          measures dimensions filters { field op value } having { field op value } from to asOf compareTo sort limit } }
  }`);
const Create = graphql(
  `mutation CreateSavedQuery($input: CreateSavedQueryInput!, $idempotencyKey: String) {
      createSavedQuery(input: $input, idempotencyKey: $idempotencyKey) { savedQuery { id name } } }`,
);
const Change = graphql(
  `mutation UpdateSavedQuery($id: ID!, $input: UpdateSavedQueryInput!, $ifVersion: String, $idempotencyKey: String) {
      updateSavedQuery(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        savedQuery { id version name } } }`,
);
const Remove = graphql(
  `mutation DeleteSavedQuery($id: ID!, $idempotencyKey: String) {
      deleteSavedQuery(id: $id, idempotencyKey: $idempotencyKey) { savedQuery { id } } }`,
);

/** The saved query that is open, once it is read; as it can be asked. */
export function useSavedQuery(id: string | undefined) {
  const { data } = useData(OpenedQuery, { id: id ?? '' }, { pause: id === undefined });
  const savedQuery = data?.savedQuery;
  return useMemo(
    () =>
      savedQuery?.id === id && savedQuery
        ? {
            version: savedQuery.version,
            ...savedQuery.query,
            filters: savedQuery.query.filters.map(conditionOf),
            having: savedQuery.query.having.map(conditionOf),
          }
        : undefined,
    [savedQuery, id],
  );
}

/** Only what was saved: what is read also names its type, which no input takes. */
const conditionOf = ({ field, op, value }: Condition): Condition => ({ field, op, value });
export interface Condition {
  field: string;
  op: string;
  value: unknown;
}

interface SavedQueriesProps {
  opened: string | undefined;
  open(id: string | undefined): void;
  /** The current query, and the version of the opened one that it was made from. */
  query: object;
  version: string | undefined;
}

/** Opens, saves, changes and deletes the saved queries of Explore. */
export function SavedQueries({ opened, open, query, version }: SavedQueriesProps) {
  const { rows: savedQueries, refresh } = useEvery(SavedQueryList, {});
  const openedQuery = savedQueries.find(({ id }) => id === opened);
  return (
    <Group gap="xs" align="flex-end">
      <Select
        aria-label={t('Saved queries')}
        placeholder={savedQueries.length > 0 ? t('Open a saved query') : t('Nothing saved yet')}
        w={240}
        clearable
        searchable
        data={savedQueries.map(({ id, name }) => ({ value: id, label: name }))}
        value={opened ?? null}
        onChange={id => open(id ?? undefined)}
        // No event tells of them: what others have saved meanwhile is read when somebody looks.
        onDropdownOpen={refresh}
      />
      {openedQuery && (
        <>
          <Action
            label={t('Save changes')}
            variant="default"
            send={(found = version) =>
              send(Change, { id: openedQuery.id, input: { query: query as never }, ifVersion: found })
            }
            notice={t('{name} was saved.', { name: openedQuery.name })}
          />
          <NameDialog
            key={`rename ${openedQuery.id} ${openedQuery.name}`}
            opener={t('Rename')}
            name={openedQuery.name}
            version={openedQuery.version}
            send={(name, ifVersion) => send(Change, { id: openedQuery.id, input: { name }, ifVersion })}
            done={name => notify(t('It is now called {name}.', { name }))}
          />
          <Action
            label={t('Delete')}
            variant="default"
            send={async () => {
              const sent = await send(Remove, { id: openedQuery.id });
              if (!sent.problems) open(undefined);
              return sent;
            }}
            notice={t('{name} was deleted.', { name: openedQuery.name })}
            confirm={t('{name} is removed for everyone.', { name: openedQuery.name })}
          />
        </>
      )}
      <NameDialog
        opener={openedQuery ? t('Save as') : t('Save')}
        name=""
        send={name => send(Create, { input: { name, query: query as never } })}
        done={(name, answer) => {
          open((answer as { createSavedQuery: { savedQuery: { id: string } } }).createSavedQuery.savedQuery.id);
          notify(t('{name} was saved for everyone here.', { name }));
        }}
      />
    </Group>
  );
}

interface NameDialogProps {
  opener: string;
  name: string;
  version?: string;
  send(name: string, version: string | undefined): ReturnType<typeof send>;
  done(name: string, answer: object): void;
}

function NameDialog({ opener, name, version, send: sendIt, done }: NameDialogProps) {
  const fields = useFields({ name });
  return (
    <FormDialog
      opener={open => (
        <Button variant="default" onClick={open}>
          {opener}
        </Button>
      )}
      title={t('{act} query', { act: opener })}
      submit={opener}
      fields={fields}
      version={version}
      send={going => sendIt(fields.values.name, going.version) as never}
      done={(answer: object) => done(fields.values.name, answer)}
    >
      {errors => <TextInput label={t('Name')} data-autofocus {...fields.text('name', errors)} />}
    </FormDialog>
  );
}
