import { Alert, Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import type { ResultOf } from 'gql.tada';
import { useState } from 'react';
import { quantity } from '../format.ts';
import { graphql, type Problem, send, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { translated } from '../problems.ts';
import { notifyProblems } from '../ui/notify.tsx';
import { Loading, Problems } from '../ui/page.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { Status } from '../ui/status.tsx';
import { columnName } from './sheets.ts';

const AllOutcomes = graphql(`
  query ImportOutcomes($id: ID!) {
    importRows(first: 100, filter: { id: $id }) { totalCount nodes { row status errors given } }
  }`);
const RejectedOutcomes = graphql(`
  query RejectedOutcomes($id: ID!) {
    importRows(first: 100, filter: { id: $id, status: REJECTED }) { totalCount nodes { row status errors given } }
  }`);
const CreateSupplier = graphql(
  `mutation CreateMissingSupplier($input: CreateSupplierInput!, $idempotencyKey: String) {
      createSupplier(input: $input, idempotencyKey: $idempotencyKey) { supplier { id } } }`,
);
type Outcome = ResultOf<typeof AllOutcomes>['importRows']['nodes'][number];

/** The rows of an import as submitted, with their outcomes; a problem is shown in its cell. */
export function Outcomes({
  id,
  hasRejected,
  tryAgain,
}: {
  id: string;
  hasRejected: boolean;
  /** Tries the same sheet again, if it is still there. */
  tryAgain?: () => Promise<void>;
}) {
  const [shown, setShown] = useState(hasRejected ? 'rejected' : 'all');
  const { data, loading, problems } = useData(shown === 'all' ? AllOutcomes : RejectedOutcomes, { id });
  const { nodes = [], totalCount = 0 } = data?.importRows ?? {};
  const columns = [...new Set(nodes.flatMap(({ given }) => Object.keys(given)))].filter(name => !name.startsWith('_'));
  return (
    <Stack gap="xs">
      {hasRejected && (
        <SegmentedControl
          w="fit-content"
          size="xs"
          aria-label={t('Which rows')}
          data={[
            { value: 'rejected', label: t('Rejected rows') },
            { value: 'all', label: t('All rows') },
          ]}
          value={shown}
          onChange={setShown}
        />
      )}
      <Problems problems={problems} />
      <MissingSuppliers rows={nodes} {...(tryAgain && { tryAgain })} />
      {loading && <Loading height={160} />}
      {nodes.length > 0 && (
        <ScrollRegion label={t('Rows of the spreadsheet')} minWidth={120 * (columns.length + 2)} mah={460}>
          <Table stickyHeader horizontalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th className="num">{t('Row')}</Table.Th>
                <Table.Th>{t('Outcome')}</Table.Th>
                {columns.map(name => (
                  <Table.Th key={name}>{columnName(name)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {nodes.map(row => (
                <OutcomeRow key={row.row} outcome={row} columns={columns} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollRegion>
      )}
      {totalCount !== null && totalCount > nodes.length && nodes.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('The first {nodes} of {totalCount}; the spreadsheet of the result has them all.', {
            nodes: quantity(nodes.length),
            totalCount: quantity(totalCount),
          })}
        </Text>
      )}
    </Stack>
  );
}

const problemsOf = (errors: unknown) => errors as readonly Problem[];
const isMissing = ({ code }: Problem) => code.toLowerCase() === 'reference_not_found';

/** What a row refers to may come with another sheet, which is then to be imported first. */
const FIRST: { readonly [field: string]: string } = {
  supplier: t('There is no supplier of this code or name yet.'),
  location: t('There is no location of this code or name yet: import or add it first.'),
  product: t('There is no such product yet: import it first.'),
  sku: t('Nothing has this SKU yet: import its product first.'),
};
function first(problem: Problem): { message?: string } {
  const message = isMissing(problem) && FIRST[(problem.field ?? '').replace(/^items(\[\d+\])?\./, '')];
  return message ? { message } : {};
}

/** Suppliers that rows name and that do not exist: they can be created right here. */
function MissingSuppliers({ rows, tryAgain }: { rows: readonly Outcome[]; tryAgain?: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const names = new Set(
    rows.flatMap(({ errors, given }) =>
      problemsOf(errors).some(problem => isMissing(problem) && problem.field === 'supplier')
        ? textOf((given as { supplier?: unknown }).supplier)
        : [],
    ),
  );
  if (names.size === 0 || !tryAgain) return null;
  const create = async () => {
    setBusy(true);
    for (const name of names) {
      const { problems } = await send(CreateSupplier, { input: { name } });
      if (problems) {
        notifyProblems(problems);
        break;
      }
    }
    await tryAgain();
    setBusy(false);
  };
  return (
    <Alert variant="outline" color="pine" p="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('Not there yet: {names}.', { names: [...names].join(', ') })}</Text>
        <Button size="compact-sm" variant="default" loading={busy} onClick={() => void create()}>
          {t('Create {count, plural, one {this supplier} other {these # suppliers}} and try again', {
            count: names.size,
          })}
        </Button>
      </Group>
    </Alert>
  );
}

function OutcomeRow({
  outcome: { row, status, errors, given },
  columns,
}: {
  outcome: Outcome;
  columns: readonly string[];
}) {
  const problems = problemsOf(errors).map(problem => ({ ...translated(problem), ...first(problem) }));
  // Problems of fields without a column are shown for the whole row.
  const ofRow = problems.filter(({ field }) => field === null || !columns.includes(field));
  return (
    <Table.Tr>
      <Table.Td className="num">{quantity(row)}</Table.Td>
      <Table.Td>
        <Status of={status} />
        {ofRow.map(({ field, message }) => (
          <ProblemText key={`${field} ${message}`} message={field ? `${columnName(field)}: ${message}` : message} />
        ))}
      </Table.Td>
      {columns.map(name => (
        <Table.Td key={name}>
          {textOf((given as { [column: string]: unknown })[name])}
          {problems
            .filter(({ field }) => field === name)
            .map(({ message }) => (
              <ProblemText key={message} message={message} />
            ))}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

const ProblemText = ({ message }: { message: string }) => (
  <Text size="xs" c="var(--mantine-color-error)" maw={260}>
    {message}
  </Text>
);
