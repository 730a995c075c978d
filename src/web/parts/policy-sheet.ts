import type { ResultOf } from 'gql.tada';
import { useCallback, useSyncExternalStore } from 'react';
import { client, graphql, type Problem, problemsOf, send } from '../graphql.ts';
import { t } from '../language.ts';
import { readNumber } from '../ui/number.ts';

/*
 * The policies of a grid: what is known of each, what is typed into its cells, and what became of it. A cell is written by itself, and
 * only over what stood there when somebody began to type: what others changed meanwhile is said, never overwritten.
 */

export const PolicyFields = graphql(
  `fragment PolicyFields on InventoryPolicy { id version variantId locationId reorderPoint reorderQuantity safetyStock leadTimeDays replenishmentSource sourceLocationId }`,
);
export type SheetPolicy = ResultOf<typeof PolicyFields>;

const Some = graphql(
  `query PoliciesOfRows($variantIds: [ID!], $locationIds: [ID!], $after: String) { inventoryPolicies(first: 200, after: $after, filter: { variantIds: $variantIds, locationIds: $locationIds }) { pageInfo { hasNextPage endCursor } nodes { ...PolicyFields } } }`,
  [PolicyFields],
);
const Create = graphql(
  `mutation CreatePolicyInGrid($input: CreateInventoryPolicyInput!, $idempotencyKey: String) { createInventoryPolicy(input: $input, idempotencyKey: $idempotencyKey) { inventoryPolicy { ...PolicyFields } } }`,
  [PolicyFields],
);
const Update = graphql(
  `mutation UpdatePolicyInGrid($id: ID!, $input: UpdateInventoryPolicyInput, $ifVersion: String, $idempotencyKey: String) { updateInventoryPolicy(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) { inventoryPolicy { ...PolicyFields } } }`,
  [PolicyFields],
);
const Delete = graphql(
  `mutation DeletePolicyInGrid($id: ID!, $ifVersion: String, $idempotencyKey: String) { deleteInventoryPolicy(id: $id, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) { inventoryPolicy { id } } }`,
);

/** A variant at a location: a row, with or without a policy of its own. */
export interface Place {
  id: string;
  sku: string;
  variantId: string;
  locationId: string;
}
export const rowIdOf = ({ variantId, locationId }: { variantId: string; locationId: string }) =>
  `${variantId} ${locationId}`;

export const NUMBERS = ['reorderPoint', 'reorderQuantity', 'safetyStock', 'leadTimeDays'] as const;
export type CellName = (typeof NUMBERS)[number] | 'source';
const CELLS: readonly CellName[] = [...NUMBERS, 'source'];
/** Without these there is no policy. */
const REQUIRED: readonly CellName[] = ['reorderPoint', 'reorderQuantity'];

/** What applies where nothing is said. */
export interface Defaults {
  reorderPoint: number;
  reorderQuantity: number;
}

/** What stands in a cell. Of where more comes from: `BUY`, `MAKE`, `MOVE` and the location, or nothing. */
export function textOf(policy: SheetPolicy | null | undefined, name: CellName): string {
  if (!policy) return '';
  if (name !== 'source') return policy[name] === null ? '' : String(policy[name]);
  const { replenishmentSource: source, sourceLocationId } = policy;
  return source === 'MOVE' ? `MOVE ${sourceLocationId}` : (source ?? '');
}

function inputOf(
  name: CellName,
  text: string,
): { input: object; problem?: never } | { input?: never; problem: string } {
  if (name === 'source') {
    const [source = '', from = null] = text.split(' ');
    return { input: { replenishmentSource: source || null, sourceLocationId: from } };
  }
  if (text.trim() === '')
    return REQUIRED.includes(name) ? { problem: t('Must be a number; 0 is one.') } : { input: { [name]: null } };
  const { value, problem } = readNumber(text);
  if (name === 'leadTimeDays' && value !== undefined && !Number.isInteger(value))
    return { problem: t('Must be a whole number of days.') };
  return problem === undefined ? { input: { [name]: value } } : { problem };
}

/** What was typed into a cell and is not, or not yet, in the policy. */
export interface Typed {
  text: string;
  /** Waiting for the service, or what is wrong with it. */
  problem: string | undefined;
}

/** What somebody else did to it meanwhile: another version, one where there was none, none where there was one. */
const MOVED_ON = ['PRECONDITION_FAILED', 'ALREADY_EXISTS', 'NOT_FOUND'];
const ATTEMPTS_MAX = 4;

/** What somebody else made of it, and what is done about it. */
function meanwhile(name: CellName, now: string, text: string): string {
  if (name === 'source') return t('Somebody else changed it meanwhile. Enter writes your choice in its place.');
  if (now === '')
    return text === ''
      ? t('Somebody else made it empty meanwhile. Enter writes nothing in its place.')
      : t('Somebody else made it empty meanwhile. Enter writes {text} in its place.', { text });
  return text === ''
    ? t('Somebody else made it {now} meanwhile. Enter writes nothing in its place.', { now })
    : t('Somebody else made it {now} meanwhile. Enter writes {text} in its place.', { now, text });
}

