import { sql } from 'kysely';
import type { Db } from '../../../kernel/unit.ts';
import { PLANNED } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { isReceivedWhole } from '../deliveries.ts';
import { transits } from '../replenishment/timelines.ts';
import { dayOf, sinceDays, TODAY } from '../reports/days.ts';
import { amount, type Finding, money, price, rounded } from './insight.ts';
import { tail } from './statistics.ts';
import { unitCost, unitWeight } from './worth.ts';

/*
 * Insights from documents and master data: what is late, duplicated, short of ingredients, cannot be filled, costs
 * more, or is incomplete.
 */

/** Each kind of insight is limited: nobody reads more. */
const FINDINGS_MAX = 200;
const VERY_LATE_DAYS = 7;
/** A transfer takes a day if there are no earlier ones between the two locations. */
const TRANSIT_DAYS = 1;
const GRACE_DAYS = 1;

/** Transfers that should have arrived: by their expected date, else by how long earlier ones took. */
export async function lateTransfers(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    id: string;
    number: string;
    locationId: string;
    from: string;
    to: string;
    dueOn: string;
    daysLate: number;
    outstanding: number;
    value: number | null;
    weight: number;
  }>`
    with ${PLANNED} way as (${transits})
    select t.id, t.number, t.destination_location_id as "locationId", a.name as
    from, b.name as to, d.due_on as "dueOn", ${TODAY} - d.due_on as "daysLate",
      sum(i.quantity - i.quantity_received) as outstanding,
      sum((i.quantity - i.quantity_received) * coalesce(v.unit_cost, v.unit_price, 1)) as weight,
      (select -sum(e.value_change) from ledger_entries e
          where ${ofTenant('e')} and e.reference_id = t.id and e.entry_type in ('transfer_out', 'transfer_in')) as value
    from stock_transfers t join stock_transfer_items i on ${ofTenant('i')} and i.transfer_id = t.id
    join variants v on ${ofTenant('v')} and v.id = i.variant_id
    join locations a on ${ofTenant('a')} and a.id = t.source_location_id
    join locations b on ${ofTenant('b')} and b.id = t.destination_location_id
    left join way w on w.source_location_id = t.source_location_id
      and w.destination_location_id = t.destination_location_id
    cross join lateral (select coalesce(t.expected_on,
          ${dayOf(sql`t.shipped_at`)} + coalesce(w.days, ${TRANSIT_DAYS}) + ${GRACE_DAYS}::int) as due_on) d
    where ${ofTenant('t')} and t.status in ('shipped', 'partially_received') and d.due_on < ${TODAY}
    group by t.id, t.number, t.destination_location_id, a.name, b.name, d.due_on
    order by d.due_on, t.id limit ${FINDINGS_MAX}`.execute(db);
  return rows.map(({ id, number, locationId, from, to, dueOn, daysLate, outstanding, value, weight }) => ({
    words: { place: to, other: from },
    type: 'late_transfer',
    severity: daysLate >= VERY_LATE_DAYS ? 'warning' : 'info',
    locationId,
    reference: { type: 'stock_transfer', id },
    title: `${number} is late`,
    message: `${number} from ${from} should have been at ${to} on ${dueOn}; ${outstanding} units are ${daysLate} days late. Receive it if it has arrived; otherwise look for it.`,
    metrics: {
      number,
      expected_on: dueOn,
      days_late: daysLate,
      quantity_outstanding: outstanding,
      value: money(value),
    },
    suggestedAction: {
      type: 'receive_stock_transfer',
      method: 'POST',
      path: `/stock_transfers/${id}/receive`,
      payload: {},
    },
    urgency: weight / 7,
  }));
}

const DELIVERIES_DAYS = 180;
const DELIVERIES_MIN = 3;
/** Suppliers that are slower than stated by more than a quarter and two days. */
const SLOWER_SHARE = 1.25;
const SLOWER_DAYS = 2;

