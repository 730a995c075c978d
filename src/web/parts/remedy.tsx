import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { date, quantity } from '../format.ts';
import { priceOfOne } from '../format-more.ts';
import { graphql, type Problem, type SendResult, send } from '../graphql.ts';
import { t } from '../language.ts';
import { useMay, useOrganization } from '../session.ts';
import { Action } from '../ui/action.tsx';
import { toward } from '../ui/address.ts';
import { nameOf, useLocations } from './locations.ts';
import { addressOfVariant, type VariantReference } from './product-link.tsx';

/*
 * How to resolve an insight: the request that the service suggests, after one click and a confirmation.
 */

const Order = graphql(
  `mutation SuggestedOrder($input: CreatePurchaseOrderInput!, $idempotencyKey: String) {
      createPurchaseOrder(input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id } } }`,
);
const NewPolicy = graphql(
  `mutation SuggestedPolicy($input: CreateInventoryPolicyInput!, $idempotencyKey: String) {
      createInventoryPolicy(input: $input, idempotencyKey: $idempotencyKey) { inventoryPolicy { id } } }`,
);
const ChangePolicy = graphql(
  `mutation SuggestedPolicyChange($id: ID!, $input: UpdateInventoryPolicyInput, $idempotencyKey: String) {
      updateInventoryPolicy(id: $id, input: $input, idempotencyKey: $idempotencyKey) { inventoryPolicy { id } } }`,
);
const Waste = graphql(
  `mutation SuggestedWaste($input: CreateWasteRecordInput!, $idempotencyKey: String) {
      createWasteRecord(input: $input, idempotencyKey: $idempotencyKey) { wasteRecord { id } } }`,
);
const Price = graphql(
  `mutation SuggestedPrice($id: ID!, $input: UpdateVariantInput, $idempotencyKey: String) {
      updateVariant(id: $id, input: $input, idempotencyKey: $idempotencyKey) { variant { id } } }`,
);
const Transfer = graphql(
  `mutation SuggestedTransfer($input: CreateStockTransferInput!, $idempotencyKey: String) {
      createStockTransfer(input: $input, idempotencyKey: $idempotencyKey) { stockTransfer { id } } }`,
);
const Count = graphql(
  `mutation SuggestedCount($input: CreateCycleCountInput!, $idempotencyKey: String) {
      createCycleCount(input: $input, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`,
);

const Batch = graphql(
  `mutation SuggestedBatch($input: CreateProductionBatchInput!, $idempotencyKey: String) {
      createProductionBatch(input: $input, idempotencyKey: $idempotencyKey) { productionBatch { id } } }`,
);
const Plan = graphql(
  `mutation SuggestedPlan($input: CreateReplenishmentPlanInput!, $idempotencyKey: String) {
      createReplenishmentPlan(input: $input, idempotencyKey: $idempotencyKey) { replenishmentPlan { id } } }`,
);
const LeadTime = graphql(
  `mutation SuggestedLeadTime($id: ID!, $input: UpdateSupplierInput, $idempotencyKey: String) {
      updateSupplier(id: $id, input: $input, idempotencyKey: $idempotencyKey) { supplier { id } } }`,
);

/** A suggested request, in REST's spelling. */
interface Request {
  method: string;
  path: string;
  payload?: Payload;
}

/** One request, or several if each finding needs its own; `missing`: inputs that are not known yet. */
type SuggestedAction = { type: string } & ((Request & { missing?: string[] }) | { requests: Request[] });

interface Payload {
  items?: { sku?: string; quantity?: number; purchase_quantity?: number }[];
  location_id?: string;
  source_location_id?: string;
  destination_location_id?: string;
  reorder_point?: number;
  quantity?: number;
  planned_quantity?: number;
  lead_time_days?: number;
  unit_price?: number;
  expected_on?: string;
}

/** Converts REST's spelling to GraphQL's: camelCase names and upper-case enum values. User data is not converted. */
const ENUMS = new Set(['status', 'reason']);
function camel(value: unknown): never {
  if (Array.isArray(value)) return value.map(camel) as never;
  if (value === null || typeof value !== 'object') return value as never;
  const spelt = (name: string, inner: unknown) =>
    name === 'metadata' ? inner : ENUMS.has(name) && typeof inner === 'string' ? inner.toUpperCase() : camel(inner);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      spelt(name, inner),
    ]),
  ) as never;
}

interface Tell {
  /** The name of a location. */
  place(id: string | undefined): string;
  price(amount: number | undefined): string;
  sku: string;
}

