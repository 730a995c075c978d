import type { Shape } from '../kernel/shape.ts';
import { folded } from '../store/folded.ts';
import { hasKeys, KEY_LENGTH, wordsOf } from '../store/search-words.ts';

/*
 * Triggers that maintain the tables search_words and search_keys: docs/api.md, "Searching". They are triggers so that
 * no command pays a round trip for them, and so that rows loaded by SQL are found as well.
 */

// A body that is parsed when it is created needs no search_path, and a function without one becomes part of the
// statement that calls it: otherwise it is planned again for each word.
const FUNCTIONS = String.raw`
create or replace function slips_of(part text) returns setof text language sql immutable parallel safe begin atomic
  select part where part !~ '[0-9]' and length(part) between 4 and 40
  union select overlay(part placing '' from n for 1) from generate_series(1, length(part)) n
  where part !~ '[0-9]' and length(part) between 4 and 40;
end;
comment on function slips_of(text) is 'A word of a name, and what is left of it without one of its letters: two words that are one typo apart have one of these in common. None of what has digits.';
-- How common a word is differs by the kind of record and by organization. Without this the planner takes a word of all
-- products for a rare one, and looks each of them up.
create statistics if not exists search_words_of_kinds (mcv) on organization_id, kind, word from search_words;`;

/**
 * Stores the words of rows, and the keys of words that are new: one statement. A known word costs no more than its own
 * row.
 */
function indexed(shape: Shape, rows: string): string {
  const { names, codes } = wordsOf(shape)!;
  // `offset 0` keeps this a probe of the index per word; as a join, each statement of an import would read all keys.
  const isKnown = (kind: 'false' | 'true', key: string) =>
    `exists (select from search_keys k where k.organization_id = n.organization_id and k.kind = '${shape.table}' and k.is_slip = ${kind} and k.key = ${key} and k.word = n.word offset 0)`;
  const terms = [
    ...names.map(
      name =>
        `select c.organization_id, c.id, s.word, false as is_code
          from ${rows} c, regexp_split_to_table(${folded(`c.${name}`)}, '\\s+') as s (word)`,
    ),
    ...codes.map(
      each =>
        `select c.organization_id, c.id, ${folded(`c.${each}`)} as word, true as is_code
          from ${rows} c where c.${each} is not null`,
    ),
  ].join(' union all ');
  const said = `with said as (
      select organization_id, id, word, bool_or(is_code) as is_code, not bool_and(is_code) as is_name from (${terms}) t
          where word <> '' group by organization_id, id, word)`;
  const post = (from: string) =>
    `insert into search_words (organization_id, kind, word, named_id, is_code)
      select organization_id, '${shape.table}', word, id, is_code from ${from} on conflict do nothing`;
  if (!hasKeys(shape))
    return `
    ${said} ${post('said')};`;
  return `
    ${said},
    posted as (${post('said')}),
    brought as materialized (select organization_id, word, bool_or(is_name) as is_name, (array_agg(id))[1] as since_id from said group by organization_id, word),
    fresh as materialized (select n.* from brought n where not ${isKnown('false', `left(n.word, ${KEY_LENGTH})`)}),
    parts as materialized (select n.organization_id, n.word, n.since_id, p.part
      from brought n, lateral (select n.word as part union select regexp_split_to_table(n.word, '[[:punct:]]+')) p
      where n.is_name and not ${isKnown('true', 'p.part')})
    insert into search_keys (organization_id, kind, is_slip, key, word, since_id)
    select n.organization_id, '${shape.table}', false, substr(n.word, place, ${KEY_LENGTH}), n.word, n.since_id
    from fresh n, generate_series(1, length(n.word)) place
    union select n.organization_id, '${shape.table}', true, s.slip, n.word, n.since_id
    from parts n, lateral slips_of(n.part) as s (slip)
;`;
}

function triggersFor(shape: Shape): string {
  const { table } = shape;
  const { names, codes } = wordsOf(shape)!;
  const columns = [...names, ...codes];
  const one = `(select new.organization_id, new.id, ${columns.map(column => `new.${column}`).join(', ')})`;
  const isOther = columns.map(column => `old.${column} is distinct from new.${column}`).join(' or ');
  return `
create or replace function keep_search_words_of_${table}() returns trigger language plpgsql
set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then${indexed(shape, 'added')}
    return null;
  end if;
  delete from search_words w where w.organization_id = old.organization_id and w.named_id = old.id;
  if tg_op = 'UPDATE' then${indexed(shape, one)}
  end if;
  return null;
end $$;
create or replace trigger keep_search_words_on_insert after insert on ${table}
referencing new table as added for each statement execute function keep_search_words_of_${table}();
create or replace trigger keep_search_words_on_update after update on ${table}
for each row when (${isOther}) execute function keep_search_words_of_${table}();
create or replace trigger keep_search_words_on_delete after delete on ${table}
for each row execute function keep_search_words_of_${table}();`;
}

/**
 * Indexes rows that are older than their index: after an upgrade, or when a resource becomes searchable. Nobody writes
 * meanwhile, because the triggers are created in the same transaction. The owner sees all rows.
 */
const backfill = (shape: Shape): string => `
do $$ begin
  if not exists (select from search_words where kind = '${shape.table}') then${indexed(shape, shape.table!)}
  end if;
end $$;`;

/**
 * Functions and triggers for these tables, and the index of their existing rows, each table's to be run in a
 * transaction; safe to run again.
 */
export const searchTriggers = (shapes: readonly Shape[]): string[] => [
  FUNCTIONS,
  ...shapes.map(shape => triggersFor(shape) + backfill(shape)),
];
