import { useSyncExternalStore } from 'react';
import { stringifyDocument } from 'urql';
import { type AnswerOf, amountAt, BOOKINGS, type Kind, missingFrom, type SaidOf, withAmounts } from './bookings.ts';
import { readAllAgain } from './following.ts';
import { client, type Problem, problemsOf, type Sent, send } from './graphql.ts';
import { t } from './language.ts';
import { readSession, shownOrganization, signedInAs } from './session.ts';

/*
 * All bookings go through here, so that none is lost while offline: each is stored on this device before it is sent,
 * and removed once the service has answered. What could not be delivered is sent later, in order, with the key of the
 * first attempt: if that one arrived after all and only its response was lost, nothing happens twice. What is refused
 * stays, with the reason.
 */

/** One line of a booking, for display and for what remains outstanding. */
export interface KeptLine {
  itemId?: string;
  sku: string;
  quantity: number;
}

/** What is booked, and on which page. */
export interface About {
  title: string;
  path: string;
  /** In the order of the input's lines; `BOOKINGS` says where they are there. */
  lines: readonly KeptLine[];
}

export interface Kept extends About {
  kind: Kind;
  /** Its idempotency key. */
  key: string;
  organization: string;
  person: string;
  at: number;
  /** Its place in the sending order. */
  turn: number;
  mutation: string;
  variables: object;
  /** Why the service refused it. It is not sent again unless the user asks for it. */
  problems?: readonly Problem[];
}

/** Each booking has a storage key of its own, so that two tabs never overwrite each other. */
const NAME = 'outbox ';
/**
 * The service remembers a key for 24 hours: docs/api.md, "Idempotency". An older booking is only sent after somebody
 * has looked at it, with a new key.
 */
const KNOWN_MS = 23 * 3_600_000;
const RETRY_MS = 5000;
/** How long the user waits for a response; afterwards the booking is kept, whatever happens to it. */
const PATIENCE_MS = 20_000;
/** It was not delivered, or not to anybody who could decide. */
const UNHEARD = ['UNREACHABLE', 'UNAUTHENTICATED', 'RATE_LIMITED'];
/** Nothing was decided: it is sent again later, and no other booking of that document before it. */
const UNDECIDED = ['INTERNAL_ERROR', 'IDEMPOTENCY_IN_PROGRESS'];

const watchers = new Set<() => void>();
let known: readonly Kept[] | undefined;
/** What this tab is sending right now: not shown as kept yet. */
const inHand = new Map<string, Promise<void>>();

const read = (): readonly Kept[] => (known ??= stored());
function stored(): readonly Kept[] {
  const names = Object.keys(localStorage).filter(name => name.startsWith(NAME));
  return names.flatMap(name => readable(name)).sort((one, other) => one.turn - other.turn || one.at - other.at);
}
/** An unreadable entry must not break the app. */
function readable(name: string): Kept[] {
  try {
    return [JSON.parse(localStorage.getItem(name)!) as Kept];
  } catch {
    return [];
  }
}
function changed(): void {
  known = undefined;
  watchers.forEach(watcher => watcher());
}
/** Throws if the device's storage is full. */
function write(kept: Kept): void {
  localStorage.setItem(NAME + kept.key, JSON.stringify(kept));
  changed();
}
function strike(key: string): void {
  localStorage.removeItem(NAME + key);
  changed();
}
/** Changes it, unless another tab has dealt with it. */
function alter(key: string, change: (kept: Kept) => Kept): void {
  changed();
  const kept = read().find(each => each.key === key);
  if (!kept) return;
  const next = change(kept);
  write(next);
  if (next.key !== key) strike(key);
}
addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(NAME)) changed();
});

const isOfMe = ({ person }: Kept) => person === signedInAs();
const isMine = (kept: Kept) => isOfMe(kept) && kept.organization === shownOrganization();
/** Too old to be sent without asking, or from the future, because a clock was changed. */
export const isOld = ({ at }: Kept): boolean => Math.abs(Date.now() - at) > KNOWN_MS;
const isWaiting = (kept: Kept) => !kept.problems && !isOld(kept);

