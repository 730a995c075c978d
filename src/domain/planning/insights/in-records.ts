import { sql } from 'kysely';
import type { Db } from '../../../kernel/unit.ts';
import { PLANNED } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { IS_VARIANCE } from '../../stock/ledger.ts';
import { dailyDemand } from '../demand.ts';
import { sinceDays, TODAY } from '../reports/days.ts';
import { type Action, amount, type Finding, money, rounded } from './insight.ts';
import { unitCost, unitWeight } from './worth.ts';

/*
 * Insights from records other than levels: lots that expire, late purchase orders, count variances.
 */

/** Each kind of insight is limited: nobody reads more. */
const FINDINGS_MAX = 500;

const EXPIRY_DAYS = 30;
const EXPIRY_DAYS_URGENT = 7;
const DEMAND_DAYS = 56;

interface ExpiringLot {
  lotId: string;
  lotNumber: string;
  variantId: string;
  sku: string;
  locationId: string;
  locationName: string;
  quantity: number;
  daysLeft: number;
  expiryDate: string;
  unitPrice: number | null;
  metadata: { [key: string]: unknown };
  unitValue: number;
  unitCost: number | null;
  dayMean: number;
}

/** Lots in stock that expire soon, or have. */
export async function expiringLots(db: Db): Promise<Finding[]> {
  const { rows } = await sql<ExpiringLot>`
    with ${PLANNED} expiring as (
      select s.*, t.lot_number, t.expiry_date
      from lots t join lot_levels s on s.organization_id = t.organization_id and s.lot_id = t.id
      where ${ofTenant('t')} and t.expiry_date <= ${TODAY} + ${EXPIRY_DAYS}::int
          and t.status in ('active', 'quarantine') and s.quantity > 0),
    demand as (
      select variant_id, location_id, sum(quantity) / ${DEMAND_DAYS}::int as day_mean
      from (${dailyDemand(DEMAND_DAYS, [sql`s.variant_id in (select variant_id from expiring)`])}) d
          group by variant_id, location_id)
    select e.lot_id as "lotId", e.lot_number as "lotNumber", e.variant_id as "variantId", v.sku,
      e.location_id as "locationId", w.name as "locationName", e.quantity,
      e.expiry_date - ${TODAY} as "daysLeft", e.expiry_date as "expiryDate", v.unit_price as "unitPrice", v.metadata,
      ${unitWeight} as "unitValue", ${unitCost} as "unitCost", coalesce(d.day_mean, 0) as "dayMean"
    from expiring e join variants v on ${ofTenant('v')} and v.id = e.variant_id
    join locations w on ${ofTenant('w')} and w.id = e.location_id
    left join inventory_levels l on ${ofTenant('l')} and l.variant_id = e.variant_id and l.location_id = e.location_id
    left join demand d on d.variant_id = e.variant_id and d.location_id = e.location_id
    where e.expiry_date < ${TODAY} or e.expiry_date::text > coalesce(v.metadata ->> ${SELL_FIRST_UNTIL}, '')
    order by e.expiry_date, e.lot_id, e.location_id limit ${FINDINGS_MAX}`.execute(db);
  return [...Map.groupBy(rows, lot => `${lot.variantId} ${lot.locationId}`).values()].flatMap(atRisk);
}

/**
 * The lots of one location, earliest expiry first: each is sold only after those before it, and only until it expires.
 */