/** Suppliers whose deliveries took longer on average than the lead time that they state. */
export async function slowSuppliers(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    stated: number;
    actual: number;
    deliveries: number;
    value: number;
  }>`
    select ${PLANNED} s.id, s.name, s.lead_time_days as stated, avg(d.days) as actual, count(*)::int as deliveries,
      sum(d.value) as value from suppliers s
    join (
      select o.supplier_id, ${dayOf(sql`o.received_at`)} - ${dayOf(sql`o.submitted_at`)} as days,
        (select coalesce(sum(i.quantity * coalesce(i.unit_cost * coalesce(o.exchange_rate, 1), 1)), 0)
            from purchase_order_items i where ${ofTenant('i')} and i.purchase_order_id = o.id) as value
      from purchase_orders o where ${ofTenant('o')} and ${isReceivedWhole('o')} and o.submitted_at is not null
          and o.received_at >= ${sinceDays(DELIVERIES_DAYS)}) d on d.supplier_id = s.id
    where ${ofTenant('s')} and s.lead_time_days is not null group by s.id, s.name, s.lead_time_days
    having count(*) >= ${DELIVERIES_MIN}::int and avg(d.days) > s.lead_time_days * ${SLOWER_SHARE}::float8
      and avg(d.days) > s.lead_time_days + ${SLOWER_DAYS}::int
    order by sum(d.value) desc, s.id limit ${FINDINGS_MAX}`.execute(db);
  return rows.map(({ id, name, stated, actual, deliveries, value }) => {
    const days = Math.ceil(actual);
    return {
      type: 'slow_supplier',
      severity: 'info',
      reference: { type: 'supplier', id },
      title: `${name} is slower than stated`,
      message: `${name} took ${rounded(actual, 1)} days for its last ${deliveries} deliveries; its stated lead time is ${stated}. Plans use the stated one.`,
      metrics: { lead_time_days: stated, actual_lead_time_days: rounded(actual, 1), deliveries },
      suggestedAction: {
        type: 'raise_lead_time',
        method: 'PATCH',
        path: `/suppliers/${id}`,
        payload: { lead_time_days: days },
      },
      urgency: value / DELIVERIES_DAYS,
    };
  });
}

const JUMP_DAYS = 30;
const JUMP_SHARE = 1.2;

/** The latest price of a supplier against the mean of up to five earlier ones, in the same currency. */
export async function priceJumps(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    variantId: string;
    sku: string;
    orderId: string;
    number: string;
    supplierName: string;
    cost: number;
    before: number;
    /** The quantity, times the rate of its currency. */
    weight: number;
  }>`
    with ${PLANNED} bought as (
      select i.variant_id, o.supplier_id, o.id as order_id, o.number, o.created_at, i.unit_cost,
        i.quantity * coalesce(o.exchange_rate, 1) as weight, coalesce(o.currency, '') as currency,
        row_number() over (partition by i.variant_id, o.supplier_id, coalesce(o.currency, '')
            order by o.created_at desc, i.id desc) as nth
      from purchase_order_items i join purchase_orders o on ${ofTenant('o')} and o.id = i.purchase_order_id
      where ${ofTenant('i')} and i.unit_cost > 0 and o.supplier_id is not null
          and o.status not in ('cancelled', 'draft'))
    select l.variant_id as "variantId", v.sku, l.order_id as "orderId", l.number, s.name as "supplierName",
      l.unit_cost as cost, b.cost as before, l.weight
    from bought l join (
      select variant_id, supplier_id, currency, avg(unit_cost) as cost, count(*) as times from bought
          where nth between 2 and 6 group by 1, 2, 3) b
      on b.variant_id = l.variant_id and b.supplier_id = l.supplier_id and b.currency = l.currency
    join variants v on ${ofTenant('v')} and v.id = l.variant_id
    join suppliers s on ${ofTenant('s')} and s.id = l.supplier_id
    where l.nth = 1 and l.created_at >= ${sinceDays(JUMP_DAYS)} and b.times >= 2
      and l.unit_cost > b.cost * ${JUMP_SHARE}::numeric
    order by (l.unit_cost - b.cost) * l.weight desc, l.variant_id limit ${FINDINGS_MAX}`.execute(db);
  return rows.map(({ variantId, sku, orderId, number, supplierName, cost, before, weight }) => ({
    words: { other: supplierName },
    type: 'price_jump',
    severity: 'info',
    variantId,
    sku,
    purchaseOrderId: orderId,
    title: `${sku} has become more expensive`,
    message: `${supplierName} charges ${price(cost)} for ${sku} on ${number}; ${price(before)} was usual: ${Math.round((cost / before - 1) * 100)} % more.`,
    metrics: {
      unit_cost: cost,
      usual_unit_cost: rounded(before, 4),
      change: rounded(cost / before - 1, 4),
      extra_cost: rounded((cost - before) * weight),
    },
    suggestedAction: { type: 'review_purchase_order', method: 'GET', path: `/purchase_orders/${orderId}` },
    urgency: ((cost - before) * weight) / JUMP_DAYS,
  }));
}

