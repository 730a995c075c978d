import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { text } from '../kernel/inputs.ts';
import { type Caller, mayUse, type Operation, query, type Reading } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { RecordClass } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { readRows } from '../store/rows.ts';
import { type Gs1, readGs1, spellingsOf } from './gs1.ts';
import { Location } from './locations.ts';
import { getLot } from './lots.ts';
import { getOrder } from './orders.ts';
import { getProductionBatch } from './production-batches.ts';
import { getPurchaseOrder } from './purchase-orders.ts';
import { getReturnAuthorization } from './return-authorizations.ts';
import { Lot } from './stock/lots.ts';
import { getStockTransfer } from './stock-transfers.ts';
import { variantWithBarcode, variantWithSku } from './variant-codes.ts';
import { Variant } from './variants.ts';

/*
 * Identifies a code, whatever it was printed on: docs/api.md, "Scanning". One look-up for all scanners, so that every
 * client takes the same code for the same thing.
 */

const DOCUMENTS = {
  order: { table: 'orders', read: getOrder },
  purchase_order: { table: 'purchase_orders', read: getPurchaseOrder },
  transfer: { table: 'stock_transfers', read: getStockTransfer },
  return_authorization: { table: 'return_authorizations', read: getReturnAuthorization },
  production_batch: { table: 'production_batches', read: getProductionBatch },
} as const satisfies { [kind: string]: { table: string; read: Operation } };
type DocumentKind = keyof typeof DOCUMENTS;

const SCAN_KINDS = ['variant', 'lot', ...(Object.keys(DOCUMENTS) as DocumentKind[]), 'location', 'unknown'] as const;

const ScannedDocument = z
  .object({
    id: z.uuid().meta({ description: 'The document.' }),
    number: z.string().meta({ description: 'Its number.' }),
    status: z.string().meta({ description: 'Its status.' }),
  })
  .meta({ id: 'ScannedDocument', description: 'A document whose number was scanned; `kind` is its type.' });

const ScannedGs1 = z
  .object({
    gtin: z.string().nullable().meta({ description: 'The item, with 14 digits: (01) or (02).' }),
    lotNumber: z.string().nullable().meta({ description: 'Its lot: (10).' }),
    expiryDate: z.iso.date().nullable().meta({ description: 'Last day on which it is good: (17), else (15).' }),
    serialNumber: z.string().nullable().meta({ description: 'Its serial number: (21).' }),
    count: z.number().nullable().meta({ description: 'Number of items: (30), else (37).' }),
  })
  .meta({ id: 'ScannedGs1', description: 'Content of a GS1 code.' });

const Scan = z
  .object({
    code: z.string().meta({ description: 'The code, as it was scanned.' }),
    kind: z.enum(SCAN_KINDS).meta({ id: 'ScanKind', description: 'What it is; `unknown` if nothing matches.' }),
    variant: z.unknown().nullable().meta({ entity: Variant, description: 'The variant, also that of a lot.' }),
    lot: z.unknown().nullable().meta({ entity: Lot, description: 'The lot, if the key may read lots.' }),
    document: ScannedDocument.nullable().meta({ description: 'The document, if the key may read such documents.' }),
    location: z.unknown().nullable().meta({ entity: Location, description: 'The location.' }),
    others: z.int().meta({
      description: 'Number of other lots with the same number; if more than 0, someone has to choose.',
    }),
    gs1: ScannedGs1.nullable().meta({ description: 'Content of a GS1 code; null for any other code.' }),
  })
  .meta({ id: 'Scan', description: 'What a scanned code stands for.' });

const CODE_CHARACTERS_MAX = 500;

/**
 * Exact matches only, in this order: barcode, SKU, lot number, document number, location code. For a GS1 code the item
 * comes first, with its lot if that is known.
 */
export const scan = query('scan', {
  area: 'inventory',
  summary: 'Identifies a scanned code: a variant, a lot, a document or a location, by exact match.',
  input: z.strictObject({
    code: text(CODE_CHARACTERS_MAX).meta({
      description:
        'What the scanner read: a barcode, SKU, lot number, document number or location code; a GS1 element string, with or without brackets; a GS1 Digital Link.',
    }),
  }),
  output: Scan,
  async run(reading, { code }) {
    const gs1 = readGs1(code);
    const found = {
      ...NOTHING,
      code,
      gs1,
      ...((gs1 && (await ofGs1(reading, gs1))) ?? (await ofPlain(reading, code))),
    };
    return mayRead(found.kind, reading.caller) ? found : { ...found, lot: null, document: null };
  },
});

