import { useSyncExternalStore } from 'react';
import { stringifyDocument } from 'urql';
import { type AnswerOf, amountAt, BOOKINGS, type Kind, type SaidOf, withAmounts } from './bookings.ts';
import { readAllAgain } from './following.ts';
import { client, type Problem, problemsOf, type Sent, send } from './graphql.ts';
import { t } from './language.ts';
import { readSession, shownOrganization, signedInAs } from './session.ts';

/*
 * What is booked goes through here, so that nothing is lost where the network is not: it is written down on this device before it is sent, and
 * struck out once the service has answered. What could not be heard is sent as soon as it can, in the order in which it was said, with the key of the
 * first attempt: if that was heard after all and only its answer was lost, nothing happens twice. What is refused then stays, with why.
 */

/** One line of what is booked, for whoever is told of it, and for what is outstanding meanwhile. */
export interface KeptLine {
  itemId?: string;
  sku: string;
  quantity: number;
}

/** What is booked, and where it is looked at. */
export interface About {
  title: string;
  path: string;
  /** In the order of the input's: `BOOKINGS` says where they are there. */
  lines: readonly KeptLine[];
}

export interface Kept extends About {
  kind: Kind;
  /** Its idempotency key. */
  key: string;
  organization: string;
  person: string;
  at: number;
  /** Which of all it was: they are sent in this order. */
  turn: number;
  mutation: string;
  variables: object;
  /** Why the service would not have it. It is sent no more, unless somebody says so. */
  problems?: readonly Problem[];
}

/** Each has a place of its own, so that two tabs that write at once take nothing from each other. */
const NAME = 'outbox ';
/** The service knows a key for 24 hours: docs/api.md, "Idempotency". What is older is sent by somebody who has looked, with a new one. */
export const KNOWN_MS = 23 * 3_600_000;
const RETRY_MS = 5000;
/** So long somebody waits for an answer; then it is kept, whatever becomes of it. */
const PATIENCE_MS = 20_000;
/** Nobody heard it, or nobody who could decide. */
const UNHEARD = ['UNREACHABLE', 'UNAUTHENTICATED', 'RATE_LIMITED'];
/** Nothing was decided: it is said again later, and nothing else of that document before it. */
const UNDECIDED = ['INTERNAL_ERROR', 'IDEMPOTENCY_IN_PROGRESS'];

const watchers = new Set<() => void>();
let known: readonly Kept[] | undefined;
/** What this tab has just said, and is waiting to hear of: nobody is told of it yet. */
const inHand = new Map<string, Promise<void>>();

const read = (): readonly Kept[] => (known ??= stored());
function stored(): readonly Kept[] {
  const names = Object.keys(localStorage).filter(name => name.startsWith(NAME));
  return names.flatMap(name => readable(name)).sort((one, other) => one.turn - other.turn || one.at - other.at);
}
/** What nobody can read must not take the app down. */
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
/** Throws where this device keeps nothing more. */
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
/** Too old to be sent by itself; or from a time that has not come, by a clock that was set. */
export const isOld = ({ at }: Kept): boolean => Math.abs(Date.now() - at) > KNOWN_MS;
const isWaiting = (kept: Kept) => !kept.problems && !isOld(kept);

function useAll(): readonly Kept[] {
  return useSyncExternalStore(watcher => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }, read);
}

/** What is kept for who is signed in, where they are. */
export const useOutbox = (): readonly Kept[] => useAll().filter(each => isMine(each) && !inHand.has(each.key));

/** How much they have kept in each of their other organizations. */
export function useKeptElsewhere(): ReadonlyMap<string, number> {
  const all = useAll();
  const counts = new Map<string, number>();
  for (const each of all)
    if (isOfMe(each) && !isMine(each)) counts.set(each.organization, (counts.get(each.organization) ?? 0) + 1);
  return counts;
}

/** How much is kept on this device, whoever said it. */
export const useKeptHere = (): number => useAll().length;

