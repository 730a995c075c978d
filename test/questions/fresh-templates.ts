import { addDays } from '../../src/kernel/calendar.ts';
import { by, type Days, type Facts, lastDays, sum, unitAway, within } from './facts.ts';
import { type Kit, least, most, one, passing, type Template, type Truth, units } from './kit.ts';

/* Written before the engine was simplified, and not looked at while it was. */

export function fresh(kit: Kit): Template[] {
  const { facts, pick, two, period, item, place, category, supplier, number, sold, earned } = kit;
  const { levels, lots, orders, purchases, today, places, items } = facts;
  const lastMonth = unitAway(today, 'month', 1);
  const lastWeek = unitAway(today, 'week', 1);
  const openOrders = orders.filter(o => ['pending', 'reserved', 'partially_fulfilled'].includes(o.status));
  const openPurchases = purchases.filter(p => ['submitted', 'partially_received'].includes(p.status));
  const moved = (days: Days, ...types: string[]) => facts.moves.filter(m => within(days)(m) && types.includes(m.type));
  const received = (days: Days) => facts.receipts.filter(within(days));
  const returned = (days: Days) => facts.returns.filter(within(days));
  const countBy = <T>(rows: readonly T[], group: (row: T) => string) => by(rows, group, () => 1);
  const bySku = (rows: readonly Facts['sales'][number][]) =>
    by(
      rows,
      s => s.sku,
      s => s.quantity,
    );
  const byPlace = (rows: readonly { place: string; quantity: number }[]) =>
    by(
      rows,
      r => r.place,
      r => r.quantity,
    );
  const called = (codes: readonly string[]): string[] =>
    codes.flatMap(code => [code, ...[...places, ...facts.suppliers].flatMap(p => (p.code === code ? [p.name] : []))]);
  const all = (sums: Map<string, number>): Truth => ({ figures: [...sums.values()], rows: sums.size });
  const is = (topic: string, make: () => [question: string, truth: Truth]): Template => [
    topic,
    () => {
      const [question, truth] = make();
      return { question, truth };
    },
  ];
  /** About a topic, for days of its own. */
  const when = (topic: string, make: (said: string, days: Days) => [string, Truth], language = 'en'): Template =>
    is(topic, () => make(...period(language)));

  return [
    when('sales', (said, days) => {
      const i = item();
      return [`${i.product}: units sold ${said}?`, one(units(sold(days, s => s.product === i.product)))];
    }),
    when('sales', (said, days) => {
      const p = place();
      return [`Give me the revenue of ${p.name} ${said}`, one(earned(days, s => s.place === p.code))];
    }),
    when('sales', (said, days) => {
      const c = category();
      return [`How much ${c} did customers buy ${said}?`, one(units(sold(days, s => s.category === c)))];
    }),
    is('sales', () => {
      const stores = sold(lastMonth, s => s.kind === 'store');
      const made = new Map(
        [...new Set(stores.map(s => s.place))].map(code => [code, earned(lastMonth, s => s.place === code)]),
      );
      return ['Rank our stores by revenue last month', { ...all(made), first: called(most(made)) }];
    }),
    is('sales', () => {
      const made = by(
        sold(lastMonth),
        s => s.product,
        s => s.revenue,
      );
      return ['Which five products brought in the most money last month?', { rows: 5, first: most(made) }];
    }),
    when('exclusion', (said, days) => {
      const c = category();
      return [`Everything we sold ${said} but ${c}, in units`, one(units(sold(days, s => s.category !== c)))];
    }),
    is('exclusion', () => {
      const p = place();
      const worth = sum(levels.filter(l => l.place !== p.code).map(l => l.value));
      return [`Stock value not counting ${p.short}`, one(worth)];
    }),
    when('exclusion', (said, days) => {
      const p = pick(places.filter(({ type }) => type === 'store'));
      const sums = byPlace(sold(days, s => s.place !== p.code));
      return [`Units sold per location ${said}, without ${p.short}`, all(sums)];
    }),
    is('threshold', () => {
      const n = number(15, 25);
      const sums = by(
        sold(lastWeek),
        s => s.product,
        s => s.quantity,
      );
      return [`Which products sold ${n} or more units last week?`, { names: passing(sums, v => v >= n) }];
    }),
    is('threshold', () => {
      const [n, p] = [number(5, 10), place()];
      const few = levels.filter(l => l.place === p.code && l.onHand <= n);
      return [`List every SKU with at most ${n} on hand in ${p.short}`, { names: few.map(l => l.sku) }];
    }),
    is('threshold', () => {
      const n = number(50, 100);
      const sums = by(
        received(lastMonth),
        r => r.supplier,
        r => r.quantity,
      );
      return [`Which suppliers delivered over ${n} units last month?`, { names: passing(sums, v => v > n) }];
    }),
    is('threshold', () => {
      const sums = by(
        sold(lastMonth),
        s => s.day,
        s => s.quantity,
      );
      const n = Math.round([...sums.values()].sort((a, b) => a - b)[sums.size >> 1]!);
      return [`On which days did we sell more than ${n} units last month?`, { names: passing(sums, v => v > n) }];
    }),
    is('threshold', () => {
      const n = number(500, 1000);
      const categories = [...new Set(items.map(i => i.category))];
      const made = categories.filter(c => earned(lastMonth, s => s.category === c) > n);
      return [`Categories with revenue above ${n} last month`, { names: made }];
    }),
    is('threshold', () => {
      const n = number(10, 20);
      const own = sold(lastMonth, s => s.price !== null && s.price >= n && s.price <= 3 * n);
      return [`Units sold last month priced from ${n} to ${3 * n}`, one(units(own))];
    }),
    is('ratio', () => {
      const days = lastDays(today, 60);
      const c = pick([...new Set(returned(days).map(r => r.category))]);
      const back = units(returned(days).filter(r => r.category === c));
      return [`Return rate of ${c} in the last 60 days`, one(back / units(sold(days, s => s.category === c)))];
    }),
    is('ratio', () => {
      const own = orders.filter(o => o.status !== 'cancelled' && within(lastMonth)(o));
      const asked = sum(own.map(o => o.units));
      return ['What was our fill rate last month?', one((asked - sum(own.map(o => o.left))) / asked)];
    }),
    is('ratio', () => {
      const i = pick(items.filter(({ sku }) => sold(lastMonth, s => s.sku === sku && s.revenue > 0).length > 0));
      const own = sold(lastMonth, s => s.sku === i.sku);
      return [
        `What was the average selling price of ${i.sku} last month?`,
        one(earned(lastMonth, s => s.sku === i.sku) / units(own)),
      ];
    }),
    is('comparison', () => {
      const [a, b] = two(places);
      return [
        `How does ${a.short} compare with ${b.short} in revenue last month?`,
        { figures: [a, b].map(p => earned(lastMonth, s => s.place === p.code)), rows: 2 },
      ];
    }),
    when('comparison', (said, days) => {
      const [a, b] = two(kit.sellers);
      return [
        `Which sold better ${said}: ${a.sku} or ${b.sku}?`,
        { figures: [a, b].map(i => units(sold(days, s => s.sku === i.sku))).filter(n => n > 0) },
      ];
    }),
    is('comparison', () => {
      const before = unitAway(lastMonth.from, 'month', 1);
      const whole = unitAway(today, 'month', 2);
      const [now, then] = [units(sold(lastMonth)), units(sold({ from: before.from, to: whole.to }))];
      return ['How much more did we sell last month than the month before?', { figures: [now - then] }];
    }),
    is('comparison', () => {
      const p = place();
      const days = unitAway(today, 'month');
      const then = { from: lastMonth.from, to: addDays(lastMonth.from, Number(today.slice(8)) - 1) };
      const same = then.to > lastMonth.to ? lastMonth : then;
      const own = (of: Days) => units(sold(of, s => s.place === p.code));
      return [`Units sold in ${p.short} this month versus last month`, { figures: [own(days), own(same)], rows: 1 }];
    }),
    is('time', () => {
      const sums = by(
        sold(unitAway(today, 'quarter')),
        s => s.day.slice(0, 7),
        s => s.quantity,
      );
      return ['units sold per month this quarter', all(sums)];
    }),
    is('time', () => {
      const sums = by(
        sold(lastWeek),
        s => s.day,
        s => s.quantity,
      );
      return ['What was our best day last week by units sold?', { first: most(sums) }];
    }),
    is('time', () => {
      const day = addDays(today, -number(3, 5, 9));
      return [`How many units did we sell on ${day}?`, one(units(sold({ from: day, to: day })))];
    }),
    is('time', () => {
      const days = { from: addDays(today, -20), to: addDays(today, -6) };
      return [`Units sold between ${days.from} and ${days.to}`, one(units(sold(days)))];
    }),
    is('time', () => {
      const days = lastDays(today, 42);
      return ['Revenue over the past six weeks', one(earned(days))];
    }),
    is('stock', () => {
      const [i, p] = [item(), place()];
      const own = levels.filter(l => l.sku === i.sku && l.place === p.code);
      return [`Have we got any ${i.sku} in ${p.short}?`, { figures: [sum(own.map(l => l.onHand))] }];
    }),
    is('stock', () => {
      const c = category();
      return [
        `Total units on hand of ${c}`,
        { figures: [sum(levels.filter(l => l.category === c).map(l => l.onHand))] },
      ];
    }),
    is('stock', () => {
      const l = pick(levels.filter(each => each.available > 0));
      const p = places.find(({ code }) => code === l.place)!;
      return [`How many ${l.sku} are available in ${p.name}?`, { figures: [l.available] }];
    }),
    is('stock', () => {
      const i = item();
      const own = levels.filter(l => l.sku === i.sku && l.onHand > 0);
      return [`Which locations have ${i.sku}?`, { figures: own.map(l => l.onHand) }];
    }),
    is('stock', () => {
      const c = category();
      const own = levels.filter(l => l.category === c);
      return [`What is our ${c} stock worth?`, { figures: [sum(own.map(l => l.value))] }];
    }),
    is('stock', () => {
      const worth = by(
        levels,
        l => l.place,
        l => l.value,
      );
      return ['Which location has the most money tied up in stock?', { first: called(most(worth)) }];
    }),
    is('stock', () => {
      const p = place();
      const own = levels.filter(l => l.place === p.code && l.available <= 0);
      return [`Which items have we run out of in ${p.short}?`, { names: own.map(l => l.sku) }];
    }),
    is('low', () => {
      const own = levels.filter(l => l.point !== null && l.available + l.incoming < l.point);
      return ['What should we reorder?', { names: [...new Set(own.map(l => l.sku))] }];
    }),
    is('orders', () => ['How many orders are waiting to be shipped?', one(openOrders.length)]),
    is('orders', () => ['Units outstanding on open orders', { figures: [sum(openOrders.map(o => o.left))] }]),
    is('orders', () => {
      const own = orders.filter(o => o.status === 'cancelled' && within(lastMonth)(o));
      return ['How many orders were cancelled last month?', one(own.length)];
    }),
    is('orders', () => {
      const sums = countBy(openOrders, o => o.place);
      return ['Number of open orders per location', all(sums)];
    }),
    is('documents', () => {
      const o = pick(orders);
      return [`Where is order ${o.number}?`, { names: [o.number], first: [o.status] }];
    }),
    is('documents', () => {
      const p = pick(purchases);
      return [`What is in ${p.number}?`, { names: [p.number], first: [p.status] }];
    }),
    is('documents', () => {
      const p = pick(purchases.filter(each => each.expected !== null));
      return [`When is ${p.number} expected?`, { names: [p.number], first: [p.expected!] }];
    }),
    is('purchasing', () => {
      const to = addDays(today, 14);
      const due = openPurchases.filter(p => p.expected !== null && p.expected >= today && p.expected <= to);
      return ['Which purchase orders are due in the next 14 days?', { names: due.map(p => p.number) }];
    }),
    is('purchasing', () => {
      const s = pick(facts.suppliers.filter(({ code }) => openPurchases.some(p => p.supplier === code)));
      const left = sum(openPurchases.filter(p => p.supplier === s.code).map(p => p.left));
      return [`How many units are still to come from ${s.name}?`, { figures: [left] }];
    }),
    when('purchasing', (said, days) => {
      const s = supplier();
      const own = received(days).filter(r => r.supplier === s.code);
      return [`How many units did ${s.name} deliver ${said}?`, one(units(own))];
    }),
    is('purchasing', () => {
      const s = supplier();
      return [
        `Which items do we buy from ${s.name}?`,
        { names: items.filter(i => i.supplier === s.code).map(i => i.sku) },
      ];
    }),
    is('lots', () => {
      const i = pick(items.filter(({ sku }) => lots.some(l => l.sku === sku && l.quantity > 0)));
      const own = lots.filter(l => l.sku === i.sku && l.quantity > 0);
      return [`Which lots of ${i.sku} are left?`, { names: [...new Set(own.map(l => l.lot))] }];
    }),
    is('lots', () => {
      const own = lots.filter(l => l.quantity > 0 && l.expires !== null && l.expires < today);
      return ['Which lots have already expired?', { names: [...new Set(own.map(l => l.lot))] }];
    }),
    is('lots', () => {
      const own = lots.filter(l => l.status === 'quarantine' && l.quantity > 0);
      return ['How much stock is in quarantine?', { figures: own.map(l => l.quantity) }];
    }),
    is('lots', () => {
      const l = pick(lots.filter(each => each.expires !== null));
      return [`What is the expiry date of lot ${l.lot}?`, { first: [l.expires!] }];
    }),
    when('production', (said, days) => [
      `How many units did we produce ${said}?`,
      one(units(moved(days, 'production_output'))),
    ]),
    is('production', () => {
      const used = by(
        moved(lastMonth, 'production_consumed'),
        m => m.sku,
        m => -m.quantity,
      );
      return ['Which SKU did production use most last month?', { first: most(used) }];
    }),
    is('production', () => {
      const own = facts.documents.filter(d => d.kind === 'batch' && d.status === 'in_progress');
      return ['Show the batches in progress', { names: own.map(d => d.number) }];
    }),
    is('waste', () => {
      const wasted = by(
        moved(lastDays(today, 30), 'waste', 'production_wasted'),
        m => m.place,
        m => -m.quantity,
      );
      return ['Which location wasted the most in the last 30 days?', { first: called(most(wasted)) }];
    }),
    is('waste', () => {
      const own = moved(lastDays(today, 60), 'waste', 'production_wasted');
      return ['What did waste cost us in the last 60 days?', { figures: [sum(own.map(m => m.value))] }];
    }),
    when('transfers', (said, days) => {
      const p = pick(places.filter(({ code }) => facts.moves.some(m => m.place === code && m.type === 'transfer_out')));
      const own = moved(days, 'transfer_out').filter(m => m.place === p.code);
      return [`How many units were transferred out of ${p.short} ${said}?`, { figures: [-units(own)] }];
    }),
    is('returns', () => {
      const sums = by(
        returned(lastDays(today, 45)),
        r => r.product,
        r => r.quantity,
      );
      return ['Which product was returned most in the last 45 days?', { first: most(sums) }];
    }),
    is('returns', () => {
      const sums = by(
        returned(lastDays(today, 60)),
        r => r.reason,
        r => r.quantity,
      );
      return ['Returns by reason in the last 60 days', all(sums)];
    }),
    is('parts', () => {
      const c = category();
      return [
        `How many ${c} did we sell last month and what was the margin?`,
        {
          figures: [
            units(sold(lastMonth, s => s.category === c)),
            earned(lastMonth, s => s.category === c) -
              sum(sold(lastMonth, s => s.category === c).map(({ cost }) => cost)),
          ],
        },
      ];
    }),
    is('parts', () => {
      const i = item();
      return [
        `units sold, revenue and units on hand of ${i.sku} last month`,
        {
          figures: [
            units(sold(lastMonth, s => s.sku === i.sku)),
            earned(lastMonth, s => s.sku === i.sku),
            sum(levels.filter(l => l.sku === i.sku).map(l => l.onHand)),
          ],
        },
      ];
    }),
    is('catalog', () => {
      const i = pick(items.filter(({ price }) => price !== null));
      return [`What does ${i.sku} sell for?`, { figures: [i.price!] }];
    }),
    is('catalog', () => {
      const least5 = least(bySku(sold(lastDays(today, 30))));
      return ['Which SKU sold the least in the last 30 days?', { first: least5 }];
    }),
    when(
      'de',
      (said, days) => {
        const p = place();
        return [`Wie hoch war der Umsatz in ${p.short} ${said}?`, one(earned(days, s => s.place === p.code))];
      },
      'de',
    ),
    when('de', (said, days) => [`Verkaufte Einheiten nach Standort ${said}`, all(byPlace(sold(days)))], 'de'),
    is('de', () => ['Wie viele Bestellungen sind noch offen?', one(openOrders.length)]),
    is('de', () => {
      const p = place();
      const own = levels.filter(l => l.place === p.code && l.available <= 0);
      return [`Welche Artikel sind in ${p.short} ausverkauft?`, { names: own.map(l => l.sku) }];
    }),
    when(
      'es',
      (said, days) => {
        const p = place();
        return [`¿Cuánto facturamos en ${p.short} ${said}?`, one(earned(days, s => s.place === p.code))];
      },
      'es',
    ),
    is('es', () => ['¿Qué pedidos están abiertos?', { names: openOrders.map(o => o.number) }]),
    when(
      'fr',
      (said, days) => [
        `ventes par catégorie ${said}`,
        all(
          by(
            sold(days),
            s => s.category,
            s => s.quantity,
          ),
        ),
      ],
      'fr',
    ),
    is('fr', () => ['Combien de commandes sont ouvertes ?', one(openOrders.length)]),
    when(
      'it',
      (said, days) => {
        const p = place();
        return [`Quanto abbiamo incassato a ${p.short} ${said}?`, one(earned(days, s => s.place === p.code))];
      },
      'it',
    ),
    is('it', () => {
      const i = item();
      const own = sum(levels.filter(l => l.sku === i.sku).map(l => l.available));
      return [`Quanti pezzi di ${i.sku} sono disponibili?`, { figures: [own] }];
    }),
    is('writes', () => [`Add 20 pieces of ${item().sku} to ${place().short}`, { status: 'refused' }]),
    is('writes', () => [`Mark ${pick(orders).number} as shipped`, { status: 'refused' }]),
    is('writes', () => [`Storniere die Bestellung ${pick(orders).number}`, { status: 'refused' }]),
    is('nothing', () => ['Which employee sold the most last week?', { status: 'unanswered' }]),
    is('nothing', () => [`How many customers bought ${item().sku} twice?`, { status: 'unanswered' }]),
    is('nothing', () => ["Show me the other companies' stock", { status: 'unanswered' }]),
  ];
}
