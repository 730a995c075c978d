import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/database/database.ts';

/* The service as main.ts runs it, telling its parent where it listens. */
const database = await openDatabase(process.env['BENCH_DATABASE']!);
const app = await buildApp(
  readConfig({ PORT: '0', RATE_LIMIT_PER_MINUTE: process.env['BENCH_RATE_LIMIT'] ?? '1000000', LOG_LEVEL: 'warn' }),
  database,
  pino({ level: 'warn' }),
);
const port = await app.listen();
process.send!({ url: `http://127.0.0.1:${port}` });
process.on('SIGTERM', async () => {
  console.log(`memory of the service after the load: ${Math.round(process.memoryUsage().rss / 1_048_576)} MB`);
  await app.close();
  await database.close();
  process.exit(0);
});
