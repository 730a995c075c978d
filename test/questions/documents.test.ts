import { describe, expect, it, test } from '@jest/globals';
import { addDays } from '../../src/kernel/calendar.ts';
import { today } from './roastery.ts';
import { ask, asked } from './understanding.ts';

const EXPECTED_IN_DECEMBER = expect.arrayContaining([
  { field: 'expected_on', op: 'between', value: ['2026-12-01', '2026-12-31'] },
]);

describe('documents', () => {
  it.each([
    'purchase orders we have not sent yet',
    "which purchase orders haven't we sent to the supplier yet",
    'Welche Einkaufsbestellungen sind noch nicht rausgegangen?',
    "quali ordini d'acquisto non sono ancora stati inviati?",
    '¿qué pedidos de compra no se han enviado todavía?',
  ])('of purchases that were not sent are drafts: %s', async question => {
    expect(await asked(question)).toMatchObject({ name: 'purchase_orders', input: { statuses: ['draft'] } });
  });

  it.each(['Which suppliers have more than 3 open purchase orders?', 'proveedores con más de tres pedidos abiertos'])(
    'are counted where their number is bounded: %s',
    async question => {
      const having = [{ field: 'open_purchase_orders', op: '>', value: 3 }];
      expect(await asked(question)).toMatchObject({ dimensions: ['supplier'], having });
    },
  );

  it.each([
    ['which purchase order was the most expensive in October', '-value_purchased'],
    ['which open purchase order is the most expensive', '-on_order_value'],
    ['what was our most expensive order last month', '-revenue'],
  ])('are dear by what they are worth: %s', async (question, order) => {
    expect(await asked(question)).toMatchObject({ sort: [order] });
  });

  it.each(['which orders have not been sent yet', 'Welche Aufträge sind noch nicht verschickt?'])(
    'of sales that were not sent are open: %s',
    async question => {
      expect(await asked(question)).toMatchObject({ measures: ['units_to_fulfill'] });
    },
  );

  it.each([
    'which deliveries should have arrived by now',
    'Welche Lieferungen hätten schon da sein sollen?',
    'quelles livraisons auraient dû arriver ?',
    '¿qué entregas deberían haber llegado ya?',
  ])('that should have come are on order, and late: %s', async question => {
    expect(await asked(question)).toMatchObject({
      measures: ['on_order'],
      filters: [{ field: 'expected_on', op: '<', value: today }],
    });
  });

  it('that are due are those of days to come, whatever the verb', async () => {
    expect(await asked('which deliveries are due between 1 and 7 December')).toMatchObject({
      measures: ['on_order'],
      filters: [{ field: 'expected_on', op: 'between', value: [expect.stringMatching(/12-01$/), expect.anything()] }],
    });
  });

  it.each<[string, object]>([
    ['orders by status', { measures: ['orders_created'], dimensions: ['status'], from: '2016-11-21' }],
    ['how many orders do we have in each status', { measures: ['orders_created'], dimensions: ['status'] }],
    ['orders by state last month', { measures: ['orders_created'], dimensions: ['status'], from: '2026-10-01' }],
    ['open orders per status and location', { measures: ['open_orders'], dimensions: ['status', 'location'] }],
    ['value of open orders by status', { measures: ['value_to_fulfill'], dimensions: ['status'] }],
    ['purchase orders by status', { measures: ['purchase_orders_placed'], dimensions: ['status'] }],
    ['how many units are in open orders, by location', { measures: ['units_to_fulfill'], dimensions: ['location'] }],
    ['Welche Lieferung kommt als nächstes?', { measures: ['on_order'], sort: ['expected_on'] }],
    [
      'how many kilos of Beans do we still expect in December',
      { measures: ['on_order'], filters: EXPECTED_IN_DECEMBER },
    ],
    ['Wie viele Kilo Beans erwarten wir im Dezember?', { measures: ['on_order'], filters: EXPECTED_IN_DECEMBER }],
    ['what are the open orders worth per location', { measures: ['value_to_fulfill'], dimensions: ['location'] }],
    ['which day had the fewest orders last week', { measures: ['orders_created'], dimensions: ['day'] }],
    ['Wie viele Bestellungen kommen diese Woche noch an?', { measures: ['open_purchase_orders'] }],
  ])('are added up by what is asked for, and by nothing else: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it.each(['lots per status', 'returns by status', 'batches by status', 'transfers per status'])(
    'that no figure counts in all their states are handed back: %s',
    async question => {
      expect((await ask(question)).handedBack).toBeDefined();
    },
  );

  it('by their status are no other question than the status of one', async () => {
    expect(await asked('what is the status of SO-000042')).toMatchObject({ input: { number: 'SO-000042' } });
    expect(await asked('what is the status of our stock')).toMatchObject({ measures: ['on_hand'], dimensions: [] });
  });

  it('of customers that were created on a day, and are open, are those created then', async () => {
    expect(await asked('orders from last week that are still open')).toMatchObject({
      measures: ['units_ordered'],
      filters: [{ field: 'order_status', op: 'in', value: ['pending', 'reserved', 'partially_fulfilled'] }],
    });
  });

  it.each([
    'what deliveries were due last week',
    'Welche Lieferungen hätten diese Woche kommen sollen?',
    'which deliveries are late this week',
  ])('that were due in days that are over are not known, as some have come: %s', async question => {
    expect((await ask(question)).handedBack).toBeDefined();
  });
});

