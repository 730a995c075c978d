import type pg from 'pg';

/*
 * Watches whether a streaming replica keeps up. The primary reports how far its log goes, and the replica how far it
 * has replayed: the replica has everything committed up to the time when the primary was at that position. That needs
 * no shared clock, and a replica that has lost its primary falls behind like any other, though by its own account it
 * has applied everything it received.
 */

const LOOK_EVERY_MS = 1000;
/** Its lag is not known any more. */
const FORGOTTEN_MS = 5000;

/**
 * Why it is not read: it does not answer, lags more than allowed, is no replica of this primary, or is behind a
 * pooler in transaction mode, while its connections set their organization only once.
 */
type ReplicaState = 'fresh' | 'away' | 'behind' | 'stranger' | 'pooled';

export interface Replica {
  state(): ReplicaState;
  /** Its maximum lag in seconds; undefined if not known. */
  lagSeconds(): number | undefined;
  /** Up to when it is certainly complete, by the clock of the primary; undefined if not known. */
  asOf(): Date | undefined;
  /** How often it was read, and how often the primary instead. */
  reads: { replica: number; primary: number };
  /** Reports a failure: it is not read until it has answered again. */
  failed(): void;
  /** Called when it starts or stops being read. */
  onChange(listener: (state: ReplicaState) => void): void;
  /** Checks now rather than at the next interval. */
  look(): Promise<void>;
  close(): void;
}

interface Options {
  /** Connections to either. */
  primary: pg.Pool;
  replica: pg.Pool;
  /** Whether a pooler in between shares its connections. */
  sharesSessions(): Promise<boolean>;
  lagMaxSeconds: number;
}

interface Mark {
  at: number;
  /** The time of the primary. */
  now: string;
  position: number;
}

const system = 'select system_identifier::text as system from pg_control_system()';
const ON_PRIMARY = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as position, now(), (${system})`;
const ON_REPLICA = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as position, (${system}),
  pg_is_in_recovery() as follows`;

/**
 * Compares the replica's position with the primary's every second: it is `fresh` as long as it is known to be at
 * most `lagMaxSeconds` behind. A reader that fails on it reports that (`failed`), and it counts as `away` until it has
 * answered again.
 */
export function watchReplica({ primary, replica, sharesSessions, lagMaxSeconds }: Options): Replica {
  /** Positions of the primary and their times; the first is the last one that the replica is known to have reached. */
  let marks: Mark[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isStranger = false;
  /** Not known before it has answered. */
  let isPooled: boolean | undefined;
  let looking: Promise<void> | undefined;
  let reported: ReplicaState = 'away';
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

  function report(): void {
    const now = state();
    if (now === reported) return;
    reported = now;
    for (const listener of listeners) listener(now);
  }

  async function compare(): Promise<void> {
    try {
      const at = performance.now();
      const { rows: ours } = await primary.query<{ position: number; now: string; system: string }>(ON_PRIMARY);
      marks.push({ at, now: ours[0]!.now, position: ours[0]!.position });
      const { rows: theirs } = await replica.query<{ position: number | null; system: string; follows: boolean }>(
        ON_REPLICA,
      );
      const { position, system: of, follows } = theirs[0]!;
      isStranger = !follows || of !== ours[0]!.system;
      isPooled ??= await sharesSessions();
      const reached = marks.findLastIndex(mark => mark.position <= (position ?? -1));
      // While it catches up, enough positions are kept to tell that it is too far behind.
      marks = reached < 0 ? marks.slice(-2 - lagMaxSeconds) : marks.slice(reached);
      if (reached >= 0) answeredAt = performance.now();
    } catch {
      answeredAt = Number.NEGATIVE_INFINITY;
    }
    report();
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
    asOf: () => (marks.length === 0 ? undefined : new Date(marks[0]!.now)),
    reads,
    failed() {
      answeredAt = Number.NEGATIVE_INFINITY;
      report();
    },
    onChange: listener => void listeners.push(listener),
    look,
    close: () => clearInterval(timer),
  };
}

/** Whether a read failed because of the replica: it is unreachable, cancelled the query, or was asked to write. */
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
