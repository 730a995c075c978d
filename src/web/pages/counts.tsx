import { Group, Progress, Table, Text, Textarea, UnstyledButton } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { type ReactNode, useState } from 'react';
import { quantity, time } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { useMay } from '../session.ts';
import { LocationSelect } from '../ui/choose.tsx';
import { Counter } from '../ui/counter.tsx';
import { at, Document, Found, nameOfItem } from '../ui/document.tsx';
import { DocumentList, linkColumn, statusColumn } from '../ui/documents.tsx';
import { Action, FormDialog, given, useFields } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { Change } from '../ui/status.tsx';
import type { Column } from '../ui/table.tsx';

const List = graphql(`
  query Counts($after: String, $filter: CycleCountsFilter) {
    cycleCounts(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id status location { name } notes createdAt items { id countedQuantity } } }
  }
`);
const One = graphql(`
  query Count($id: ID!) {
    cycleCount(id: $id) { id status location { name } notes startedAt completedAt items { id sku expectedQuantity countedQuantity variance variant { name barcode product { name } } } }
  }
`);
const Create = graphql(
  `mutation CreateCount($input: CreateCycleCountInput!, $idempotencyKey: String) { createCycleCount(input: $input, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`,
);
const Load = graphql(
  `mutation LoadCount($id: ID!, $idempotencyKey: String) { loadCycleCountInventory(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`,
);
const Start = graphql(
  `mutation StartCount($id: ID!, $idempotencyKey: String) { startCycleCount(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id status } } }`,
);
const Complete = graphql(
  `mutation CompleteCount($id: ID!, $idempotencyKey: String) { completeCycleCount(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id status } } }`,
);
const Delete = graphql(
  `mutation DeleteCount($id: ID!, $idempotencyKey: String) { deleteCycleCount(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`,
);

type Row = ResultOf<typeof List>['cycleCounts']['nodes'][number];
type Count = NonNullable<ResultOf<typeof One>['cycleCount']>;
type Item = Count['items'][number];
const STATUSES = ['DRAFT', 'IN_PROGRESS', 'COMPLETED'] as const;
const PATH = '/counts';
const countedOf = (items: readonly { countedQuantity: number | null }[]) =>
  items.filter(item => item.countedQuantity !== null).length;

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('Location', PATH, count => count.location.name, '1.4fr'),
  statusColumn,
  {
    title: 'Counted',
    width: '92px',
    number: true,
    show: count => `${countedOf(count.items)} of ${count.items.length}`,
  },
  { title: 'Notes', width: '1.4fr', from: 'md', show: count => count.notes ?? '–' },
  { title: 'Created', width: '180px', from: 'sm', show: count => time(count.createdAt) },
];

export const Counts = () => (
  <DocumentList
    plural="counts"
    hint="What is really there."
    path={PATH}
    statuses={STATUSES}
    byLocation
    query={List}
    pick={data => data.cycleCounts}
    columns={COLUMNS}
    icon={IconChecklist}
    create={<NewCount />}
    about="Start a count at a location, take a phone with you, and scan. Stock may keep moving meanwhile."
  />
);

function NewCount() {
  const navigate = useNavigate();
  const {
    values: { locationId, notes },
    text,
    choice,
  } = useFields({ locationId: null as string | null, notes: '' });
  const begin = async () => {
    const made = await send(Create, {
      input: { locationId: locationId ?? '', status: 'IN_PROGRESS', ...given({ notes }) },
    });
    if (!made.data) return made;
    const loaded = await send(Load, { id: made.data.createCycleCount.cycleCount.id });
    return loaded.problems ? { problems: loaded.problems } : made;
  };
  return (
    <FormDialog
      opener="New count"
      title="New count"
      submit="Start counting"
      send={begin}
      done={({ createCycleCount }) => void navigate({ to: `${PATH}/${createCycleCount.cycleCount.id}` as never })}
    >
      {errors => (
        <>
          <LocationSelect {...choice('locationId', errors)} />
          <Textarea label="Notes" placeholder="Aisle 4, say" autosize minRows={1} {...text('notes', errors)} />
          <Text size="sm" c="dimmed">
            Everything that should be there is put on the list.
          </Text>
        </>
      )}
    </FormDialog>
  );
}

