import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { REMEMBERED_MS } from '../access/caller.ts';
import { removeOrganization } from '../database/tenant-tables.ts';
import { sequence } from '../events/sequencer.ts';
import { refuse } from '../kernel/errors.ts';
import { connectedTo } from '../store/connections.ts';
import { LOCKS } from '../store/locks.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { gathered } from '../store/pods.ts';
import { SNAPSHOTS } from '../store/snapshots.ts';
import { passOver } from '../webhooks/dispatcher.ts';
import { copyOrganization, type TableCopied } from './copy-organization.ts';
import { podNamed } from './operator.ts';
import { VERIFYING, verifyPatiently } from './verify.ts';

/*
 * Moves an organization to another database while everything runs: docs/pods.md, "Moving an organization". At every
 * step its rows say where it is (`organizations.moving`), so an interrupted move is continued by being run again:
 *
 *   leaving            nothing is written for it any more, and reads continue; whatever was under way comes to its end
 *   leaving, arriving  there is a whole copy, in the same state
 *   left, arriving     nothing is read either, until every process has noticed
 *   left, (null)       it lives in its new place, and the old rows are removed once nobody can be reading them
 */

type State = 'leaving' | 'left' | 'arriving' | null;

interface Copy {
  pod: OpenDatabase;
  id: string;
  moving: State;
}

interface Move {
  slug: string;
  /** The name of the database that it moves to. */
  to: string;
  /** Allows that readers of events there have to read everything again: needed if one of the databases was restored. */
  newEpoch?: boolean;
  say(line: string): void;
  /** For how long processes may take it to be where it was, and after that read its old rows. */
  noticedMs?: number;
  readMs?: number;
}

/** Longer than any request takes. */
const READ_MS = 35_000;
/** How long is waited for what is under way: transactions, deliveries, mails. */
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 100;
/** A lease that no worker takes over. */
const HELD = '9999-01-01T00:00:00Z';

export interface MoveReport {
  id: string;
  slug: string;
  pod: string;
  tables: TableCopied[];
}

/**
 * Moves it, or continues an interrupted move. To the database where it is: ends an interrupted move from there. Refuses
 * `invalid_state` if there is nothing to do, or something else first.
 */
export async function moveOrganization(
  home: OpenDatabase,
  ownerUrls: ReadonlyMap<OpenDatabase, string>,
  move: Move,
): Promise<MoveReport> {
  const to = podNamed(home, move.to);
  const moved = await home.alone(LOCKS.moves, async () => {
    const copies = await copiesOf(home, move.slug);
    if (copies.length === 0) refuse('not_found', 'There is no such organization.', { field: 'organization' });
    const tables = await continued(copies, to, { ...move, owner: pod => ownerUrls.get(pod)! });
    return { id: copies[0]!.id, slug: move.slug, pod: move.to, tables };
  });
  return moved ?? refuse('unavailable', 'Another organization is being moved at this moment; try again.');
}

const copiesOf = (home: OpenDatabase, slug: string): Promise<Copy[]> =>
  gathered(
    home,
    async pod => {
      const { rows } = await sql<{ id: string; moving: State }>`
        select id, moving from organizations where slug = ${slug}`.execute(pod.system);
      return rows.map(row => ({ ...row, pod }));
    },
    { all: true },
  );

interface Moving extends Move {
  owner(pod: OpenDatabase): string;
}

async function continued(copies: readonly Copy[], to: OpenDatabase, move: Moving): Promise<TableCopied[]> {
  const there = copies.find(({ pod }) => pod === to);
  const elsewhere = copies.filter(({ pod }) => pod !== to);
  const other = elsewhere.find(({ moving }) => moving !== 'arriving');
  const toElsewhere = elsewhere.find(({ moving }) => moving === 'arriving');
  if (there && (there.moving === null || there.moving === 'leaving')) {
    if (elsewhere.length === 0 && there.moving === null)
      refuse('invalid_state', `The organization is already in ${to.pod}.`, { field: 'to' });
    if (other && other.moving !== 'left')
      refuse('invalid_state', `It is in ${there.pod.pod} and in ${other.pod.pod}: docs/pods.md says what to do.`);
    if (toElsewhere) await removeCopy(toElsewhere, move);
    await settle(there);
    if (other) await removeLater(other, move);
    return [];
  }
  if (there?.moving === 'left' || toElsewhere || !other) {
    const unfinished = toElsewhere ?? other;
    return refuse(
      'invalid_state',
      `Its move to ${unfinished?.pod.pod ?? 'another database'} has to be finished first.`,
      {
        field: 'to',
      },
    );
  }
  if (there && other.moving !== 'left') await removeCopy(there, move);
  const tables = other.moving === 'left' ? [] : await carried(other, to, move);
  await settled(other, { ...other, pod: to }, move);
  await removeLater(other, move);
  return tables;
}

