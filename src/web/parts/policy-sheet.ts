import type { ResultOf } from 'gql.tada';
import { useCallback, useSyncExternalStore } from 'react';
import { client, graphql, type Problem, problemsOf, send } from '../graphql.ts';
import { t } from '../language.ts';
import { readNumber } from '../ui/number.ts';

/*
 * The policies of a grid: their current values, what is typed into the cells, and the outcome. Each cell is written
 * separately, and only if its value is still the one that the user saw when starting to type: changes by others are
 * reported, never overwritten.
 */

export const PolicyFields = graphql(
  `fragment PolicyFields on InventoryPolicy { id version variantId locationId reorderPoint reorderQuantity safetyStock
      leadTimeDays replenishmentSource sourceLocationId }`,
);
type SheetPolicy = ResultOf<typeof PolicyFields>;

const Some = graphql(
  `query PoliciesOfRows($variantIds: [ID!], $locationIds: [ID!], $after: String) {
      inventoryPolicies(first: 200, after: $after, filter: { variantIds: $variantIds, locationIds: $locationIds }) {
        pageInfo { hasNextPage endCursor } nodes { ...PolicyFields } } }`,
  [PolicyFields],
);
const Create = graphql(
  `mutation CreatePolicyInGrid($input: CreateInventoryPolicyInput!, $idempotencyKey: String) {
      createInventoryPolicy(input: $input, idempotencyKey: $idempotencyKey) { inventoryPolicy { ...PolicyFields } } }`,
  [PolicyFields],
);
const Update = graphql(
  `mutation UpdatePolicyInGrid($id: ID!, $input: UpdateInventoryPolicyInput, $ifVersion: String, $idempotencyKey:
      String) { updateInventoryPolicy(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        inventoryPolicy { ...PolicyFields } } }`,
  [PolicyFields],
);
const Delete = graphql(
  `mutation DeletePolicyInGrid($id: ID!, $ifVersion: String, $idempotencyKey: String) { deleteInventoryPolicy(id: $id,
        ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) { inventoryPolicy { id } } }`,
);

/** A variant at a location: a row, with or without a policy of its own. */
export interface Place {
  id: string;
  sku: string;
  variantId: string;
  locationId: string;
}
/** The key of the row of a variant at a location. */
export const rowIdOf = ({ variantId, locationId }: { variantId: string; locationId: string }) =>
  `${variantId} ${locationId}`;

const NUMBERS = ['reorderPoint', 'reorderQuantity', 'safetyStock', 'leadTimeDays'] as const;
export type CellName = (typeof NUMBERS)[number] | 'source';
const CELLS: readonly CellName[] = [...NUMBERS, 'source'];
/** A policy needs these. */
const REQUIRED: readonly CellName[] = ['reorderPoint', 'reorderQuantity'];

/** The values that apply to empty cells. */
export interface Defaults {
  reorderPoint: number;
  reorderQuantity: number;
}

/** The text of a cell. For the source of supply: `BUY`, `MAKE`, `MOVE` and the location, or nothing. */
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
    return REQUIRED.includes(name) ? { problem: t('Must be a number; 0 is allowed.') } : { input: { [name]: null } };
  const { value, problem } = readNumber(text);
  if (name === 'leadTimeDays' && value !== undefined && !Number.isInteger(value))
    return { problem: t('Must be a whole number of days.') };
  return problem === undefined ? { input: { [name]: value } } : { problem };
}

/** Typed into a cell, and not (yet) in the policy. */
interface CellDraft {
  text: string;
  /** Undefined while waiting for the service; otherwise the problem. */
  problem: string | undefined;
}

/** The codes if somebody else has changed, created or deleted the policy meanwhile. */
const MOVED_ON = ['PRECONDITION_FAILED', 'ALREADY_EXISTS', 'NOT_FOUND'];
const ATTEMPTS_MAX = 4;