export const CountPage = () => (
  <Found noun="count" query={One} pick={data => data.cycleCount}>
    {count => <CountView count={count} />}
  </Found>
);

function CountView({ count: { id, items, ...count } }: { count: Count }) {
  const navigate = useNavigate();
  const isOpen = useMay('write') && count.status !== 'COMPLETED';
  const isCounting = isOpen && count.status === 'IN_PROGRESS';
  const [chosen, choose] = useState<string>();
  const done = countedOf(items);
  const remove = async () => {
    const sent = await send(Delete, { id });
    if (sent.data) void navigate({ to: PATH });
    return sent;
  };
  return (
    <Document
      title={`Count at ${count.location.name}`}
      hint={`${done} of ${items.length} counted`}
      status={count.status}
      deeds={[
        [['DRAFT'], <Action label="Start" variant="filled" send={() => send(Start, { id })} />],
        [
          ['IN_PROGRESS'],
          <Action
            label="Complete"
            variant="filled"
            send={() => send(Complete, { id })}
            said="Completed: stock is as it was counted."
            confirm={`${done} of ${items.length} lines are counted. Their differences are booked; the others are left as they are.`}
            color="pine"
          />,
        ],
      ]}
      facts={[
        ['Started', at(count.startedAt)],
        ['Completed', at(count.completedAt)],
        ['Notes', count.notes],
      ]}
      first={isCounting && <Counter countId={id} items={items} chosen={chosen} choose={choose} />}
    >
      <Progress value={items.length === 0 ? 0 : (100 * done) / items.length} aria-label="Counted" />
      <CountedItems
        items={items}
        {...(isCounting && { choose })}
        action={
          isOpen && (
            <Action
              label="Load again"
              size="compact-sm"
              send={() => send(Load, { id })}
              said="The list is as the stock is now; what was counted is kept."
            />
          )
        }
      />
      {isOpen && (
        <Group>
          <Action
            label="Discard this count"
            send={remove}
            confirm="What was counted so far is thrown away. Stock is not changed."
          />
        </Group>
      )}
    </Document>
  );
}

/** What is on the list, what is left to count first; a line that is touched is counted next. */
function CountedItems({
  items,
  choose,
  action,
}: {
  items: readonly Item[];
  choose?: (sku: string) => void;
  action: ReactNode;
}) {
  const sorted = [...items].sort(
    (one, other) =>
      Number(one.countedQuantity !== null) - Number(other.countedQuantity !== null) || one.sku.localeCompare(other.sku),
  );
  if (items.length === 0)
    return (
      <Section title="The list" action={action}>
        <Text c="dimmed" size="sm">
          The list is empty: what you scan is added to it.
        </Text>
      </Section>
    );
  const name = (item: Item) => (
    <>
      <Text size="sm" fw={550}>
        {nameOfItem(item)}
      </Text>
      <Text size="xs" c="dimmed" className="mono">
        {item.sku}
      </Text>
    </>
  );
  return (
    <Section title="The list" action={action}>
      <Table.ScrollContainer minWidth={280} type="native">
        <Table horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Product</Table.Th>
              <Table.Th className="num" visibleFrom="sm">
                Expected
              </Table.Th>
              <Table.Th className="num">Counted</Table.Th>
              <Table.Th className="num">Differs</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.map(item => (
              <Table.Tr key={item.id}>
                <Table.Td>
                  {choose ? (
                    <UnstyledButton onClick={() => choose(item.sku)} mih={44} w="100%">
                      {name(item)}
                    </UnstyledButton>
                  ) : (
                    name(item)
                  )}
                </Table.Td>
                <Table.Td className="num" visibleFrom="sm">
                  {quantity(item.expectedQuantity)}
                </Table.Td>
                <Table.Td className="num">{quantity(item.countedQuantity)}</Table.Td>
                <Table.Td className="num">{item.variance === null ? '–' : <Change by={item.variance} />}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
