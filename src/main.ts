import pino from 'pino';
import { buildApp } from './app.ts';
import { readConfig, StartFailure, wantsDemo } from './config.ts';
import { openDatabase } from './database/database.ts';
import { startEmbedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { DEMO_EMAIL, makeDemo, removeUnfinishedDemo } from './demo/demo.ts';
import { startWorker } from './operations/worker.ts';
import { BASE_PATH } from './rest/router.ts';
import type { OpenDatabase } from './store/open-database.ts';

/** A stop that takes longer than this is forced. */
const STOP_WITHIN_MS = 25_000;

/** How to stop what has been started so far, in the order in which it was. */
const started: (() => Promise<unknown>)[] = [];

async function stopAll(): Promise<void> {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  for (const stop of started.splice(0).reverse()) await stop();
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL });
  const embedded = config.DATABASE_URL ? undefined : await startEmbedded(config.DATA_DIR);
  if (embedded) started.push(() => embedded.stop());
  const url = config.DATABASE_URL ?? embedded!.url;
  await migrate(url, config.SECRETS_KEY);
  const database = await openDatabase(url, { secretsKeys: config.SECRETS_KEY });
  started.push(() => database.close());
  await removeUnfinishedDemo(database);
  const app = await buildApp(config, database, log);
  const worker = startWorker(config, database, app.events, log);
  started.push(() => Promise.all([app.close(), worker.close()]));
  app.alsoReady(worker.problem);
  const port = await app.listen();
  const address = `http://${config.HOST}:${port}`;
  console.log(`Stockwright serves on ${address}`);

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    await stopAll();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', error => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });

  if (wantsDemo(config) && config.ROLE !== 'worker') {
    await offerDemo(database, address).catch((error: unknown) => {
      // Told to stop on the way; what was made so far goes at the next start.
      if (!stopping) throw error;
    });
  }
}

/** On an empty database: a demo organization, and what is needed to try it. */
async function offerDemo(database: OpenDatabase, address: string): Promise<void> {
  const startedAt = performance.now();
  const demo = await makeDemo(database, {
    begins: () => console.log('The database is empty: a demo organization is being made, which takes half a minute.'),
  });
  if (!demo) return;
  const { key, password, locationId } = demo;
  console.log(`
The database was empty, so there is a demo organization now: a coffee roastery and its year (${((performance.now() - startedAt) / 1000).toFixed(1)} s).

  Web app        ${address}/            ${DEMO_EMAIL} / ${password}   (shown this once)
  REST           ${address}/docs        ${BASE_PATH}
  GraphQL        ${address}/graphql     header {"authorization": "Bearer ${key}"}
  API key        ${key}   (shown this once)

Adjust some stock:

  curl -s ${address}${BASE_PATH}/inventory_adjustments -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"sku": "FLT-02", "location_id": "${locationId}", "quantity_change": 5, "reason": "stock_in"}'
`);
}

main().catch(async (error: NodeJS.ErrnoException) => {
  console.error(lineFor(error));
  await stopAll().catch(() => undefined);
  process.exit(1);
});

/** One line that says what to change; a stack only for what nobody planned for. */
function lineFor(error: NodeJS.ErrnoException): string {
  if (error instanceof StartFailure) return `Stockwright cannot start: ${error.message}`;
  if (error.code === 'EADDRINUSE') return `Stockwright cannot start: PORT is taken: ${error.message}`;
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') return `Stockwright cannot start: ${error.message}`;
  return `Stockwright cannot start: ${error.stack ?? error.message}`;
}
