import { sql } from 'kysely';
import { type Page, type Paging, placeAfter, type SortKey } from '../kernel/page.ts';
import { type Shape, shapeOf } from '../kernel/shape.ts';
import { distance } from '../kernel/typos.ts';
import type { Db, RecordClass, Wants } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { folded } from './folded.ts';
import { allOf, type Condition, columnsOf, completed, planned, rowsOf, tenantOf } from './rows.ts';
import { hasKeys, KEY_LENGTH, namerOf, TYPO_LETTERS, wordsOf } from './search-words.ts';
import { ofTenant } from './tenant.ts';

/*
 * `q` in a list: docs/api.md, "Searching". First the known words that match are looked up, up to a limit; then the
 * rows that have them. A word finds its rows by index, unless too many known words match: then most rows have it, and
 * scanning the newest ones fills a page.
 */

/** The maximum number of known words that a search word may match. */
const MEANT_MAX = 2000;

/** Known words, by the kind of record that has them. */
interface Words {
  readonly [kind: string]: readonly string[];
}

/** One search word. */
interface Asked {
  text: string;
  /** The known words that contain it; undefined if there are too many to list. */
  words: Words | undefined;
  /** Those, and the known names that it is one typo away from. */
  nearly: Words;
}

/** The result of a search, as conditions on the table `t`. */
export interface Found {
  /** For a page in another order. */
  any: Condition;
  /** The same, for counting all matches: each word finds its rows by itself. */
  all: Condition;
  /** Best matches first, each group without those before it. */
  ranks: readonly { rank: number; where: Condition }[];
}

/** Whether a list of this resource can be searched: it has a name, a number or a code. */
export const isSearched = (of: RecordClass): boolean => wordsOf(shapeOf(of)) !== undefined;

interface Known {
  whole: string;
  asked: string;
  kind: string | null;
  word: string;
  is_slip: boolean;
}

/** Looks up the words that `q` matches in a list of this resource. */
export async function lookUp(db: Db, of: RecordClass, q: string): Promise<Found> {
  const chain = chainOf(shapeOf(of));
  const kinds = (withKeys: boolean) =>
    chain.flatMap(({ shape, kind }) => (kind !== undefined && hasKeys(shape) === withKeys ? [kind] : []));
  const most = sql`limit ${MEANT_MAX}::int / a.words + 1`;
  const { rows } = await sql<Known>`
    with said as (select ${sql.raw(folded('q'))} as whole from (select ${q}::text as q) given), asked as (
      select whole, word, count(*) over () as words from said, (select distinct word from said, regexp_split_to_table(whole, '\\s+') as s (word) where word <> '') w)
    select a.whole, a.word as asked, f.kind, f.word, f.is_slip from asked a left join lateral (
      (select k.kind, k.word, k.is_slip from search_keys k where ${ofTenant('k')} and k.kind = any(${kinds(true)}) and not k.is_slip
        and k.key >= left(a.word, ${KEY_LENGTH}::int) and k.key < left(a.word, ${KEY_LENGTH}::int) || chr(1114111) ${most})
      union all
      (select w.kind, w.word, false from search_words w where ${ofTenant('w')} and w.kind = any(${kinds(false)}) and position(a.word in w.word) > 0 ${most})
      union all
      (select k.kind, k.word, k.is_slip from search_keys k where ${ofTenant('k')} and k.kind = any(${kinds(true)}) and k.is_slip
        and k.key = any(array(select slips_of(a.word))) and length(a.word) >= ${TYPO_LETTERS} ${most})
    ) f on true`.execute(db);
  const asked = [...Map.groupBy(rows, row => row.asked).values()];
  return foundOf(
    chain,
    rows[0]?.whole ?? '',
    asked.map(known => meant(known, Math.floor(MEANT_MAX / asked.length))),
  );
}

function meant(known: readonly Known[], most: number): Asked {
  const text = known[0]!.asked;
  const written = known.filter(({ kind, is_slip }) => kind !== null && !is_slip);
  const slips = known.filter(({ is_slip, word }) => is_slip && isSlipOf(text, word));
  // The key of a long word is only its beginning.
  const words = written.filter(({ word }) => word.includes(text));
  return { text, words: written.length > most ? undefined : byKind(words), nearly: byKind([...words, ...slips]) };
}

