import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll } from '@jest/globals';
import type { World } from './world.ts';

/** The flags of `npm start`. */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];

/** A test that failed may leave one running: Jest would wait for its output for ever. */
const running = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([...running].map(child => once(child, 'exit')));
});

/** The service as a process of its own, on the database of a world. */
export interface Child {
  url: string;
  /** Kills it without warning, like a power failure. */
  kill(): Promise<void>;
  /** Sends a signal, and does not wait. */
  signal(name: NodeJS.Signals): void;
  /** Stops it as an operator does; returns the exit code. */
  stop(): Promise<number | null>;
}

export async function startChild(
  world: Pick<World, 'environment'>,
  environment: { [name: string]: string } = {},
): Promise<Child> {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const child: ChildProcess = spawn(process.execPath, [...NODE_FLAGS, 'src/run.js', 'main'], {
    env: {
      ...inherited,
      ...world.environment,
      PORT: '0',
      DEMO: 'false',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '0',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const exited = once(child, 'exit').finally(() => running.delete(child));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', line => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (found) resolve(found);
    });
    void exited.then(([code]) => reject(new Error(`The process ended with ${String(code)}.`)));
  });
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    signal: name => void child.kill(name),
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code as number | null;
    },
  };
}

/** Runs a command as an operator does, and returns its exit code and output. */
export const cli = (database: string, ...words: string[]): Promise<[number, string]> =>
  run(database, 'src/run.js', 'cli', ...words);

/** Runs a module, given as text, in a process of its own, likewise. */
export const runModule = (database: string, text: string): Promise<[number, string]> =>
  run(database, '--input-type=module-typescript', '--eval', text);

async function run(database: string, ...words: string[]): Promise<[number, string]> {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, DATABASE_URL: database, LOG_LEVEL: 'silent' };
  return promisify(execFile)(process.execPath, [...NODE_FLAGS, ...words], { env }).then(
    ({ stdout }) => [0, stdout],
    ({ code, stderr }: { code: number; stderr: string }) => [code, stderr.trim()],
  );
}
