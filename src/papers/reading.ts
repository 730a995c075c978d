import { sql } from 'kysely';
import type { Reading } from '../kernel/operation.ts';
import { Quantity } from '../kernel/quantity.ts';
import type { Row } from '../kernel/view.ts';
import { ofTenant } from '../store/tenant.ts';
import { linesOf, type Party, type Sender } from './layout.ts';
import type { Speech, Word } from './words.ts';

/*
 * What several papers look up: who sends them, what the goods are called, and which lots to take.
 */

export interface House {
  sender: Sender;
  currency: string;
  printedOn: string;
  /** A day or instant as people read it, in the organization's time zone. */
  day(value: unknown): string;
  money(amount: Quantity, currency?: string | null): string;
}

/** The organization, as its papers need it. */
export async function houseOf({ db }: Reading, speech: Speech): Promise<House> {
  const { rows } = await sql<{
    name: string;
    address: string | null;
    logo: string | null;
    currency: string;
    timeZone: string;
    today: string;
  }>`
    select o.name, o.address, o.logo, o.currency, o.time_zone as "timeZone",
      (now() at time zone o.time_zone)::date as today
    from organizations o where ${ofTenant('o', 'id')}`.execute(db);
  const { name, address, logo, currency, timeZone, today } = rows[0]!;
  const day = (value: unknown) =>
    typeof value === 'string' ? speech.day(value, value.length === 10 ? undefined : timeZone) : '';
  return {
    sender: { name, address, logo },
    currency,
    printedOn: day(today),
    day,
    money: (amount, of) =>
      `${amount.toNumber().toLocaleString(speech.locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 })} ${of ?? currency}`,
  };
}

export interface Goods {
  sku: string;
  /** The names of product and variant. */
  name: string;
  barcode: string | null;
  unit: string;
  lotTracked: boolean;
}

/** The names of the variants of these rows, by `variantId`. */
export async function goodsOf(
  { db }: Reading,
  of: readonly { readonly variantId?: unknown }[],
): Promise<Map<unknown, Goods>> {
  const variantIds = new Set(of.map(({ variantId }) => variantId));
  const { rows } = await sql<Goods & { id: string }>`
    select v.id, v.sku, concat_ws(', ', p.name, v.name) as name, v.barcode, v.unit, v.lot_tracked as "lotTracked"
    from variants v join products p on ${ofTenant('p')} and p.id = v.product_id
    where ${ofTenant('v')} and v.id = any(${[...variantIds] as string[]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...goods }) => [id, goods]));
}

/** Locations as a paper shows them, labelled with their role. */
export async function placesOf(
  { db }: Reading,
  asked: readonly (readonly [label: Word, locationId: unknown])[],
): Promise<Party<Word>[]> {
  const { rows } = await sql<{ id: string; name: string; code: string | null; address: string | null }>`
    select l.id, l.name, l.code, l.address from locations l
    where ${ofTenant('l')} and l.id = any(${asked.map(([, id]) => id) as string[]}::uuid[])`.execute(db);
  return asked.flatMap(([label, id]) => {
    const place = rows.find(row => row.id === id);
    return place
      ? [{ label, name: place.name, lines: [...(place.code ? [place.code] : []), ...linesOf(place.address)] }]
      : [];
  });
}

/** How much to take of a lot, or of untracked stock if there is no lot. `missing`: how much is not there. */
interface LotToPick {
  variantId: unknown;
  lotNumber: string | null;
  expiryDate: string | null;
  quantity: Quantity;
  missing: boolean;
}

interface Heap {
  variantId: string;
  lotNumber: string | null;
  expiryDate: string | null;
  quantity: Quantity;
}

/**
 * What to take at one location: for lot-tracked variants the lots that expire first, without those expired or on hold.
 * Shortages are included, as missing.
 */
export async function picksOf(
  { db }: Reading,
  locationId: unknown,
  needs: readonly { variantId: unknown; quantity: Quantity }[],
  goods: ReadonlyMap<unknown, Goods>,
): Promise<LotToPick[]> {
  const variantIds = [...new Set(needs.map(need => need.variantId))] as string[];
  const { rows } = await sql<Omit<Heap, 'quantity'> & { quantity: number }>`
    select s.variant_id as "variantId", l.lot_number as "lotNumber", l.expiry_date as "expiryDate", s.quantity
    from lot_levels s join lots l on ${ofTenant('l')} and l.id = s.lot_id
    where ${ofTenant('s')} and s.location_id = ${locationId} and s.variant_id = any(${variantIds}::uuid[])
      and s.quantity > 0 and not l.held
      and coalesce(l.expiry_date >= (select (now() at time zone o.time_zone)::date from organizations o
            where ${ofTenant('o', 'id')}), true)
    order by l.expiry_date nulls last, l.received_at, l.id`.execute(db);
  const loose = await sql<{ variantId: string; quantity: number }>`
    select i.variant_id as "variantId", greatest(i.quantity_on_hand - i.quantity_on_hold, 0) as quantity
    from inventory_levels i
    where ${ofTenant('i')} and i.location_id = ${locationId} and i.variant_id = any(${variantIds}::uuid[])`.execute(db);
  const heaps = Map.groupBy(
    [
      ...rows.map(row => ({ ...row, quantity: Quantity.of(row.quantity) })),
      ...loose.rows
        .filter(({ variantId }) => !goods.get(variantId)?.lotTracked)
        .map(row => ({ ...row, lotNumber: null, expiryDate: null, quantity: Quantity.of(row.quantity) })),
    ],
    heap => heap.variantId as unknown,
  );
  return needs.flatMap(({ variantId, quantity }) => {
    const taken: LotToPick[] = [];
    let open = quantity;
    for (const heap of heaps.get(variantId) ?? []) {
      const share = Quantity.min(open, heap.quantity);
      if (!share.isPositive()) continue;
      heap.quantity = heap.quantity.minus(share);
      open = open.minus(share);
      taken.push({
        variantId,
        lotNumber: heap.lotNumber,
        expiryDate: heap.expiryDate,
        quantity: share,
        missing: false,
      });
    }
    return open.isPositive()
      ? [...taken, { variantId, lotNumber: null, expiryDate: null, quantity: open, missing: true }]
      : taken;
  });
}

/** The lines of a document. */
export const itemsOf = (row: Row, field = 'items'): Row[] => row[field] as Row[];

/** A column of a row as a `Quantity`; null counts as 0. */
export const quantityOf = (value: unknown): Quantity => Quantity.of(Number(value ?? 0));
