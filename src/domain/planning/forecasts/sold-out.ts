import { sql } from 'kysely';
import { addDays } from '../../../kernel/calendar.ts';
import type { Db } from '../../../kernel/unit.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { dailyDemand } from '../demand.ts';
import { type ExpiringQuantity, expiringBy, expiringOf, unusedBy } from '../expiry.ts';
import type { ForecastContent } from './stored-forecasts.ts';

/*
 * The day by which the present stock is sold, or has expired. Demand at one location does not use the lots of another:
 * over all locations, what expires unused is added up place by place, each at its own share of the demand.
 */

/** Lots that leave one after the other, at a share of the demand and after what is reserved of them. */
export interface Queue {
  share: number;
  reserved: number;
  expiring: readonly ExpiringQuantity[];
}

/** What is available, and the lots of it and of what is reserved besides. */
interface LastingStock {
  available: number;
  /** Lots of one variant: as if all were in one place, and in each place. What is lost is at least the larger sum. */
  lots: readonly { together: Queue; places: readonly Queue[] }[];
}

export const NO_STOCK: LastingStock = { available: 0, lots: [] };

/** The days whose demand says what share of it each location has. */
const SHARE_DAYS = 90;

interface PlaceRow {
  id: string;
  available: number;
  reserved: number;
  days: number[] | null;
  due: number[] | null;
}

/** The stock of these variants by id: everywhere, or at one location. */
export async function lastingStock(
  db: Db,
  variantIds: readonly string[],
  locationId: string | null,
): Promise<Map<string, LastingStock>> {
  const { rows } = await sql<PlaceRow & { location_id: string }>`
    select l.variant_id as id, l.location_id, l.quantity_available as available, l.quantity_reserved as reserved,
      x.days, x.due from inventory_levels l
    left join (${expiringBy(['variant_id', 'location_id'], sql`s.variant_id = any(${variantIds})`)}) x on x.variant_id
      = l.variant_id and x.location_id = l.location_id
    where ${ofTenant('l')}
      and l.variant_id = any(${variantIds}) ${locationId ? sql`and l.location_id = ${locationId}` : sql``}`.execute(db);
  const byVariant = Map.groupBy(rows, row => row.id);
  const spread = [...byVariant].filter(([, places]) => places.length > 1 && places.some(place => place.days));
  const shares = await sharesOf(
    db,
    spread.map(([id]) => id),
  );
  return new Map(
    [...byVariant].map(([id, places]) => {
      const queues = places.map(place => ({
        share: shares.get(id)?.get(place.location_id) ?? 0,
        reserved: place.reserved,
        expiring: expiringOf(place),
      }));
      const together = {
        share: 1,
        reserved: queues.reduce((sum, queue) => sum + queue.reserved, 0),
        expiring: merged(queues),
      };
      const available = places.reduce((sum, place) => sum + place.available, 0);
      // Without past demand there is no telling where future demand will be.
      return [id, { available, lots: [{ together, places: shares.has(id) ? queues : [] }] }];
    }),
  );
}

/**
 * How much of what leaves the company uses the lots of each location; by variant, for those with demand. What a
 * location sends to others counts there too: its lots go on as theirs.
 */
async function sharesOf(db: Db, variantIds: readonly string[]): Promise<Map<string, Map<string, number>>> {
  if (variantIds.length === 0) return new Map();
  const { rows } = await sql<{ variant_id: string; location_id: string; share: number | null }>`
    select variant_id, location_id, sum(quantity) / nullif(sum(sum(leaving)) over (partition by variant_id), 0) as share
    from (${dailyDemand(SHARE_DAYS, [sql`s.variant_id = any(${variantIds})`])}) d
    group by variant_id, location_id`.execute(db);
  const known = rows.filter(row => row.share !== null);
  return new Map(
    [...Map.groupBy(known, row => row.variant_id)].map(([id, places]) => [
      id,
      new Map(places.map(place => [place.location_id, place.share!])),
    ]),
  );
}

/** What expires of several queues, as if it were one. */
function merged(queues: readonly Queue[]): ExpiringQuantity[] {
  const days = [...new Set(queues.flatMap(({ expiring }) => expiring.map(({ day }) => day)))].sort((a, b) => a - b);
  const dueBy = ({ expiring }: Queue, by: number) => expiring.findLast(({ day }) => day <= by)?.due ?? 0;
  return days.map(day => ({ day, due: queues.reduce((sum, queue) => sum + dueBy(queue, day), 0) }));
}

/** The stock of several variants, each with its share of the demand for all of them. */
export function combined(stocks: readonly { stock: LastingStock; share: number }[]): LastingStock {
  const scaled = (queue: Queue, share: number) => ({ ...queue, share: queue.share * share });
  return {
    available: stocks.reduce((sum, { stock }) => sum + stock.available, 0),
    lots: stocks.flatMap(({ stock, share }) =>
      stock.lots.map(({ together, places }) => ({
        together: scaled(together, share),
        places: places.map(queue => scaled(queue, share)),
      })),
    ),
  };
}

/**
 * The day by which the stock is sold, or has expired; null if it outlasts the forecast. A point is divided where lots
 * expire, so that what is lost is gone from that day on.
 */
export function soldOutOn(points: ForecastContent['points'], { available, lots }: LastingStock): string | null {
  const lost = new Map<Queue, number>();
  const queues = lots.flatMap(({ together, places }) => [together, ...places]);
  const sum = (some: readonly Queue[]) => some.reduce((total, queue) => total + (lost.get(queue) ?? 0), 0);
  let from = 0;
  let used = 0;
  for (const { date, days: span, expected: whole } of points) {
    const start = from;
    const cuts = new Set(queues.flatMap(({ expiring }) => expiring.map(({ day }) => day)));
    const ends = [...[...cuts].filter(day => day > start && day < start + span).sort((a, b) => a - b), start + span];
    for (const end of ends) {
      for (const queue of queues) {
        // What is reserved leaves first, though not before today's lots have expired.
        const leaves = from === 0 ? 0 : queue.reserved + queue.share * used;
        const due = queue.expiring.filter(({ day }) => day === from);
        lost.set(
          queue,
          Math.max(
            lost.get(queue) ?? 0,
            unusedBy(due, () => leaves),
          ),
        );
      }
      const left =
        available - used - lots.reduce((all, { together, places }) => all + Math.max(sum([together]), sum(places)), 0);
      const expected = (whole * (end - from)) / span;
      if (expected > 0 && expected >= left) {
        const days = Math.min(end - from - 1, Math.floor((Math.max(0, left) / expected) * (end - from)));
        return addDays(date, from - start + days);
      }
      used += expected;
      from = end;
    }
  }
  return null;
}
