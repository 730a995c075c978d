import {
  Alert,
  Button,
  Card,
  FileButton,
  Group,
  Progress,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { readAllAgain } from '../following.ts';
import { quantity, since } from '../format.ts';
import { graphql, type Problem, type SendResult, send, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery, usePages } from '../lists.ts';
import { Outcomes } from '../parts/outcomes.tsx';
import {
  columnName,
  type Decimal,
  decimalOf,
  fromHeader,
  guess,
  headerOf,
  renamed,
  SHEETS,
  textOf,
} from '../parts/sheets.ts';
import { useMay } from '../session.ts';
import { translated } from '../translation.ts';
import { ask, download, problemsIn, saveFile } from '../ui/export.tsx';
import { More } from '../ui/more.tsx';
import { Empty, Page, Problems, Section } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';
import { Status } from '../ui/status.tsx';
import { UnsentInput } from '../ui/unsaved-guard.tsx';

const One = graphql(`
  query Import($id: ID!) {
    import(id: $id) {
        id kind dryRun status rowsTotal rowsDone rowsCreated rowsUpdated rowsUnchanged rowsRejected failure }
  }`);
const Recent = pagedQuery(
  graphql(
    `query Imports($after: String) { imports(first: 10, after: $after) { totalCount pageInfo {
            hasNextPage endCursor } nodes { id kind dryRun status rowsTotal rowsRejected createdAt } } }`,
  ),
  data => data.imports,
);
const Apply = graphql(
  `mutation ApplyImport($id: ID!, $idempotencyKey: String) {
      applyImport(id: $id, idempotencyKey: $idempotencyKey) { import { id } } }`,
);
const Cancel = graphql(
  `mutation CancelImport($id: ID!, $idempotencyKey: String) {
      cancelImport(id: $id, idempotencyKey: $idempotencyKey) { import { id } } }`,
);

const LOOK_MS = 700;

/** Imports sheets: a dry run first, row by row, and the import itself only once its effect is on the screen. */
export function Import() {
  const { id, from } = useSearch({ strict: false }) as { id?: string; from?: string };
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const go = (to?: string) =>
    void navigate({ to: '/import' as never, search: { id: to ?? '', ...(from && { from }) } as never });
  if (!mayWrite)
    return (
      <Page title={t('Import')}>
        <Empty icon={IconUpload} title={t('For those who may write')}>
          {t('Ask an owner of the organization.')}
        </Empty>
      </Page>
    );
  return (
    <Page
      title={t('Import')}
      hint={t(
        'From a spreadsheet: paste it or choose a file. A trial run comes first; nothing changes until you confirm.',
      )}
      actions={
        from === 'welcome' && (
          <Button component={Link} to="/" variant="default">
            {t('Back to the first steps')}
          </Button>
        )
      }
    >
      {id ? <ImportProgress key={id} id={id} go={go} isStep={from === 'welcome'} /> : <Choose go={go} />}
      <EarlierImports go={go} />
    </Page>
  );
}

const rememberedOf = (kind: string): { [header: string]: string } => {
  try {
    return JSON.parse(localStorage.getItem(`columns of ${kind}`) ?? '{}') as { [header: string]: string };
  } catch {
    return {};
  }
};

const remember = (kind: string, columns: { readonly [name: string]: string }): void =>
  localStorage.setItem(`columns of ${kind}`, JSON.stringify({ ...rememberedOf(kind), ...columns }));

// ---- the sheet ----

interface Draft {
  kind: string;
  text: string;
  chosen: readonly string[];
  decimal: Decimal;
}

/** The sheet that was tried last: it can be changed, or tried again, without being pasted again. */
let draft: Draft | undefined;

/** Nothing is heard while a large sheet is on its way up a slow line. */
const UPLOAD_MS = 600_000;

/** Tries a sheet; returns the id of the import. */
async function tryOut({ kind, text, chosen, decimal }: Draft): Promise<SendResult<string>> {
  const response = await ask(`/imports?kind=${kind}&dry_run=true&on_error=skip`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'idempotency-key': crypto.randomUUID() },
    body: renamed(text, chosen, decimal),
    silentMs: UPLOAD_MS,
  }).catch(() => undefined);
  if (response?.ok) return { data: ((await response.json()) as { data: { id: string } }).data.id };
  return {
    problems: response
      ? await problemsIn(response)
      : [{ code: '', message: t('The service cannot be reached. Try again.'), field: null }],
  };
}

