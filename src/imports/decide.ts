import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { variantsWithSkus } from '../domain/variant-codes.ts';
import { createVariant, updateVariant, Variant } from '../domain/variants.ts';
import { snake } from '../kernel/case.ts';
import { type Problem, referenceNotFound } from '../kernel/errors.ts';
import type { Operation } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Db } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import type { Warning } from '../kernel/warnings.ts';
import { isUuid } from '../store/record.ts';
import { readRows } from '../store/rows.ts';
import { ofTenant } from '../store/tenant.ts';
import { NAMED, type NamedRecord } from './columns.ts';
import { type Kind, type Outcome, rowOf } from './kinds.ts';
import type { Fields, ImportRecord } from './records.ts';

/*
 * What a record requires: nothing if the existing one matches, else the commands that create or change it. Looked up
 * for many records at once.
 */

export const MODES = ['create', 'update', 'upsert'] as const;
export type Mode = (typeof MODES)[number];

/** A command to run for a record, and the part of the record that it takes. */
interface Step {
  operation: Operation;
  input: Fields;
  /** Prefix of the paths of its problems: `variants[0].`. */
  path: string;
  /** The values that the existing record was found by, unlocked: if it has others by then, it is another record. */
  foundBy?: Fields;
}

export interface Decision {
  record: ImportRecord;
  /** None if nothing changes, or if it is rejected. */
  steps: Step[];
  /** The outcome of each of its rows, if its steps succeed. */
  outcomes: Outcome[];
  problems: (Problem & { row?: number })[];
  /** Warnings for its rows. */
  warnings: (Warning & { row: number })[];
  /** The existing record. */
  id?: string;
  /** Whether it is created by a single command, so that it may be created together with others. */
  isPlainCreate: boolean;
}

// ---- named records ----

interface Place {
  id: string;
  called: string;
  isCode: boolean;
}

const CALLED: { readonly [name in NamedRecord]: { table: string; code: string; what: string } } = {
  location: { table: 'locations', code: 'code', what: 'location' },
  supplier: { table: 'suppliers', code: 'code', what: 'supplier' },
  product: { table: 'products', code: 'reference', what: 'product' },
};

/** Replaces the names in the records by ids; an unknown or ambiguous name is a problem of its row. */
async function lookUp(db: Db, records: readonly ImportRecord[]): Promise<void> {
  for (const names of Object.keys(CALLED) as NamedRecord[]) {
    const lookups = records.flatMap(record => record.lookups.filter(each => each.names === names));
    if (lookups.length === 0) continue;
    const { table, code, what } = CALLED[names];
    const wanted = [...new Set(lookups.map(each => each.called))];
    const { rows } = await sql<Place>`
      select t.id, ${sql.ref(`t.${code}`)} as called, true as "isCode"
      from ${sql.table(table)} t where ${ofTenant('t')} and ${sql.ref(`t.${code}`)} = any(${wanted})
      union all select t.id, t.name, false
      from ${sql.table(table)} t where ${ofTenant('t')} and t.name = any(${wanted})`.execute(db);
    const places = Map.groupBy(rows, row => row.called);
    for (const record of records)
      for (const { called, row, header, set } of record.lookups.filter(each => each.names === names)) {
        const found = places.get(called) ?? [];
        const byCode = found.find(each => each.isCode);
        const wrong = (message: string) =>
          record.problems.push({ code: 'validation_failed', message, field: header, row });
        if (found.length === 0) record.problems.push({ ...referenceNotFound(what, header), row });
        else if (!byCode && found.length > 1) wrong(`Several ${what}s have this name: give a code or an id.`);
        else if (!set((byCode ?? found[0]!).id)) wrong(`Contradicts ${snake(NAMED[names])}, which is another ${what}.`);
      }
  }
}

/**
 * Puts ids and SKUs into the keys of records in place of other names: a location is the same under its code, its name
 * and its id, and a variant under its id and its SKU.
 */
export async function resolveKeys(db: Db, kind: Kind, records: readonly ImportRecord[]): Promise<void> {
  const fields = new Set(kind.keys.flat());
  if (records.some(({ lookups }) => lookups.some(({ names, ofLine }) => !ofLine && fields.has(NAMED[names]))))
    await lookUp(db, records);
  const byId = records.filter(({ given }) => fields.has('sku') && isUuid(given['variantId']) && !given['sku']);
  if (byId.length === 0) return;
  const ids = byId.map(({ given }) => given['variantId']);
  const { rows } = await sql<{ id: string; sku: string }>`
    select t.id, t.sku from variants t where ${ofTenant('t')} and t.id = any(${ids}::uuid[])`.execute(db);
  const skus = new Map(rows.map(({ id, sku }) => [id, sku]));
  for (const { given } of byId) given['sku'] = skus.get(given['variantId'] as string);
}

// ---- what there is ----

const cellOf = ({ given, shown }: ImportRecord, field: string): unknown => given[field] ?? shown[field];