const byKind = (known: readonly Known[]): Words =>
  Object.fromEntries(
    [...Map.groupBy(known, ({ kind }) => kind!)].map(([kind, all]) => [
      kind,
      [...new Set(all.map(({ word }) => word))],
    ]),
  );

const countOf = (words: Words): number => Object.values(words).reduce((sum, each) => sum + each.length, 0);

/** Whether it is one of the parts of a name, or all of it, with one typo. */
const isSlipOf = (asked: string, word: string): boolean =>
  [word, ...word.split(/[^\p{L}\p{N}]+/u)].some(part => distance(asked, part, 1) === 1);

// ---- from words to rows ----

/** The records whose words find a row of the list: the row itself, the one it belongs to, and the next one up. */
interface Link {
  shape: Shape;
  /** The kind under which its words are stored, if it has any. */
  kind: string | undefined;
  /** The column that leads to the next one. */
  column: string | undefined;
}

function chainOf(shape: Shape): Link[] {
  const namer = namerOf(shape);
  const link = { shape, kind: wordsOf(shape) && shape.table!, column: namer?.column };
  return [link, ...(namer ? chainOf(namer.shape) : [])];
}

/** The ids of the rows that have one of the words: finds a page if few rows match. */
const among = (chain: readonly Link[], words: Words, codesOnly = false): Condition =>
  found(chain, kind =>
    words[kind]?.length ? sql`w.word = any(${words[kind]})${codesOnly ? sql` and w.is_code` : sql``}` : undefined,
  );

/** The ids of the rows that have a word of a kind for which this holds. */
function found(chain: readonly Link[], by: (kind: string) => Condition | undefined): Condition {
  const branches = chain.flatMap(({ kind }, depth) => {
    const holds = kind === undefined ? undefined : by(kind);
    if (!holds) return [];
    const named = sql`select w.named_id from search_words w where ${ofTenant('w')} and w.kind = ${kind} and ${holds}`;
    return [{ depth, named }];
  });
  const [first, second] = branches;
  if (!first) return NOTHING;
  if (!second && first.depth > 0)
    return sql`${sql.ref(`t.${chain[0]!.column}`)} in (${idsOf(chain, 1, first.depth, first.named)})`;
  return sql`t.id in (${sql.join(
    branches.map(({ depth, named }) => idsOf(chain, 0, depth, named)),
    sql` union all `,
  )})`;
}

/** The ids of the rows of a link that lead to the named record this many links on. */
function idsOf(chain: readonly Link[], at: number, depth: number, named: Condition): Condition {
  if (at === depth) return named;
  const { shape, column } = chain[at]!;
  const alias = `link_${at}`;
  return sql`select ${sql.ref(`${alias}.id`)} from ${sql.table(shape.table!)} as ${sql.raw(alias)}
    where ${ofTenant(alias)} and ${sql.ref(`${alias}.${column}`)} in (${idsOf(chain, at + 1, depth, named)})`;
}

/**
 * Whether one row `t` has a word for which this holds: filters rows that something else has found. Limited to one, so
 * that the planner checks it row by row.
 */
function isCalled(chain: readonly Link[], by: (kind: string) => Condition | undefined): Condition {
  const probes = chain.flatMap(({ kind }, depth) => {
    const holds = kind === undefined ? undefined : by(kind);
    return holds
      ? [
          sql`(select true from search_words w where ${ofTenant('w')} and w.named_id = ${pointer(chain, depth)} and w.kind = ${kind} and ${holds} limit 1)`,
        ]
      : [];
  });
  return probes.length === 0 ? NOTHING : sql`coalesce(${sql.join(probes)}, false)`;
}

/** The id that the row `t` leads to, this many links on. */
function pointer(chain: readonly Link[], depth: number, at = 0, from: Condition = sql.ref('t.id')): Condition {
  if (at === depth) return from;
  const { shape, column } = chain[at]!;
  if (at === 0) return pointer(chain, depth, 1, sql.ref(`t.${column}`));
  const alias = `link_${at}`;
  const next = sql`(select ${sql.ref(`${alias}.${column}`)} from ${sql.table(shape.table!)} as ${sql.raw(alias)} where ${ofTenant(alias)} and ${sql.ref(`${alias}.id`)} = ${from})`;
  return pointer(chain, depth, at + 1, next);
}

const NOTHING = sql`false`;

