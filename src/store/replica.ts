import type pg from 'pg';

/*
 * Whether a streaming replica keeps up. The primary is asked how far its log goes, and the replica how far it has come: it has all that was
 * committed when the primary was last where the replica is now. That needs no clock that both share, and a replica which has lost its
 * primary falls behind like any other, though by its own account it has applied all that it got.
 */

const LOOK_EVERY_MS = 1000;
/** Nobody knows any more how far it is behind. */
const FORGOTTEN_MS = 5000;

/**
 * Why it is not read: it does not answer, is further behind than it may be, is no replica of this primary, or a pooler before it shares
 * connections between transactions, which are told once whose rows they may see.
 */
export type ReplicaState = 'fresh' | 'away' | 'behind' | 'stranger' | 'pooled';

export interface Replica {
  state(): ReplicaState;
  /** Seconds that it is behind at most; undefined where nobody knows. */
  lagSeconds(): number | undefined;
  /** How often it was read, and how often the primary in its place. */
  reads: { replica: number; primary: number };
  /** It failed: it is not read until it has answered again. */
  failed(): void;
  /** Is told when it begins or ceases to be read. */
  onChange(listener: (state: ReplicaState) => void): void;
  /** Looks now, and not only in its turn. */
  look(): Promise<void>;
  close(): void;
}

interface Options {
  /** Connections to either. */
  primary: pg.Pool;
  replica: pg.Pool;
  /** Whether somebody between shares its connections. */
  sharesSessions(): Promise<boolean>;
  lagMaxSeconds: number;
}

interface Mark {
  at: number;
  position: number;
}

const system = 'select system_identifier::text as system from pg_control_system()';
const ON_PRIMARY = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as position, (${system})`;
const ON_REPLICA = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as position, (${system}), pg_is_in_recovery() as follows`;

/** Watches a replica. */
export function watchReplica({ primary, replica, sharesSessions, lagMaxSeconds }: Options): Replica {
  /** Where the primary was, when; the first is the last that the replica is known to have reached. */
  let marks: Mark[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isStranger = false;
  /** Not known before it has answered. */
  let isPooled: boolean | undefined;
  let looking: Promise<void> | undefined;
  let told: ReplicaState = 'away';
  const listeners: ((state: ReplicaState) => void)[] = [];
  const reads = { replica: 0, primary: 0 };

  const lagSeconds = () =>
    marks.length === 0 || performance.now() - answeredAt > FORGOTTEN_MS
      ? undefined
      : (performance.now() - marks[0]!.at) / 1000;

  function state(): ReplicaState {
    if (isStranger) return 'stranger';
    if (isPooled) return 'pooled';
    const lag = lagSeconds();
    if (lag === undefined) return 'away';
    return lag > lagMaxSeconds ? 'behind' : 'fresh';
  }

  function tell(): void {
    const now = state();
    if (now === told) return;
    told = now;
    for (const listener of listeners) listener(now);
  }

  async function compare(): Promise<void> {
    try {
      const at = performance.now();
      const { rows: ours } = await primary.query<{ position: number; system: string }>(ON_PRIMARY);
      marks.push({ at, position: ours[0]!.position });
      const { rows: theirs } = await replica.query<{ position: number | null; system: string; follows: boolean }>(
        ON_REPLICA,
      );
      const { position, system: of, follows } = theirs[0]!;
      isStranger = !follows || of !== ours[0]!.system;
      isPooled ??= await sharesSessions();
      const reached = marks.findLastIndex(mark => mark.position <= (position ?? -1));
      // While it catches up, enough marks are kept to see that it is too far behind.
      marks = reached < 0 ? marks.slice(-2 - lagMaxSeconds) : marks.slice(reached);
      if (reached >= 0) answeredAt = performance.now();
    } catch {
      answeredAt = Number.NEGATIVE_INFINITY;
    }
    tell();
  }

  const look = () => {
    looking ??= compare().finally(() => (looking = undefined));
    return looking;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  void look();

  return {
    state,
    lagSeconds,
    reads,
    failed() {
      answeredAt = Number.NEGATIVE_INFINITY;
      tell();
    },
    onChange: listener => void listeners.push(listener),
    look,
    close: () => clearInterval(timer),
  };
}

/** Whether a read failed because of the replica: it cannot be reached, took what was read away, or is asked to write. */
export function isReplicasFault(error: unknown): boolean {
  const { code = '', message = '' } = ((error as { cause?: unknown } | undefined)?.cause ?? error ?? {}) as {
    code?: string;
    message?: string;
  };
  return (
    /^(08...|57P0[1-5]|28...|3D000|40001|25006|58...|53300|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/.test(
      code,
    ) || /timeout expired|Connection terminated|Query read timeout|not queryable|connection error/.test(message)
  );
}