/** The records that exist under one key, by the value of that key. */
async function findBy(
  db: Db,
  kind: Kind,
  key: readonly string[],
  records: readonly ImportRecord[],
): Promise<Map<string, Row[]>> {
  const shape = shapeOf(kind.of);
  const asked = records.filter(record => key.every(field => isKeyPart(kind, field, keyPart(record, field))));
  if (asked.length === 0) return new Map();
  const values = (field: string) => [...new Set(asked.map(record => String(keyPart(record, field))))];
  const conditions = key.map((field): RawBuilder<unknown> => {
    if (field === 'id' || field.endsWith('Id')) {
      return sql`${sql.ref(`t.${snake(field)}`)} = any(${values(field).filter(isUuid)}::uuid[])`;
    }
    const column = shape.fields.find(each => each.name === field)?.column;
    if (field === 'sku' && !column) return variantIn(asked);
    // A document that was imported by its number keeps that as its reference.
    if (field === 'number') return sql`(t.number = any(${values(field)}) or t.reference = any(${values(field)}))`;
    return sql`${sql.ref(`t.${column}`)} = any(${values(field)})`;
  });
  const rows = await readRows(db, shape, conditions);
  const existing = new Map<string, Row[]>();
  const add = (called: unknown[], row: Row) => {
    const name = JSON.stringify(called.map(String));
    existing.set(name, [...(existing.get(name) ?? []), row]);
  };
  for (const row of rows) {
    add(
      key.map(field => row[field]),
      row,
    );
    if (key[0] === 'number' && row['reference'] !== row['number']) add([row['reference']], row);
    if (key.includes('sku'))
      add(
        key.map(field => (field === 'sku' ? `id ${row['variantId']}` : row[field])),
        row,
      );
  }
  return existing;
}

/** A record may give its variant by id where its key is the SKU. */
function keyPart({ given, shown }: ImportRecord, field: string): unknown {
  const value = given[field] ?? shown[field];
  if (value !== undefined && value !== null && value !== '') return value;
  return field === 'sku' && typeof given['variantId'] === 'string' ? `id ${given['variantId']}` : undefined;
}

/** Whether anything can have this value: an invalid date matches nothing, and its operation reports the problem. */
function isKeyPart(kind: Kind, field: string, value: unknown): boolean {
  // An update takes what is there already, though a new record may not get it.
  const schema = (kind.update?.input.shape[field] ?? rowOf(kind).shape[field]) as z.ZodType | undefined;
  return value !== undefined && (schema?.safeParse(value).success ?? true);
}

const variantIn = (records: readonly ImportRecord[]) => {
  const skus = records.flatMap(record => (typeof record.given['sku'] === 'string' ? [record.given['sku']] : []));
  const ids = records.flatMap(record => (isUuid(record.given['variantId']) ? [record.given['variantId']] : []));
  return sql`t.variant_id = any(${variantsWithSkus(...skus)} || ${ids}::uuid[])`;
};

/**
 * The existing version of each record. The first key that the record gives completely decides; if an id is not found,
 * the next key is used.
 */
async function findExisting(db: Db, kind: Kind, records: readonly ImportRecord[]): Promise<Map<ImportRecord, Row[]>> {
  const existing = new Map<ImportRecord, Row[]>();
  const open = new Set(records);
  for (const key of kind.keys) {
    const found = await findBy(db, kind, key, [...open]);
    for (const record of open) {
      const parts = key.map(field => keyPart(record, field));
      if (parts.some(part => part === undefined)) continue;
      const can = parts.every((part, index) => isKeyPart(kind, key[index]!, part));
      const rows = (can && found.get(JSON.stringify(parts.map(String)))) || [];
      const own = rows.filter(row => row['id'] === cellOf(record, 'id'));
      existing.set(record, own.length > 0 ? own : rows);
      if (rows.length > 0 || key[0] !== 'id') open.delete(record);
    }
  }
  return existing;
}

// ---- differences ----

/** A given value as a response would show it. */
function shownAs(schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value);
  return parsed?.success ? JSON.parse(JSON.stringify(parsed.data ?? null)) : value;
}

/** The fields in which the row differs from the existing record. */
function differences(row: z.ZodObject, values: Fields, existing: Row): Fields {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => {
      if (field === 'id' || value === undefined) return false;
      const there = existing[field] ?? null;
      if (isDeepStrictEqual(value, there)) return false;
      if (Array.isArray(there) && Array.isArray(value)) return !sameLines(row.shape[field] as z.ZodType, value, there);
      return !isDeepStrictEqual(shownAs(row.shape[field] as z.ZodType, value), there);
    }),
  );
}

function sameLines(schema: z.ZodType, lines: readonly unknown[], existing: readonly unknown[]): boolean {
  if (lines.length !== existing.length) return false;
  const shown = shownAs(schema, lines) as Fields[];
  return shown.every((line, index) =>
    Object.entries(line).every(([field, value]) =>
      isDeepStrictEqual(value ?? null, (existing[index] as Fields)[field] ?? null),
    ),
  );
}

// ---- decisions ----

const KEPT = 'An import cannot change this.';

