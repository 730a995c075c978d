import { Refusal } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';
import type { KeyCaller } from './caller.ts';

/*
 * Followers of events stay connected for long, over a socket or a stream of server-sent events. They are counted per
 * organization, and disconnected when their rights have changed.
 */

/**
 * How often the key of a follower is checked again. With the caching of keys, followers of a revoked key are
 * disconnected within 5 seconds.
 */
export const RECHECK_MS = 900;
export const FOLLOWERS_MAX = 100;

/** Why a follower is disconnected. */
export type Farewell = 'revoked' | 'changed' | 'moved' | 'stopping';

export interface Followers {
  /**
   * Counts one more follower of the caller's organization until the returned function is called. Returns undefined if
   * there are too many. `identify` identifies the caller again, `end` is called to disconnect it.
   */
  enter(caller: KeyCaller, identify: () => Promise<KeyCaller>, end: (why: Farewell) => void): (() => void) | undefined;
  /** Disconnects everybody. */
  close(): void;
}

/** The rights of a caller: two with the same rights receive the same. */
export const rightsOf = ({ organizationId, scopes, modules }: Caller): string =>
  `${organizationId} ${[...scopes].sort().join()} ${[...modules].sort().join()}`;

/** Whether the credentials are refused; an outage or a quota is no verdict on them. */
export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'unauthenticated';

/** `onCount` is called with the number of followers of all organizations. */
export function followers(onCount: (count: number) => void = () => undefined): Followers {
  const open = new Map<string, number>();
  const ends = new Set<(why: Farewell) => void>();
  return {
    enter(caller, identify, end) {
      const { organizationId } = caller;
      const count = open.get(organizationId) ?? 0;
      if (count >= FOLLOWERS_MAX) return undefined;
      open.set(organizationId, count + 1);
      ends.add(end);
      onCount(ends.size);
      // The stream was opened with these rights in this organization, at this database: if they change, the client has
      // to reconnect.
      const rights = rightsOf(caller);
      const recheck = () =>
        identify().then(
          now => {
            if (rightsOf(now) !== rights) end('changed');
            else if (now.database !== caller.database) end('moved');
          },
          error => isUnauthenticated(error) && end('revoked'),
        );
      const rechecking = setInterval(recheck, RECHECK_MS).unref();
      return () => {
        clearInterval(rechecking);
        if (!ends.delete(end)) return;
        onCount(ends.size);
        const left = open.get(organizationId)! - 1;
        if (left > 0) open.set(organizationId, left);
        else open.delete(organizationId);
      };
    },
    close() {
      for (const end of [...ends]) end('stopping');
    },
  };
}
