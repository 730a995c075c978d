import { sql } from 'kysely';
import type { Reading } from '../kernel/operation.ts';
import { allOf } from '../store/rows.ts';
import { fieldNamed, RECORDS, WHOSE } from './dimensions.ts';
import { conditionOf } from './filters.ts';
import type { ReportBasis } from './input.ts';
import { GAPS, measureNamed } from './measures.ts';
import type { Part } from './parts.ts';
import type { Plan } from './plan.ts';

/**
 * What readers of the figures need to know: as of when they are if not of now, which days they cover, what is left out
 * or estimated, and names that do not exist.
 */
export async function notesOf(
  reading: Reading,
  plan: Plan,
  basis: ReportBasis,
  total: { [column: string]: unknown },
  asOf: Date | undefined,
): Promise<string[]> {
  const { range, compared, measures } = plan;
  const { importedTo, importedFrom, ledgerSince } = basis;
  const earliest = compared && compared.from < range.from ? compared.from : range.from;
  const imports = importedTo !== null && importedFrom !== null && earliest <= importedTo && importedFrom <= range.to;
  const readsImports = [...plan.terms.values()].flat().some(({ source }) => source === 'history');
  const beforeLedger =
    plan.isDated &&
    ledgerSince !== null &&
    earliest < ledgerSince &&
    measures.some(name => measureNamed(name).kind === 'period');
  return [
    ...(asOf ? [`These figures take long to compute: they are as of ${asOf.toISOString()}.`] : []),
    ...ofOtherDays(plan),
    ...(compared ? [`Compared with ${compared.from} to ${compared.to}.`] : []),
    ...(imports && readsImports
      ? [
          ledgerSince !== null && importedTo >= ledgerSince
            ? `Sales up to ${importedTo} include imported demand history: without orders and prices.`
            : `Sales up to ${importedTo} are imported demand history: without orders and prices.`,
        ]
      : []),
    ...(imports && plan.leftOut.length > 0
      ? ['Imported demand history cannot be broken down this way and is left out.']
      : []),
    ...(beforeLedger ? [`The ledger begins on ${ledgerSince}: before that only imported sales are known.`] : []),
    ...new Set(measures.flatMap(name => measureNamed(name).note ?? [])),
    ...new Set([...plan.terms.values()].flat().flatMap(({ note }) => note ?? [])),
    ...gapsOf(plan, total),
    ...unclassedOf(total),
    ...(await unheardOf(reading, plan)),
  ];
}

/** What the figures leave out, and those of the days that they are compared with. */
function gapsOf({ measures }: Plan, total: { [column: string]: unknown }): string[] {
  const gaps = Object.entries(GAPS) as [Part, (typeof GAPS)[Part] & object][];
  return (['now', 'before'] as const).flatMap(side =>
    gaps.flatMap(([part, { of, note }]) => {
      const units = Number(total[`gap_${part}_${side}`] ?? 0);
      if (units <= 0 || !of.some(name => measures.includes(name))) return [];
      return [side === 'now' ? note(units) : `Compared with: ${note(units)}`];
    }),
  );
}

/** Variants that no class has because what they cost is not known. */
const unclassedOf = ({ unclassed }: { [column: string]: unknown }): string[] =>
  Number(unclassed ?? 0) > 0
    ? [`SKUs without an ABC class: ${unclassed}. They were sold or used, but what they cost is not known.`]
    : [];

/** Figures that cover other days than requested. */
function ofOtherDays({ measures, asOf, range, today }: Plan): string[] {
  const instants = measures.filter(name => measureNamed(name).kind === 'instant');
  if (asOf !== undefined)
    return instants.length > 0 ? [] : [`as_of does not apply to ${measures.join(', ')}: from and to set the days.`];
  return instants.length > 0 && range.to < today ? [`${instants.join(', ')}: as of now, not of ${range.to}.`] : [];
}

/** A name that does not exist selects or excludes nothing: more likely a typo than intended. */
async function unheardOf({ db }: Reading, { filters }: Plan): Promise<string[]> {
  const asked = filters.flatMap(({ field, op, value }) => {
    const known = fieldNamed(field);
    if (!known?.names || !['=', '!=', 'in', 'not_in'].includes(op)) return [];
    return (Array.isArray(value) ? value : [value]).map(each => ({ field, known, value: each }));
  });
  if (asked.length === 0) return [];
  const { rows } = await sql<{ found: boolean[] }>`select array[${sql.join(
    asked.map(({ field, known, value }) => {
      const record = RECORDS[known.of]!;
      const same = conditionOf({ field, op: '=', value }, sql`${known.sql}`, known);
      return sql`exists (select from ${record.from} where ${allOf([WHOSE[known.of]!, same])})`;
    }),
  )}] as found`.execute(db);
  return asked.flatMap(({ field, value }, index) =>
    rows[0]!.found[index] ? [] : [`There is no ${field.replaceAll('_', ' ')} called ${String(value)}.`],
  );
}