function foundOf(chain: readonly Link[], whole: string, asked: readonly Asked[]): Found {
  if (asked.length === 0 || asked.some(({ words, nearly }) => words && countOf(nearly) === 0))
    return { any: NOTHING, all: NOTHING, ranks: [] };
  const byOneOf = (words: Words) =>
    isCalled(chain, kind => (words[kind]?.length ? sql`w.word = any(${words[kind]})` : undefined));
  const contains = (text: string) => sql`position(${text} in w.word) > 0`;
  const has = (text: string) => isCalled(chain, () => contains(text));
  // The rarest word finds the rows, the others filter them.
  const [rarest, ...others] = asked.toSorted((a, b) => rank(a) - rank(b) || b.text.length - a.text.length);
  const all = (wordsFor: (each: Asked) => Words) =>
    allOf([
      rarest!.words ? among(chain, wordsFor(rarest!)) : has(rarest!.text),
      ...others.map(each => (each.words ? byOneOf(wordsFor(each)) : has(each.text))),
    ]);
  const written = all(each => each.words!);
  const isWritten = allOf(asked.map(({ text, words }) => (words ? byOneOf(words) : has(text))));
  const kinds = chain.flatMap(({ kind }) => kind ?? []);
  const exact = among(chain, Object.fromEntries(kinds.map(kind => [kind, [whole]])), true);
  const isExact = isCalled(chain, () => sql`w.word = ${whole} and w.is_code`);
  const mayBeWritten = asked.every(({ words }) => !words || countOf(words) > 0);
  const mayBeSlips = asked.some(({ words, nearly }) => words && countOf(nearly) > countOf(words));
  const nearly = all(each => each.nearly);
  return {
    any: planned(mayBeSlips ? nearly : written),
    all: planned(
      allOf(
        asked.map(({ text, words, nearly }) => (words ? among(chain, nearly) : found(chain, () => contains(text)))),
      ),
    ),
    ranks: [
      ...(mayBeWritten
        ? [
            { rank: 3, where: exact },
            { rank: 2, where: sql`${written} and not ${isExact}` },
          ]
        : []),
      ...(mayBeSlips ? [{ rank: 1, where: mayBeWritten ? sql`${nearly} and not (${isWritten})` : nearly }] : []),
    ],
  };
}

const rank = ({ words, nearly }: Asked): number => (words ? countOf(nearly) : Number.POSITIVE_INFINITY);

// ---- pages ----

const BEST_FIRST: readonly SortKey[] = [
  { field: 'rank', sql: sql.ref('t.rank'), direction: 'desc', type: 'bigint' },
  { field: 'id', sql: sql.ref('t.id'), direction: 'desc', type: 'uuid' },
];

/** A page of the matches: best first, and newest first among equals. */
export async function readFound(
  db: Db,
  shape: Shape,
  conditions: readonly Condition[],
  { all, ranks }: Found,
  paging: Paging,
  wants: Wants,
): Promise<Page> {
  const { perPage, cursor } = paging;
  const after = cursor === undefined ? undefined : placeAfter(BEST_FIRST, cursor);
  const offset = after ? 0 : ((paging.page ?? 1) - 1) * perPage;
  const branches = ranks
    .filter(({ rank }) => !after || rank <= Number(after[0]))
    .map(({ rank, where }) => {
      const rest = after && rank === Number(after[0]) ? [sql`t.id < ${after[1]}::uuid`] : [];
      return sql`(select ${sql.lit(rank)} as rank, t.id ${rowsOf(shape, [...conditions, planned(where), ...rest])} order by t.id desc limit ${offset + perPage + 1})`;
    });
  const rows =
    branches.length === 0
      ? []
      : (
          await sql<Row>`
    select ${columnsOf(shape)}, f.rank as "searchRank" from (
      select b.rank, b.id from (${sql.join(branches, sql` union all `)}) b order by b.rank desc, b.id desc limit ${perPage + 1} offset ${offset}) f
    join ${sql.table(shape.table!)} as t on ${tenantOf(shape)} and t.id = f.id order by f.rank desc, t.id desc`.execute(
            db,
          )
        ).rows;
  const rankOf = new Map<Row, unknown>();
  for (const row of rows) {
    rankOf.set(row, row['searchRank']);
    delete row['searchRank'];
  }
  return completed(db, shape, rows, {
    conditions: [...conditions, all],
    paging,
    wants,
    order: BEST_FIRST,
    placed: row => ({ ...row, rank: rankOf.get(row) }),
  });
}
