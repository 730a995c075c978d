import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { EventStream } from '../events/stream.ts';
import { startImports } from '../imports/runner.ts';
import { startMails } from '../mail/runner.ts';
import type { OpenDatabase } from '../store/open-database.ts';
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
export function startWorker(
  config: Config,
  database: OpenDatabase,
  { events, metrics, asked }: { events: EventStream; metrics: Metrics; asked(): number },
  log: Logger,
): Worker {
  if (config.ROLE === 'web') return { problem: () => undefined, close: async () => undefined };
  const dispatcher = startDispatcher(database, events, log, {
    allowPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
  });
  const imports = startImports(database, log, asked);
  const mails =
    config.SMTP_URL && config.MAIL_FROM
      ? startMails(database, { url: config.SMTP_URL, from: config.MAIL_FROM }, log)
      : undefined;
  const stopChores = startChores(database, log, CHORES, metrics.chore);
  return {
    problem: () => (dispatcher.isWorking() ? undefined : 'worker'),
    async close() {
      await Promise.all([dispatcher.close(), imports.close(), mails?.close(), stopChores()]);
    },
  };
}
