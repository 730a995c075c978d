import { sql } from 'kysely';
import { z } from 'zod';
import { daysBetween } from '../kernel/calendar.ts';
import { code, days, id, target } from '../kernel/inputs.ts';
import { command, listQuery } from '../kernel/operation.ts';
import type { Paging, SortKey } from '../kernel/page.ts';
import { shapeOf } from '../kernel/shape.ts';
import { states } from '../kernel/states.ts';
import type { Database, Db, Unit } from '../kernel/unit.ts';
import { conditionsOf, createdSince, equals, filter, filterInput, getOf, listOf } from '../store/list.ts';
import { oneByOne } from '../store/one-by-one.ts';
import { isNotMoving } from '../store/pods.ts';
import { isUuid, notFoundUnless } from '../store/record.ts';
import { readPage } from '../store/rows.ts';
import { ofTenant } from '../store/tenant.ts';
import { today } from './organizations.ts';
import { skuFilter } from './stock/levels.ts';
import { LOT_SOURCES, LOT_STATUSES, Lot } from './stock/lots.ts';
import { Stock } from './stock/stock.ts';
import { descendantsOf } from './traces.ts';
import { Variant } from './variants.ts';

/**
 * A lot becomes exhausted, and active again, only through its stock. Only a recall with descendants reaches an
 * exhausted lot: products made of it must be called back even if it is used up.
 */
export const lotStates = states({
  active: ['quarantine', 'recalled', 'exhausted'],
  quarantine: ['active', 'recalled'],
  exhausted: ['active', 'recalled'],
  recalled: [],
});

const traceability = { area: 'traceability', module: 'traceability' } as const;
/** Levels are locked before lots, always. */
const addressing = { addresses: Lot, lock: (unit: Unit, id = '') => lockLot(unit, id) } as const;
const status = () => z.enum(LOT_STATUSES).meta({ id: 'LotStatus' });

export const listLots = listOf('listLots', {
  ...traceability,
  of: Lot,
  summary: 'Lists lots, newest first.',
  filters: {
    status: equals('status', status()),
    variantId: equals('variant_id', id()),
    sku: skuFilter,
    lotNumber: equals('lot_number', code()),
    locationId: filter(
      id().meta({ description: 'Only lots with stock at this location.' }),
      locationId =>
        sql`t.id in (select s.lot_id from lot_levels s
            where ${ofTenant('s')} and s.location_id = ${locationId} and s.quantity > 0)`,
      locationIds =>
        sql`t.id in (select s.lot_id from lot_levels s
            where ${ofTenant('s')} and s.location_id = any(${locationIds}) and s.quantity > 0)`,
    ),
    supplierId: equals('supplier_id', id()),
    sourceType: equals('source_type', z.enum(LOT_SOURCES).meta({ id: 'LotSourceType' })),
    sourceId: equals('source_id', id()),
    createdSince,
  },
});

export const getLot = getOf('getLot', { ...traceability, of: Lot });

// ---- quarantine and release; recalls are in recalls.ts ----

export const quarantineLot = command('quarantineLot', {
  ...traceability,
  ...addressing,
  summary: 'Puts all stock of an active lot on hold, for inspection.',
  refuses: ['invalid_state'],
  input: z.strictObject({ id: target() }),
  output: Lot,
  async run(unit, { id: lotId }) {
    const { stock, lot } = await lockLot(unit, lotId);
    lotStates.require(lot, 'lot', 'active');
    lot.status = 'quarantine';
    stock.hold(lot, true);
    return lot;
  },
});

export const releaseLot = command('releaseLot', {
  ...traceability,
  ...addressing,
  summary: 'Ends the quarantine of a lot. Its stock is available again unless the lot has expired.',
  refuses: ['invalid_state'],
  input: z.strictObject({ id: target() }),
  output: Lot,
  async run(unit, { id: lotId }) {
    const { stock, lot } = await lockLot(unit, lotId);
    lotStates.require(lot, 'lot', 'quarantine');
    lot.status = lot.quantityRemaining.isZero() ? 'exhausted' : 'active';
    stock.hold(lot, false);
    return lot;
  },
});

/** Locks the lot and the levels of its stock. Refuses `not_found`. */
export async function lockLot(unit: Unit, lotId: string): Promise<{ stock: Stock; lot: Lot }> {
  const stock = await Stock.lockLots(unit, isUuid(lotId) ? [lotId] : []);
  return { stock, lot: notFoundUnless('lot', stock.lots.get(lotId.toLowerCase())) };
}

/**
 * Locks the lot and every lot made from it, with the levels of their stock. A locked lot cannot go into anything new,
 * so once all known ones are locked and no more have appeared, the set is complete. Refuses `not_found`.
 */
