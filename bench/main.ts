import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Result } from './support.ts';

/*
 * Runs the benchmarks one after the other, each in a separate process: `npm run bench`, or `npm run bench -- core
 * orders`. Each run is stored in bench/runs; `--against FILE` compares its ratios with those of an earlier one. Only
 * ratios mean something: machines are noisy.
 */

const SHARED = new Set(['abuses', 'attacker', 'hostile', 'limit', 'main', 'readers', 'stocked', 'support']);
const folder = fileURLToPath(new URL('.', import.meta.url));
const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
});
const runs = `${folder}runs/`;
await mkdir(runs, { recursive: true });
const startedAt = new Date().toISOString();
const lines = `${runs}.${process.pid}`;
const files = (await readdir(folder)).filter(file => file.endsWith('.ts')).map(file => file.slice(0, -'.ts'.length));
const chosen = files.filter(name => (wanted.length > 0 ? wanted.includes(name) : !SHARED.has(name))).sort();

for (const name of chosen) {
  console.log(`\n=== ${name} ===`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `${folder}${name}.ts`], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_REPORT: lines },
  });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) process.exitCode = 1;
}

const results = (await readFile(lines, 'utf8').catch(() => ''))
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line) as Result);
await rm(lines, { force: true });
if (results.length > 0) {
  const file = `${runs}${startedAt.replaceAll(':', '-')}.json`;
  await writeFile(file, `${JSON.stringify({ startedAt, results }, undefined, 2)}\n`);
  console.log(`\nkept in ${file}`);
}
if (flags.against !== undefined) {
  const before = (JSON.parse(await readFile(flags.against, 'utf8')) as { startedAt: string; results: Result[] })
    .results;
  console.log(`\nratio to the limit, in ${flags.against} and now`);
  for (const { name, clients, ratio } of results) {
    const then = before.find(result => result.name === name && result.clients === clients);
    if (!then) continue;
    const change = Math.round(100 * (ratio / then.ratio - 1));
    console.log(
      `${`${name}, ${clients} at once`.padEnd(60)} ${then.ratio.toFixed(2)} -> ${ratio.toFixed(2)}  ${change > 0 ? '+' : ''}${change} %`,
    );
  }
}
