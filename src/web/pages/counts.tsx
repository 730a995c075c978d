import { Button, Card, Group, NumberInput, Progress, Stack, Table, Text, Textarea, TextInput } from '@mantine/core';
import { IconBarcode, IconChecklist } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { quantity, time } from '../format.ts';
import { client, graphql, problemsOf, send, useData, usePages } from '../graphql.ts';
import { useMay } from '../session.ts';
import { LocationSelect, nameOf, useLocations } from '../ui/choose.tsx';
import { at, Facts, useStatusFilter } from '../ui/document.tsx';
import { Action, FormDialog, refused, said } from '../ui/form.tsx';
import { Empty, Loading, Page, Problems, Section } from '../ui/page.tsx';
import { Change, Status } from '../ui/status.tsx';
import { type Column, DataTable } from '../ui/table.tsx';

const List = graphql(`
  query Counts($after: String, $filter: CycleCountsFilter) {
    cycleCounts(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id status locationId notes createdAt items { id countedQuantity } } }
  }
`);
const One = graphql(`
  query Count($id: ID!) {
    cycleCount(id: $id) { id status locationId notes createdAt startedAt completedAt items { id sku expectedQuantity countedQuantity variance variant { id name barcode productId product { name } } } }
  }
`);
const Create = graphql(`mutation CreateCount($input: CreateCycleCountInput!, $idempotencyKey: String) { createCycleCount(input: $input, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`);
const Load = graphql(`mutation LoadCount($id: ID!, $idempotencyKey: String) { loadCycleCountInventory(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`);
const Start = graphql(`mutation StartCount($id: ID!, $idempotencyKey: String) { startCycleCount(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id status } } }`);
const Record = graphql(`mutation RecordCount($id: ID!, $input: UpdateCycleCountInput, $idempotencyKey: String) { updateCycleCount(id: $id, input: $input, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`);
const Complete = graphql(`mutation CompleteCount($id: ID!, $idempotencyKey: String) { completeCycleCount(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id status } } }`);
const Delete = graphql(`mutation DeleteCount($id: ID!, $idempotencyKey: String) { deleteCycleCount(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`);
const ByBarcode = graphql(`query ByBarcode($code: String!) { byBarcode: variants(first: 1, filter: { barcode: $code }) { nodes { id sku } } bySku: variants(first: 1, filter: { sku: $code }) { nodes { id sku } } }`);

type Row = ResultOf<typeof List>['cycleCounts']['nodes'][number];
type Count = NonNullable<ResultOf<typeof One>['cycleCount']>;
type Item = Count['items'][number];
const STATUSES = ['DRAFT', 'IN_PROGRESS', 'COMPLETED'] as const;
const countedOf = (items: readonly { countedQuantity: number | null }[]) => items.filter(item => item.countedQuantity !== null).length;

export function Counts() {
  const { filter, control, chosen } = useStatusFilter('/counts', STATUSES);
  const variables = useMemo(() => ({ filter: filter ?? null }), [chosen]);
  const page = usePages(List, variables, data => data.cycleCounts);
  const locations = useLocations();
  const mayWrite = useMay('write');
  const columns: Column<Row>[] = [
    { title: 'Location', width: '1.4fr', show: count => <Link className="link" to={`/counts/${count.id}` as never}>{nameOf(locations, count.locationId)}</Link> },
    { title: 'Status', width: '1fr', show: count => <Status of={count.status} /> },
    { title: 'Counted', width: '110px', number: true, show: count => `${countedOf(count.items)} of ${count.items.length}` },
    { title: 'Notes', width: '1.4fr', from: 'md', show: count => count.notes ?? '–' },
    { title: 'Created', width: '180px', from: 'sm', show: count => time(count.createdAt) },
  ];
  return (
    <Page title="Counts" hint="What is really there." actions={mayWrite && <NewCount />}>
      {control}
      <Problems problems={page.problems} />
      <DataTable label="Counts" columns={columns} rows={page.rows} total={page.total} loading={page.loading} onEnd={page.readMore} linkOf={count => `/counts/${count.id}`} empty={
        <Empty icon={IconChecklist} title={chosen ? 'No count has this status' : 'No counts yet'} action={mayWrite && !chosen && <NewCount />}>{!chosen && 'Start a count at a location, take a phone with you, and scan. Stock may keep moving meanwhile.'}</Empty>
      } />
    </Page>
  );
}

