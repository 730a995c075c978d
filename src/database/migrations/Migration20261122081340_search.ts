import { Migration } from '@mikro-orm/migrations';

export class Migration20261122081340_search extends Migration {
  override up(): void {
    this.addSql(
      'create table "search_keys" ("organization_id" uuid not null, "kind" text collate "C" not null, "is_slip" boolean not null, "key" text collate "C" not null, "word" text collate "C" not null, "since_id" uuid not null, primary key ("organization_id", "kind", "is_slip", "key", "word", "since_id"))',
    );
    this.addSql(
      'comment on table "search_keys" is \'How each word of `search_words` is found by a part of it, and with a typo. Kept once per word, not per record, and never removed: a word that nothing is called by any more leads nowhere.\'',
    );
    this.addSql('comment on column "search_keys"."kind" is \'The table of the records.\'');
    this.addSql('comment on column "search_keys"."is_slip" is \'Whether it is for typos.\'');
    this.addSql(
      'comment on column "search_keys"."key" is \'The beginning of an ending of the word, so that a part of the word is the beginning of a key; for typos, a part of a name with one letter left out, or none.\'',
    );
    this.addSql('comment on column "search_keys"."word" is \'The word that it leads to.\'');
    this.addSql(
      'comment on column "search_keys"."since_id" is \'The record that brought the word. Part of the key, so that two who bring one word need not wait.\'',
    );
    this.addSql(
      'create table "search_words" ("organization_id" uuid not null, "kind" text collate "C" not null, "word" text collate "C" not null, "named_id" uuid not null, "is_code" boolean not null, primary key ("organization_id", "kind", "word", "named_id"))',
    );
    this.addSql(
      'comment on table "search_words" is \'By which words a record is found: those of its name, and its codes as they are. Kept by triggers.\'',
    );
    this.addSql('comment on column "search_words"."kind" is \'The table of the record.\'');
    this.addSql('comment on column "search_words"."word" is \'In lower case, without accents.\'');
    this.addSql('comment on column "search_words"."named_id" is \'The record.\'');
    this.addSql(
      'comment on column "search_words"."is_code" is \'Whether it is a whole code: a SKU, barcode, number or reference.\'',
    );
    this.addSql(
      'create index "search_words_organization_id_named_id_index" on "search_words" ("organization_id", "named_id")',
    );
  }
}
