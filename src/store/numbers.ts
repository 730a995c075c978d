import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Db } from '../kernel/unit.ts';

const NumberSeriesSchema = defineEntity({
  name: 'NumberSeries',
  tableName: 'number_series',
  comment: "The last number given to an organization's documents of one kind.",
  properties: {
    organizationId: p.uuid().primary(),
    prefix: p.string().length(8).primary().comment('Kind of document: SO, PO, TR, RMA or PB.'),
    last: p.bigint('number'),
  },
});
export class NumberSeries extends NumberSeriesSchema.class {}
NumberSeriesSchema.setClass(NumberSeries);

/** Assigns the next document number of one kind in an organization. */
export type NextNumber = (organizationId: string, prefix: string) => Promise<string>;

interface NumberRequest {
  resolve(number: string): void;
  reject(error: unknown): void;
}

/**
 * Document numbers such as `SO-000042`: rising per organization whichever process asks, with gaps where a command was
 * refused. They are drawn outside the command's transaction, so an open command makes no other wait; commands that
 * ask while a draw is under way share the next one. `db` needs connections separate from those that commands hold, or
 * they could starve each other.
 */
export function numbersFrom(db: Db): NextNumber {
  const waiting = new Map<string, NumberRequest[]>();

  async function serve(series: string, organizationId: string, prefix: string): Promise<void> {
    for (let asked = waiting.get(series)!; asked.length > 0; asked = waiting.get(series)!) {
      waiting.set(series, []);
      try {
        const last = await draw(db, organizationId, prefix, asked.length);
        for (const [index, each] of asked.entries()) each.resolve(written(prefix, last - asked.length + index + 1));
      } catch (error) {
        for (const each of asked) each.reject(error);
      }
    }
    waiting.delete(series);
  }

  return (organizationId, prefix) =>
    new Promise((resolve, reject) => {
      const series = `${organizationId} ${prefix}`;
      const others = waiting.get(series);
      if (others) return void others.push({ resolve, reject });
      waiting.set(series, [{ resolve, reject }]);
      void serve(series, organizationId, prefix);
    });
}

/**
 * Takes this many numbers and returns the last. It does not wait for the disk: a command that uses a number commits
 * after it, and that commit's flush includes this row.
 */
async function draw(db: Db, organizationId: string, prefix: string, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into number_series as s (organization_id, prefix, last)
    select ${organizationId}, ${prefix}, ${count} from quick
    on conflict (organization_id, prefix) do update set last = s.last + excluded.last returning last`.execute(db);
  return rows[0]!.last;
}

const DIGITS = 6;
const written = (prefix: string, number: number) => `${prefix}-${String(number).padStart(DIGITS, '0')}`;