/** The decision for each record. Problems are assigned to its rows; nothing is changed here. */
export async function decideAll(db: Db, kind: Kind, mode: Mode, records: readonly ImportRecord[]): Promise<Decision[]> {
  await lookUp(db, records);
  const sound = records.filter(({ problems }) => problems.length === 0);
  const existing = kind.isAct ? new Map<ImportRecord, Row[]>() : await findExisting(db, kind, sound);
  const variants = kind.lines === 'variants' ? await variantsNamed(db, sound) : new Map<string, Row>();
  return records.map(record => {
    const decision: Decision = {
      record,
      steps: [],
      outcomes: [],
      problems: [...record.problems],
      warnings: [],
      isPlainCreate: false,
    };
    if (decision.problems.length === 0) decide(decision, kind, mode, existing.get(record) ?? [], variants);
    return decision;
  });
}

function decide(
  decision: Decision,
  kind: Kind,
  mode: Mode,
  found: readonly Row[],
  variants: ReadonlyMap<string, Row>,
): void {
  const { record } = decision;
  const refuseIt = (code: Problem['code'], message: string, field: string) =>
    decision.problems.push({ code, message, ...record.locate(field) });
  const key = kind.keys.find(fields => fields.every(field => keyPart(record, field) !== undefined)) ?? ['id'];
  const all = (outcome: Outcome) => record.rows.map(() => outcome);
  if (found.length > 1) return void refuseIt('validation_failed', 'Several records match: give the id.', key[0]!);
  const [there] = found;
  if (!there) {
    if (mode === 'update' && !kind.isAct)
      return void refuseIt('reference_not_found', 'There is no such record to update.', key[0]!);
    const { id: _, ...input } = record.given;
    if (key[0] === 'number' && input['reference'] === undefined) input['reference'] = record.shown['number'];
    if (kind.initially && record.shown['status'] && record.shown['status'] !== kind.initially)
      return void refuseIt('validation_failed', `An import creates records as ${kind.initially} only.`, 'status');
    decision.steps.push({ operation: kind.create, input, path: '' });
    decision.outcomes = all('created');
    decision.isPlainCreate = true;
    return;
  }
  decision.id = there['id'] as string;
  if (mode === 'create') return void refuseIt('already_exists', 'Already exists.', key[0]!);
  const ofVariants = kind.lines === 'variants';
  const { variants: lines, ...own } = record.given;
  const changes = differences(rowOf(kind), ofVariants ? own : record.given, there);
  const { status } = record.shown;
  if (status !== undefined && there['status'] !== undefined && status !== there['status'])
    return void refuseIt('validation_failed', KEPT, 'status');
  decision.outcomes = all('unchanged');
  if (Object.keys(changes).length > 0) {
    if (kind.many && kind.update === kind.create) {
      decision.steps.push({ operation: kind.create, input: record.given, path: '' });
      decision.isPlainCreate = true;
    } else {
      const fixed = Object.keys(changes).filter(field => !kind.update || !(field in kind.update.input.shape));
      for (const field of fixed) refuseIt('validation_failed', KEPT, field);
      if (fixed.length > 0) return;
      const foundBy = Object.fromEntries(
        key.flatMap(field =>
          typeof record.given[field] === 'string' && field !== 'id' ? [[field, there[field]]] : [],
        ),
      );
      decision.steps.push({ operation: kind.update!, input: { ...changes, id: there['id'] }, path: '', foundBy });
    }
    decision.outcomes = all('updated');
  }
  if (ofVariants) decideVariants(decision, (lines ?? []) as Fields[], there, variants);
}

// ---- variants in the sheet of their products ----

async function variantsNamed(db: Db, records: readonly ImportRecord[]): Promise<Map<string, Row>> {
  const skus = records.flatMap(({ given }) =>
    ((given['variants'] ?? []) as Fields[]).flatMap(line => (typeof line?.['sku'] === 'string' ? [line['sku']] : [])),
  );
  if (skus.length === 0) return new Map();
  const rows = await readRows(db, shapeOf(Variant), [sql`t.id = any(${variantsWithSkus(...skus)})`]);
  return new Map(rows.map(row => [row['sku'] as string, row]));
}

/** Each variant of an existing product is created, changed or left alone, and so is the result of its row. */
function decideVariants(
  { record, steps, outcomes, problems }: Decision,
  lines: readonly Fields[],
  product: Row,
  variants: ReadonlyMap<string, Row>,
): void {
  for (const [index, line] of lines.entries()) {
    const path = `variants[${index}]`;
    const variant = variants.get(String(line['sku']));
    if (variant && variant['productId'] !== product['id']) {
      problems.push({
        code: 'already_exists',
        message: 'Belongs to another product.',
        ...record.locate(`${path}.sku`),
      });
      continue;
    }
    if (!variant) {
      steps.push({ operation: createVariant, input: { ...line, productId: product['id'] }, path: `${path}.` });
      outcomes[index] = 'created';
      continue;
    }
    const changes = differences(createVariant.input, line, variant);
    if (Object.keys(changes).length === 0) continue;
    const foundBy = { sku: variant['sku'] };
    steps.push({ operation: updateVariant, input: { ...changes, id: variant['id'] }, path: `${path}.`, foundBy });
    outcomes[index] = 'updated';
  }
}
