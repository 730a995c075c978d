import { beforeAll, expect, test } from '@jest/globals';
import { type RawBuilder, sql } from 'kysely';
import { ofTenant } from '../../src/store/tenant.ts';
import { trafficOf, useWorld } from '../support/world.ts';

/* Reads of one organization that begin in the same turn of the event loop travel in one packet, on one connection. */

const world = useWorld();
let one: string;
let other: string;

beforeAll(async () => {
  one = (await world.tenant()).id;
  other = (await world.tenant()).id;
});

const PID = sql<{ pid: number; id?: string }>`select pg_backend_pid() as pid`;
const OWN = sql<{ pid: number; id: string }>`
  select pg_backend_pid() as pid, o.id from organizations o where ${ofTenant('o', 'id')}`;

async function read<R>(organizationId: string, statement: RawBuilder<R>): Promise<R> {
  const { rows } = await statement.execute(world.database.read(organizationId));
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

const times = <R>(count: number, work: () => Promise<R>): Promise<R[]> =>
  Promise.all(Array.from({ length: count }, work));

test('reads that begin together are one packet on one connection, eight at most', async () => {
  let rows: { pid: number }[] = [];
  const { packets } = await trafficOf(async () => (rows = await times(16, () => read(one, PID))));
  expect([packets, new Set(rows.map(({ pid }) => pid)).size]).toEqual([2, 2]);
});

test('each read fails alone', async () => {
  const failing = sql<{ pid: number }>`select 1 / 0 as pid`;
  const [before, failed, after] = await Promise.allSettled([read(one, PID), read(one, failing), read(one, PID)]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(before).toEqual(after);
  expect(before).toMatchObject({ status: 'fulfilled' });
});

test('organizations share no connection at a time, and each read sees its own, whomever the connection served before', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [ours, theirs] = await Promise.all([times(3, () => read(one, OWN)), times(3, () => read(other, OWN))]);
    expect(new Set(ours.map(({ id }) => id))).toEqual(new Set([one]));
    expect(new Set(theirs.map(({ id }) => id))).toEqual(new Set([other]));
    expect(ours[0]!.pid).not.toBe(theirs[0]!.pid);
    // One after the other, on the connection that was used last.
    expect((await times(3, () => read(one, OWN))).map(({ id }) => id)).toEqual([one, one, one]);
    expect((await times(3, () => read(other, OWN))).map(({ id }) => id)).toEqual([other, other, other]);
  }
});

test('a statement that was slow holds up no other read again', async () => {
  const slow = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(.12)`;
  // Not one that a busy machine may have made slow before.
  const quick = sql<{ pid: number }>`select pg_backend_pid() as pid, 'quick' as text`;
  const together = async () => {
    const [first, second] = await Promise.all([read(one, slow), read(one, quick)]);
    return first.pid === second.pid;
  };
  expect(await together()).toBe(true);
  expect(await together()).toBe(false);
});
