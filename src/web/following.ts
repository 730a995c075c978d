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
const TYPES_WITHOUT_EVENTS: ReadonlySet<string> = new Set([
  'ApiKey',
  'Member',
  'Integration',
  'WebhookSubscription',
  'Import',
  'ReplenishmentPlan',
  'LandedCost',
]);

/** The records that something happened to: by type, the ids; undefined where it is not known which. */
export type Changes = ReadonlyMap<string, ReadonlySet<string> | undefined>;

interface Follower {
  hear(what: Changes): void;
  read(why: RereadReason): void;
}
/** Why everything is read again: after a write, whose events will follow, or because events may have been missed. */
export type RereadReason = 'written' | 'missed';
const followers = new Set<Follower>();

/** Something was written: everything on the screen is read again. */
export const readAllAgain = (): void => followers.forEach(follower => follower.read('written'));

/** What happened lately, so that a result knows what did after its read began; what came before is forgotten. */
const recentChanges: (Changes | 'missed')[] = [];
let forgottenCount = 0;
const CHANGES_MAX = 500;

function note(what: Changes | 'missed'): void {
  recentChanges.push(what);
  if (recentChanges.length <= CHANGES_MAX) return;
  recentChanges.shift();
  forgottenCount += 1;
}

/** Something happened: whatever shows records of these types is read again soon. */
export function tell(what: Changes): void {
  note(what);
  followers.forEach(follower => follower.hear(what));
}

/** Events may have been missed: everything on the screen is read again, and nothing that was read before is current. */
export function reportMissedEvents(): void {
  note('missed');
  followers.forEach(follower => follower.read('missed'));
}

/** The moment at which a read begins. */
export const moment = (): number => forgottenCount + recentChanges.length;

const changesSince = (began: number): readonly (Changes | 'missed')[] =>
  began < forgottenCount ? ['missed'] : recentChanges.slice(began - forgottenCount);

/** Whether it is known that nothing has happened to what this result shows since the moment that its read began at. */
export const isCurrent = (answer: unknown, began: number): boolean =>
  !hasHappened(answer, began) && ![...contentsOf(answer).types].some(type => TYPES_WITHOUT_EVENTS.has(type));

const hasHappened = (answer: unknown, began: number): boolean =>
  changesSince(began).some(what => what === 'missed' || relevantChanges(answer, what).length > 0);

/** What of it concerns what this result shows. */
function relevantChanges(answer: unknown, what: Changes): [string, ReadonlySet<string> | undefined][] {
  const shown = contentsOf(answer);
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
export function useFollowing(
  answer: unknown,
  began: number | undefined,
  read: (what: Changes | RereadReason) => void,
): void {
  const latest = useRef({ answer, began, read });
  latest.current = { answer, began, read };
  const ownFollower = useRef<Follower>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pendingChanges: Map<string, ReadonlySet<string> | undefined> | undefined;
    let readAt = performance.now() - APART_MS;
    const readNow = () => {
      timer = undefined;
      // A hidden page needs nothing new until it is visible again.
      if (document.hidden || !pendingChanges) return;
      const changes = pendingChanges;
      pendingChanges = undefined;
      const { answer: shown, began: since, read: readAgain } = latest.current;
      // It was read after that.
      if (since !== undefined && !hasHappened(shown, since)) return;
      readAt = performance.now();
      readAgain(changes);
    };
    const follower: Follower = {
      hear(what) {
        for (const [type, ids] of relevantChanges(latest.current.answer, what)) {
          pendingChanges ??= new Map();
          const before = pendingChanges.has(type) ? pendingChanges.get(type) : new Set<string>();
          pendingChanges.set(type, before && ids && new Set([...before, ...ids]));
        }
        if (pendingChanges) timer ??= setTimeout(readNow, Math.max(SOON_MS, readAt + APART_MS - performance.now()));
      },
      read(why) {
        pendingChanges = undefined;
        readAt = performance.now();
        latest.current.read(why);
      },
    };
    const onVisible = () => void (pendingChanges && !document.hidden && (timer ??= setTimeout(readNow, 0)));
    const poll = setInterval(() => {
      if (!document.hidden && [...contentsOf(latest.current.answer).types].some(type => TYPES_WITHOUT_EVENTS.has(type)))
        latest.current.read('missed');
    }, LOOK_MS);
    ownFollower.current = follower;
    followers.add(follower);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      followers.delete(follower);
      document.removeEventListener('visibilitychange', onVisible);
      clearInterval(poll);
      clearTimeout(timer);
    };
  }, []);
  useEffect(() => {
    if (answer == null || began === undefined) return;
    const what = changesSince(began);
    if (what.includes('missed')) ownFollower.current?.read('missed');
    else for (const each of what) each !== 'missed' && ownFollower.current?.hear(each);
  }, [answer, began]);
}

/** What a result shows: records by type and id, and the types of its lists. */
interface ResultContents {
  types: Set<string>;
  lists: Set<string>;
  ids: Set<string>;
}

const contentsByAnswer = new WeakMap<object, ResultContents>();

function contentsOf(answer: unknown): ResultContents {
  const contents = { types: new Set<string>(), lists: new Set<string>(), ids: new Set<string>() };
  if (answer === null || typeof answer !== 'object') return contents;
  const before = contentsByAnswer.get(answer);
  if (before) return before;
  collect(answer, contents);
  contentsByAnswer.set(answer, contents);
  return contents;
}

function collect(value: unknown, contents: ResultContents, isOneOfMany = false): void {
  if (Array.isArray(value)) for (const each of value) collect(each, contents, true);
  else if (value !== null && typeof value === 'object')
    for (const [name, each] of Object.entries(value)) {
      if (name === 'id') contents.ids.add(String(each));
      else if (name !== '__typename') collect(each, contents);
      else {
        const list = /^(.+)Connection$/.exec(String(each))?.[1];
        contents.types.add(list ?? String(each));
        // Without its id, a record cannot be told from others of its type.
        if (list || isOneOfMany || !('id' in value)) contents.lists.add(list ?? String(each));
      }
    }
}
