import { useEffect, useRef } from 'react';

/*
 * The screen follows events: a result is read again soon after something happened to a record of a type that it shows.
 * Pages do not list these types, the result contains them (`__typename`), so a new page follows automatically.
 */

/** The minimum time between two reads of one result, however much happens. */
const APART_MS = 2000;
/** The changes of one command cause a single read. */
const SOON_MS = 150;
/** How often records without events are read again while somebody is looking. */
const LOOK_MS = 2500;
/** Types without events: users, jobs and other records of the installation. */
const UNTOLD: ReadonlySet<string> = new Set([
  'ApiKey',
  'Member',
  'Integration',
  'WebhookSubscription',
  'Import',
  'ReplenishmentPlan',
  'LandedCost',
]);

/** The records that something happened to: by type, the ids that are known. */
export type Happened = ReadonlyMap<string, ReadonlySet<string>>;

interface Follower {
  hear(what: Happened): void;
  read(why: Why): void;
}
/** Why everything is read again: after a write, whose events will follow, or because events may have been missed. */
export type Why = 'written' | 'missed';
const followers = new Set<Follower>();

/** Something was written: everything on the screen is read again. */
export const readAllAgain = (): void => followers.forEach(follower => follower.read('written'));

/** Counts what happened, so that a result knows whether that was before or after it was read. */
let happenings = 0;
const lastOf = new Map<string, number>();
let lastMissed = 0;

/** Something happened: whatever shows records of these types is read again soon. */
export function tell(what: Happened): void {
  happenings += 1;
  for (const type of what.keys()) lastOf.set(type, happenings);
  followers.forEach(follower => follower.hear(what));
}

/** Events may have been missed: everything on the screen is read again, and nothing that was read before is current. */
export function missed(): void {
  happenings += 1;
  lastMissed = happenings;
  followers.forEach(follower => follower.read('missed'));
}

/** The moment at which a read begins, for `isCurrent`. */
export const moment = (): number => happenings;

/** Whether it is known that nothing has happened to what this result shows since the moment that its read began at. */
export const isCurrent = (answer: unknown, since: number): boolean =>
  !hasHappened(answer, since) && ![...shownIn(answer).types].some(type => UNTOLD.has(type));

/** Whether something has happened, or may have, to what this result shows. */
const hasHappened = (answer: unknown, since: number): boolean =>
  lastMissed > since || [...shownIn(answer).types].some(type => (lastOf.get(type) ?? 0) > since);

/**
 * Reads the result again when something happens to what it shows. `read` receives what happened, or why that may be
 * anything.
 */
export function useFollowing(answer: unknown, read: (what: Happened | Why) => void): void {
  const latest = useRef({ answer, read });
  latest.current = { answer, read };
  /** Since when there has been nothing to show: until something is read, it is not known which records that will be. */
  const unread = useRef<number>(undefined);
  if (answer == null) unread.current ??= moment();
  useEffect(() => {
    if (answer == null || unread.current === undefined) return;
    const since = unread.current;
    unread.current = undefined;
    if (hasHappened(answer, since)) latest.current.read('missed');
  }, [answer]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let heard: Map<string, Set<string>> | undefined;
    let readAt = performance.now() - APART_MS;
    const now = () => {
      clearTimeout(timer);
      timer = undefined;
      // A hidden page needs nothing new until it is visible again.
      if (document.hidden) return;
      readAt = performance.now();
      const what = heard ?? 'missed';
      heard = undefined;
      latest.current.read(what);
    };
    const follower: Follower = {
      hear(what) {
        const shown = shownIn(latest.current.answer);
        for (const [type, ids] of what) {
          // A record that is not shown yet matters to a list of its type: it may belong there now.
          const isShown =
            shown.lists.has(type) ||
            (shown.types.has(type) && (ids.size === 0 || [...ids].some(id => shown.ids.has(id))));
          if (!isShown) continue;
          heard ??= new Map();
          heard.set(type, new Set([...(heard.get(type) ?? []), ...ids]));
        }
        if (heard) timer ??= setTimeout(now, Math.max(SOON_MS, readAt + APART_MS - performance.now()));
      },
      read(why) {
        heard = undefined;
        readAt = performance.now();
        latest.current.read(why);
      },
    };
    const seen = () => void (heard && !document.hidden && (timer ??= setTimeout(now, 0)));
    const looking = setInterval(() => {
      if (!document.hidden && [...shownIn(latest.current.answer).types].some(type => UNTOLD.has(type)))
        latest.current.read('missed');
    }, LOOK_MS);
    followers.add(follower);
    document.addEventListener('visibilitychange', seen);
    return () => {
      followers.delete(follower);
      document.removeEventListener('visibilitychange', seen);
      clearInterval(looking);
      clearTimeout(timer);
    };
  }, []);
}

/** What a result shows: records by type and id, and the types of its lists. */
interface Shown {
  types: Set<string>;
  lists: Set<string>;
  ids: Set<string>;
}

const known = new WeakMap<object, Shown>();

function shownIn(answer: unknown): Shown {
  const shown = { types: new Set<string>(), lists: new Set<string>(), ids: new Set<string>() };
  if (answer === null || typeof answer !== 'object') return shown;
  const before = known.get(answer);
  if (before) return before;
  collect(answer, shown);
  known.set(answer, shown);
  return shown;
}

function collect(value: unknown, shown: Shown, isOneOfMany = false): void {
  if (Array.isArray(value)) for (const each of value) collect(each, shown, true);
  else if (value !== null && typeof value === 'object')
    for (const [name, each] of Object.entries(value)) {
      if (name === 'id') shown.ids.add(String(each));
      else if (name !== '__typename') collect(each, shown);
      else {
        const list = /^(.+)Connection$/.exec(String(each))?.[1];
        shown.types.add(list ?? String(each));
        // Without its id, a record cannot be told from others of its type.
        if (list || isOneOfMany || !('id' in value)) shown.lists.add(list ?? String(each));
      }
    }
}
