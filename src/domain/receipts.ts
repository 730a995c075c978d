import { z } from 'zod';
import { type Problem, referenceNotFound, refuseAll } from '../kernel/errors.ts';
import { exactlyOne, id, lines, notNegative } from '../kernel/inputs.ts';
import { Quantity } from '../kernel/quantity.ts';
import type { Unit } from '../kernel/unit.ts';
import { variantChoice } from './variant-lines.ts';
import type { Variant } from './variants.ts';

/*
 * Receipts of documents whose lines wait for goods: the rules are the same for purchase orders and stock transfers.
 */

/** A line of a document that may still be partly outstanding. */
interface OpenLine {
  id: string;
  sku: string;
  variant: Variant;
  outstanding(): Quantity;
}

/** How a row names its line. */
export const lineChoice = {
  itemId: id().optional().meta({
    description: "The line's id. Give this or the variant; lines that share a variant are taken in order.",
  }),
  ...variantChoice,
};
export const namesLine = exactlyOne(['sku', 'variantId', 'itemId'], 'Name the line, by sku, variant_id or item_id.');
interface LineChoice {
  itemId?: string | undefined;
  sku?: string | undefined;
  variantId?: string | undefined;
}

/** One row of a receipt. Several rows may be about one line, and a quantity may be 0. */
export const receiptRow = z.strictObject({ ...lineChoice, quantity: notNegative() });
/** The rows of a receipt, as every document takes them. */
export const receivedItems = <Row extends z.ZodObject>(row: Row) =>
  lines(row)
    .optional()
    .meta({ description: 'Items received now. Default: everything that is outstanding; with close, nothing.' });
/** In some documents a row may give purchase units; `quantity` is the result in base units. */
type ReceiptRow = z.output<typeof receiptRow> & { purchaseQuantity?: Quantity | undefined };

/** The field that gave the quantity. */
export const quantityField = (row: { purchaseQuantity?: Quantity | undefined } | undefined): string =>
  row?.purchaseQuantity === undefined ? 'quantity' : 'purchaseQuantity';

/**
 * A quantity of a line that arrived, its row (none if everything outstanding was received), and the path of that row.
 */
export interface Arrival<Line, Row> {
  line: Line;
  quantity: Quantity;
  row: Row | undefined;
  path: string;
}

/** What arrives on which line. Refuses rows for unknown lines, and `over_receipt` for more than is outstanding. */
export function arrivalsOf<Line extends OpenLine, Row extends ReceiptRow>(
  lines: readonly Line[],
  rows: readonly Row[] | undefined,
): Arrival<Line, Row>[] {
  const outstanding = new Map(lines.map(line => [line, line.outstanding()]));
  if (!rows) {
    const all = lines.map((line, index) => ({
      line,
      quantity: outstanding.get(line)!,
      row: undefined,
      path: `items[${index}]`,
    }));
    return all.filter(({ quantity }) => quantity.isPositive());
  }
  const problems: Problem[] = [];
  const arrivals = rows.flatMap((row, index) => {
    const path = `items[${index}]`;
    const chosenLines = linesNamed(lines, row, path, problems);
    const open = Quantity.sum(chosenLines.map(line => outstanding.get(line)!));
    let rest = row.quantity;
    const parts = chosenLines.map(line => {
      const quantity = Quantity.min(rest, outstanding.get(line)!);
      outstanding.set(line, outstanding.get(line)!.minus(quantity));
      rest = rest.minus(quantity);
      return { line, quantity, row, path };
    });
    if (rest.isPositive() && chosenLines.length > 0)
      problems.push(overReceipt(chosenLines[0]!, row.quantity, open, `${path}.${quantityField(row)}`));
    return parts.filter(({ quantity }) => quantity.isPositive());
  });
  refuseAll(problems);
  return arrivals;
}

/** The lines that a row is about. An unknown one is a problem. */
export function linesNamed<Line extends OpenLine>(
  lines: readonly Line[],
  { itemId, sku, variantId }: LineChoice,
  path: string,
  problems: Problem[],
): Line[] {
  const found = lines.filter(line => line.id === itemId || line.sku === sku || line.variant.id === variantId);
  if (found.length === 0)
    problems.push(
      referenceNotFound('line in this document', `${path}.${itemId ? 'itemId' : sku ? 'sku' : 'variantId'}`),
    );
  return found;
}

const overReceipt = ({ sku }: OpenLine, requested: Quantity, outstanding: Quantity, field: string): Problem => ({
  code: 'over_receipt',
  message: `Only ${outstanding} of ${sku} are outstanding.`,
  field,
  details: { sku, requested: requested.toNumber(), outstanding: outstanding.toNumber() },
});

/** A document of which some lines may have been received. */
interface Receivable {
  receivedAt?: Date | null;
  items: { getItems(): readonly (Pick<OpenLine, 'outstanding'> & { quantityReceived: Quantity })[] };
}

/** Takes the step that the receipts of a document call for: none if only zeros were received. */
export function settle(
  unit: Unit,
  document: Receivable,
  close: boolean,
  step: (target: 'received' | 'partially_received') => void,
): void {
  const items = document.items.getItems();
  if (close || items.every(item => item.outstanding().isZero())) {
    step('received');
    document.receivedAt = unit.now();
  } else if (items.some(item => item.quantityReceived.isPositive())) step('partially_received');
}