interface RemedyAction {
  label: string;
  act?: (input: never, id: string) => Promise<SendResult<object>>;
  /** The confirmation: what will happen. */
  asks?: (payload: Payload, tell: Tell) => string;
  isGentle?: boolean;
  /** The page to go to afterwards, or instead. */
  to?: (id: string, done: object) => string;
  notice?: string;
}

const createdId = (done: object): string => (Object.values(Object.values(done)[0] as object)[0] as { id: string }).id;
const LINES_SAID = 4;
const goods = ({ items = [] }: Payload) => {
  const itemTexts = items
    .slice(0, LINES_SAID)
    .map(({ sku, quantity: amount, purchase_quantity: units }) =>
      sku
        ? `${quantity(amount ?? 0)} × ${sku}`
        : t('{units} as its supplier sells it', { units: quantity(units ?? 0) }),
    );
  return [
    ...itemTexts,
    ...(items.length > LINES_SAID ? [t('{items} more lines', { items: items.length - LINES_SAID })] : []),
  ].join(', ');
};
const reorder = ({ reorder_point = 0, location_id }: Payload, { place, sku }: Tell) =>
  location_id
    ? reorder_point === 0
      ? t('The reorder point of {sku} at {locationId} becomes {reorderPoint}: it is no longer reordered.', {
          sku,
          locationId: place(location_id),
          reorderPoint: quantity(reorder_point),
        })
      : t('The reorder point of {sku} at {locationId} becomes {reorderPoint}.', {
          sku,
          locationId: place(location_id),
          reorderPoint: quantity(reorder_point),
        })
    : reorder_point === 0
      ? t('The reorder point of {sku} becomes {reorderPoint}: it is no longer reordered.', {
          sku,
          reorderPoint: quantity(reorder_point),
        })
      : t('The reorder point of {sku} becomes {reorderPoint}.', {
          sku,
          reorderPoint: quantity(reorder_point),
        });

const look = (path: string): RemedyAction => ({ label: t('Look at it'), to: id => `${path}/${id}` });

/** What this app can do about an insight, by the suggested request. */
const DEEDS: { [methodAndPath: string]: RemedyAction } = {
  'POST /purchase_orders': {
    label: t('Order it'),
    act: input => send(Order, { input }),
    isGentle: true,
    to: (_, done) => `/purchase-orders/${createdId(done)}`,
    notice: t('It is ordered: please review it.'),
    asks: (payload, { place }) =>
      t(
        'A purchase order is created and submitted: {payload} for {locationId}, due on {expectedOn}. Until it is received it can be cancelled.',
        { payload: goods(payload), locationId: place(payload.location_id), expectedOn: date(payload.expected_on!) },
      ),
  },
  'POST /stock_transfers': {
    label: t('Move it here'),
    act: input => send(Transfer, { input }),
    isGentle: true,
    to: (_, done) => `/transfers/${createdId(done)}`,
    notice: t('The transfer is created: ship it when it is packed.'),
    asks: (payload, { place }) =>
      t(
        'A transfer is created: {payload} from {sourceLocationId} to {destinationLocationId}. Nothing moves until it is shipped.',
        {
          payload: goods(payload),
          sourceLocationId: place(payload.source_location_id),
          destinationLocationId: place(payload.destination_location_id),
        },
      ),
  },
  'POST /inventory_policies': {
    label: t('Change the reorder point'),
    act: input => send(NewPolicy, { input }),
    isGentle: true,
    asks: reorder,
    notice: t('The reorder point is changed.'),
  },
  'PATCH /inventory_policies/:id': {
    label: t('Change the reorder point'),
    act: (input, id) => send(ChangePolicy, { id, input }),
    isGentle: true,
    asks: reorder,
    notice: t('The reorder point is changed.'),
  },
  'POST /waste_records': {
    label: t('Write it off'),
    act: input => send(Waste, { input }),
    notice: t('Written off.'),
    asks: (payload, { place, sku }) =>
      t('{quantity} of {sku} at {locationId} are written off. This cannot be undone.', {
        quantity: quantity(payload.quantity),
        sku,
        locationId: place(payload.location_id),
      }),
  },
  'PATCH /variants/:id': {
    label: t('Sell it first'),
    act: (input, id) => send(Price, { id, input }),
    isGentle: true,
    notice: t('It is to be sold first.'),
    asks: (payload, { price, sku }) =>
      payload.unit_price === undefined
        ? t('{sku} is marked to be sold first.', { sku })
        : t('{sku} is marked to be sold first, and its price becomes {unitPrice}.', {
            sku,
            unitPrice: price(payload.unit_price),
          }),
  },
  'POST /cycle_counts': {
    label: t('Start a count'),
    act: input => send(Count, { input }),
    isGentle: true,
    to: (_, done) => `/counts/${createdId(done)}`,
    asks: (payload, { place }) => t('A count of {locationId} is started.', { locationId: place(payload.location_id) }),
  },
  'POST /production_batches': {
    label: t('Plan a batch'),
    act: input => send(Batch, { input }),
    isGentle: true,
    to: (_, done) => `/production/${createdId(done)}`,
    notice: t('The batch is planned: start it when its ingredients are in stock.'),
    asks: (payload, { place }) =>
      t('A batch of {plannedQuantity} is planned at {locationId}. Nothing is used until it is started.', {
        plannedQuantity: quantity(payload.planned_quantity),
        locationId: place(payload.location_id),
      }),
  },
  'POST /replenishment_plans': {
    label: t('Make a plan'),
    act: input => send(Plan, { input }),
    isGentle: true,
    to: () => '/replenishment',
  },
  'PATCH /suppliers/:id': {
    label: t('Change the lead time'),
    act: (input, id) => send(LeadTime, { id, input }),
    isGentle: true,
    notice: t('Plans use the new lead time.'),
    asks: ({ lead_time_days = 0 }) =>
      t('Its usual lead time becomes {leadTimeDays, plural, one {# day} other {# days}}.', {
        leadTimeDays: lead_time_days,
      }),
  },
  // What has to be reviewed first is done on its own page.
  'POST /purchase_orders/:id/receive': look('/purchase-orders'),
  'GET /purchase_orders/:id': look('/purchase-orders'),
  'POST /stock_transfers/:id/receive': look('/transfers'),
  'POST /orders/:id/cancel': look('/orders'),
  'GET /waste_records': { label: t('See the movements'), to: () => '/movements' },
};

