import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import type { App } from './app.ts';
import { type Config, ownAddress, readConfig, wantsDemo } from './config.ts';
import { lineFor, startDatabase } from './database/start.ts';
import { keepAddress } from './operations/address.ts';
import { startTracing } from './operations/tracing.ts';
import type { OpenDatabase } from './store/open-database.ts';

/** A stop that takes longer than this, after draining, is forced. */
const STOP_WITHIN_MS = 25_000;
/**
 * npm and process groups send the same signal twice within moments; a later second one comes from an impatient
 * person.
 */
const SAME_SIGNAL_MS = 2000;

/** How long a start that is told to stop may take to finish the current step, so that it can be undone in order. */
const STARTING_MS = 15_000;

/** The stop functions of what has been started so far, in that order. */
const started: (() => Promise<unknown>)[] = [];

async function stopAll(): Promise<void> {
  for (const stop of started.splice(0).reverse()) await stop();
}

let stoppingSince: number | undefined;
let starting: Promise<unknown> | undefined;
const told = new AbortController();

/** From now on the first signal stops in order, and one that comes later than its echo at once. */
function heedSignals(config: Config, log: Logger, drain: () => Promise<void>): void {
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    told.abort();
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS + config.DRAIN_SECONDS * 1000).unref();
    // In a terminal there is no load balancer to wait for.
    if (signal === 'SIGTERM') await drain();
    await Promise.race([starting, sleep(STARTING_MS)]).catch(() => undefined);
    await stopAll();
    process.exit(0);
  };
  const stopOrSay = (signal: NodeJS.Signals) =>
    void stop(signal).catch((error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    });
  process.on('SIGTERM', stopOrSay);
  process.on('SIGINT', stopOrSay);
}

/** Opens the database and serves. Throws if it is told to stop meanwhile, before it starts anything else. */
async function serve(config: Config, log: Logger) {
  started.push(await startTracing(process.env));
  const opening = startDatabase(config, { signal: told.signal }).then(opened => {
    started.push(opened.stop);
    return opened;
  });
  // The rest of the service is loaded while the database answers.
  const house = Promise.all([import('./app.ts'), import('./operations/worker.ts'), import('./demo/demo.ts')]);
  const [[{ buildApp }, { startWorker }, { removeUnfinishedDemo }], { database, ownerUrl }] = await Promise.all([
    house,
    opening,
  ]);
  told.signal.throwIfAborted();
  if (ownerUrl) await removeUnfinishedDemo(database, ownerUrl);
  told.signal.throwIfAborted();
  const serving = await buildApp(config, database, log);
  const worker = startWorker(config, database, serving, log);
  started.push(() => Promise.all([serving.close(), worker.close()]));
  serving.alsoReady(worker.problem);
  serving.alsoReady(serving.cold);
  told.signal.throwIfAborted();
  return { serving, port: await serving.listen(), database, ownerUrl };
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL });
  let app: App | undefined;
  heedSignals(config, log, async () => app?.drain());
  const begun = serve(config, log);
  starting = begun;
  const { serving, port, database, ownerUrl } = await begun;
  app = serving;
  const address = ownAddress(config.HOST, port);
  console.log(`Stockwright serves on ${address}`);
  if (config.ROLE !== 'worker') await keepAddress(config, address);
  process.on('unhandledRejection', error => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });

  // Compiled modules are stored now, not only at the end: a killed process would store none, and the next ones would
  // compile everything again.
  const warm = serving.warm().then(flushCompileCache);
  if (wantsDemo(config) && config.ROLE !== 'worker' && ownerUrl) {
    // Not at the same time: while modules are being compiled the answer of the database goes unnoticed.
    await warm;
    await offerDemo(database, ownerUrl, address).catch((error: unknown) => {
      // The service serves without it; the next start removes a half-made demo and makes it again.
      if (stoppingSince === undefined) log.error({ err: error }, 'the demo organization could not be created');
    });
  }
}

/** On an empty database: creates a demo organization, and prints how to try it. */
async function offerDemo(database: OpenDatabase, ownerUrl: string, address: string): Promise<void> {
  const { DEMO_EMAIL, makeDemoPatiently } = await import('./demo/demo.ts');
  const { BASE_PATH } = await import('./rest/router.ts');
  const startedAt = performance.now();
  const demo = await makeDemoPatiently(database, ownerUrl, {
    begins: () =>
      console.log('The database is empty: a demo organization is being created, which takes half a minute.'),
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

main().catch(async (error: Error) => {
  // Told to stop in between; a half-made demo is removed at the next start.
  if (stoppingSince !== undefined) return;
  console.error(`Stockwright cannot start: ${lineFor(error)}`);
  await stopAll().catch(() => undefined);
  process.exit(1);
});
