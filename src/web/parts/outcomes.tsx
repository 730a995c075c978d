import { SegmentedControl, Stack, Table, Text } from '@mantine/core';
import type { ResultOf } from 'gql.tada';
import { useState } from 'react';
import { quantity } from '../format.ts';
import { graphql, type Problem, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { translated } from '../problems.ts';
import { Loading, Problems } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';

const All = graphql(`
  query ImportOutcomes($id: ID!) {
    importRows(first: 100, filter: { id: $id }) { totalCount nodes { row status errors given } }
  }`);
const Rejected = graphql(`
  query RejectedOutcomes($id: ID!) {
    importRows(first: 100, filter: { id: $id, status: REJECTED }) { totalCount nodes { row status errors given } }
  }`);
type Outcome = ResultOf<typeof All>['importRows']['nodes'][number];

/** The rows of an import as submitted, with their outcomes; a problem is shown in its cell. */
export function Outcomes({ id, hasRejected }: { id: string; hasRejected: boolean }) {
  const [shown, setShown] = useState(hasRejected ? 'rejected' : 'all');
  const { data, loading, problems } = useData(shown === 'all' ? All : Rejected, { id });
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
      {loading && <Loading height={160} />}
      {nodes.length > 0 && (
        <Table.ScrollContainer
          minWidth={120 * (columns.length + 2)}
          mah={460}
          type="native"
          tabIndex={0}
          role="region"
          aria-label={t('Rows of the spreadsheet')}
        >
          <Table stickyHeader horizontalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th className="num">{t('Row')}</Table.Th>
                <Table.Th>{t('Outcome')}</Table.Th>
                {columns.map(name => (
                  <Table.Th key={name}>{name}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {nodes.map(row => (
                <OutcomeRow key={row.row} outcome={row} columns={columns} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
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

function OutcomeRow({
  outcome: { row, status, errors, given },
  columns,
}: {
  outcome: Outcome;
  columns: readonly string[];
}) {
  const problems = (errors as unknown as readonly Problem[]).map(translated);
  // Problems of fields without a column are shown for the whole row.
  const ofRow = problems.filter(({ field }) => field === null || !columns.includes(field));
  return (
    <Table.Tr>
      <Table.Td className="num">{quantity(row)}</Table.Td>
      <Table.Td>
        <Status of={status} />
        {ofRow.map(({ field, message }) => (
          <Wrong key={`${field} ${message}`} message={field ? `${field}: ${message}` : message} />
        ))}
      </Table.Td>
      {columns.map(name => (
        <Table.Td key={name}>
          {textOf((given as { [column: string]: unknown })[name])}
          {problems
            .filter(({ field }) => field === name)
            .map(({ message }) => (
              <Wrong key={message} message={message} />
            ))}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

const Wrong = ({ message }: { message: string }) => (
  <Text size="xs" c="var(--mantine-color-error)" maw={260}>
    {message}
  </Text>
);