/** A sheet with the columns of this kind and an example. */
function saveTemplate(kind: string): void {
  const { columns, rows } = SHEETS[kind]!;
  const text = [columns, ...rows].map(row => row.join(',')).join('\r\n');
  saveFile(`${kind}.csv`, new Blob(['\ufeff', text, '\r\n'], { type: 'text/csv' }));
}

function Choose({ go }: { go(id?: string): void }) {
  const [kind, setKind] = useState(draft?.kind ?? 'products');
  const [text, setText] = useState(draft?.text ?? '');
  const [chosenColumns, setChosen] = useState<readonly string[]>(draft?.chosen ?? []);
  const [isGuessed, setIsGuessed] = useState(false);
  const [pickedDecimal, setPicked] = useState<Decimal | undefined>(draft?.decimal);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [sending, setSending] = useState(false);
  const sheetOfKind = SHEETS[kind]!;
  const { names } = headerOf(text);
  const decimal = useMemo(() => pickedDecimal ?? decimalOf(text, chosenColumns), [pickedDecimal, text, chosenColumns]);
  const take = (given: string, of = kind) => {
    const remembered = rememberedOf(of);
    const sheet = fromHeader(of, given);
    setText(sheet);
    setPicked(undefined);
    setChosen(headerOf(sheet).names.map(name => guess(of, name, remembered)));
  };
  const open = async (file: File | null | undefined) => {
    if (!file) return;
    // Nobody tries the sheet from before in its place.
    take('');
    const read = textOf(await file.arrayBuffer());
    setIsGuessed(read.isGuessed);
    take(read.text);
  };
  const start = async () => {
    setSending(true);
    setProblems([]);
    remember(kind, Object.fromEntries(names.map((name, index) => [name, chosenColumns[index] ?? ''])));
    draft = { kind, text, chosen: chosenColumns, decimal: decimal! };
    const { data, problems: told } = await tryOut(draft);
    setSending(false);
    if (told) setProblems(told);
    else go(data);
  };
  return (
    <Section
      title={t('A spreadsheet')}
      action={
        <Button variant="default" size="compact-sm" onClick={() => saveTemplate(kind)}>
          {t('Template with an example')}
        </Button>
      }
    >
      <Stack gap="sm">
        <UnsentInput is={text.trim() !== '' && text !== draft?.text} />
        <Group align="flex-end" gap="sm">
          <Select
            label={t('What it contains')}
            description={sheetOfKind.about}
            data={Object.entries(SHEETS).map(([value, { label }]) => ({ value, label }))}
            value={kind}
            allowDeselect={false}
            onChange={value => {
              setKind(value!);
              take(text, value!);
            }}
            w={260}
          />
          <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={file => void open(file)}>
            {props => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                {t('Choose a file')}
              </Button>
            )}
          </FileButton>
        </Group>
        <Textarea
          label={t('Or paste the rows, with their header')}
          autosize
          minRows={4}
          maxRows={10}
          value={text.length > 20_000 ? `${text.slice(0, 20_000)}\n…` : text}
          readOnly={text.length > 20_000}
          onChange={event => take(event.currentTarget.value)}
          onDrop={event => {
            const [file] = event.dataTransfer.files;
            if (!file) return;
            event.preventDefault();
            void open(file);
          }}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        />
        {isGuessed && (
          <Alert variant="outline" color="yellow" p="sm">
            {t('The file is not in UTF-8 and was read as Windows-1252. Look whether umlauts and accents are right.')}
          </Alert>
        )}
        {text.trim() !== '' && headerOf(text).separator !== ',' && (
          <DecimalSelect value={decimal} onChange={setPicked} />
        )}
        {text.trim() !== '' && (
          <ColumnFields
            names={names}
            columns={sheetOfKind.columns}
            chosen={chosenColumns}
            choose={setChosen}
            problems={problems}
          />
        )}
        <Problems
          problems={problems.map(({ message, field, ...more }) => ({
            ...more,
            field,
            message: field ? `${columnName(field)}: ${message}` : message,
          }))}
        />
        <Group>
          <Button onClick={() => void start()} loading={sending} disabled={text.trim() === '' || !decimal}>
            {t('Run a trial')}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

interface DecimalSelectProps {
  /** Undefined if the numbers of the sheet can be read in two ways. */
  value: Decimal | undefined;
  onChange(value: Decimal): void;
}

/** How numbers are written in the sheet. */
function DecimalSelect({ value: decimal, onChange }: DecimalSelectProps) {
  return (
    <Select
      label={t('Numbers are written')}
      placeholder={t('Please choose')}
      data={[
        { value: ',', label: t('with a decimal comma: 1.234,5') },
        { value: '.', label: t('with a decimal point: 1,234.5') },
      ]}
      value={decimal ?? null}
      error={decimal === undefined && t('The numbers in this sheet can be read in two ways.')}
      allowDeselect={false}
      onChange={value => onChange(value as Decimal)}
      w={260}
    />
  );
}

interface ColumnFieldsProps {
  /** As the header of the sheet calls them. */
  names: readonly string[];
  /** What may be imported. */
  columns: readonly string[];
  /** What each of the sheet's columns stands for; empty if it is left out. */
  chosen: readonly string[];
  choose(chosen: readonly string[]): void;
  problems: readonly Problem[];
}

/** What each column of the sheet stands for. */
function ColumnFields({ names, columns, chosen, choose, problems }: ColumnFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {names.map((name, index) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may be called the same
          key={index}
          label={name || t('Column {index}', { index: index + 1 })}
          placeholder={t('Leave out')}
          clearable
          clearButtonProps={{ 'aria-label': t('Leave out {name}', { name }) }}
          data={[...new Set([...columns, chosen[index] ?? ''])].filter(Boolean).map(column => ({
            value: column,
            label: columnName(column),
          }))}
          value={chosen[index] || null}
          error={problems.find(({ field }) => field !== null && field === chosen[index])?.message}
          onChange={value => choose(chosen.map((each, at) => (at === index ? (value ?? '') : each)))}
        />
      ))}
    </SimpleGrid>
  );
}