function atRisk(lots: readonly ExpiringLot[]): Finding[] {
  let sold = 0;
  return lots.flatMap(lot => {
    const isExpired = lot.daysLeft < 0;
    const sellable = isExpired ? 0 : Math.min(lot.quantity, Math.max(0, lot.dayMean * (lot.daysLeft + 1) - sold));
    sold += sellable;
    const quantity = isExpired ? lot.quantity : Math.ceil(rounded(lot.quantity - sellable, 4));
    if (quantity <= 0) return [];
    const { variantId, sku, locationId, lotId } = lot;
    return [
      {
        words: { place: lot.locationName },
        type: 'expiring_lots' as const,
        severity: isExpired
          ? ('critical' as const)
          : lot.daysLeft <= EXPIRY_DAYS_URGENT
            ? ('warning' as const)
            : ('info' as const),
        variantId,
        sku,
        locationId,
        lotId,
        title: isExpired
          ? `Lot ${lot.lotNumber} of ${sku} has expired`
          : `Lot ${lot.lotNumber} of ${sku} will expire unsold`,
        message: isExpired
          ? `${lot.quantity} of lot ${lot.lotNumber} at ${lot.locationName} expired on ${lot.expiryDate}.`
          : `Lot ${lot.lotNumber} at ${lot.locationName} expires on ${lot.expiryDate}; at ${rounded(lot.dayMean)} a day, ${quantity} of its ${lot.quantity} will be left.`,
        metrics: {
          quantity: lot.quantity,
          quantity_at_risk: quantity,
          days_until_expiry: lot.daysLeft,
          expiry_date: lot.expiryDate,
          average_daily_quantity: rounded(lot.dayMean),
          value_at_risk: amount(quantity, lot.unitCost),
        },
        suggestedAction: isExpired
          ? {
              type: 'record_waste',
              method: 'POST' as const,
              path: '/waste_records',
              payload: {
                variant_id: variantId,
                location_id: locationId,
                quantity: lot.quantity,
                reason: 'expired',
                lot_record_id: lotId,
              },
            }
          : sellFirst(lot),
        urgency: (quantity * lot.unitValue) / Math.max(1, lot.daysLeft),
      },
    ];
  });
}

/**
 * The metadata of a variant that was marked down, or is to be sold first, until its lot expires: it is not marked down
 * a second time.
 */
const SELL_FIRST_UNTIL = 'sell_first_until';

function sellFirst({ variantId, unitPrice, metadata, expiryDate }: ExpiringLot): Action {
  const payload = {
    ...(unitPrice && { unit_price: rounded(unitPrice * 0.7) }),
    metadata: { ...metadata, [SELL_FIRST_UNTIL]: expiryDate },
  };
  return { type: unitPrice ? 'discount' : 'sell_first', method: 'PATCH', path: `/variants/${variantId}`, payload };
}

const VERY_LATE_DAYS = 7;

/** Purchase orders that were expected before today and are not complete. */
export async function latePurchaseOrders(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    id: string;
    number: string;
    locationId: string;
    supplierName: string | null;
    expectedOn: string;
    daysLate: number;
    outstanding: number;
    value: number | null;
    weight: number;
  }>`
    select ${PLANNED} o.id, o.number, o.location_id as "locationId", s.name as "supplierName",
      o.expected_on as "expectedOn", ${TODAY} - o.expected_on as "daysLate",
      sum(i.quantity - i.quantity_received) as outstanding,
      sum((i.quantity - i.quantity_received) * coalesce(c.unit_cost, 1)) as weight,
      case when bool_and(c.unit_cost is not null)
          then sum((i.quantity - i.quantity_received) * c.unit_cost) end as value
    from purchase_orders o
    join purchase_order_items i on i.organization_id = o.organization_id and i.purchase_order_id = o.id
    join variants v on v.organization_id = i.organization_id and v.id = i.variant_id
    cross join lateral (select coalesce(i.unit_cost * coalesce(o.exchange_rate, 1), v.unit_cost) as unit_cost) c
    left join suppliers s on s.organization_id = o.organization_id and s.id = o.supplier_id
    where ${ofTenant('o')} and o.status in ('submitted', 'partially_received') and o.expected_on < ${TODAY}
      and i.quantity > i.quantity_received
    group by o.id, o.number, o.location_id, s.name, o.expected_on
    order by o.expected_on, o.id limit ${FINDINGS_MAX}`.execute(db);
  return rows.map(({ id, number, locationId, supplierName, expectedOn, daysLate, outstanding, value, weight }) => ({
    ...(supplierName && { words: { other: supplierName } }),
    type: 'late_purchase_order',
    severity: daysLate >= VERY_LATE_DAYS ? 'warning' : 'info',
    locationId,
    purchaseOrderId: id,
    title: `${number} is late`,
    message: `${number}${supplierName ? ` from ${supplierName}` : ''} was expected on ${expectedOn}; ${outstanding} units are ${daysLate} days late. Receive it if it has arrived; otherwise call the supplier.`,
    metrics: {
      number,
      expected_on: expectedOn,
      days_late: daysLate,
      quantity_outstanding: outstanding,
      value: money(value),
    },
    suggestedAction: {
      type: 'receive_purchase_order',
      method: 'POST',
      path: `/purchase_orders/${id}/receive`,
      payload: {},
    },
    urgency: weight / 7,
  }));
}