/** Whether the caller may read what the code stands for; variants and locations are what stock is of, and where. */
function mayRead(kind: ScanResult['kind'], caller: Caller): boolean {
  if (kind === 'lot') return mayUse(getLot, caller);
  return !isDocument(kind) || mayUse(DOCUMENTS[kind].read, caller);
}

const isDocument = (kind: string): kind is DocumentKind => Object.hasOwn(DOCUMENTS, kind);

type ScanResult = Omit<z.infer<typeof Scan>, 'code'>;
const NOTHING: ScanResult = {
  kind: 'unknown',
  variant: null,
  lot: null,
  document: null,
  location: null,
  others: 0,
  gs1: null,
};

const find = (
  { db, organizationId }: Reading,
  of: RecordClass,
  where: ReturnType<typeof sql>,
  limit: number,
): Promise<Row[]> => readRows(db, shapeOf(of), [sql`t.organization_id = ${organizationId}`, where], { limit });

const isOneOf = (ids: readonly RawBuilder<unknown>[]) => sql`t.id in (${sql.join(ids)})`;

async function ofGs1(reading: Reading, { gtin, lotNumber }: Gs1): Promise<Partial<ScanResult> | null> {
  const variant = gtin
    ? (await find(reading, Variant, isOneOf(spellingsOf(gtin).map(variantWithBarcode)), 1))[0]
    : undefined;
  if (gtin && !variant) return null;
  const lots = lotNumber ? await lotsOf(reading, lotNumber, variant?.['id']) : NO_LOTS;
  if (lots.lot) return { kind: 'lot', variant: variant ?? (await variantOf(reading, lots.lot)), ...lots };
  return variant ? { kind: 'variant', variant } : null;
}

async function ofPlain(reading: Reading, code: string): Promise<Partial<ScanResult>> {
  const variants = await find(
    reading,
    Variant,
    isOneOf([...barcodesOf(code).map(variantWithBarcode), variantWithSku(code)]),
    2,
  );
  const variant = variants.find(({ sku }) => sku !== code) ?? variants[0];
  if (variant) return { kind: 'variant', variant };
  const lots = await lotsOf(reading, code);
  if (lots.lot) return { kind: 'lot', variant: await variantOf(reading, lots.lot), ...lots };
  const document = await documentOf(reading, code.toUpperCase());
  if (document) return document;
  const [location] = await find(reading, Location, sql`t.code = ${code}`, 1);
  return location ? { kind: 'location', location } : {};
}

/** The barcodes under which the code may be stored: a GTIN with any of its lengths. */
const barcodesOf = (code: string): string[] =>
  /^(\d{8}|\d{12,14})$/.test(code) ? spellingsOf(code.padStart(14, '0')) : [code];

const variantOf = async (reading: Reading, lot: Row) =>
  (await find(reading, Variant, sql`t.id = ${lot['variantId']}`, 1))[0] ?? null;

const NO_LOTS: { lot: Row | null; others: number } = { lot: null, others: 0 };

/** The lot with this number; of several, the latest received that still has stock. */
async function lotsOf(reading: Reading, lotNumber: string, variantId?: unknown): Promise<typeof NO_LOTS> {
  if (!reading.caller.modules.has('traceability')) return NO_LOTS;
  const rows = await find(
    reading,
    Lot,
    variantId ? sql`t.lot_number = ${lotNumber} and t.variant_id = ${variantId}` : sql`t.lot_number = ${lotNumber}`,
    LOTS_AT_ONCE,
  );
  const hasStock = (row: Row) => Number(row['quantityRemaining']) > 0;
  return rows.length === 0 ? NO_LOTS : { lot: rows.find(hasStock) ?? rows[0]!, others: rows.length - 1 };
}
const LOTS_AT_ONCE = 50;

/** Numbers are unique within a kind, and each kind has a prefix of its own, so one statement searches all kinds. */
async function documentOf(
  { db, organizationId, caller }: Reading,
  number: string,
): Promise<Partial<ScanResult> | undefined> {
  const kept = Object.entries(DOCUMENTS).filter(([, { read }]) => !read.module || caller.modules.has(read.module));
  const searches = kept.map(
    ([kind, { table }]) =>
      sql`select ${kind}::text as kind, id, number, status::text as status
        from ${sql.table(table)} where organization_id = ${organizationId} and number = ${number}`,
  );
  const { rows } = await sql<{ kind: DocumentKind; id: string; number: string; status: string }>`
    ${sql.join(searches, sql` union all `)} limit 1`.execute(db);
  const [row] = rows;
  return row && { kind: row.kind, document: { id: row.id, number: row.number, status: row.status } };
}
