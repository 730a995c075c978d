import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/database/database.ts';
import { startWorker } from '../src/operations/worker.ts';

/* The service as main.ts runs it, which sends its URL to its parent. */
const database = await openDatabase(process.env['BENCH_DATABASE']!);
const config = readConfig({
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: process.env['BENCH_RATE_LIMIT'] ?? '100000000',
  LOG_LEVEL: 'warn',
});
const log = pino({ level: 'warn' });
const app = await buildApp(config, database, log);
const worker = process.env['BENCH_WORKER'] ? startWorker(config, database, app, log) : undefined;
const port = await app.listen();
process.send!({ url: `http://127.0.0.1:${port}` });
process.on('SIGTERM', async () => {
  console.log(`memory of the service after the load: ${Math.round(process.memoryUsage().rss / 1_048_576)} MB`);
  await worker?.close();
  await app.close();
  await database.close();
  process.exit(0);
});
