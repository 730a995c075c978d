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

/** The records that something happened to: by type, the ids; undefined where it is not known which. */
export type Happened = ReadonlyMap<string, ReadonlySet<string> | undefined>;

interface Follower {
  hear(what: Happened): void;
  read(why: Why): void;
}
/** Why everything is read again: after a write, whose events will follow, or because events may have been missed. */
export type Why = 'written' | 'missed';
const followers = new Set<Follower>();

/** Something was written: everything on the screen is read again. */
export const readAllAgain = (): void => followers.forEach(follower => follower.read('written'));

/** What happened lately, so that a result knows what did after its read began; what came before is forgotten. */
const lately: (Happened | 'missed')[] = [];
let forgotten = 0;
const REMEMBERED = 500;

function note(what: Happened | 'missed'): void {
  lately.push(what);
  if (lately.length <= REMEMBERED) return;
  lately.shift();
  forgotten += 1;
}

/** Something happened: whatever shows records of these types is read again soon. */
export function tell(what: Happened): void {
  note(what);
  followers.forEach(follower => follower.hear(what));
}

/** Events may have been missed: everything on the screen is read again, and nothing that was read before is current. */
export function missed(): void {
  note('missed');
  followers.forEach(follower => follower.read('missed'));
}

/** The moment at which a read begins. */
export const moment = (): number => forgotten + lately.length;

const happenedSince = (began: number): readonly (Happened | 'missed')[] =>
  began < forgotten ? ['missed'] : lately.slice(began - forgotten);

/** Whether it is known that nothing has happened to what this result shows since the moment that its read began at. */
export const isCurrent = (answer: unknown, began: number): boolean =>
  !hasHappened(answer, began) && ![...shownIn(answer).types].some(type => UNTOLD.has(type));

const hasHappened = (answer: unknown, began: number): boolean =>
  happenedSince(began).some(what => what === 'missed' || concerning(answer, what).length > 0);

/** What of it concerns what this result shows. */
function concerning(answer: unknown, what: Happened): [string, ReadonlySet<string> | undefined][] {
  const shown = shownIn(answer);
  // A record that is not shown yet matters to a list of its type: it may belong there now.
  return [...what].filter(
    ([type, ids]) =>
      shown.lists.has(type) || (shown.types.has(type) && (!ids || [...ids].some(id => shown.ids.has(id)))),
  );
}

/**
 * Reads the result again when something happens to what it shows, or has happened since the moment that its read began
 * at: what was on its way may lack it. `read` receives what happened, or why that may be anything.
 */
export function useFollowing(answer: unknown, began: number | undefined, read: (what: Happened | Why) => void): void {
  const latest = useRef({ answer, began, read });
  latest.current = { answer, began, read };
  const own = useRef<Follower>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let heard: Map<string, ReadonlySet<string> | undefined> | undefined;
    let readAt = performance.now() - APART_MS;
    const now = () => {
      timer = undefined;
      // A hidden page needs nothing new until it is visible again.
      if (document.hidden || !heard) return;
      const what = heard;
      heard = undefined;
      const { answer: shown, began: since, read: readAgain } = latest.current;
      // It was read after that.
      if (since !== undefined && !hasHappened(shown, since)) return;
      readAt = performance.now();
      readAgain(what);
    };
    const follower: Follower = {
      hear(what) {
        for (const [type, ids] of concerning(latest.current.answer, what)) {
          heard ??= new Map();
          const before = heard.has(type) ? heard.get(type) : new Set<string>();
          heard.set(type, before && ids && new Set([...before, ...ids]));
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
    own.current = follower;
    followers.add(follower);
    document.addEventListener('visibilitychange', seen);
    return () => {
      followers.delete(follower);
      document.removeEventListener('visibilitychange', seen);
      clearInterval(looking);
      clearTimeout(timer);
    };
  }, []);
  useEffect(() => {
    if (answer == null || began === undefined) return;
    const what = happenedSince(began);
    if (what.includes('missed')) own.current?.read('missed');
    else for (const each of what) each !== 'missed' && own.current?.hear(each);
  }, [answer, began]);
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