const idIn = (path: string): string => /[0-9a-f-]{36}/.exec(path)?.[0] ?? '';

function deedOf({ method, path }: Request): RemedyAction | undefined {
  const [bare = ''] = path.split('?');
  return DEEDS[`${method} ${bare.replace(idIn(bare) || ' ', ':id')}`];
}

interface RemedyProps {
  action: object;
  /** The subject of the insight. */
  sku: string | null;
  variant: VariantReference | null;
}

/** The button that does what is suggested, or leads to where the missing input is entered. */
export function Remedy({ action, sku, variant }: RemedyProps) {
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const locations = useLocations();
  const { currency } = useOrganization();
  const suggestedAction = action as SuggestedAction;
  if ('missing' in suggestedAction && suggestedAction.missing)
    return (
      variant && (
        <Button component={Link} {...toward(addressOfVariant(variant))} variant="default" size="compact-sm">
          {suggestedAction.missing.includes('supplier_id')
            ? t('Choose a supplier for it')
            : t('Fill in what is missing')}
        </Button>
      )
    );
  const requests = 'requests' in suggestedAction ? suggestedAction.requests : [suggestedAction];
  const [first] = requests;
  const remedyAction = first && deedOf(first);
  if (!remedyAction) return null;
  const { label, act, asks, isGentle = false, to, notice } = remedyAction;
  if (!act)
    return requests.length > 1 ? null : (
      <Button component={Link} to={to!(idIn(first.path), {}) as never} variant="default" size="compact-sm">
        {label}
      </Button>
    );
  if (!mayWrite) return null;
  /** One after the other; the first refusal stops the rest, and is shown. */
  const perform = async (): Promise<{ data: object; problems?: never } | { data?: never; problems: Problem[] }> => {
    let lastData: object = {};
    for (const { path, payload = {} } of requests) {
      const sent = await act(camel(payload), idIn(path));
      if (!sent.data) return sent;
      lastData = sent.data;
    }
    if (to && requests.length === 1) void navigate({ to: to(idIn(first.path), lastData) as never });
    return { data: lastData };
  };
  const tell: Tell = {
    place: location => nameOf(locations, location),
    price: amount => priceOfOne(amount, currency),
    sku: sku ?? t('this item'),
  };
  const question =
    requests.length > 1
      ? t('This is done for all {requests} of them.', { requests: requests.length })
      : asks?.(first.payload ?? {}, tell);
  return (
    <Action
      label={requests.length > 1 ? t('{label}: all {requests}', { label, requests: requests.length }) : label}
      size="compact-sm"
      send={perform}
      isGentle={isGentle}
      {...(notice && { notice })}
      {...(question && { confirm: question })}
    />
  );
}