/** What somebody else has entered, and how to proceed. */
function textMeanwhile(name: CellName, now: string, text: string): string {
  if (name === 'source') return t('Someone else has changed it. Press Enter to write your choice instead.');
  if (now === '')
    return text === ''
      ? t('Someone else has cleared it. Press Enter to clear it too.')
      : t('Someone else has cleared it. Press Enter to write {text} instead.', { text });
  return text === ''
    ? t('Someone else has changed it to {now}. Press Enter to clear it instead.', { now })
    : t('Someone else has changed it to {now}. Press Enter to write {text} instead.', { now, text });
}

/** The policies of the rows of a sheet, what was typed into their cells, and how to write it, one after the other. */
export function policySheet() {
  const known = new Map<string, SheetPolicy | null>();
  /** What this sheet has written, by cell, until somebody else writes there: these are not changes by others. */
  const own = new Map<string, string>();
  /** When this sheet last wrote to a row: a read that began earlier is outdated. */
  const wroteAt = new Map<string, number>();
  let clock = 0;
  const drafts = new Map<string, CellDraft>();
  const watchers = new Set<() => void>();
  let waitingCount = 0;
  let isTyping = false;
  let revision = 0;
  let lastCommit: Promise<unknown> = Promise.resolve();
  const refreshWatchers = () => {
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
    refreshWatchers();
  };

  /** Reads the current policies of these rows. */
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
      if (now !== seen && now !== own.get(cellOf(row.id, name))) return textMeanwhile(name, now, text);
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

  const put = (cell: string, value: CellDraft | undefined) => {
    if (value) drafts.set(cell, value);
    else drafts.delete(cell);
    refreshWatchers();
  };

  return {
    read,
    learn,
    known: (row: string) => known.get(row),
    /** Writes what was typed over the value that was seen; one after the other, in the order of entry. */
    async commit(row: Place, name: CellName, text: string, seen: string, defaults: Defaults): Promise<void> {
      const cell = cellOf(row.id, name);
      if (text.trim() === seen && !drafts.has(cell)) return;
      put(cell, { text, problem: undefined });
      waitingCount += 1;
      const turn = lastCommit.then(async () => {
        const problem = await write(row, name, text.trim(), seen, defaults);
        waitingCount -= 1;
        // Something newer was typed meanwhile, and is handled separately.
        if (drafts.get(cell)?.text !== text) return refreshWatchers();
        put(cell, problem === undefined ? undefined : { text, problem });
      });
      lastCommit = turn;
      await turn;
    },
    /** Resets the cell to its stored value. */
    forget: (row: string, name: CellName) => put(cellOf(row, name), undefined),
    async remove(row: Place) {
      const policy = known.get(row.id);
      if (!policy) return { data: {} };
      const sent = await send(Delete, { id: policy.id, ifVersion: policy.version }, { isOneOfMany: true });
      if (sent.data) learn([], [row]);
      else if (sent.problems.some(({ code }) => MOVED_ON.includes(code))) await read([row]);
      return sent;
    },
    typed: (row: string, name: CellName) => drafts.get(cellOf(row, name)),
    waiting: () => waitingCount,
    /** Somebody types into a cell, or no longer does. */
    type(is: boolean) {
      if (is === isTyping) return;
      isTyping = is;
      refreshWatchers();
    },
    /** Whether something typed is not in its policy (yet). */
    isUnsaved: () => isTyping || drafts.size > 0,
    /** Increases with every change. */
    revision: () => revision,
    /** The refused values by cell, in the order of entry. */
    refused: () =>
      [...drafts].flatMap(([cell, { problem }]) => {
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

/** A value derived from the sheet: a text or number, or an object that stays the same while nothing changes. */
export function useSheet<T>(sheet: PolicySheet, look: (sheet: PolicySheet) => T): T {
  return useSyncExternalStore(
    useCallback(watcher => sheet.watch(watcher), [sheet]),
    () => look(sheet),
  );
}
