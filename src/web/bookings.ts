import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from './graphql.ts';
import { t } from './language.ts';
import type { Problem } from './problems.ts';

/*
 * THE TABLE of what can be booked offline: everything that is done with goods in hand. Each row is one command of the
 * service; src/web/outbox.ts keeps it on the device and sends it once, with the idempotency key of its first attempt.
 */

/** Where the input of a booking has the amount of a line: the path that the service names when it refuses it. */
type Amounts = (line: number) => string;
const ofItems: Amounts = line => `items[${line}].quantity`;

const Adjust = graphql(`
  mutation Adjust($input: CreateInventoryAdjustmentInput!, $idempotencyKey: String) {
    createInventoryAdjustment(input: $input, idempotencyKey: $idempotencyKey) { inventoryAdjustment { id sku
          quantityChange locationId inventoryLevel { id quantityOnHand location { name } variant { id unit } } } }
  }
`);
const ReceivePurchaseOrder = graphql(
  `mutation ReceivePurchaseOrder($id: ID!, $input: ReceivePurchaseOrderInput, $idempotencyKey: String) {
      receivePurchaseOrder(id: $id, input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id status } } }`,
);
const FulfillOrder = graphql(
  `mutation FulfillOrder($id: ID!, $input: FulfillOrderInput, $idempotencyKey: String) {
      fulfillOrder(id: $id, input: $input, idempotencyKey: $idempotencyKey) { order { id status } } }`,
);
const ShipTransfer = graphql(
  `mutation ShipTransfer($id: ID!, $input: ShipStockTransferInput, $idempotencyKey: String) {
      shipStockTransfer(id: $id, input: $input, idempotencyKey: $idempotencyKey) { stockTransfer { id status } } }`,
);
const ReceiveTransfer = graphql(
  `mutation ReceiveTransfer($id: ID!, $input: ReceiveStockTransferInput, $idempotencyKey: String) {
      receiveStockTransfer(id: $id, input: $input, idempotencyKey: $idempotencyKey) { stockTransfer { id status } } }`,
);
const CreateReturn = graphql(
  `mutation CreateReturn($input: CreateReturnAuthorizationInput!, $idempotencyKey: String) {
      createReturnAuthorization(input: $input, idempotencyKey: $idempotencyKey) { returnAuthorization { id } } }`,
);
const InspectReturn = graphql(
  `mutation UpdateReturn($id: ID!, $input: UpdateReturnAuthorizationInput, $ifVersion: String,
      $idempotencyKey: String) { updateReturnAuthorization(id: $id, input: $input, ifVersion: $ifVersion,
        idempotencyKey: $idempotencyKey) { returnAuthorization { id } } }`,
);
const ReceiveReturn = graphql(
  `mutation ReceiveReturn($id: ID!, $idempotencyKey: String) {
      receiveReturnAuthorization(id: $id, idempotencyKey: $idempotencyKey) { returnAuthorization { id status } } }`,
);
const StartBatch = graphql(
  `mutation StartBatch($id: ID!, $idempotencyKey: String) {
      startProductionBatch(id: $id, idempotencyKey: $idempotencyKey) { productionBatch { id status } } }`,
);
const CompleteBatch = graphql(
  `mutation CompleteBatch($id: ID!, $input: CompleteProductionBatchInput!, $idempotencyKey: String) {
      completeProductionBatch(id: $id, input: $input, idempotencyKey: $idempotencyKey) {
        productionBatch { id status } } }`,
);
const RecordWaste = graphql(
  `mutation RecordWaste($input: CreateWasteRecordInput!, $idempotencyKey: String) {
      createWasteRecord(input: $input, idempotencyKey: $idempotencyKey) { wasteRecord { id } } }`,
);
const RecordCount = graphql(
  `mutation RecordCount($id: ID!, $input: UpdateCycleCountInput, $idempotencyKey: String) {
      updateCycleCount(id: $id, input: $input, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`,
);
const CompleteCount = graphql(
  `mutation CompleteCount($id: ID!, $idempotencyKey: String) {
      completeCycleCount(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id status } } }`,
);

