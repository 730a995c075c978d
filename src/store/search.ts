import { sql } from 'kysely';
import { type Page, type Paging, placeAfter, type SortKey } from '../kernel/page.ts';
import { type Shape, shapeOf } from '../kernel/shape.ts';
import { distance } from '../kernel/typos.ts';
import type { Db, RecordClass, Wants } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { folded } from './folded.ts';
import { allOf, type Condition, completed, planned, rowsOf, selected, tenantOf } from './rows.ts';
import { hasKeys, KEY_LENGTH, namerOf, TYPO_LETTERS, wordsOf } from './search-words.ts';
import { ofTenant } from './tenant.ts';

/*
 * `q` in a list: docs/api.md, "Searching". First the known words that match are looked up, up to a limit, and how many
 * rows have them. If few rows have one of the words, they are read by index and checked for the others. If every word
 * is common, the first rows of the list mostly fill a page; where they do not, each word's rows are read from its
 * index and compared as sets, which costs no more than reading the index once, however rarely the words meet.
 */

/** The maximum number of known words that a search word may match. */
const MEANT_MAX = 2000;
/** The maximum number of rows that are read by index and checked one by one. */
const FEW_ROWS = 2000;
/** Roughly how many rows a record names: levels of a variant, variants of a product. */
const ROWS_OF_A_NAME = 5;
/** How many of a list's first rows are checked for each row wanted, and at least and at most. */
const CHECKED = { each: 20, min: 1000, max: 5000 };

/** Known words, by the kind of record that has them. */
interface Words {
  readonly [kind: string]: readonly string[];
}

/** One search word. */
interface SearchWord {
  text: string;
  /** The known words that contain it; undefined if there are too many to list. */
  words: Words | undefined;
  /** The known names that it is one typo away from; none if there are too many words. */
  slips: Words;
  /** Roughly how many rows have the words, and the slips. */
  rows: { words: number; slips: number };
}

/** A condition on the table `t`. */
interface Match {
  /** Finds the rows by index if they are few, else checks a row that something else has found. */
  where: Condition;
  /** The same if they may be many, for finding all of them. */
  all?: Condition;
}

/** The result of a search. */
interface SearchResult {
  /** For a page in another order, and for counting. */
  all: Condition;
  /** Best matches first, each group without those before it. */
  ranks: readonly (Match & { rank: number })[];
}

/** Whether a list of this resource can be searched: it has a name, a number or a code. */
export const isSearched = (of: RecordClass): boolean => wordsOf(shapeOf(of)) !== undefined;

interface KnownWord {
  whole: string;
  asked: string;
  kind: string | null;
  word: string;
  is_slip: boolean;
  rows: number;
}

/** Looks up the words that `q` matches in a list of this resource. */
export async function lookUp(db: Db, of: RecordClass, q: string): Promise<SearchResult> {
  const chain = chainOf(shapeOf(of));
  const kinds = (withKeys: boolean) =>
    chain.flatMap(({ shape, kind }) => (kind !== undefined && hasKeys(shape) === withKeys ? [kind] : []));
  const weights = sql.join(
    chain.flatMap(({ kind }, depth) =>
      kind === undefined ? [] : [sql`(${kind}, ${sql.lit(ROWS_OF_A_NAME ** depth)})`],
    ),
  );
  const most = sql`limit ${MEANT_MAX}::int / a.words + 1`;
  const { rows } = await sql<KnownWord>`
    with said as (select ${sql.raw(folded('q'))} as whole from (select ${q}::text as q) given), asked as (
      select whole, word, count(*) over () as words from said,
          (select distinct word from said, regexp_split_to_table(whole, '\\s+') as s (word) where word <> '') w),
    known as materialized (select a.whole, a.word as asked, f.kind, f.word, f.is_slip from asked a left join lateral (
      (select k.kind, k.word, k.is_slip from search_keys k
          where ${ofTenant('k')} and k.kind = any(${kinds(true)}) and not k.is_slip
        and k.key >= left(a.word, ${KEY_LENGTH}::int)
            and k.key < left(a.word, ${KEY_LENGTH}::int) || chr(1114111) ${most})
      union all
      (select w.kind, w.word, false from search_words w
          where ${ofTenant('w')} and w.kind = any(${kinds(false)}) and position(a.word in w.word) > 0 ${most})
      union all
      (select k.kind, k.word, k.is_slip from search_keys k
          where ${ofTenant('k')} and k.kind = any(${kinds(true)}) and k.is_slip
        and k.key = any(array(select slips_of(a.word))) and length(a.word) >= ${TYPO_LETTERS} ${most})
    ) f on true),
    had as materialized (select k.asked, k.is_slip, sum(c.weight * n.named) as rows
      from (select asked, kind, is_slip, array_agg(word) as words from known group by asked, kind, is_slip) k
      join (values ${weights}) as c (kind, weight) using (kind),
      lateral (select count(*) as named from (
        select from search_words w where ${ofTenant('w')} and w.kind = k.kind and w.word = any(k.words)
              limit ${FEW_ROWS}::int / c.weight + 1) w) n
      group by k.asked, k.is_slip)
    select k.*, coalesce(h.rows, 0) as rows
    from known k left join had h on h.asked = k.asked and h.is_slip = k.is_slip`.execute(db);
  const asked = [...Map.groupBy(rows, row => row.asked).values()];
  return foundOf(
    chain,
    rows[0]?.whole ?? '',
    asked.map(known => meant(known, Math.floor(MEANT_MAX / asked.length))),
  );
}

