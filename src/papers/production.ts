import { sql } from 'kysely';
import { ProductionBatch } from '../domain/production-batches.ts';
import type { Reading } from '../kernel/operation.ts';
import { ofTenant } from '../store/tenant.ts';
import { ITEM } from './orders.ts';
import { paperOf } from './paper.ts';
import { goodsOf, houseOf, itemsOf, picksOf, placesOf, quantityOf } from './reading.ts';

async function recipeName({ db }: Reading, recipeId: unknown): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select r.name from recipes r where ${ofTenant('r')} and r.id = ${recipeId}`.execute(db);
  return rows[0]!.name;
}

/** Hangs at the machine: what to make, from which lots, and space to write down what was actually used. */
export const getProductionBatchTicket = paperOf('getProductionBatchTicket', {
  area: 'manufacturing',
  module: 'manufacturing',
  of: ProductionBatch,
  summary: 'The ticket of a production batch: what to make, and which ingredients and lots to take.',
  async layout(reading, batch, speech) {
    const { say, value, amount, unit: unitName } = speech;
    const inputs = itemsOf(batch, 'inputs');
    const [house, goods, places, recipe] = await Promise.all([
      houseOf(reading, speech),
      goodsOf(reading, [batch, ...inputs]),
      placesOf(reading, [['Produce at', batch['locationId']]]),
      recipeName(reading, batch['recipeId']),
    ]);
    const product = goods.get(batch['variantId'])!;
    const isOpen = batch['status'] === 'planned' || batch['status'] === 'in_progress';
    const needs = inputs.map(input => ({
      variantId: input['variantId'],
      quantity: quantityOf(input['plannedQuantity']),
    }));
    const lineOf = (variantId: unknown, lot: string, quantity: unknown) => {
      const { sku, name, unit } = goods.get(variantId)!;
      return ['', sku, name, lot, `${amount(quantity)} ${unitName(unit)}`, '', ''];
    };
    const rows = isOpen
      ? (await picksOf(reading, batch['locationId'], needs, goods)).map(({ variantId, lotNumber, quantity, missing }) =>
          lineOf(variantId, missing ? say('Not there') : (lotNumber ?? ''), quantity),
        )
      : inputs.flatMap(input => {
          const lots = itemsOf(input, 'lots');
          const used = [amount(input['actualQuantity']), amount(input['wasteQuantity'])];
          const shown = lots.map(lot => `${String(lot['lotNumber'])} (${amount(lot['quantity'])})`).join(', ');
          return [[...lineOf(input['variantId'], shown, input['plannedQuantity']).slice(0, 5), ...used]];
        });
    const outputs = itemsOf(batch, 'outputs').flatMap(output => (output['lotNumber'] as string | null) ?? []);
    return {
      title: 'Batch ticket',
      number: batch['number'] as string,
      barcode: batch['number'] as string,
      sender: house.sender,
      parties: [{ label: 'Make', name: `${product.sku} ${product.name}`, lines: [recipe] }, ...places],
      facts: [
        ['Planned', `${amount(batch['plannedQuantity'])} ${unitName(product.unit)}`],
        ...(batch['actualQuantityProduced'] === null
          ? []
          : [['Produced', `${amount(batch['actualQuantityProduced'])} ${unitName(product.unit)}`] as const]),
        ['Status', value(batch['status'])],
        ...(outputs.length > 0 ? [['Lot', outputs.join(', ')] as const] : []),
      ],
      tables: [
        {
          title: 'Ingredients' as const,
          columns: [
            { label: '', kind: 'tick' },
            ...ITEM,
            { label: 'Lot', kind: 'code' },
            { label: 'Planned', kind: 'amount' },
            { label: 'Used', kind: isOpen ? 'write' : 'amount' },
            { label: 'Wasted', kind: isOpen ? 'write' : 'amount' },
          ],
          rows,
        },
        ...(isOpen
          ? [
              {
                title: 'Result' as const,
                columns: [
                  ...ITEM,
                  { label: 'Lot', kind: 'write' } as const,
                  { label: 'Expires', kind: 'write' } as const,
                  { label: 'Produced', kind: 'write' } as const,
                ],
                rows: [[product.sku, product.name, '', '', '']],
              },
            ]
          : []),
      ],
      notes: batch['notes'] as string | null,
      signatures: ['Produced by', 'Released by'],
      printedOn: house.printedOn,
    };
  },
});
