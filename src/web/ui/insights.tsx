import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { words } from '../format.ts';
import { graphql, type Problem, type Sent, send, useData } from '../graphql.ts';
import { useMay } from '../session.ts';
import { Action } from './form.tsx';
import { Empty, Problems, Section } from './page.tsx';
import { Status } from './status.tsx';

const Insights_ = graphql(`query Insights { insights(first: 8) { nodes { id type severity title message suggestedAction } } }`);
const Order = graphql(`mutation SuggestedOrder($input: CreatePurchaseOrderInput!, $idempotencyKey: String) { createPurchaseOrder(input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id } } }`);
const NewPolicy = graphql(`mutation SuggestedPolicy($input: CreateInventoryPolicyInput!, $idempotencyKey: String) { createInventoryPolicy(input: $input, idempotencyKey: $idempotencyKey) { inventoryPolicy { id } } }`);
const ChangePolicy = graphql(`mutation SuggestedPolicyChange($id: ID!, $input: UpdateInventoryPolicyInput, $idempotencyKey: String) { updateInventoryPolicy(id: $id, input: $input, idempotencyKey: $idempotencyKey) { inventoryPolicy { id } } }`);
const Waste = graphql(`mutation SuggestedWaste($input: CreateWasteRecordInput!, $idempotencyKey: String) { createWasteRecord(input: $input, idempotencyKey: $idempotencyKey) { wasteRecord { id } } }`);
const Price = graphql(`mutation SuggestedPrice($id: ID!, $input: UpdateVariantInput, $idempotencyKey: String) { updateVariant(id: $id, input: $input, idempotencyKey: $idempotencyKey) { variant { id } } }`);
const Transfer = graphql(`mutation SuggestedTransfer($input: CreateStockTransferInput!, $idempotencyKey: String) { createStockTransfer(input: $input, idempotencyKey: $idempotencyKey) { stockTransfer { id } } }`);
const Count = graphql(`mutation SuggestedCount($input: CreateCycleCountInput!, $idempotencyKey: String) { createCycleCount(input: $input, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`);

type Insight = ResultOf<typeof Insights_>['insights']['nodes'][number];

/** The request that the service suggests, as REST spells it. */
interface Suggested {
  type: string;
  method: string;
  path: string;
  payload: { [field: string]: never };
}

/** REST's spelling as GraphQL's: names in camelCase, the words of enums in capitals. */
const ENUMS = new Set(['status', 'reason']);
function camel(value: unknown): never {
  if (Array.isArray(value)) return value.map(camel) as never;
  if (value === null || typeof value !== 'object') return value as never;
  const spelt = (name: string, inner: unknown) => (ENUMS.has(name) && typeof inner === 'string' ? inner.toUpperCase() : camel(inner));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), spelt(name, inner)])) as never;
}

interface Deed {
  label: string;
  act?: (input: never, id: string) => Promise<Sent<object>>;
  /** Where to look afterwards, or instead. */
  to?: (id: string, done: object) => string;
  said?: string;
}

const made = (done: object): string => (Object.values(Object.values(done)[0] as object)[0] as { id: string }).id;

/** What this app can do about an insight, by the request that is suggested. */
const DEEDS: { [methodAndPath: string]: Deed } = {
  'POST /purchase_orders': { label: 'Draft the order', act: input => send(Order, { input }), to: (_, done) => `/purchase-orders/${made(done)}`, said: 'A draft is made: look it over.' },
  'POST /stock_transfers': { label: 'Move it here', act: input => send(Transfer, { input }), to: (_, done) => `/transfers/${made(done)}`, said: 'The transfer is made: ship it when it is packed.' },
  'POST /inventory_policies': { label: 'Change the reorder point', act: input => send(NewPolicy, { input }), said: 'The reorder point is changed.' },
  'PATCH /inventory_policies/:id': { label: 'Change the reorder point', act: (input, id) => send(ChangePolicy, { id, input }), said: 'The reorder point is changed.' },
  'POST /waste_records': { label: 'Write it off', act: input => send(Waste, { input }), said: 'Written off.' },
  'PATCH /variants/:id': { label: 'Mark it down', act: (input, id) => send(Price, { id, input }), said: 'The price is changed.' },
  'POST /cycle_counts': { label: 'Start a count', act: input => send(Count, { input }), to: (_, done) => `/counts/${made(done)}` },
  'POST /purchase_orders/:id/receive': { label: 'Look at it', to: id => `/purchase-orders/${id}` },
  'GET /purchase_orders': { label: 'See what is coming', to: () => '/purchase-orders?status=SUBMITTED' },
  'GET /lots/:id/trace_forward': { label: 'Look at the lot', to: id => `/lots/${id}` },
};

function Remedy({ insight }: { insight: Insight }) {
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const { method, path, payload = {} } = insight.suggestedAction as unknown as Suggested;
  const id = /[0-9a-f-]{36}/.exec(path.split('?')[0]!)?.[0] ?? '';
  const deed = DEEDS[`${method} ${path.split('?')[0]!.replace(id || ' ', ':id')}`];
  if (!deed) return null;
  const { label, act, to, said } = deed;
  if (!act) return <Button component={Link} to={to!(id, {}) as never} variant="default" size="compact-sm">{label}</Button>;
  if (!mayWrite) return null;
  const perform = async (): Promise<{ data: object; problems?: never } | { data?: never; problems: Problem[] }> => {
    const sent = await act(camel(payload), id);
    if (sent.data && to) void navigate({ to: to(id, sent.data) as never });
    return sent;
  };
  return <Action label={label} size="compact-sm" send={perform} {...(said && { said })} {...(path === '/waste_records' && { confirm: insight.message })} />;
}

/** What the service thinks somebody should look at, the most urgent first, each with what to do about it. */
export function Insights() {
  const { data, problems } = useData(Insights_, {});
  const insights = data?.insights.nodes;
  return (
    <Section title="Worth a look">
      <Problems problems={problems} />
      {insights?.length === 0 && <Empty icon={IconSparkles} title="Nothing stands out">Stock-outs, odd demand and expiring lots are watched for you.</Empty>}
      <Stack gap={0}>
        {insights?.map(insight => (
          <div key={insight.id} style={{ borderBottom: '1px solid var(--line)', padding: '10px 0' }}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Text size="sm" fw={600}>{insight.title}</Text>
              <Status of={insight.severity} />
            </Group>
            <Text size="sm" c="dimmed" my={4}>{insight.message}</Text>
            <Group gap="xs"><Remedy insight={insight} /><Text size="xs" c="dimmed">{words(insight.type)}</Text></Group>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