const WASTE_WEEKS = 12;
const WASTE_UNITS_MIN = 5;
const UNLIKELY = 0.001;

/** Recorded waste of a week against the weeks before. */
export async function unusualWaste(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    variantId: string;
    sku: string;
    locationId: string;
    locationName: string;
    recent: number;
    mean: number;
    variance: number;
    unitValue: number;
    value: number | null;
  }>`
    with ${PLANNED} weekly as (
      select w.variant_id, w.location_id, (${TODAY} - ${dayOf(sql`w.recorded_at`)}) / 7 as week,
        sum(w.quantity)::float8 as units
      from waste_records w
          where ${ofTenant('w')} and w.recorded_at >= ${sinceDays(7 * (WASTE_WEEKS + 1))} group by 1, 2, 3),
    figures as (
      select variant_id, location_id, coalesce(sum(units) filter (where week = 0), 0) as recent,
        coalesce(sum(units) filter (where week > 0), 0) / ${WASTE_WEEKS}::int as mean,
        coalesce(sum(units * units) filter (where week > 0), 0) / ${WASTE_WEEKS}::int as squares
            from weekly group by 1, 2)
    select f.variant_id as "variantId", v.sku, f.location_id as "locationId", l.name as "locationName", f.recent,
      f.mean, greatest(0, f.squares - f.mean * f.mean) as variance,
      coalesce(v.unit_cost, v.unit_price, 1) as "unitValue", (
        select -sum(e.value_change)
        from ledger_entries e where ${ofTenant('e')} and e.variant_id = f.variant_id and e.location_id = f.location_id
          and e.entry_type = 'waste' and e.created_at >= ${sinceDays(7)}) as value
    from figures f join variants v on ${ofTenant('v')} and v.id = f.variant_id
    join locations l on ${ofTenant('l')} and l.id = f.location_id
    where f.recent >= ${WASTE_UNITS_MIN}::int and f.recent > 2 * f.mean
    order by f.recent * coalesce(v.unit_cost, v.unit_price, 1) desc, f.variant_id limit ${FINDINGS_MAX}`.execute(db);
  return rows
    .filter(({ recent, mean, variance }) => tail(Math.max(mean, 0.05), Math.max(variance, 0.05), recent) < UNLIKELY)
    .map(({ variantId, sku, locationId, locationName, recent, mean, unitValue, value }) => ({
      words: { place: locationName },
      type: 'unusual_waste',
      severity: 'warning',
      variantId,
      sku,
      locationId,
      title: `Unusually high waste of ${sku} at ${locationName}`,
      message: `${rounded(recent)} of ${sku} were wasted at ${locationName} in 7 days; ${rounded(mean)} were usual.`,
      metrics: {
        quantity_wasted_7_days: rounded(recent),
        usual_7_days: rounded(mean),
        value: money(value),
      },
      suggestedAction: { type: 'review_waste', method: 'GET', path: '/waste_records' },
      urgency: ((recent - mean) * unitValue) / 7,
    }));
}

/** The same lines for the same location within such a short time are more likely a mistake than a second order. */
const DUPLICATE_MINUTES = 10;
const DUPLICATE_DAYS = 7;
const DUPLICATE_UNITS_MIN = 5;

