import { useSyncExternalStore } from 'react';
import { stringifyDocument } from 'urql';
import { type AnswerOf, amountAt, BOOKINGS, type Kind, missingFrom, type SaidOf, withAmounts } from './bookings.ts';
import { readAllAgain } from './following.ts';
import { client, type Problem, problemsOf, type SendResult, send } from './graphql.ts';
import { t } from './language.ts';
import { readSession, shownOrganization, signedInAs } from './session.ts';

/*
 * All bookings go through here, so that none is lost while offline: each is stored on this device before it is sent,
 * and removed once the service has answered. What could not be delivered is sent later, in order, with the key of the
 * first attempt: if that one arrived after all and only its response was lost, nothing happens twice. What is refused
 * stays, with the reason.
 */

/** One line of a booking, for display and for what remains outstanding. */
interface BookingLine {
  itemId?: string;
  sku: string;
  quantity: number;
}

/** What is booked, and on which page. */
export interface BookingSubject {
  title: string;
  path: string;
  /** In the order of the input's lines; `BOOKINGS` says where they are there. */
  lines: readonly BookingLine[];
}

export interface Booking extends BookingSubject {
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
const KEY_LIFETIME_MS = 23 * 3_600_000;
const RETRY_MS = 5000;
/** How long the user waits for a response; afterwards the booking is kept, whatever happens to it. */
const PATIENCE_MS = 20_000;
/** It was not delivered, or not to anybody who could decide. */
const UNDELIVERED_CODES = ['UNREACHABLE', 'UNAUTHENTICATED', 'RATE_LIMITED'];
/** Nothing was decided: it is sent again later, and no other booking of that document before it. */
const UNDECIDED_CODES = ['INTERNAL_ERROR', 'IDEMPOTENCY_IN_PROGRESS'];

const watchers = new Set<() => void>();
let storedBookings: readonly Booking[] | undefined;
/** What this tab is sending right now: not shown as kept yet. */
const sendsUnderWay = new Map<string, Promise<void>>();

const bookings = (): readonly Booking[] => (storedBookings ??= readStorage());
function readStorage(): readonly Booking[] {
  const names = Object.keys(localStorage).filter(name => name.startsWith(NAME));
  return names.flatMap(name => parseEntry(name)).sort((one, other) => one.turn - other.turn || one.at - other.at);
}
/** An unreadable entry must not break the app. */
function parseEntry(name: string): Booking[] {
  try {
    return [JSON.parse(localStorage.getItem(name)!) as Booking];
  } catch {
    return [];
  }
}
function refreshWatchers(): void {
  storedBookings = undefined;
  watchers.forEach(watcher => watcher());
}
/** Throws if the device's storage is full. */
function write(booking: Booking): void {
  localStorage.setItem(NAME + booking.key, JSON.stringify(booking));
  refreshWatchers();
}
function removeBooking(key: string): void {
  localStorage.removeItem(NAME + key);
  refreshWatchers();
}
/** Changes it, unless another tab has dealt with it. */
function updateBooking(key: string, change: (booking: Booking) => Booking): void {
  refreshWatchers();
  const booking = bookings().find(each => each.key === key);
  if (!booking) return;
  const next = change(booking);
  write(next);
  if (next.key !== key) removeBooking(key);
}
addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(NAME)) refreshWatchers();
});

const isOfMe = ({ person }: Booking) => person === signedInAs();
const isMine = (booking: Booking) => isOfMe(booking) && booking.organization === shownOrganization();
/** Too old to be sent without asking, or from the future, because a clock was changed. */
export const isOld = ({ at }: Booking): boolean => Math.abs(Date.now() - at) > KEY_LIFETIME_MS;
const isWaiting = (booking: Booking) => !booking.problems && !isOld(booking);

function useBookings(): readonly Booking[] {
  return useSyncExternalStore(watcher => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }, bookings);
}

/** The bookings kept for the signed-in user and the current organization. */
export const useOutbox = (): readonly Booking[] =>
  useBookings().filter(each => isMine(each) && !sendsUnderWay.has(each.key));

/** The number of bookings kept for each of the user's other organizations. */
export function useBookingsElsewhere(): ReadonlyMap<string, number> {
  const all = useBookings();
  const counts = new Map<string, number>();
  for (const each of all)
    if (isOfMe(each) && !isMine(each)) counts.set(each.organization, (counts.get(each.organization) ?? 0) + 1);
  return counts;
}

/** The number of bookings kept on this device, for any user. */
export const useBookingCount = (): number => useBookings().length;

/** The kinds of booking that wait to be sent for the document on this page: they cannot be booked twice. */
export const useKindsWaitingAt = (path: string): ReadonlySet<Kind> =>
  new Set(
    useOutbox()
      .filter(each => each.path === path && !each.problems)
      .map(({ kind }) => kind),
  );

