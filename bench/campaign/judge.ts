import { setTimeout as sleep } from 'node:timers/promises';
import { verifyPatiently } from '../../src/operations/verify.ts';
import { post } from './clients.ts';
import { DOCUMENTS, hashOf, placeOf } from './journal.ts';
import { type Rig, TOLD } from './rig.ts';

/*
 * Compares what the clients know with what the service stored. Every confirmed command is there exactly once, every
 * refusal left no trace, and there is nothing that no client asked for.
 */

/**
 * Everything committed is published and delivered after the repair. A long run at full speed leaves thousands of
 * deliveries to make, so it is not the whole that has a limit, but standing still.
 */
const STILL_MS = 90_000;
const REPLAYED = 40;

export interface Verdict {
  violations: string[];
  /** Deliveries that a receiver got again. */
  duplicates: number;
}

/** Waits until everything is published and delivered, then compares. Call it when no client is at work. */
export async function judge(rig: Rig): Promise<Verdict> {
  const violations = rig.journal.violations.splice(0);
  const say = (text: string) => void violations.push(text);
  await levels(rig, say);
  await documents(rig, say);
  await repeats(rig, say);
  const duplicates = await told(rig, say);
  for (const { check, expected, actual, referenceId } of await verifyPatiently(rig.cluster.ownUrl))
    say(`verify: ${check}, expected ${expected}, found ${actual} (${referenceId ?? 'a level'})`);
  violations.push(...rig.journal.violations.splice(0));
  return { violations, duplicates };
}

type Say = (text: string) => void;

/**
 * Compares stock and reservations with the clients' books; a difference is reported once, and the books continue from
 * the actual values.
 */
async function levels({ cluster, tenants, journal }: Rig, say: Say): Promise<void> {
  const rows = await cluster.ask<{ id: string; sku: string; location_id: string; on_hand: string; reserved: string }>(
    `select l.organization_id as id, v.sku, l.location_id, l.quantity_on_hand as on_hand,
      l.quantity_reserved as reserved
     from inventory_levels l join variants v on v.id = l.variant_id`,
  );
  for (const { index, id } of tenants)
    for (const row of rows.filter(each => each.id === id)) {
      const place = placeOf(index, row.sku, row.location_id);
      const [onHand, reserved] = [journal.onHand.get(place) ?? 0, journal.reserved.get(place) ?? 0];
      if (Number(row.on_hand) !== onHand) say(`On hand at ${place}: ${row.on_hand}, by the clients' books ${onHand}.`);
      if (Number(row.reserved) !== reserved)
        say(`Reserved at ${place}: ${row.reserved}, by the clients' books ${reserved}.`);
      journal.onHand.set(place, Number(row.on_hand));
      journal.reserved.set(place, Number(row.reserved));
    }
}

/**
 * Compares the documents that clients know, with the state last confirmed, and adjustments; there must be no others.
 */
async function documents({ cluster, journal }: Rig, say: Say): Promise<void> {
  for (const table of DOCUMENTS) {
    const status = table === 'waste_records' ? "''" : 'status';
    const kept = new Map(
      (await cluster.ask<{ id: string; status: string }>(`select id, ${status} as status from ${table}`)).map(row => [
        row.id,
        row.status,
      ]),
    );
    const known = journal.documents[table];
    for (const [id, expected] of known)
      if (kept.get(id) !== expected)
        say(`${table} ${id} was answered "${expected}" and is "${kept.get(id) ?? 'gone'}".`);
    const unasked = [...kept.keys()].filter(id => !known.has(id));
    if (unasked.length > 0) say(`${unasked.length} of ${table} that nobody was told of, such as ${unasked[0]}.`);
  }
  const rows = await cluster.ask<{ id: string; entries: number }>(
    `select reference_id as id, count(*)::int as entries from ledger_entries
     where reference_type = 'inventory_adjustment' group by 1`,
  );
  const kept = new Map(rows.map(({ id, entries }) => [id, entries]));
  for (const id of journal.adjustments)
    if (kept.get(id) !== 1) say(`Adjustment ${id} was answered done and has ${kept.get(id) ?? 0} entries.`);
  const first = rows.length - journal.adjustments.size;
  if (first !== journal.onHand.size) say(`${first - journal.onHand.size} adjustments that nobody was told of.`);
}

/** The same request under the same key gets the same response again, byte for byte if it was done. */
async function repeats({ journal, tenants, servers }: Rig, say: Say): Promise<void> {
  const every = Math.max(1, Math.floor(journal.answered.length / REPLAYED));
  for (const [index, { tenant, key, path, body, status, hash }] of journal.answered.entries()) {
    if (index % every !== 0) continue;
    const again = await post(servers[index % 2]!.ownUrl, tenants[tenant]!, key, path, body);
    if (typeof again === 'string' || again.status !== status)
      say(`POST ${path} was answered ${status}, and repeated ${typeof again === 'string' ? again : again.status}.`);
    else if (status < 300 && hashOf(again.text) !== hash)
      say(`POST ${path} is answered otherwise when it is repeated.`);
  }
}

/**
 * Every event reached the readers once and in order, and the receivers of webhooks at least once. Returns how many were
 * repeated.
 */
async function told(rig: Rig, say: Say): Promise<number> {
  const { cluster, tenants, readers, receivers } = rig;
  const state = async () => {
    const rows = await cluster.ask<{ organization_id: string; id: string; position: string | null; type: string }>(
      'select organization_id, id, position, type from events',
    );
    return tenants.map((tenant, index) => {
      const own = rows.filter(row => row.organization_id === tenant.id);
      const due = own.filter(({ type }) => TOLD.includes(type)).map(({ id }) => id);
      const ids = new Set(own.map(({ id }) => id));
      const taken = receivers.taken('fast', index);
      return {
        head: own.length,
        seen: readers[index]!.last(),
        missing: due.filter(id => !taken.has(id) && !rig.before.has(id)),
        unasked: [...taken.keys()].filter(id => !ids.has(id)),
        again: [...taken.values()].reduce((sum, times) => sum + times - 1, 0),
      };
    });
  };
  if (rig.hurried) await cluster.ask('update webhook_deliveries set lease_until = now() where lease_until > now()');
  let now = await state();
  const left = () => now.reduce((sum, { head, seen, missing }) => sum + Math.abs(head - seen) + missing.length, 0);
  let least = { left: left(), at: performance.now() };
  while (least.left > 0 && performance.now() - least.at < STILL_MS) {
    await sleep(Math.min(5000, 250 + 2 * least.left));
    now = await state();
    if (left() < least.left) least = { left: left(), at: performance.now() };
  }
  for (const [index, { head, seen, missing, unasked }] of now.entries()) {
    if (head !== seen) say(`The reader of tenant ${index} has seen ${seen} of ${head} events.`);
    if (missing.length > 0)
      say(`${missing.length} events of tenant ${index} were never delivered, such as ${missing[0]}.`);
    if (unasked.length > 0) say(`${unasked.length} events were delivered that are in no log.`);
  }
  return now.reduce((sum, { again }) => sum + again, 0);
}