/** Open orders with the same lines as one that was created shortly before at the same location. */
export async function duplicateOrders(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ id: string; number: string; first: string; locationId: string; units: number }>`
    with ${PLANNED} open as (
      select o.id, o.number, o.location_id, o.created_at, sum(i.quantity) as units, count(*) as lines,
        string_agg(i.variant_id || ' ' || i.quantity, ',' order by i.variant_id, i.quantity) as what
      from orders o join order_items i on ${ofTenant('i')} and i.order_id = o.id
      where ${ofTenant('o')} and o.status in ('pending', 'reserved') and o.created_at >= ${sinceDays(DUPLICATE_DAYS)}
          group by o.id, o.number, o.location_id, o.created_at)
    select id, number, first, "locationId", units from (
      select id, number, lag(number) over same as first, created_at - lag(created_at) over same as after,
        location_id as "locationId", units, lines from open
      window same as (partition by location_id, what order by created_at, id)) o
    where after <= ${DUPLICATE_MINUTES} * interval '1 minute' and (lines > 1 or units >= ${DUPLICATE_UNITS_MIN}::int)
    order by id desc limit ${FINDINGS_MAX}`.execute(db);
  return rows.map(({ id, number, first, locationId, units }) => ({
    type: 'duplicate_order',
    severity: 'warning',
    locationId,
    reference: { type: 'order', id },
    title: `${number} looks like ${first} again`,
    message: `${number} orders the same as ${first} from the same location, within ${DUPLICATE_MINUTES} minutes: ${units} units. Cancel it if it was sent twice.`,
    metrics: { number, same_as: first, quantity: units },
    suggestedAction: { type: 'cancel_order', method: 'POST', path: `/orders/${id}/cancel`, payload: {} },
    urgency: units,
  }));
}

const BATCH_DAYS = 7;

/** Batches of the next days that lack an ingredient, after what arrives until then. */
export async function missingIngredients(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    id: string;
    number: string;
    variantId: string;
    sku: string;
    locationId: string;
    locationName: string;
    missing: number;
    needed: number;
    available: number;
    day: number;
  }>`
    with ${PLANNED} needed as (
      select b.id, b.number, b.location_id, i.variant_id, i.planned_quantity as quantity,
        greatest(0, coalesce(b.planned_on - ${TODAY}, 0)) as day,
        sum(i.planned_quantity) over (partition by b.location_id, i.variant_id
            order by coalesce(b.planned_on, ${TODAY}), b.id) as until_then
      from production_batches b join production_batch_inputs i on ${ofTenant('i')} and i.batch_id = b.id
      where ${ofTenant('b')} and b.status = 'planned'
          and coalesce(b.planned_on, ${TODAY}) <= ${TODAY} + ${BATCH_DAYS}::int)
    select n.id, n.number, n.variant_id as "variantId", v.sku, n.location_id as "locationId", w.name as "locationName",
      n.quantity as needed, n.day,
      coalesce(l.quantity_available, 0) as available,
      least(n.quantity, n.until_then - coalesce(l.quantity_available, 0) - c.coming) as missing
    from needed n join variants v on ${ofTenant('v')} and v.id = n.variant_id
    join locations w on ${ofTenant('w')} and w.id = n.location_id
    left join inventory_levels l on ${ofTenant('l')} and l.variant_id = n.variant_id and l.location_id = n.location_id
    cross join lateral (select coalesce((
      select sum(i.quantity - i.quantity_received)
      from purchase_order_items i join purchase_orders o on ${ofTenant('o')} and o.id = i.purchase_order_id
      where ${ofTenant('i')} and i.variant_id = n.variant_id and o.location_id = n.location_id
        and o.status in ('submitted', 'partially_received')
        and o.expected_on between ${TODAY} and ${TODAY} + n.day), 0) as coming) c
    where n.until_then > coalesce(l.quantity_available, 0) + c.coming
    order by n.day, n.id, v.sku limit ${FINDINGS_MAX}`.execute(db);
  return rows.map(({ id, number, variantId, sku, locationId, locationName, missing, needed, available, day }) => ({
    words: { place: locationName },
    type: 'missing_ingredient',
    severity: day <= 1 ? 'critical' : 'warning',
    variantId,
    sku,
    locationId,
    reference: { type: 'production_batch', id },
    title: `${number} lacks ${sku}`,
    message: `${number} at ${locationName} needs ${needed} of ${sku}; ${missing} of that will be missing.`,
    metrics: {
      number,
      quantity_needed: needed,
      quantity_available: available,
      quantity_missing: missing,
      days_left: day,
    },
    suggestedAction: {
      type: 'plan_replenishment',
      method: 'POST',
      path: '/replenishment_plans',
      payload: { location_ids: [locationId] },
    },
    urgency: missing,
  }));
}