/** Fields that a form may leave empty, each with what to say then: what is kept offline nobody can complete later. */
interface Needs {
  [field: string]: string;
}
const CHOOSE = t('Please choose.');
const FILL_IN = t('Enter a quantity.');

export const BOOKINGS = {
  receivePurchaseOrder: { mutation: ReceivePurchaseOrder, amounts: ofItems },
  /** Everything outstanding, as below. */
  receiveWholePurchaseOrder: { mutation: ReceivePurchaseOrder },
  /** A change, never a new total: by the time it is sent, the stock may be different. */
  adjustStock: {
    mutation: Adjust,
    amounts: () => 'quantityChange',
    needs: { sku: CHOOSE, locationId: CHOOSE, quantityChange: FILL_IN },
  },
  fulfillOrder: { mutation: FulfillOrder, amounts: ofItems },
  /** Everything outstanding: no part of it can be chosen. */
  fulfillWholeOrder: { mutation: FulfillOrder },
  /** All lines or none; only their lots can be chosen. */
  shipTransfer: { mutation: ShipTransfer },
  receiveTransfer: { mutation: ReceiveTransfer, amounts: ofItems },
  createReturn: { mutation: CreateReturn, amounts: ofItems, needs: { orderId: CHOOSE } },
  inspectReturn: { mutation: InspectReturn, amounts: ofItems },
  receiveReturn: { mutation: ReceiveReturn },
  startBatch: { mutation: StartBatch },
  /** The product comes first, then the inputs. */
  completeBatch: {
    mutation: CompleteBatch,
    amounts: line => (line === 0 ? 'actualQuantityProduced' : `inputs[${line - 1}].actualQuantity`),
  },
  recordWaste: {
    mutation: RecordWaste,
    amounts: () => 'quantity',
    needs: { sku: CHOOSE, locationId: CHOOSE, reason: CHOOSE, quantity: FILL_IN },
  },
  recordCount: { mutation: RecordCount, amounts: line => `cycleCountItemsAttributes[${line}].countedQuantity` },
  completeCount: { mutation: CompleteCount },
} satisfies { [kind: string]: { mutation: object; amounts?: Amounts; needs?: Needs } };

export type Kind = keyof typeof BOOKINGS;
export type AnswerOf<K extends Kind> = ResultOf<(typeof BOOKINGS)[K]['mutation']>;
export type SaidOf<K extends Kind> = Omit<VariablesOf<(typeof BOOKINGS)[K]['mutation']>, 'idempotencyKey'>;

/** What is missing from it, each problem at its field. */
export function missingFrom(kind: Kind, { input = {} }: { input?: { [field: string]: unknown } }): Problem[] {
  const booking = BOOKINGS[kind];
  return Object.entries('needs' in booking ? booking.needs : {})
    .filter(([field]) => !input[field])
    .map(([field, message]) => ({ code: 'VALIDATION_FAILED', message, field }));
}

/** The path of a line's amount in this kind of booking; undefined if it has none. */
export function amountAt(kind: Kind, line: number): string | undefined {
  const booking = BOOKINGS[kind];
  return 'amounts' in booking ? booking.amounts(line) : undefined;
}

/**
 * The same booking with other amounts, line by line. For goods taken in or out, 0 drops the line; for counts and for
 * what was used up, 0 is an amount like any other.
 */
export function withAmounts(kind: Kind, variables: object, amounts: readonly number[]): object {
  const changed = structuredClone(variables) as { input: { items?: object[] | null } };
  amounts.forEach((amount, line) => {
    const names = amountAt(kind, line)?.match(/\w+/g) ?? [];
    let at = changed.input as { [name: string]: unknown };
    for (const name of names.slice(0, -1)) at = at[name] as typeof at;
    if (names.length === 0) return;
    at[names.at(-1)!] = amount;
    // All of it, including the waste, comes from the one lot that was chosen.
    const { lots, wasteQuantity = 0 } = at as { lots?: { quantity: number }[]; wasteQuantity?: number };
    if (lots?.length === 1) lots[0]!.quantity = amount + wasteQuantity;
  });
  const { input } = changed;
  if (input.items) input.items = input.items.filter(item => (item as { quantity: number }).quantity > 0);
  return changed;
}
