import { describe, expect, it } from '@jest/globals';
import { createProduct } from '../../src/domain/create-products.ts';
import { updateLocation } from '../../src/domain/locations.ts';
import type { Scope } from '../../src/kernel/operation.ts';
import { askQuestion } from '../../src/questions/ask-question.ts';
import { execute } from '../../src/store/execute.ts';
import { adjust, makeLocation, makeSupplier, makeVariant } from '../support/make.ts';
import { useWorld } from '../support/world.ts';
import { ask } from './understanding.ts';

const absentIn = async (question: string) => {
  const { request } = await ask(question);
  return request?.kind === 'query' ? { absent: request.also?.absent, ...request.query } : request;
};

describe('suppliers and places that something is not so of', () => {
  it.each([
    ['which suppliers have not delivered since 1 March', 'units_received'],
    ['which suppliers did we not order from this month', 'units_purchased'],
    ['which supplier has no open purchase order', 'on_order'],
    ['Bei welchen Lieferanten haben wir im März nichts bestellt?', 'units_purchased'],
    ['Welche Lieferanten haben im März nicht geliefert?', 'units_received'],
    ["quels fournisseurs n'ont rien livré en mars ?", 'units_received'],
    ['¿qué proveedores no entregaron en marzo?', 'units_received'],
    ['quali fornitori non hanno consegnato a marzo?', 'units_received'],
    ['que fornecedores não entregaram em março?', 'units_received'],
  ])('are all suppliers that the figure does not list: %s', async (question, measure) => {
    expect(await absentIn(question)).toMatchObject({
      absent: 'supplier',
      measures: [measure],
      dimensions: ['supplier'],
    });
  });

  it.each([
    ['which places hold no beans', 'on_hand'],
    ['which locations do not have HB-1KG', 'on_hand'],
    ['which stores sold no HB-1KG yesterday', 'units_sold'],
    ['Welche Standorte haben kein HB-1KG?', 'on_hand'],
  ])('or all places: %s', async (question, measure) => {
    expect(await absentIn(question)).toMatchObject({
      absent: 'location',
      measures: [measure],
      dimensions: ['location'],
      limit: 10_000,
    });
  });

  it('that have never delivered did not do so in all of the time that is known', async () => {
    expect(await absentIn('which suppliers have never delivered')).toMatchObject({
      from: expect.stringMatching(/^20/),
    });
  });

  it.each([
    'which suppliers have never delivered late',
    'Which suppliers have we never bought from?',
    'which stores have no beans but sell mugs',
    'which supplier did not deliver on time',
    'which stores are not low on HB-1KG',
  ])('are not told of what is more than a figure that is missing: %s', async question => {
    expect((await ask(question)).handedBack).toBeDefined();
  });
});

describe('the answer', () => {
  const world = useWorld();

  it('names those that nothing is known of, of the places that are chosen, and none that has any', async () => {
    const tenant = await world.tenant();
    const shop = await makeLocation(tenant, { code: 'SHOP', name: 'Corner Shop', type: 'store' });
    await makeLocation(tenant, { code: 'DEPOT', name: 'Depot', type: 'warehouse' });
    await makeLocation(tenant, { code: 'KIOSK', name: 'Kiosk', type: 'store' });
    const { id: productId } = await tenant.run(createProduct, { name: 'Tea' });
    await adjust(tenant, await makeVariant(tenant, { sku: 'TEA-1', productId }), shop, 5);
    await makeSupplier(tenant, { name: 'Silent Partner', code: 'SILENT' });
    const answered = async (question: string) => (await tenant.run(askQuestion, { question }))['answer'];
    expect(await answered('which places have no TEA-1')).toBe('Depot: 0 on hand; Kiosk: 0 on hand (Tea TEA-1).');
    expect(await answered('which stores have no TEA-1')).toBe('Kiosk: 0 on hand (Tea TEA-1; in stores).');
    expect(await answered('which suppliers have never delivered')).toMatch(/^Silent Partner: 0 units received/);
    const closed = await makeLocation(tenant, { code: 'CLOSED', name: 'Closed Shop', type: 'store' });
    await tenant.run(updateLocation, { id: closed.id, active: false });
    expect(await answered('which stores have no TEA-1')).not.toContain('Closed');
  });

  it('does not say that there is none to who may not see suppliers', async () => {
    const tenant = await world.tenant();
    await makeSupplier(tenant, { name: 'Silent Partner', code: 'SILENT' });
    const caller = { ...tenant.caller, scopes: new Set<Scope>(['reports:read', 'purchasing:read']) };
    const question = 'which suppliers have never delivered';
    expect((await execute(askQuestion, caller, { question }, { present: result => result })).answer).toMatchObject({
      status: 'refused',
      answer: 'That needs the scope catalog:read, which this key lacks.',
    });
  });
});