function useAll(): readonly Kept[] {
  return useSyncExternalStore(watcher => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }, read);
}

/** The bookings kept for the signed-in user and the current organization. */
export const useOutbox = (): readonly Kept[] => useAll().filter(each => isMine(each) && !inHand.has(each.key));

/** The number of bookings kept for each of the user's other organizations. */
export function useKeptElsewhere(): ReadonlyMap<string, number> {
  const all = useAll();
  const counts = new Map<string, number>();
  for (const each of all)
    if (isOfMe(each) && !isMine(each)) counts.set(each.organization, (counts.get(each.organization) ?? 0) + 1);
  return counts;
}

/** The number of bookings kept on this device, for any user. */
export const useKeptHere = (): number => useAll().length;

/** The kinds of booking that wait to be sent for the document on this page: they cannot be booked twice. */
export const useWaitingAt = (path: string): ReadonlySet<Kind> =>
  new Set(
    useOutbox()
      .filter(each => each.path === path && !each.problems)
      .map(({ kind }) => kind),
  );

/** The result of a booking that was kept. */
export const KEPT = Symbol('kept');
export const isKept = (data: unknown): boolean => data === KEPT;
export const keptWords = (): string => t('No connection: it is kept on this device, and sent as soon as there is one.');

interface BookOptions {
  key?: string;
  /** The caller does not wait for the response: if refused, it is kept and shown with the others. */
  isBackground?: boolean;
  /** The previous booking was not delivered, so the caller does not wait for this one. */
  isAway?: boolean;
  /** The caller books several, and reads the screen again itself. */
  isOneOfMany?: boolean;
}

/**
 * Books it, after earlier bookings of the same document. If it cannot be delivered it is kept, and the result is
 * `KEPT`.
 */
export function book<K extends Kind>(
  kind: K,
  said: SaidOf<K>,
  about: About,
  { key = crypto.randomUUID() as string, isBackground = false, isAway = false, isOneOfMany = false }: BookOptions = {},
): Promise<Sent<AnswerOf<K>>> {
  const missing = missingFrom(kind, said);
  if (missing.length > 0) return Promise.resolve({ problems: missing });
  const { mutation } = BOOKINGS[kind];
  const attempt = () => send(mutation as never, said as never, { key, isOneOfMany }) as Promise<Sent<AnswerOf<K>>>;
  const [organization, person] = [shownOrganization(), signedInAs()];
  if (!organization || !person) return attempt();
  const kept: Kept = {
    ...about,
    kind,
    key,
    organization,
    person,
    turn: (read().at(-1)?.turn ?? 0) + 1,
    at: Date.now(),
    mutation: stringifyDocument(mutation as never),
    variables: said,
  };
  let settle = () => {};
  inHand.set(key, new Promise<void>(resolve => (settle = resolve)));
  const settled = () => {
    inHand.delete(key);
    settle();
    changed();
  };
  try {
    write(kept);
  } catch {
    // The device's storage is full: if it is not delivered, it is not done, and the user is told.
    settled();
    return attempt();
  }
  return answerOf(kept, isBackground, isAway ? undefined : attempt).finally(settled);
}

/** Records the outcome of an attempt. Without one, or without a response, the booking stays. */
async function answerOf<Data>(
  kept: Kept,
  isBackground: boolean,
  attempt: (() => Promise<Sent<Data>>) | undefined,
): Promise<Sent<Data>> {
  const sent = attempt && (await Promise.race([inTurn(kept, attempt), outOfPatience()]));
  if (!sent || UNHEARD.includes(sent.problems?.[0]?.code ?? '')) return { data: KEPT as never };
  const { problems } = sent;
  if (problems && isBackground) alter(kept.key, each => ({ ...each, problems }));
  else strike(kept.key);
  return sent;
}

const outOfPatience = () => new Promise<undefined>(resolve => setTimeout(resolve, PATIENCE_MS));