/** Orders that neither stock nor supply can fill, beside those that came before them. */
export async function unfillableOrders(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    id: string;
    number: string;
    locationId: string;
    locationName: string;
    skus: string[];
    missing: number;
    value: number | null;
    weight: number;
  }>`
    with ${PLANNED} wanted as (
      select o.id, o.number, o.location_id, i.variant_id,
        sum(i.quantity - i.quantity_fulfilled - i.quantity_reserved) as quantity,
        sum(i.quantity * i.unit_price) / nullif(sum(i.quantity) filter (where i.unit_price is not null), 0) as price
      from orders o join order_items i on ${ofTenant('i')} and i.order_id = o.id
      where ${ofTenant('o')} and o.status in ('pending', 'partially_fulfilled') group by 1, 2, 3, 4),
    in_turn as (select w.*, sum(w.quantity) over (partition by w.variant_id, w.location_id order by w.id) as so_far
        from wanted w),
    short as (
      select w.*, least(w.quantity,
          w.so_far - greatest(0, coalesce(l.quantity_available, 0)) - coalesce(l.quantity_incoming, 0)) as missing
      from in_turn w
      left join inventory_levels l on ${ofTenant('l')} and l.variant_id = w.variant_id
          and l.location_id = w.location_id)
    select s.id, s.number, s.location_id as "locationId", p.name as "locationName",
      array_agg(v.sku order by v.sku) as skus, sum(s.missing) as missing,
      case when bool_and(c.price is not null) then sum(s.missing * c.price) end as value,
      sum(s.missing * coalesce(c.price, v.unit_cost, 1)) as weight
    from short s join variants v on ${ofTenant('v')} and v.id = s.variant_id
    join locations p on ${ofTenant('p')} and p.id = s.location_id
    cross join lateral (select coalesce(s.price, v.unit_price) as price) c
    where s.missing > 0 group by 1, 2, 3, 4 order by weight desc, s.id limit ${FINDINGS_MAX}`.execute(db);
  return rows.map(({ id, number, locationId, locationName, skus, missing, value, weight }) => ({
    words: { place: locationName },
    type: 'unfillable_order',
    severity: 'warning',
    locationId,
    reference: { type: 'order', id },
    title: `${number} cannot be filled`,
    message: `${number} asks ${locationName} for ${missing} more of ${skus.slice(0, 3).join(', ')}${skus.length > 3 ? ' and others' : ''} than is on hand or incoming.`,
    metrics: { number, quantity_missing: missing, skus: skus.slice(0, 20).join(', '), value: money(value) },
    suggestedAction: {
      type: 'plan_replenishment',
      method: 'POST',
      path: '/replenishment_plans',
      payload: { location_ids: [locationId] },
    },
    urgency: weight,
  }));
}