export async function lockWithDescendants(unit: Unit, lotId: string): Promise<{ stock: Stock; lot: Lot }> {
  if (!isUuid(lotId)) return lockLot(unit, lotId);
  const descendants = async () => (await descendantsOf(unit.db, [lotId])).map(each => each.lotId);
  const stock = await Stock.lockLots(unit, [lotId, ...(await descendants())]);
  const lot = notFoundUnless('lot', stock.lots.get(lotId.toLowerCase()));
  for (;;) {
    const unlocked = (await descendants()).filter(each => !stock.lots.has(each));
    if (unlocked.length === 0) return { stock, lot };
    await stock.lockMoreLots(unlocked);
  }
}

// ---- expiry ----

const EXPIRY_ALERT_DAYS = 30;

const ExpiryAlert = z
  .object({
    id: z.uuid().meta({ description: 'The lot.', relation: { name: 'lot', target: Lot } }),
    lotNumber: z.string().meta({ description: 'Number of the lot.' }),
    variantId: z
      .uuid()
      .meta({ description: 'The variant of the lot.', relation: { name: 'variant', target: Variant } }),
    expiryDate: z.iso.date().meta({ description: 'Last day on which the lot is good.' }),
    daysUntilExpiry: z
      .int()
      .meta({ description: "Days from today to the expiry date in the organization's time zone; 0 is today." }),
  })
  .meta({ id: 'ExpiryAlert', description: 'A lot that expires soon.' });

const soonestFirst: SortKey[] = [
  { field: 'expiryDate', sql: sql.ref('t.expiry_date'), direction: 'asc', type: 'date' },
  { field: 'id', sql: sql.ref('t.id'), direction: 'asc', type: 'uuid' },
];

const alertFilters = {
  variantId: equals('variant_id', id()),
  sku: skuFilter,
};

/**
 * Lots with stock that were not recalled. Expired lots are on hold, and no longer about to expire: docs/api.md, "Expiry
 * alert".
 */
export const listExpiryAlerts = listQuery('listExpiryAlerts', {
  ...traceability,
  summary: 'Lists lots with stock that expire within the given days, today included, soonest first.',
  input: filterInput(alertFilters).extend({
    days: days().default(EXPIRY_ALERT_DAYS).meta({ description: 'Days to look ahead: 1 to 365.' }),
  }),
  output: ExpiryAlert,
  async run(reading, { days: within, ...input }: Paging & { days: number }) {
    const day = await today(reading);
    const conditions = [
      sql`t.expiry_date between ${day}::date and ${day}::date + ${within}::int`,
      sql`t.quantity_remaining > 0`,
      sql`t.status in ('active', 'quarantine')`,
      ...conditionsOf(alertFilters, { ...input }),
    ];
    const page = await readPage(
      reading.db,
      shapeOf(Lot),
      conditions,
      input,
      { ...reading.wants, owned: false },
      soonestFirst,
    );
    const alerts = page.rows.map(({ id: lotId, lotNumber, variantId, expiryDate }) => ({
      id: lotId,
      lotNumber,
      variantId,
      expiryDate,
      daysUntilExpiry: daysBetween(day, expiryDate as string),
    }));
    return { ...page, rows: alerts };
  },
});

const EXPIRED_AT_ONCE = 100;
/** The latest date anywhere on earth: what is good on that date is good everywhere, and needs no further check. */
const LATEST_DAY = sql`(now() at time zone 'Pacific/Kiritimati')::date`;

/**
 * The daily chore: puts the stock of expired lots on hold, by each organization's time zone. Running it again finds
 * nothing, so it may run every hour to meet every midnight. Returns how many lots it put on hold.
 */
export async function expireLots(database: Database & { system: Db }): Promise<number> {
  const expired = sql`not t.held and t.expiry_date < ${LATEST_DAY}
    and t.expiry_date < (select (now() at time zone o.time_zone)::date from organizations o
        where o.id = t.organization_id)`;
  const { rows: organizations } = await sql<{ id: string }>`
    select distinct t.organization_id as id
    from lots t where ${expired} and ${isNotMoving('t.organization_id')} order by 1`.execute(database.system);
  let held = 0;
  await oneByOne(organizations, async ({ id }) => {
    for (;;) {
      const { rows } = await sql<{ id: string }>`
        select t.id
        from lots t where t.organization_id = ${id} and ${expired} order by t.id limit ${EXPIRED_AT_ONCE}`.execute(
        database.system,
      );
      if (rows.length === 0) return;
      const lotIds = rows.map(row => row.id);
      held += await database.transaction(id, 'system', unit => holdAll(unit, lotIds));
    }
  });
  return held;
}

async function holdAll(unit: Unit, lotIds: readonly string[]): Promise<number> {
  const stock = await Stock.lockLots(unit, lotIds);
  for (const lot of stock.lots.values()) stock.hold(lot, true);
  return stock.lots.size;
}