export function policySheet() {
  const known = new Map<string, SheetPolicy | null>();
  /** What this sheet wrote itself, cell by cell, as long as nobody else wrote there: that is no change by others. */
  const own = new Map<string, string>();
  /** When this sheet wrote to a row last: what began to be read before knows nothing of it. */
  const wroteAt = new Map<string, number>();
  let clock = 0;
  const typed = new Map<string, Typed>();
  const watchers = new Set<() => void>();
  let waiting = 0;
  let revision = 0;
  let last: Promise<unknown> = Promise.resolve();
  const changed = () => {
    revision += 1;
    watchers.forEach(watcher => watcher());
  };
  const cellOf = (row: string, name: CellName) => `${row} ${name}`;

  const learn = (policies: readonly SheetPolicy[], rows: readonly { id: string }[] = []) => {
    for (const { id } of rows) known.set(id, null);
    for (const policy of policies) known.set(rowIdOf(policy), policy);
    for (const id of [...rows.map(each => each.id), ...policies.map(rowIdOf)])
      for (const name of CELLS)
        if (own.has(cellOf(id, name)) && own.get(cellOf(id, name)) !== textOf(known.get(id), name))
          own.delete(cellOf(id, name));
    changed();
  };

  /** Reads what the policies of these rows are now. */
  async function read(rows: readonly Place[]): Promise<readonly Problem[]> {
    const variantIds = [...new Set(rows.map(({ variantId }) => variantId))];
    const locationIds = [...new Set(rows.map(({ locationId }) => locationId))];
    const policies: SheetPolicy[] = [];
    const began = (clock += 1);
    for (let after: string | null = null; ; ) {
      const { data, error }: { data?: ResultOf<typeof Some> | undefined; error?: Parameters<typeof problemsOf>[0] } =
        await client.query(Some, { variantIds, locationIds, after }, { requestPolicy: 'network-only' }).toPromise();
      if (!data) return error ? problemsOf(error) : [];
      policies.push(...data.inventoryPolicies.nodes);
      after = data.inventoryPolicies.pageInfo.endCursor;
      if (!data.inventoryPolicies.pageInfo.hasNextPage) break;
    }
    const isFresh = (id: string) => (wroteAt.get(id) ?? 0) < began;
    learn(
      policies.filter(policy => isFresh(rowIdOf(policy))),
      rows.filter(({ id }) => isFresh(id)),
    );
    return [];
  }

  async function write(
    row: Place,
    name: CellName,
    text: string,
    seen: string,
    defaults: Defaults,
  ): Promise<string | undefined> {
    const { input, problem } = inputOf(name, text);
    if (problem !== undefined) return problem;
    for (let attempt = 1; ; attempt += 1) {
      const policy = known.get(row.id);
      const now = textOf(policy, name);
      if (now !== seen && now !== own.get(cellOf(row.id, name))) return meanwhile(name, now, text);
      const { data, problems } = policy
        ? await send(Update, { id: policy.id, input, ifVersion: policy.version }, { isOneOfMany: true })
        : await send(
            Create,
            { input: { variantId: row.variantId, locationId: row.locationId, ...defaults, ...input } },
            { isOneOfMany: true },
          );
      if (data) {
        const isNew = 'createInventoryPolicy' in data;
        const { inventoryPolicy } = isNew ? data.createInventoryPolicy : data.updateInventoryPolicy;
        wroteAt.set(row.id, (clock += 1));
        learn([inventoryPolicy]);
        for (const each of isNew ? CELLS : [name]) own.set(cellOf(row.id, each), textOf(inventoryPolicy, each));
        return undefined;
      }
      const moved = problems.some(({ code }) => MOVED_ON.includes(code));
      if (!moved || attempt === ATTEMPTS_MAX) return problems.map(({ message }) => message).join(' ');
      const unread = await read([row]);
      if (unread.length > 0) return unread[0]!.message;
    }
  }

  const put = (cell: string, value: Typed | undefined) => {
    if (value) typed.set(cell, value);
    else typed.delete(cell);
    changed();
  };

  return {
    read,
    learn,
    known: (row: string) => known.get(row),
    /** Writes what was typed into a cell over what was seen there; one after the other, in the order in which it was said. */
    async commit(row: Place, name: CellName, text: string, seen: string, defaults: Defaults): Promise<void> {
      const cell = cellOf(row.id, name);
      if (text.trim() === seen && !typed.has(cell)) return;
      put(cell, { text, problem: undefined });
      waiting += 1;
      const turn = last.then(async () => {
        const problem = await write(row, name, text.trim(), seen, defaults);
        waiting -= 1;
        // What was typed since then is a matter of its own.
        if (typed.get(cell)?.text !== text) return changed();
        put(cell, problem === undefined ? undefined : { text, problem });
      });
      last = turn;
      await turn;
    },
    /** Back to what is kept. */
    forget: (row: string, name: CellName) => put(cellOf(row, name), undefined),
    async remove(row: Place) {
      const policy = known.get(row.id);
      if (!policy) return { data: {} };
      const sent = await send(Delete, { id: policy.id, ifVersion: policy.version }, { isOneOfMany: true });
      if (sent.data) learn([], [row]);
      else if (sent.problems.some(({ code }) => MOVED_ON.includes(code))) await read([row]);
      return sent;
    },
    typed: (row: string, name: CellName) => typed.get(cellOf(row, name)),
    waiting: () => waiting,
    /** Another one after every change. */
    revision: () => revision,
    /** What was refused, cell by cell, in the order in which it was said. */
    refused: () =>
      [...typed].flatMap(([cell, { problem }]) => {
        const at = cell.lastIndexOf(' ');
        return problem === undefined ? [] : [{ row: cell.slice(0, at), name: cell.slice(at + 1) as CellName, problem }];
      }),
    watch(watcher: () => void) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
export type PolicySheet = ReturnType<typeof policySheet>;

/** Something of the sheet, as it is: a text or a number, or an object that is the same as long as nothing changes. */
export function useSheet<T>(sheet: PolicySheet, look: (sheet: PolicySheet) => T): T {
  return useSyncExternalStore(
    useCallback(watcher => sheet.watch(watcher), [sheet]),
    () => look(sheet),
  );
}