/** Recalled lots of which some is still at a location. */
export async function recalledStock(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    lotId: string;
    lotNumber: string;
    variantId: string;
    sku: string;
    locationId: string;
    locationName: string;
    quantity: number;
    unitValue: number;
    unitCost: number | null;
  }>`
    select ${PLANNED} t.id as "lotId", t.lot_number as "lotNumber", t.variant_id as "variantId", v.sku,
      s.location_id as "locationId", w.name as "locationName", s.quantity,
      ${unitWeight} as "unitValue", ${unitCost} as "unitCost"
    from lots t join lot_levels s on ${ofTenant('s')} and s.lot_id = t.id
    join variants v on ${ofTenant('v')} and v.id = t.variant_id
    join locations w on ${ofTenant('w')} and w.id = s.location_id
    left join inventory_levels l on ${ofTenant('l')} and l.variant_id = s.variant_id and l.location_id = s.location_id
    where ${ofTenant('t')} and t.status = 'recalled' and s.quantity > 0
    order by t.id, s.location_id limit ${FINDINGS_MAX}`.execute(db);
  return rows.map(
    ({ lotId, lotNumber, variantId, sku, locationId, locationName, quantity, unitValue, unitCost: cost }) => ({
      words: { place: locationName },
      type: 'recalled_stock',
      severity: 'critical',
      variantId,
      sku,
      locationId,
      lotId,
      title: `Recalled lot ${lotNumber} of ${sku} is still at ${locationName}`,
      message: `${quantity} of the recalled lot ${lotNumber} of ${sku} are still at ${locationName}. Take them off the shelf and book them as waste.`,
      metrics: { lot_number: lotNumber, quantity, value: amount(quantity, cost) },
      suggestedAction: {
        type: 'record_waste',
        method: 'POST',
        path: '/waste_records',
        payload: {
          variant_id: variantId,
          location_id: locationId,
          quantity,
          reason: 'contamination',
          lot_record_id: lotId,
        },
      },
      urgency: quantity * unitValue,
    }),
  );
}

const LACKING_SHARE_MAX = 0.25;
/** With fewer items nobody can say what is usual. */
const ITEMS_MIN = 10;

/**
 * Items that lack something needed for plans or values: one insight for each missing thing, whatever it is missing
 * from. If most items lack it, the organization does without, and nothing is missing.
 */
export async function incompleteItems(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    lacks: 'cost' | 'supplier';
    count: number;
    skus: string[];
    first: string;
    units: number;
  }>`
    with ${PLANNED} needed as (
      select v.id, v.sku, sum(d.day_mean * d.leaving_share) as units,
        v.unit_cost is null and exists (select from inventory_levels l
            where ${ofTenant('l')} and l.variant_id = v.id and l.unvalued_quantity > 0) as lacks_cost,
        v.supplier_id is null
          and not exists (select from supplier_items s where ${ofTenant('s')} and s.variant_id = v.id and s.active)
          and not exists (select from recipes r
              where ${ofTenant('r')} and r.variant_id = v.id and r.active) as lacks_supplier
      from demand_patterns d join variants v on ${ofTenant('v')} and v.id = d.variant_id
      join products p on ${ofTenant('p')} and p.id = v.product_id and p.status = 'active'
      where ${ofTenant('d')} and d.sale_days >= 3 group by v.id, v.sku, v.unit_cost, v.supplier_id),
    shares as (select avg(lacks_cost::int) as cost, avg(lacks_supplier::int) as supplier from needed
        having count(*) >= ${ITEMS_MIN}::int)
    select lacks, count(*)::int as count, (array_agg(sku order by units desc, sku))[1:20] as skus,
      (array_agg(id order by units desc, sku))[1] as first, sum(units) as units
    from (
      select 'cost' as lacks, id, sku, units
      from needed, shares where lacks_cost and cost <= ${LACKING_SHARE_MAX}::float8
      union all select 'supplier', id, sku, units from needed, shares
          where lacks_supplier and supplier <= ${LACKING_SHARE_MAX}::float8) n
    group by lacks order by lacks`.execute(db);
  return rows.map(({ lacks, count, skus, first, units }) => ({
    type: 'incomplete_item',
    severity: 'info',
    ...(count === 1 && { variantId: first, sku: skus[0]! }),
    reference: { type: lacks, id: null },
    title: count === 1 ? `${skus[0]} has no ${lacks}` : `${count} items have no ${lacks}`,
    message: `${skus.slice(0, 5).join(', ')}${count > 5 ? ` and ${count - 5} more` : ''}: in demand and without a ${lacks}. ${lacks === 'cost' ? 'Valuations leave them out' : 'Plans cannot say whom to buy from'}.`,
    metrics: { items: count, skus: skus.join(', ') },
    suggestedAction: {
      type: `add_${lacks}`,
      method: 'PATCH',
      path: `/variants/${first}`,
      missing: [lacks === 'cost' ? 'unit_cost' : 'supplier_id'],
    },
    urgency: units,
  }));
}