// ---- the outcome ----

function ImportProgress({ id, go, isStep }: { id: string; go(id?: string): void; isStep: boolean }) {
  const { data, problems, refresh } = useData(One, { id });
  const importJob = data?.import;
  const isOver = !!importJob && !['PENDING', 'RUNNING'].includes(importJob.status);
  useInterval(() => !isOver && refresh(), LOOK_MS, { autoInvoke: true });
  const [refusals, setRefused] = useState<readonly Problem[]>([]);
  if (!importJob) return <Problems problems={problems} />;
  const apply = async () => {
    const { data: applied, problems: told = [] } = await send(Apply, { id });
    setRefused(told);
    if (applied) go(applied.applyImport.import.id);
  };
  const cancel = async () => {
    const { problems: told = [] } = await send(Cancel, { id });
    setRefused(told);
    readAllAgain();
  };
  const result = async () => {
    setRefused(await download(`/imports/${id}/rows?csv=spreadsheet`, `${importJob.kind.toLowerCase()}-result.csv`));
  };
  const tryAgain = async () => {
    const { data: next, problems: told } = await tryOut(draft!);
    if (told) setRefused(told);
    else go(next);
  };
  const rowsDone = importJob.rowsCreated + importJob.rowsUpdated + importJob.rowsUnchanged;
  const changes = importJob.rowsCreated + importJob.rowsUpdated;
  const kind = SHEETS[importJob.kind.toLowerCase()]?.label ?? importJob.kind;
  return (
    <Section
      title={importJob.dryRun ? t('{kind}: trial run', { kind }) : kind}
      action={<Status of={importJob.status} />}
    >
      <Stack gap="sm">
        <Progress
          value={importJob.rowsTotal === 0 ? 100 : (100 * importJob.rowsDone) / importJob.rowsTotal}
          aria-label={t('Rows done')}
          animated={!isOver}
        />
        <Text size="sm" role="status">
          {t(
            '{rowsDone} of {rowsTotal, plural, one {# row} other {# rows}}: {rowsCreated} new, {rowsUpdated} changed, {rowsUnchanged} as they are, {rowsRejected} rejected.',
            {
              rowsDone: quantity(importJob.rowsDone),
              rowsTotal: importJob.rowsTotal,
              rowsCreated: quantity(importJob.rowsCreated),
              rowsUpdated: quantity(importJob.rowsUpdated),
              rowsUnchanged: quantity(importJob.rowsUnchanged),
              rowsRejected: quantity(importJob.rowsRejected),
            },
          )}
        </Text>
        {importJob.failure && <Alert color="red" variant="outline" title={translated(importJob.failure)} />}
        <Problems problems={[...problems, ...refusals]} />
        <Group gap="xs">
          {!isOver && (
            <Button variant="default" onClick={() => void cancel()}>
              {t('Cancel')}
            </Button>
          )}
          {isOver && importJob.dryRun && importJob.status === 'COMPLETED' && (
            <Button onClick={() => void apply()} disabled={changes === 0}>
              {t('Import {good, plural, one {# row} other {# rows}}', { good: rowsDone })}
            </Button>
          )}
          {isOver && isStep && !importJob.dryRun && importJob.status === 'COMPLETED' && (
            <Button component={Link} to="/">
              {t('Next step')}
            </Button>
          )}
          {isOver && (
            <Button variant="default" onClick={() => void result()}>
              {t('Result as a spreadsheet')}
            </Button>
          )}
          {isOver && (
            <>
              {draft && importJob.dryRun && (
                <Button variant="default" onClick={() => go()}>
                  {t('Change the sheet')}
                </Button>
              )}
              <Button
                variant="subtle"
                onClick={() => {
                  draft = undefined;
                  go();
                }}
              >
                {t('Another spreadsheet')}
              </Button>
            </>
          )}
        </Group>
        {isOver && importJob.rowsDone > 0 && (
          <Outcomes id={id} hasRejected={importJob.rowsRejected > 0} {...(draft && importJob.dryRun && { tryAgain })} />
        )}
      </Stack>
    </Section>
  );
}

// ---- earlier imports ----

function EarlierImports({ go }: { go(id?: string): void }) {
  const page = usePages(Recent.query, {}, Recent.pick);
  if (page.rows.length === 0) return null;
  return (
    <Card>
      <Rows
        columns={[
          { title: 'Import', show: each => SHEETS[each.kind.toLowerCase()]?.label ?? each.kind },
          { title: 'Rows', number: true, show: each => quantity(each.rowsTotal) },
          { title: 'Rejected', number: true, from: 'sm', show: each => quantity(each.rowsRejected) },
          {
            title: 'Status',
            show: each => <Status of={each.dryRun && each.status === 'COMPLETED' ? 'tried' : each.status} />,
          },
          { title: 'When', from: 'sm', show: each => since(each.createdAt) },
          {
            title: 'Actions',
            actions: true,
            show: each => (
              <Button size="compact-sm" variant="default" onClick={() => go(each.id)}>
                {t('Show')}
              </Button>
            ),
          },
        ]}
        rows={page.rows}
        empty=""
      />
      <More page={page} />
    </Card>
  );
}
