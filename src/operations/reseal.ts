import { type RawBuilder, sql } from 'kysely';
import type { Db, Vault } from '../kernel/unit.ts';
import { ownerOf as ownerOfAnswer } from '../store/idempotency.ts';
import { ownerOf as ownerOfIntegration } from '../webhooks/integrations.ts';
import { ownerOf as ownerOfSubscription } from '../webhooks/subscriptions.ts';

/*
 * After `SECRETS_KEY=new,old`, reseals every secret under the new key, so that the old one can be dropped.
 */

type Text = { [column: string]: string };

interface SealedTable {
  table: string;
  /** The columns that identify a row. */
  key: readonly string[];
  /** The columns with sealed content, alone or inside JSON, and their type. */
  columns: readonly (readonly [name: string, type: 'text' | 'jsonb'])[];
  /** The owner that it was sealed for. */
  owner(row: Text): string;
  /** Which rows may have sealed content. */
  where?: RawBuilder<unknown>;
}

/** Every place with sealed content. A test compares it with the columns in the database. */
export const SEALED: readonly SealedTable[] = [
  {
    table: 'integrations',
    key: ['organization_id', 'id'],
    columns: [['sealed_secret', 'text']],
    owner: row => ownerOfIntegration(row['organization_id']!, row['id']!),
  },
  {
    table: 'webhook_subscriptions',
    key: ['organization_id', 'id'],
    columns: [
      ['sealed_secret', 'text'],
      ['sealed_next_secret', 'text'],
      ['sealed_between', 'jsonb'],
    ],
    owner: row => ownerOfSubscription(row['organization_id']!, row['id']!),
  },
  {
    table: 'idempotency_keys',
    key: ['organization_id', 'scope', 'key'],
    columns: [['answer', 'text']],
    owner: row => ownerOfAnswer({ organizationId: row['organization_id']!, scope: row['scope']!, key: row['key']! }),
    where: sql`t.answer like 'v1.%'`,
  },
];

const AT_ONCE = 500;
const SEALED_TEXT = /\bv1\.[\w-]{1,32}\.[\w-]+/g;

export interface ResealReport {
  /** Number of columns resealed. */
  resealed: number;
  /** Rows with content that no key opens: `table` and key. They are left as they are. */
  unreadable: string[];
}

/** Reseals content that is under another key than the current one. May run again, and beside everything else. */
export async function reseal({ system, vault }: { system: Db; vault: Vault }): Promise<ResealReport> {
  const done: ResealReport = { resealed: 0, unreadable: [] };
  for (const source of SEALED) await resealTable(system, vault, source, done);
  return done;
}

async function resealTable(system: Db, vault: Vault, source: SealedTable, done: ResealReport): Promise<void> {
  const { table, key, columns, owner, where = sql`true` } = source;
  const keys = sql.join(key.map(name => sql.ref(`t.${name}`)));
  const texts = [...key, ...columns.map(([name]) => name)].map(
    name => sql`${sql.ref(`t.${name}`)}::text as ${sql.ref(name)}`,
  );
  for (let last: Text | undefined; ; ) {
    const after = last ? sql`(${keys}) > (${sql.join(key.map(name => last![name]))})` : sql`true`;
    const { rows } = await sql<Text>`
      select ${sql.join(texts)} from ${sql.table(table)} t where ${where} and ${after}
      order by ${keys} limit ${AT_ONCE}`.execute(system);
    for (const row of rows) {
      try {
        for (const [name, type] of columns) {
          const old = row[name];
          if (old === null || old === undefined) continue;
          const fresh = old.replaceAll(SEALED_TEXT, sealed => vault.reseal(sealed, owner(row)) ?? sealed);
          if (fresh === old) continue;
          // Whoever changed it in the meantime has sealed it with the current key.
          const { numAffectedRows } = await sql`
            update ${sql.table(table)} t set ${sql.ref(name)} = ${fresh}::${sql.raw(type)}
            where ${sql.join(
              key.map(each => sql`${sql.ref(`t.${each}`)} = ${row[each]}`),
              sql` and `,
            )}
              and ${sql.ref(`t.${name}`)} = ${old}::${sql.raw(type)}`.execute(system);
          done.resealed += Number(numAffectedRows ?? 0);
        }
      } catch (error) {
        if ((error as { code?: string }).code?.length === 5) throw error;
        done.unreadable.push([table, ...key.map(name => row[name])].join(' '));
      }
    }
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1);
  }
}