describe('a number that an order and a purchase order may have', () => {
  it.each(['status of order 42', 'Was ist in Bestellung 42?'])(
    'is said to be that of the order: %s',
    async question => {
      const { request, assumptions } = await ask(question);
      expect(request).toMatchObject({ name: 'order_lookup', input: { number: 'SO-000042' } });
      expect(assumptions).toEqual([expect.stringMatching(/= SO-000042; a purchase order is PO-000042$/)]);
    },
  );
});

describe('days', () => {
  it.each([
    ['orders created after 2 March but before 6 March', { from: '2026-03-03', to: '2026-03-05' }],
    ['orders created after 2 March and before 6 March', { from: '2026-03-03', to: '2026-03-05' }],
  ])('after one day and before another are one range: %s', async (question, days) => {
    expect(await asked(question)).toMatchObject(days);
  });

  it.each([
    ['Welche Lieferungen kommen heute in einer Woche?', addDays(today, 7)],
    ['which deliveries come tomorrow in two weeks', addDays(today, 15)],
    ['what arrives on Christmas Eve', '2026-12-24'],
    ['Was kommt Heiligabend?', '2026-12-24'],
    ['¿qué llega en Nochebuena?', '2026-12-24'],
  ])('have names: %s', async (question, day) => {
    expect(await asked(question)).toMatchObject({
      filters: [{ field: 'expected_on', op: 'between', value: [day, day] }],
    });
  });
});

describe('batches', () => {
  it.each(['Which roasts used lot L-ETH-07?', 'which batches used lot L-ETH-07'])(
    'that used a lot are those of the lots that were made of it: %s',
    async question => {
      expect(await asked(question)).toMatchObject({ name: 'lot_trace_forward' });
    },
  );

  it.each([
    ["what's roasting at the moment", { name: 'production_batches', input: { statuses: ['in_progress'] } }],
    ["what's in the roaster today?", { name: 'production_batches', input: { statuses: ['in_progress'] } }],
    ['what is being roasted today?', { name: 'production_batches', input: { statuses: ['in_progress'] } }],
    ['how many HB-1KG can we roast now', { measures: ['buildable'] }],
    ['Quanti HB-1KG possiamo produrre adesso?', { measures: ['buildable'] }],
  ])('in progress are not what can be made: %s', async (question, expected) => {
    expect(await asked(question)).toMatchObject(expected);
  });
});

test.each(['Wie viele Chargen sind geplant?', 'how many batches are planned'])(
  'what is planned is a batch, as no lot is: %s',
  async question => {
    expect(await asked(question)).toMatchObject({ name: 'production_batches', input: { statuses: ['planned'] } });
  },
);

describe('recipes', () => {
  it.each([
    'what goes into HB-1KG',
    'what is HB-1KG made of',
    'what ingredients does a batch of HB-1KG need',
    'Woraus besteht HB-1KG?',
    'que contient la recette de HB-1KG ?',
    '¿de qué está hecho HB-1KG?',
    'quais os ingredientes de HB-1KG',
  ])('are told by what something is made of: %s', async question => {
    expect(await asked(question)).toMatchObject({ name: 'recipes', input: { skus: ['HB-1KG'] } });
  });

  it('are no takings, which are of some days', async () => {
    expect(await asked('recettes de HB-1KG en octobre')).toMatchObject({ measures: ['revenue'] });
    expect(await asked('receita de HB-1KG em outubro')).toMatchObject({ measures: ['revenue'] });
  });

  it('are not found by what they use, which is not how much of it was used', async () => {
    expect((await ask('which products use HB-1KG?')).handedBack).toBeDefined();
  });
});
