import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuseAll } from '../kernel/errors.ts';
import { id } from '../kernel/inputs.ts';
import { authorize, type GuardedOperation, query, type Reading } from '../kernel/operation.ts';
import { ofTenant } from '../store/tenant.ts';
import { barcodeOf, lotCode, textCode } from './codes.ts';
import type { Label } from './layout.ts';
import { format, PrintedFile, paperLanguage, print } from './paper.ts';
import { goodsOf, houseOf } from './reading.ts';
import { type Speech, speechIn } from './words.ts';

/** The widths of common label rolls and sheets, in millimetres. */
const SIDE_MM = { min: 15, max: 210 };
const SIZE_DEFAULT = '62x29';
const IDS_MAX = 200;
const LABELS_MAX = 1000;

const size = () =>
  z
    .string()
    .refine(
      text =>
        /^\d{2,3}x\d{2,3}$/.test(text) &&
        text.split('x').every(side => Number(side) >= SIDE_MM.min && Number(side) <= SIDE_MM.max),
      `Must be width x height in millimetres, such as 62x29: ${SIDE_MM.min} to ${SIDE_MM.max} either way.`,
    );

type Make = (reading: Reading, ids: readonly string[], speech: Speech) => Promise<Map<string, Label | string>>;

/** By kind: the scope that it needs, and its labels by id, or the reason why a record can have none. */
const KINDS = {
  variant: { door: { area: 'catalog', kind: 'query' }, make: variantLabels },
  lot: { door: { area: 'traceability', kind: 'query', module: 'traceability' }, make: lotLabels },
  location: { door: { area: 'catalog', kind: 'query' }, make: locationLabels },
} as const satisfies { [kind: string]: { door: GuardedOperation; make: Make } };

async function variantLabels(reading: Reading, ids: readonly string[]): Promise<Map<string, Label>> {
  const goods = await goodsOf(
    reading,
    ids.map(variantId => ({ variantId })),
  );
  return new Map(
    [...goods].map(([variantId, { sku, name, barcode }]) => {
      const code = barcode ? barcodeOf(barcode) : textCode(sku);
      return [variantId as string, { lines: [name, ...new Set([sku, code.shown])], code }];
    }),
  );
}

async function lotLabels(reading: Reading, ids: readonly string[], speech: Speech): Promise<Map<string, Label>> {
  const { say } = speech;
  const { rows } = await sql<{ id: string; variantId: string; lotNumber: string; expiryDate: string | null }>`
    select l.id, l.variant_id as "variantId", l.lot_number as "lotNumber", l.expiry_date as "expiryDate" from lots l
    where ${ofTenant('l')} and l.id = any(${[...ids]}::uuid[])`.execute(reading.db);
  const [goods, { day }] = await Promise.all([goodsOf(reading, rows), houseOf(reading, speech)]);
  return new Map(
    rows.map(({ id: lotId, variantId, lotNumber, expiryDate }) => {
      const { sku, name, barcode } = goods.get(variantId)!;
      const until = expiryDate ? [say('Expires {day}', { day: day(expiryDate) })] : [];
      return [
        lotId,
        {
          lines: [name, say('Lot {lot}', { lot: lotNumber }), ...until, sku],
          code: lotCode(lotNumber, barcode, expiryDate),
        },
      ];
    }),
  );
}

async function locationLabels({ db }: Reading, ids: readonly string[]): Promise<Map<string, Label | string>> {
  const { rows } = await sql<{ id: string; name: string; code: string | null }>`
    select l.id, l.name, l.code from locations l where ${ofTenant('l')} and l.id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
  return new Map(
    rows.map(({ id: locationId, name, code }) => [
      locationId,
      code === null
        ? `${name} has no code that a scanner could find it by.`
        : { lines: [name, code], code: textCode(code) },
    ]),
  );
}

/** A query with a body: it changes nothing. */
export const printLabels = query('printLabels', {
  area: ['catalog', 'traceability'],
  summary: 'Labels with barcodes for variants, lots or locations, one page each, in the size of the label printer.',
  refuses: ['insufficient_scope', 'module_not_enabled', 'reference_not_found'],
  input: z.strictObject({
    kind: z.enum(Object.keys(KINDS) as [keyof typeof KINDS]).meta({
      id: 'LabelKind',
      description: 'What the labels are for. Lots need the scope `traceability:read`, the others `catalog:read`.',
    }),
    ids: z
      .array(id())
      .min(1, 'Must not be empty.')
      .max(IDS_MAX, `Must have at most ${IDS_MAX} ids.`)
      .meta({ description: 'Ids of the records, at most 200. One label each, in this order.' }),
    size: size()
      .default(SIZE_DEFAULT)
      .meta({ description: 'Width x height in millimetres: 62x29, 89x28, 57x32, 100x50, 102x152, …' }),
    copies: z
      .int()
      .min(1)
      .max(100)
      .default(1)
      .meta({ description: 'Copies of each label. At most 1,000 labels in all.' }),
    format: format(),
    language: paperLanguage(),
  }),
  output: PrintedFile,
  async run(reading, { kind, ids, size: sizeText, copies, format: as, language }) {
    const { door, make } = KINDS[kind];
    const speech = speechIn(language);
    authorize(door, reading.caller);
    refuseAll(
      ids.length * copies > LABELS_MAX
        ? [{ code: 'validation_failed', message: `That would be more than ${LABELS_MAX} labels.`, field: 'copies' }]
        : [],
    );
    const made: Map<string, Label | string> = await make(reading, ids, speech);
    refuseAll(
      ids.flatMap((each, index): Problem[] => {
        const label = made.get(each);
        const field = `ids[${index}]`;
        if (label === undefined) return [referenceNotFound(kind, field)];
        return typeof label === 'string' ? [{ code: 'validation_failed', message: label, field }] : [];
      }),
    );
    const labels = ids.flatMap(each => Array.from({ length: copies }, () => made.get(each) as Label));
    const [widthMm, heightMm] = sizeText.split('x').map(Number) as [number, number];
    return print(reading, { title: speech.say(`Labels ${kind}`), language, widthMm, heightMm, labels }, as);
  },
});