/** The kinds of what waits to be sent, of what is looked at there: it is not said twice. */
export const useWaitingAt = (path: string): ReadonlySet<Kind> =>
  new Set(
    useOutbox()
      .filter(each => each.path === path && !each.problems)
      .map(({ kind }) => kind),
  );

/** The answer of what is kept. */
export const KEPT = Symbol('kept');
export const isKept = (data: unknown): boolean => data === KEPT;
export const keptWords = (): string => t('No connection: it is kept on this device, and sent as soon as there is one.');

interface BookOptions {
  key?: string;
  /** Nobody waits for its answer: what is refused is kept, and shown with the rest. */
  isBackground?: boolean;
  /** The one before was not heard: nobody waits for this one to be. */
  isAway?: boolean;
  /** The caller books more, and sees to it that everything on the screen is read again. */
  isOneOfMany?: boolean;
}

/** Books it, after what was said before; where nobody hears it, it is kept, and answered with `KEPT`. */
export function book<K extends Kind>(
  kind: K,
  said: SaidOf<K>,
  about: About,
  { key = crypto.randomUUID() as string, isBackground = false, isAway = false, isOneOfMany = false }: BookOptions = {},
): Promise<Sent<AnswerOf<K>>> {
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
    // This device keeps nothing more: what is not heard was not done, and is said so.
    settled();
    return attempt();
  }
  return answerOf(kept, isBackground, isAway ? undefined : attempt).finally(settled);
}

/** What became of the attempt, written down; where there was none, or nobody heard it, it stays. */
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

/** Says it once nothing that was said before of the same document waits any more; undefined if that could not be. */
async function inTurn<Data>({ path, turn }: Kept, attempt: () => Promise<Sent<Data>>): Promise<Sent<Data> | undefined> {
  const before = () => read().filter(each => isMine(each) && isWaiting(each) && each.turn < turn);
  const hereBefore = () => before().filter(each => each.path === path);
  await Promise.all(hereBefore().map(each => inHand.get(each.key)));
  if (before().some(({ key }) => !inHand.has(key))) await flush();
  return hereBefore().length > 0 ? undefined : attempt();
}

/** It is kept no more. What is being sent this moment is sent first. */
export const discard = (key: string): Promise<void> => alone(async () => strike(key), false);

/** It was looked at, and is to be sent after all: as a deed of its own, with other amounts if they are told. */
export function sendAnew(key: string, amounts?: readonly number[]): void {
  alter(key, ({ problems: _, ...each }) => ({
    ...each,
    key: crypto.randomUUID(),
    at: Date.now(),
    ...(amounts && {
      variables: withAmounts(each.kind, each.variables, amounts),
      lines: each.lines.map((line, index) => ({ ...line, quantity: amounts[index]! })),
    }),
  }));
  void flush();
}

/** What was refused of a line: of its amount, or of anything else of it. */
export const problemOfLine = ({ kind, problems = [] }: Kept, line: number): string | undefined => {
  const at = amountAt(kind, line);
  const [whole = at] = /^\w+\[\d+\]/.exec(at ?? '') ?? [];
  return problems.find(({ field }) => at && (field === at || field === whole || field?.startsWith(`${whole}.`)))
    ?.message;
};

const listeners = new Set<(kept: Kept) => void>();
let flushing: Promise<void> | undefined;
/** Sends what is kept until the service cannot be reached. */
const flush = (): Promise<void> => (flushing ??= alone(sendAll).finally(() => (flushing = undefined)));

async function sendAll(): Promise<void> {
  changed();
  if (!read().some(each => isMine(each) && isWaiting(each))) return;
  // Another tab may have let somebody else in: nobody's bookings are made in another's name.
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

/** One tab at a time, where browsers can say so: else the key sees to it that nothing happens twice. */
const alone = (act: () => Promise<void>, ifAvailable = true): Promise<void> =>
  navigator.locks ? navigator.locks.request(NAME, { ifAvailable }, lock => (lock ? act() : undefined)) : act();

/** Sends what is kept at once, where somebody asks for it. */
export const sendNow = (): void => void flush();

/** Sends what is kept now, from time to time, and when the network comes back; `sent` hears what went out. Answers how to end that. */
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