/** The result of a booking that was kept. */
const KEPT = Symbol('kept');
/** Whether this is the result of a booking that was kept, and not of one that was sent. */
export const isKept = (data: unknown): boolean => data === KEPT;
/** What is said of a booking that was kept. */
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
  input: SaidOf<K>,
  subject: BookingSubject,
  { key = crypto.randomUUID() as string, isBackground = false, isAway = false, isOneOfMany = false }: BookOptions = {},
): Promise<SendResult<AnswerOf<K>>> {
  const missing = missingFrom(kind, input);
  if (missing.length > 0) return Promise.resolve({ problems: missing });
  const { mutation } = BOOKINGS[kind];
  const attempt = () =>
    send(mutation as never, input as never, { key, isOneOfMany }) as Promise<SendResult<AnswerOf<K>>>;
  const [organization, person] = [shownOrganization(), signedInAs()];
  if (!organization || !person) return attempt();
  const booking: Booking = {
    ...subject,
    kind,
    key,
    organization,
    person,
    turn: (bookings().at(-1)?.turn ?? 0) + 1,
    at: Date.now(),
    mutation: stringifyDocument(mutation as never),
    variables: input,
  };
  let settle = () => {};
  sendsUnderWay.set(key, new Promise<void>(resolve => (settle = resolve)));
  const finish = () => {
    sendsUnderWay.delete(key);
    settle();
    refreshWatchers();
  };
  try {
    write(booking);
  } catch {
    // The device's storage is full: if it is not delivered, it is not done, and the user is told.
    finish();
    return attempt();
  }
  return answerOf(booking, isBackground, isAway ? undefined : attempt).finally(finish);
}

/** Records the outcome of an attempt. Without one, or without a response, the booking stays. */
async function answerOf<Data>(
  booking: Booking,
  isBackground: boolean,
  attempt: (() => Promise<SendResult<Data>>) | undefined,
): Promise<SendResult<Data>> {
  const result = attempt && (await Promise.race([sendInTurn(booking, attempt), outOfPatience()]));
  if (!result || UNDELIVERED_CODES.includes(result.problems?.[0]?.code ?? '')) return { data: KEPT as never };
  const { problems } = result;
  if (problems && isBackground) updateBooking(booking.key, each => ({ ...each, problems }));
  else removeBooking(booking.key);
  return result;
}

const outOfPatience = () => new Promise<undefined>(resolve => setTimeout(resolve, PATIENCE_MS));

/** Sends it once no earlier booking of the same document is waiting; undefined if that is impossible. */
async function sendInTurn<Data>(
  { path, turn }: Booking,
  attempt: () => Promise<SendResult<Data>>,
): Promise<SendResult<Data> | undefined> {
  const before = () => bookings().filter(each => isMine(each) && isWaiting(each) && each.turn < turn);
  const hereBefore = () => before().filter(each => each.path === path);
  await Promise.all(hereBefore().map(each => sendsUnderWay.get(each.key)));
  if (before().some(({ key }) => !sendsUnderWay.has(key))) await flush();
  return hereBefore().length > 0 ? undefined : attempt();
}

/** Removes it. Anything being sent at this moment is sent first. */
export const discard = (key: string): Promise<void> => alone(async () => removeBooking(key), false);

/**
 * Sends a refused booking again after the user has looked at it: as a new one, with other amounts if given. It then
 * also replaces what somebody else has saved meanwhile.
 */
export function sendAnew(key: string, amounts?: readonly number[]): void {
  updateBooking(key, ({ problems: _, ...each }) => ({
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
export const problemOfLine = ({ kind, problems = [] }: Booking, line: number): string | undefined => {
  const at = amountAt(kind, line);
  const [whole = at] = /^\w+\[\d+\]/.exec(at ?? '') ?? [];
  return problems.find(({ field }) => at && (field === at || field === whole || field?.startsWith(`${whole}.`)))
    ?.message;
};

const listeners = new Set<(booking: Booking) => void>();
let currentFlush: Promise<void> | undefined;
/** Sends kept bookings until the service cannot be reached. */
const flush = (): Promise<void> => (currentFlush ??= alone(sendAll).finally(() => (currentFlush = undefined)));

async function sendAll(): Promise<void> {
  refreshWatchers();
  if (!bookings().some(each => isMine(each) && isWaiting(each))) return;
  // Another tab may have signed in somebody else: nobody's bookings are made in another's name.
  await readSession();
  const blockedPaths = new Set<string>();
  for (const { key } of bookings()) {
    const entry = bookings().find(each => each.key === key);
    if (!entry || !isMine(entry) || !isWaiting(entry) || sendsUnderWay.has(key) || blockedPaths.has(entry.path))
      continue;
    const { error } = await client
      .mutation(entry.mutation as never, { ...entry.variables, idempotencyKey: key } as never)
      .toPromise();
    const problems = error && problemsOf(error);
    const code = problems?.[0]?.code ?? '';
    if (UNDELIVERED_CODES.includes(code)) return;
    if (UNDECIDED_CODES.includes(code)) blockedPaths.add(entry.path);
    else if (problems) updateBooking(key, each => ({ ...each, problems }));
    else {
      removeBooking(key);
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
 * Sends kept bookings now, at intervals, and when the network returns. `onSent` receives each one that was delivered.
 * Returns a function that stops this.
 */
export function startSending(onSent: (booking: Booking) => void): () => void {
  const attempt = () =>
    void (bookings().some(each => isMine(each) && isWaiting(each) && !sendsUnderWay.has(each.key)) && flush());
  listeners.add(onSent);
  attempt();
  const timer = setInterval(attempt, RETRY_MS);
  addEventListener('online', attempt);
  return () => {
    listeners.delete(onSent);
    clearInterval(timer);
    removeEventListener('online', attempt);
  };
}