function NewCount() {
  const navigate = useNavigate();
  const [locationId, setLocationId] = useState<string | null>(null);
  const [notes, setNotes] = useState('');
  const begin = async () => {
    const made = await send(Create, { input: { locationId: locationId ?? '', status: 'IN_PROGRESS', ...(notes && { notes }) } });
    if (!made.data) return made;
    const loaded = await send(Load, { id: made.data.createCycleCount.cycleCount.id });
    return loaded.problems ? { problems: loaded.problems } : made;
  };
  return (
    <FormDialog opener={open => <Button onClick={open}>New count</Button>} title="New count" submit="Start counting" fields={['locationId', 'notes']} send={begin} done={({ createCycleCount }) => void navigate({ to: `/counts/${createCycleCount.cycleCount.id}` as never })}>
      {errors => (
        <>
          <LocationSelect value={locationId} onChange={setLocationId} error={errors.at('locationId')} />
          <Textarea label="Notes" placeholder="Aisle 4, say" value={notes} onChange={event => setNotes(event.currentTarget.value)} autosize minRows={1} error={errors.at('notes')} />
          <Text size="sm" c="dimmed">Everything that should be there is put on the list.</Text>
        </>
      )}
    </FormDialog>
  );
}

export function CountPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, problems, loading } = useData(One, { id });
  const locations = useLocations();
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  if (loading) return <Loading />;
  const count = data?.cycleCount;
  if (!count) return <Problems problems={problems.length > 0 ? problems : [{ code: 'NOT_FOUND', message: 'There is no such count.', field: null }]} />;
  const done = countedOf(count.items);
  const remove = async () => {
    const sent = await send(Delete, { id });
    if (sent.data) void navigate({ to: '/counts' });
    return sent;
  };
  return (
    <Page title={`Count at ${nameOf(locations, count.locationId)}`} hint={`${done} of ${count.items.length} counted`} actions={
      <>
        <Status of={count.status} />
        {mayWrite && count.status !== 'COMPLETED' && <Action label="Discard" send={remove} confirm="What was counted so far is thrown away. Stock is not changed." />}
        {mayWrite && count.status === 'DRAFT' && <Action label="Start" variant="filled" send={() => send(Start, { id })} />}
        {mayWrite && count.status === 'IN_PROGRESS' && <Action label="Complete" variant="filled" send={() => send(Complete, { id })} said="Completed: stock is as it was counted." confirm={`${done} of ${count.items.length} lines are counted. Their differences are booked; the others are left as they are.`} color="pine" />}
      </>
    }>
      <Progress value={count.items.length === 0 ? 0 : (100 * done) / count.items.length} aria-label="Counted" />
      {mayWrite && count.status === 'IN_PROGRESS' && <Scanner count={count} />}
      <Facts facts={[['Started', at(count.startedAt)], ['Completed', at(count.completedAt)], ['Notes', count.notes]]} />
      <CountedItems items={count.items} />
    </Page>
  );
}

