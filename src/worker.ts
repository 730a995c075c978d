import type { Logger } from 'pino';
import { startChores } from './chores.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './database/database.ts';
import type { EventStream } from './events/stream.ts';
import { startDispatcher } from './webhooks/dispatcher.ts';

/** What a process does besides answering requests: delivers webhooks and does the chores. Answers how to stop it. */
export function startWorker(config: Config, database: OpenDatabase, events: EventStream, log: Logger): () => Promise<void> {
  if (config.ROLE === 'web') return async () => undefined;
  const dispatcher = startDispatcher(database, events, log, { allowPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS });
  const stopChores = startChores(database, log);
  return async () => {
    await Promise.all([dispatcher.close(), stopChores()]);
  };
}
