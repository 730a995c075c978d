import { Refusal } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';
import type { KeyCaller } from './caller.ts';

/*
 * Whoever follows events stays for long: over a socket or a stream of server-sent events. They are counted for each organization, and sent
 * away when what they may see has changed.
 */

/** How often the key of a follower is looked at again. With what is remembered of a key, one that is revoked ends within 5 seconds. */
export const RECHECK_MS = 900;
export const FOLLOWERS_MAX = 100;

/** Why a follower is sent away. */
export type Farewell = 'revoked' | 'changed' | 'stopping';

export interface Followers {
  /**
   * Counts one more of the caller's organization, until what is answered is called. Answers undefined where there are too many. `identify`
   * asks again who it is, `end` is called when it must go.
   */
  enter(caller: KeyCaller, identify: () => Promise<KeyCaller>, end: (why: Farewell) => void): (() => void) | undefined;
  /** Sends everybody away. */
  close(): void;
}

/** What a caller may see: two with the same rights are told the same. */
export const rightsOf = ({ organizationId, scopes, modules }: Caller): string =>
  `${organizationId} ${[...scopes].sort().join()} ${[...modules].sort().join()}`;

export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'unauthenticated';

/** `told` hears how many there are, of all organizations. */
export function followers(told: (count: number) => void = () => undefined): Followers {
  const open = new Map<string, number>();
  const ends = new Set<(why: Farewell) => void>();
  return {
    enter(caller, identify, end) {
      const { organizationId } = caller;
      const count = open.get(organizationId) ?? 0;
      if (count >= FOLLOWERS_MAX) return undefined;
      open.set(organizationId, count + 1);
      ends.add(end);
      told(ends.size);
      // What runs was let in by these rights, of this organization: whoever has others by now begins anew.
      const rights = rightsOf(caller);
      const recheck = () =>
        identify().then(
          now => rightsOf(now) !== rights && end('changed'),
          error => isUnauthenticated(error) && end('revoked'),
        );
      const rechecking = setInterval(recheck, RECHECK_MS).unref();
      return () => {
        clearInterval(rechecking);
        if (!ends.delete(end)) return;
        told(ends.size);
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
