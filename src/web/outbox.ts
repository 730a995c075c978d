import { useSyncExternalStore } from 'react';
import { type AnyVariables, stringifyDocument, type TypedDocumentNode } from 'urql';
import { readAllAgain } from './following.ts';
import { client, type Problem, problemsOf, type Sent, send } from './graphql.ts';
import { shownOrganization, signedInAs } from './session.ts';

/*
 * What was booked where the network was not: kept on this device, and sent once it is back, in the order in which it was said. It goes out with the
 * key of the first attempt: if that was heard after all and only its answer was lost, nothing happens twice.
 */

/** One line of what is kept, for whoever is told of it, and for what is outstanding meanwhile. */
export interface KeptLine {
  itemId: string;
  sku: string;
  quantity: number;
}

/** What is booked, and where it is looked at. */
export interface About {
  title: string;
  path: string;
  lines: readonly KeptLine[];
}

export interface Kept extends About {
  /** Its idempotency key. */
  key: string;
  organization: string;
  person: string;
  at: number;
  mutation: string;
  variables: object;
  /** Why the service would not have it. It is sent no more, unless somebody says so. */
  problems?: readonly Problem[];
}

const NAME = 'outbox';
/** The service knows a key for 24 hours: docs/api.md, "Idempotency". What is older is sent by somebody who has looked, with a new one. */
export const KNOWN_MS = 23 * 3_600_000;
const RETRY_MS = 5000;
/** Nothing was decided: it is said again later. */
const LATER = ['UNREACHABLE', 'UNAUTHENTICATED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'IDEMPOTENCY_IN_PROGRESS'];

const watchers = new Set<() => void>();
let known: readonly Kept[] | undefined;

const read = (): readonly Kept[] => (known ??= stored());
/** What nobody can read must not take the app down. */
function stored(): readonly Kept[] {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '[]') as Kept[];
  } catch {
    return [];
  }
}
function change(next: (all: readonly Kept[]) => readonly Kept[]): void {
  // Another tab may have written since.
  known = undefined;
  const all = next(read());
  if (all.length > 0) localStorage.setItem(NAME, JSON.stringify(all));
  else localStorage.removeItem(NAME);
  known = all;
  watchers.forEach(watcher => watcher());
}
addEventListener('storage', ({ key }) => {
  if (key !== NAME) return;
  known = undefined;
  watchers.forEach(watcher => watcher());
});

const isMine = ({ organization, person }: Kept) => organization === shownOrganization() && person === signedInAs();

/** What is kept for who is signed in, where they are. */
export function useOutbox(): readonly Kept[] {
  const all = useSyncExternalStore(watcher => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }, read);
  return all.filter(isMine);
}

/** The answer of what is kept. */
export const KEPT = Symbol('kept');
export const isKept = (data: unknown): boolean => data === KEPT;

/** Sends it; where the service cannot be reached it is kept, and answered with `KEPT`. */
export async function sendOrKeep<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  about: About,
): Promise<Sent<Data>> {
  const key = crypto.randomUUID();
  const [organization, person] = [shownOrganization(), signedInAs()];
  const sent = await send(mutation, variables, { key });
  if (sent.problems?.[0]?.code !== 'UNREACHABLE' || !organization || !person) return sent;
  try {
    const text = stringifyDocument(mutation);
    change(all => [
      ...all,
      { ...about, key, organization, person, at: Date.now(), mutation: text, variables: variables as object },
    ]);
  } catch {
    // This device keeps nothing more: then it was not done, and is said so.
    return sent;
  }
  return { data: KEPT as never };
}

/** It is kept no more. */
export const discard = (key: string): void => change(all => all.filter(each => each.key !== key));

/** It was looked at, and is to be sent after all: as a deed of its own. */
export function sendAnew(key: string): void {
  change(all =>
    all.map(({ problems: _, ...each }) =>
      each.key === key ? { ...each, key: crypto.randomUUID(), at: Date.now() } : each,
    ),
  );
}

let isSending = false;
/** Sends what is kept until the service cannot be reached; `sent` hears what went out. */
async function flush(sent: (kept: Kept) => void): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    await alone(async () => {
      known = undefined;
      for (const entry of read()) {
        if (!isMine(entry) || entry.problems || Date.now() - entry.at > KNOWN_MS) continue;
        const { error } = await client
          .mutation(entry.mutation as never, { ...entry.variables, idempotencyKey: entry.key } as never)
          .toPromise();
        const problems = error && problemsOf(error);
        if (problems?.some(({ code }) => LATER.includes(code))) return;
        if (problems) {
          change(all => all.map(each => (each.key === entry.key ? { ...each, problems } : each)));
          continue;
        }
        discard(entry.key);
        readAllAgain();
        sent(entry);
      }
    });
  } finally {
    isSending = false;
  }
}

/** One tab at a time, where browsers can say so: else the key sees to it that nothing happens twice. */
const alone = (act: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(NAME, { ifAvailable: true }, lock => (lock ? act() : undefined)) : act();

/** Sends what is kept now, from time to time, and when the network comes back; answers how to end that. */
export function startSending(sent: (kept: Kept) => void): () => void {
  const attempt = () => void (read().some(each => isMine(each) && !each.problems) && flush(sent));
  attempt();
  const timer = setInterval(attempt, RETRY_MS);
  addEventListener('online', attempt);
  return () => {
    clearInterval(timer);
    removeEventListener('online', attempt);
  };
}