/** Stops writing, and makes a copy that is verified. If anything fails, the organization stays where it is. */
async function carried(from: Copy, to: OpenDatabase, move: Moving): Promise<TableCopied[]> {
  const { id } = from;
  await requireOneEpoch(from.pod, to, move.newEpoch ?? false);
  try {
    await stopWriting(from);
    move.say('Nothing is written any more; waiting for what is under way.');
    await comeToRest(from, move);
    move.say('Copying.');
    const tables = await copyOrganization(from.pod, to, { id, ownerUrl: move.owner(to) });
    move.say(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows are copied; verifying them.`);
    const [breach] = await verifyPatiently(to.directUrl, [id]);
    if (breach)
      refuse(
        'invalid_state',
        `The copy failed verification: ${JSON.stringify(breach)}. The organization was not moved.`,
      );
    return tables;
  } catch (error) {
    const back = removeCopy({ ...from, pod: to }, move).then(() => settle(from));
    // What made it fail is what the operator has to know first.
    await back.catch(() => move.say(`It could not be undone; run the move again, or with --to ${from.pod.pod}.`));
    throw error;
  }
}

/** From the copy to the new place. Between the two, nobody reads it. */
async function settled(from: Copy, to: Copy, { noticedMs = REMEMBERED_MS + 1000, say }: Moving): Promise<void> {
  await mark(from, 'left');
  say('Waiting until every process has noticed.');
  await sleep(noticedMs);
  await settle(to);
  say(`It is in ${to.pod.pod} now.`);
}

const mark = async ({ pod, id }: Copy, moving: State): Promise<void> =>
  void (await sql`update organizations set moving = ${moving} where id = ${id}`.execute(pod.system));

/** What workers take over when its lease ends, as a condition on those that wait or run. */
type LeasedTable = readonly [table: string, waits: string];
const MAILS: LeasedTable = ['purchase_order_mails', 'next_attempt_at is not null'];
const IMPORTS: LeasedTable = ['imports', "status in ('pending', 'running')"];
const LEASED: readonly LeasedTable[] = [MAILS, IMPORTS, ['webhook_deliveries', 'next_attempt_at is not null']];

/** When a mail is under way, its outcome has still to be written: otherwise it would be sent again. */
async function stopWriting(from: Copy): Promise<void> {
  for (;;) {
    await until('no mail of it is being sent', () => hold(from, MAILS));
    await mark(from, 'leaving');
    // At once: a worker whose transactions are refused for seconds would end the import as failed.
    await hold(from, IMPORTS);
    if (await hold(from, MAILS)) return;
    await mark(from, null);
  }
}

/** It lives here, and its work goes on. */
async function settle({ pod, id }: Copy): Promise<void> {
  await pod.background.transaction().execute(async transaction => {
    for (const [table] of LEASED)
      await sql`update ${sql.table(table)}
        set lease_until = null where organization_id = ${id} and lease_until = ${HELD}`.execute(transaction);
    await sql`update organizations set moving = null where id = ${id}`.execute(transaction);
  });
}

/**
 * Waits until nothing can be written any more: transactions that began before have ended, every event has its position
 * and its deliveries, and no worker holds anything.
 */
async function comeToRest({ pod, id }: Copy, { owner }: Moving): Promise<void> {
  const client = await connectedTo(owner(pod), 'stockwright move');
  try {
    const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now');
    await until('transactions that began before end', () => areOver(client, rows[0]!.now));
  } finally {
    await client.end();
  }
  await until('its events have their positions', async () => {
    await sequence(pod.background);
    const { rows } = await sql`select from events where organization_id = ${id} and position is null limit 1`.execute(
      pod.background,
    );
    return rows.length === 0;
  });
  await passOver(pod.background);
  for (const leased of LEASED) await until(`no worker holds ${leased[0]}`, () => hold({ pod, id }, leased));
}

/** Takes what no worker holds, so that none begins with it. Returns whether that is all. */
async function hold({ pod, id }: Pick<Copy, 'pod' | 'id'>, [table, waits]: LeasedTable): Promise<boolean> {
  // The progress of an import commits with its effect, so whoever runs it may be stopped at any time.
  const [isFree, taking] =
    table === 'imports'
      ? [sql`true`, sql`lease = gen_random_uuid(),`]
      : [sql`coalesce(lease_until < now(), true)`, sql``];
  const mine = sql`organization_id = ${id} and ${sql.raw(waits)} and lease_until is distinct from ${HELD}`;
  await sql`update ${sql.table(table)} set ${taking} lease_until = ${HELD} where ${mine} and ${isFree}`.execute(
    pod.background,
  );
  return (await sql`select from ${sql.table(table)} where ${mine} limit 1`.execute(pod.background)).rows.length === 0;
}

/** Whether all transactions of the service that had begun by then have ended, but for those that only read. */
async function areOver(client: pg.Client, then: string): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and usename <> current_user and xact_start <= $1 and application_name <> all($2) limit 1`,
    [then, [SNAPSHOTS, VERIFYING]],
  );
  return rows.length === 0;
}

/** Refuses `unavailable` after two minutes. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const beganAt = performance.now(); !(await isSo()); await sleep(LOOK_EVERY_MS))
    if (performance.now() - beganAt > PATIENCE_MS)
      refuse('unavailable', `Timed out waiting until ${what}. The organization was not moved; try again.`);
}

async function removeLater(copy: Copy, { readMs = READ_MS, ...move }: Moving): Promise<void> {
  move.say('Waiting until nobody reads the old rows, to remove them.');
  await sleep(readMs);
  await removeCopy(copy, move);
}

async function removeCopy({ pod, id }: Copy, { owner }: Moving): Promise<void> {
  const client = await connectedTo(owner(pod), 'stockwright move');
  try {
    await client.query('begin');
    await removeOrganization(client, id);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

const epochOf = async ({ system }: OpenDatabase): Promise<string> =>
  (await sql<{ epoch: string }>`select epoch from event_epochs`.execute(system)).rows[0]!.epoch;

/** Positions of different epochs must not be compared, and a reader who has seen both could not tell them apart. */
async function requireOneEpoch(from: OpenDatabase, to: OpenDatabase, mayRename: boolean): Promise<void> {
  if ((await epochOf(from)) === (await epochOf(to))) return;
  if (!mayRename)
    refuse(
      'invalid_state',
      `The event logs of ${from.pod} and ${to.pod} have different epochs, because one was restored or once stood alone. With --new-epoch yes, ${to.pod} begins a new one: all who follow events there read everything again.`,
      { field: 'newEpoch' },
    );
  await sql`update event_epochs set epoch = substr(md5(random()::text || clock_timestamp()), 1, 8)`.execute(to.system);
}