const VARIANCE_DAYS = 30;
const VARIANCE_MAX = 0.02;
const VARIANCE_ALARMING = 0.1;

/**
 * The effect of counts, shrinkage and theft in 30 days, against what moved or was there; a later count settles it, if
 * it is under way or found no variance.
 */
export async function countVariances(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    variantId: string;
    sku: string;
    locationId: string;
    locationName: string;
    variance: number;
    basis: number;
    unitValue: number;
    unitCost: number | null;
  }>`
    with ${PLANNED} differing as (
      select e.organization_id, e.variant_id, e.location_id, max(e.created_at) as last_at,
        sum(e.quantity_change) as variance,
        max(e.quantity_on_hand_after - e.quantity_change) as on_hand
      from ledger_entries e
      where ${ofTenant('e')} and e.created_at >= ${sinceDays(VARIANCE_DAYS)}
        and e.quantity_on_hand_after <> e.quantity_change
        and (${sql.raw(IS_VARIANCE)})
      group by e.organization_id, e.variant_id, e.location_id),
    weighed as (
      select d.*, greatest(d.on_hand, (
        select coalesce(sum(abs(e.quantity_change)), 0) from ledger_entries e
        where e.organization_id = d.organization_id and e.variant_id = d.variant_id and e.location_id = d.location_id
          and e.created_at >= ${sinceDays(VARIANCE_DAYS)}
          and e.entry_type <> 'cycle_count_adjustment')) as basis
      from differing d)
    select d.variant_id as "variantId", v.sku, d.location_id as "locationId", w.name as "locationName", d.variance,
      d.basis, ${unitWeight} as "unitValue", ${unitCost} as "unitCost"
    from weighed d join variants v on ${ofTenant('v')} and v.id = d.variant_id
    join locations w on ${ofTenant('w')} and w.id = d.location_id
    left join inventory_levels l on ${ofTenant('l')} and l.variant_id = d.variant_id and l.location_id = d.location_id
    where abs(d.variance) > ${VARIANCE_MAX}::float8 * d.basis and not exists (
      select from cycle_counts c where c.organization_id = d.organization_id and c.location_id = d.location_id
          and c.status <> 'completed' and c.created_at > d.last_at)
    and not exists (
      select from cycle_counts c join cycle_count_items i on i.organization_id = c.organization_id and i.count_id = c.id
      where c.organization_id = d.organization_id and c.location_id = d.location_id and i.variant_id = d.variant_id
          and c.status = 'completed' and i.variance = 0 and c.completed_at > d.last_at)
    order by abs(d.variance) * ${unitWeight} desc limit ${FINDINGS_MAX}`.execute(db);
  return rows.map(({ variantId, sku, locationId, locationName, variance, basis, unitValue, unitCost: cost }) => {
    const share = basis > 0 ? Math.abs(variance) / basis : 1;
    return {
      words: { place: locationName },
      type: 'count_variance',
      severity: share > VARIANCE_ALARMING ? 'warning' : 'info',
      variantId,
      sku,
      locationId,
      title: `Counts of ${sku} differ`,
      message: `${Math.abs(variance)} of ${sku} ${variance < 0 ? 'were missing' : 'were too many'} at ${locationName} in ${VARIANCE_DAYS} days: ${rounded(share * 100, 1)} % of what moved or was there. Count it again.`,
      metrics: { variance, basis, share: rounded(share, 4), value: amount(Math.abs(variance), cost) },
      suggestedAction: { type: 'recount', method: 'POST', path: '/cycle_counts', payload: { location_id: locationId } },
      urgency: (Math.abs(variance) * unitValue) / VARIANCE_DAYS,
    };
  });
}
