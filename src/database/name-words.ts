import { folded } from '../store/folded.ts';

/*
 * Triggers that maintain the table name_words. They are triggers so that questions also work on a catalogue that was
 * loaded by SQL.
 */

const onInsert = (table: string) => `
create or replace trigger keep_name_words_on_insert after insert on ${table}
referencing new table as changed for each statement execute function keep_name_words();`;
/** Most updates leave the names unchanged, and cost nothing. */
const onUpdate = (table: string, columns: readonly string[]) => `
create or replace trigger keep_name_words_on_update after update on ${table} for each row
  when (${columns.map(column => `old.${column} is distinct from new.${column}`).join(' or ')})
    execute function keep_changed_name_words();`;

/** The words of the names of these rows, and the codes of variants. */
const indexed = (named: string, coded: string) => `
  insert into name_words (organization_id, word, named_id)
    with parts as materialized (
      select c.organization_id, c.id, s.part, s.n
      from ${named} c,
        regexp_split_to_table(${folded('c.name')}, '[[:space:][:punct:]]+') with ordinality as s (part, n)
      where c.name is not null and s.part <> ''
    )
    select organization_id, part, id from parts
    union select a.organization_id, a.part || b.part, a.id from parts a join parts b on b.id = a.id and b.n = a.n + 1
    on conflict do nothing;
  if tg_table_name = 'variants' then
    insert into name_words (organization_id, word, named_id)
      select c.organization_id, ${folded('w.code')}, c.id
      from ${coded} c, unnest(array[c.sku, c.barcode]) as w (code) where w.code is not null on conflict do nothing;
  end if;
  return null;`;

/*
 * The words of a name, and pairs of adjacent words written together: "cold brew" is also called "coldbrew". Inlined,
 * because calling a function for each row costs more than everything else about writing a product.
 */
export const NAME_WORDS = `
create or replace function keep_name_words() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_table_name = 'lots' then
    insert into name_words (organization_id, word, named_id)
    select c.organization_id, ${folded('c.lot_number')}, c.id from changed c on conflict do nothing;
    return null;
  end if;${indexed('changed', 'changed')}
end $$;
create or replace function keep_changed_name_words() returns trigger language plpgsql
set search_path = pg_catalog, public as $$
begin
  delete from name_words w where w.organization_id = old.organization_id and w.named_id = old.id;${indexed(
    '(select new.organization_id, new.id, new.name)',
    '(select new.organization_id, new.id, new.sku, new.barcode)',
  )}
end $$;
drop function if exists words_of(text);
drop function if exists folded(text);
${onInsert('products')}${onInsert('variants')}${onInsert('lots')}${onUpdate('products', ['name'])}${onUpdate('variants', ['name', 'sku', 'barcode'])}`;