/** Sends it once no earlier booking of the same document is waiting; undefined if that is impossible. */
async function inTurn<Data>({ path, turn }: Kept, attempt: () => Promise<Sent<Data>>): Promise<Sent<Data> | undefined> {
  const before = () => read().filter(each => isMine(each) && isWaiting(each) && each.turn < turn);
  const hereBefore = () => before().filter(each => each.path === path);
  await Promise.all(hereBefore().map(each => inHand.get(each.key)));
  if (before().some(({ key }) => !inHand.has(key))) await flush();
  return hereBefore().length > 0 ? undefined : attempt();
}

/** Removes it. Anything being sent at this moment is sent first. */
export const discard = (key: string): Promise<void> => alone(async () => strike(key), false);

/**
 * Sends a refused booking again after the user has looked at it: as a new one, with other amounts if given. It then
 * also replaces what somebody else has saved meanwhile.
 */
export function sendAnew(key: string, amounts?: readonly number[]): void {
  alter(key, ({ problems: _, ...each }) => ({
    ...each,
    key: crypto.randomUUID(),
    at: Date.now(),
    variables: {
      ...(amounts ? withAmounts(each.kind, each.variables, amounts) : each.variables),
      ...('ifVersion' in each.variables && { ifVersion: null }),
    },
    ...(amounts && {
      lines: each.lines.map((line, index) => ({ ...line, quantity: amounts[index]! })),
    }),
  }));
  void flush();
}

/** The refusal of a line, because of its amount or anything else. */
export const problemOfLine = ({ kind, problems = [] }: Kept, line: number): string | undefined => {
  const at = amountAt(kind, line);
  const [whole = at] = /^\w+\[\d+\]/.exec(at ?? '') ?? [];
  return problems.find(({ field }) => at && (field === at || field === whole || field?.startsWith(`${whole}.`)))
    ?.message;
};

const listeners = new Set<(kept: Kept) => void>();
let flushing: Promise<void> | undefined;
/** Sends kept bookings until the service cannot be reached. */
const flush = (): Promise<void> => (flushing ??= alone(sendAll).finally(() => (flushing = undefined)));

async function sendAll(): Promise<void> {
  changed();
  if (!read().some(each => isMine(each) && isWaiting(each))) return;
  // Another tab may have signed in somebody else: nobody's bookings are made in another's name.
  await readSession();
  const held = new Set<string>();
  for (const { key } of read()) {
    const entry = read().find(each => each.key === key);
    if (!entry || !isMine(entry) || !isWaiting(entry) || inHand.has(key) || held.has(entry.path)) continue;
    const { error } = await client
      .mutation(entry.mutation as never, { ...entry.variables, idempotencyKey: key } as never)
      .toPromise();
    const problems = error && problemsOf(error);
    const code = problems?.[0]?.code ?? '';
    if (UNHEARD.includes(code)) return;
    if (UNDECIDED.includes(code)) held.add(entry.path);
    else if (problems) alter(key, each => ({ ...each, problems }));
    else {
      strike(key);
      readAllAgain();
      listeners.forEach(listener => listener(entry));
    }
  }
}

/** One tab at a time, if the browser supports locks; otherwise the key prevents double booking. */
const alone = (act: () => Promise<void>, ifAvailable = true): Promise<void> =>
  navigator.locks ? navigator.locks.request(NAME, { ifAvailable }, lock => (lock ? act() : undefined)) : act();

/** Sends kept bookings now, because the user asks for it. */
export const sendNow = (): void => void flush();

/**
 * Sends kept bookings now, at intervals, and when the network returns. `sent` receives each one that was delivered.
 * Returns a function that stops this.
 */
export function startSending(sent: (kept: Kept) => void): () => void {
  const attempt = () => void (read().some(each => isMine(each) && isWaiting(each) && !inHand.has(each.key)) && flush());
  listeners.add(sent);
  attempt();
  const timer = setInterval(attempt, RETRY_MS);
  addEventListener('online', attempt);
  return () => {
    listeners.delete(sent);
    clearInterval(timer);
    removeEventListener('online', attempt);
  };
}
