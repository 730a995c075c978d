import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { EventStream } from '../events/stream.ts';
import { startImports } from '../imports/runner.ts';
import { startMails } from '../mail/runner.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { podsOf } from '../store/pods.ts';
import { startDispatcher } from '../webhooks/dispatcher.ts';
import { CHORES, startChores } from './chores.ts';
import type { Metrics } from './metrics.ts';

export interface Worker {
  /** Why it is not working, or nothing. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/**
 * The background work of a process, if it has that role: delivers webhooks, runs imports, sends mail and runs the
 * chores.
 */
export function startWorker(config: Config, home: OpenDatabase, serving: WorkerHost, log: Logger): Worker {
  if (config.ROLE === 'web') return { problem: () => undefined, close: async () => undefined };
  const workers = podsOf(home).map(database => workAt(database, config, serving, log));
  return {
    // A database that does not answer stops the work for its own organizations only.
    problem: () => (workers.some(({ isWorking }) => isWorking()) ? undefined : 'worker'),
    close: async () => void (await Promise.all(workers.map(({ close }) => close()))),
  };
}

interface WorkerHost {
  eventsOf(database: OpenDatabase): EventStream;
  metrics: Metrics;
  asked(): number;
}

function workAt(
  database: OpenDatabase,
  config: Config,
  { eventsOf, metrics, asked }: WorkerHost,
  log: Logger,
): { isWorking(): boolean; close(): Promise<void> } {
  const events = eventsOf(database);
  const dispatcher = startDispatcher(database, events, log, {
    allowPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
  });
  const imports = startImports(database, log, asked);
  const mails =
    config.SMTP_URL && config.MAIL_FROM
      ? startMails(database, { url: config.SMTP_URL, from: config.MAIL_FROM }, log)
      : undefined;
  const stopChores = startChores(database, log, CHORES, (chore, failed) => metrics.chore(chore, failed, database.pod));
  return {
    isWorking: dispatcher.isWorking,
    async close() {
      await Promise.all([dispatcher.close(), imports.close(), mails?.close(), stopChores()]);
    },
  };
}