/** Scan, type how many, Enter; scan the next. Nothing else needs to be touched. */
function Scanner({ count }: { count: Count }) {
  const [code, setCode] = useState('');
  const [item, setItem] = useState<{ id?: string; sku: string; label: string; expected: number | undefined }>();
  const [amount, setAmount] = useState<number | string>('');
  const [last, setLast] = useState<string>();
  const [busy, setBusy] = useState(false);
  const scanning = useRef<HTMLInputElement>(null);
  const counting = useRef<HTMLInputElement>(null);
  const labelOf = (each: Item) => [each.variant.product.name, each.variant.name].filter(Boolean).join(', ');

  const find = async () => {
    const wanted = code.trim();
    if (!wanted) return;
    let found = count.items.find(each => each.sku === wanted || each.variant.barcode === wanted);
    let sku = found?.sku;
    if (!sku) {
      const { data, error } = await client.query(ByBarcode, { code: wanted }, { requestPolicy: 'network-only' }).toPromise();
      if (error) return refused(problemsOf(error));
      sku = (data?.byBarcode.nodes[0] ?? data?.bySku.nodes[0])?.sku;
      found = count.items.find(each => each.sku === sku);
    }
    if (!sku) {
      refused([{ code: 'NOT_FOUND', message: `Nothing has the barcode or SKU ${wanted}.`, field: null }]);
      return scanning.current?.select();
    }
    setItem({ sku, label: found ? labelOf(found) : 'Not on the list: it will be added', expected: found?.expectedQuantity, ...(found && { id: found.id }) });
    setAmount(found?.countedQuantity ?? '');
    setTimeout(() => counting.current?.select());
  };
  const record = async () => {
    if (!item || amount === '') return;
    setBusy(true);
    const { problems } = await send(Record, { id: count.id, input: { cycleCountItemsAttributes: [{ ...(item.id ? { id: item.id } : { sku: item.sku }), countedQuantity: Number(amount) }] } });
    setBusy(false);
    if (problems) return refused(problems);
    setLast(`${item.sku}: ${amount}`);
    said(`${item.sku}: ${amount} counted.`);
    setItem(undefined);
    setCode('');
    setAmount('');
    scanning.current?.focus();
  };
  const onEnter = (act: () => Promise<unknown> | void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void act();
  };
  return (
    <Card component="section" aria-label="Count">
      <Stack gap="sm">
        <TextInput ref={scanning} size="lg" label="Barcode or SKU" description="Scan, or type and press Enter" leftSection={<IconBarcode size={22} aria-hidden />} autoFocus autoComplete="off" autoCapitalize="off" enterKeyHint="next" value={code} onChange={event => setCode(event.currentTarget.value)} onKeyDown={onEnter(find)} />
        {item ? (
          <Stack gap="sm">
            <div>
              <Text fw={620} size="lg">{item.label}</Text>
              <Text size="sm" c="dimmed"><span className="mono">{item.sku}</span>{item.expected !== undefined && ` · ${quantity(item.expected)} expected`}</Text>
            </div>
            <Group align="flex-end" wrap="nowrap">
              <NumberInput ref={counting} size="lg" label="How many are there?" flex={1} min={0} decimalScale={4} inputMode="decimal" enterKeyHint="done" value={amount} onChange={setAmount} onKeyDown={onEnter(record)} />
              <Button size="lg" onClick={record} loading={busy} disabled={amount === ''}>Record</Button>
            </Group>
          </Stack>
        ) : (
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">{last ? `Last: ${last}` : 'Ready to scan.'}</Text>
            <Button variant="default" onClick={find} disabled={!code.trim()}>Find</Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

function CountedItems({ items }: { items: readonly Item[] }) {
  const sorted = [...items].sort((one, other) => Number(one.countedQuantity !== null) - Number(other.countedQuantity !== null) || one.sku.localeCompare(other.sku));
  if (items.length === 0) return <Text c="dimmed" size="sm">The list is empty: what you scan is added to it.</Text>;
  return (
    <Section title="The list">
      <Table.ScrollContainer minWidth={300} type="native">
        <Table>
          <Table.Thead><Table.Tr><Table.Th>Product</Table.Th><Table.Th className="num">Expected</Table.Th><Table.Th className="num">Counted</Table.Th><Table.Th className="num">Difference</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>
            {sorted.map(item => (
              <Table.Tr key={item.id}>
                <Table.Td><Text size="sm" fw={550}>{[item.variant.product.name, item.variant.name].filter(Boolean).join(', ')}</Text><Text size="xs" c="dimmed" className="mono">{item.sku}</Text></Table.Td>
                <Table.Td className="num">{quantity(item.expectedQuantity)}</Table.Td>
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
