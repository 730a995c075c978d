import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/database/embedded.ts';
import { openProxy, type Way } from './proxy.ts';

/*
 * A process of the service under a supervisor, which restarts it when it ends.
 */

export interface Service {
  name: string;
  /** Through the proxy that clients use, which faults disturb. */
  url: string;
  way: Way;
  /** Directly. */
  ownUrl: string;
  pid(): number;
  /** Ends it with this signal and returns its exit code, or nothing if it was killed; the supervisor restarts it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Resolves when it serves; throws if it does not start. */
  serving(): Promise<void>;
  /** The environment of its next starts. */
  environment: { [name: string]: string };
  stop(): Promise<void>;
}

const RESTART_MS = 500;
/** Starts in a row that did not come to serve, before the campaign gives up: for faults that outlast some starts. */
const STARTS = 60;
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=512'];

interface Options {
  name: string;
  folder: string;
  environment: { [name: string]: string };
  /** Called if it ends by itself. */
  surprised(name: string, code: number | null): void;
}

export async function superviseService({ name, folder, environment, surprised }: Options): Promise<Service> {
  const port = await freePort();
  const way = await openProxy(port);
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  let child: ChildProcess;
  let up = Promise.withResolvers<void>();
  let isExpected = false;
  let isOver = false;
  let failed = 0;

  function start(): void {
    const log = openSync(`${folder}/${name}.log`, 'a');
    const preload = service.environment['CAMPAIGN_CLOCK'] ? ['--import', './bench/campaign/clock.ts'] : [];
    child = spawn(process.execPath, [...FLAGS, ...preload, 'src/run.js', 'main'], {
      env: { ...inherited, PORT: String(port), ...service.environment },
      stdio: ['ignore', 'pipe', log],
    });
    closeSync(log);
    let hasServed = false;
    child.stdout!.on('data', (text: Buffer) => {
      if (!text.toString().includes('serves on')) return;
      hasServed = true;
      failed = 0;
      up.resolve();
    });
    child.once('exit', code => {
      if (hasServed && !isExpected) surprised(name, code);
      isExpected = false;
      if (hasServed) up = Promise.withResolvers<void>();
      else failed += 1;
      if (failed >= STARTS) up.reject(new Error(`${name} did not start ${STARTS} times; see ${folder}/${name}.log.`));
      else if (!isOver) setTimeout(() => isOver || start(), RESTART_MS);
    });
  }

  const service: Service = {
    name,
    url: `http://127.0.0.1:${way.port}`,
    way,
    ownUrl: `http://127.0.0.1:${port}`,
    pid: () => child.pid!,
    async end(signal) {
      isExpected = true;
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await ended)[0];
    },
    serving: () => up.promise,
    environment,
    async stop() {
      isOver = isExpected = true;
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await Promise.race([ended, sleep(10_000)]);
        child.kill('SIGKILL');
      }
      await way.close();
    },
  };
  start();
  return service;
}