function meant(rows: readonly KnownWord[], limit: number): SearchWord {
  const text = rows[0]!.asked;
  const written = rows.filter(({ kind, is_slip }) => kind !== null && !is_slip);
  const isListed = written.length <= limit;
  const slips = isListed ? rows.filter(({ is_slip, word }) => is_slip && isSlipOf(text, word)) : [];
  return {
    text,
    // The key of a long word is only its beginning.
    words: isListed ? byKind(written.filter(({ word }) => word.includes(text))) : undefined,
    slips: byKind(slips),
    rows: { words: isListed ? (written[0]?.rows ?? 0) : Number.POSITIVE_INFINITY, slips: slips[0]?.rows ?? 0 },
  };
}

const byKind = (known: readonly KnownWord[]): Words =>
  Object.fromEntries(
    [...Map.groupBy(known, ({ kind }) => kind!)].map(([kind, all]) => [
      kind,
      [...new Set(all.map(({ word }) => word))],
    ]),
  );

const isNone = (words: Words | undefined): boolean => words !== undefined && Object.keys(words).length === 0;

const both = (some: Words, others: Words): Words =>
  Object.fromEntries(
    [...new Set([...Object.keys(some), ...Object.keys(others)])].map(kind => [
      kind,
      [...new Set([...(some[kind] ?? []), ...(others[kind] ?? [])])],
    ]),
  );

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

/** What a word stored in `search_words` as `w` must be for a record of this kind. */
type ByKind = (kind: string) => Condition | undefined;

const oneOf =
  (words: Words): ByKind =>
  kind =>
    words[kind]?.length ? sql`w.word = any(${words[kind]})` : undefined;

const containing =
  (text: string): ByKind =>
  () =>
    sql`position(${text} in w.word) > 0`;

/** The rows that have a word of each sort. What has no words of its own has those of the record it belongs to. */
function among(chain: readonly Link[], sorts: readonly ByKind[]): Condition {
  const sets = sorts.map(by =>
    chain.flatMap(({ kind }, depth) => {
      const holds = kind === undefined ? undefined : by(kind);
      if (!holds) return [];
      return [
        {
          depth,
          named: sql`select w.named_id from search_words w where ${ofTenant('w')} and w.kind = ${kind} and ${holds}`,
        },
      ];
    }),
  );
  if (sets.some(branches => branches.length === 0)) return NOTHING;
  // Compared where the first of them are named: products before their variants are read.
  const first = Math.min(...sets.flat().map(({ depth }) => depth));
  // Of rows that may occur twice the planner expects 200 different ones, and looks for each of 100,000 by its key. Sets
  // that are compared have none twice anyway.
  const union = sets.length === 1 ? sql` union ` : sql` union all `;
  const named = sql.join(
    sets.map(
      branches =>
        sql`(${sql.join(
          branches.map(each => idsOf(chain, first, each.depth, each.named)),
          union,
        )})`,
    ),
    sql` intersect `,
  );
  if (first === 0) return sql`t.id in (${named})`;
  return sql`${sql.ref(`t.${chain[0]!.column}`)} in (${idsOf(chain, 1, first, named)})`;
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
function isCalled(chain: readonly Link[], by: ByKind): Condition {
  const probes = chain.flatMap(({ kind }, depth) => {
    const holds = kind === undefined ? undefined : by(kind);
    return holds
      ? [
          sql`(select true from search_words w where ${ofTenant('w')} and w.named_id = ${pointer(chain, depth)}
              and w.kind = ${kind} and ${holds} limit 1)`,
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
  const next = sql`(select ${sql.ref(`${alias}.${column}`)} from ${sql.table(shape.table!)} as ${sql.raw(alias)}
      where ${ofTenant(alias)} and ${sql.ref(`${alias}.id`)} = ${from})`;
  return pointer(chain, depth, at + 1, next);
}

const NOTHING = sql`false`;

/** One of the sorts of words that a row must have, and roughly how many rows have it. */
interface Sort {
  by: ByKind;
  rows: number;
}

/** The rows that have a word of each sort: those of the rarest are found, the others are checked. */
function having(chain: readonly Link[], sorts: readonly Sort[]): Match {
  const [rarest, ...others] = sorts.toSorted((a, b) => a.rows - b.rows);
  const checked = others.map(({ by }) => isCalled(chain, by));
  if (rarest!.rows <= FEW_ROWS) return { where: allOf([among(chain, [rarest!.by]), ...checked]) };
  return {
    where: allOf([isCalled(chain, rarest!.by), ...checked]),
    all: among(
      chain,
      sorts.map(({ by }) => by),
    ),
  };
}

/** The same without the rows for which this holds. */
const without = ({ where, all }: Match, other: Condition): Match => {
  const isOther = sql`(${other}) is not true`;
  return { where: allOf([where, isOther]), ...(all && { all: allOf([all, isOther]) }) };
};

function foundOf(chain: readonly Link[], whole: string, words: readonly SearchWord[]): SearchResult {
  if (words.length === 0 || words.some(({ words, slips }) => isNone(words) && isNone(slips)))
    return { all: NOTHING, ranks: [] };
  const written = words.map(({ text, words, rows }) => ({
    by: words ? oneOf(words) : containing(text),
    rows: rows.words,
  }));
  const nearly = words.map(({ text, words, slips, rows }) => ({
    by: words ? oneOf(both(words, slips)) : containing(text),
    rows: rows.words + rows.slips,
  }));
  const mayBeWritten = !words.some(({ words }) => isNone(words));
  const mayBeSlips = words.some(({ slips }) => !isNone(slips));
  const all = having(chain, mayBeSlips ? nearly : written);
  const exact = among(chain, [() => sql`w.word = ${whole} and w.is_code`]);
  const isWritten = allOf(written.map(({ by }) => isCalled(chain, by)));
  // A row that does not have the word as written has at least one of its slips.
  const slips = {
    by: oneOf(words.map(each => each.slips).reduce(both)),
    rows: words.reduce((sum, { rows }) => sum + rows.slips, 0),
  };
  return {
    all: planned(all.all ?? all.where),
    ranks: [
      ...(mayBeWritten
        ? [
            { rank: 3, where: exact },
            { rank: 2, ...without(having(chain, written), exact) },
          ]
        : []),
      ...(mayBeSlips
        ? [{ rank: 1, ...(mayBeWritten ? without(having(chain, [slips, ...nearly]), isWritten) : all) }]
        : []),
    ],
  };
}

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
  { all, ranks }: SearchResult,
  paging: Paging,
  wants: Wants,
): Promise<Page> {
  const { perPage, cursor } = paging;
  const after = cursor === undefined ? undefined : placeAfter(BEST_FIRST, cursor);
  const offset = after ? 0 : ((paging.page ?? 1) - 1) * perPage;
  const most = offset + perPage + 1;
  const groups = ranks.filter(({ rank }) => !after || rank <= Number(after[0]));
  // A group is not read if those before it fill the page.
  const read = groups.map(({ rank, ...match }, index) => {
    const limits = [
      ...conditions,
      ...(after && rank === Number(after[0]) ? [sql`t.id < ${after[1]}::uuid`] : []),
      ...(index === 0 ? [] : [sql`(${allOfThem(groups.slice(0, index))}) < ${most}`]),
    ];
    return sql`${groupOf(rank)} as materialized (select ${sql.lit(rank)} as rank, g.id
        from (${idsFound(shape, limits, match, most)}) g)`;
  });
  const rows =
    read.length === 0
      ? []
      : (
          await sql<Row>`
    with ${sql.join(read)}
    select ${selected(shape, wants)}, f.rank as "searchRank" from (
      select b.rank, b.id from (${sql.join(
        groups.map(({ rank }) => sql`select * from ${groupOf(rank)}`),
        sql` union all `,
      )}) b order by b.rank desc, b.id desc limit ${perPage + 1} offset ${offset}) f
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

const groupOf = (rank: number): Condition => sql.raw(`found_${rank}`);

const allOfThem = (groups: readonly { rank: number }[]): Condition =>
  sql`select ${sql.join(
    groups.map(({ rank }) => sql`(select count(*) from ${groupOf(rank)})`),
    sql` + `,
  )}`;

/** The ids of the newest rows that match, up to this many. */
function idsFound(shape: Shape, conditions: readonly Condition[], { where, all }: Match, most: number): Condition {
  const newest = (rows: Condition, limit: number) => sql`${rows} order by t.id desc limit ${limit}`;
  if (!all) return newest(sql`select t.id ${rowsOf(shape, [...conditions, planned(where)])}`, most);
  // Planned without its limit; otherwise the whole list may be read in order.
  const far = (more: readonly Condition[]) =>
    newest(
      sql`select t.id from (select t.id ${rowsOf(shape, [...conditions, planned(all), ...more])} offset 0) t`,
      most,
    );
  const checked = Math.min(Math.max(most * CHECKED.each, CHECKED.min), CHECKED.max);
  if (most > checked / 2) return far([]);
  const first = newest(sql`select t.* ${rowsOf(shape, conditions)}`, checked);
  const isAll = sql`(select count(*) from near) = ${most}
    or not exists (select ${rowsOf(shape, conditions)} offset ${checked})`;
  return sql`with near as materialized (${newest(sql`select t.id from (${first}) t where ${where}`, most)}),
    is_all as materialized (select ${isAll} as yes)
    (select id from near where (select yes from is_all)) union all (${far([sql`not (select yes from is_all)`])})`;
}
