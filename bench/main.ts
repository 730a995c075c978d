import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/* Runs the benchmarks one after the other, each in a process of its own: `npm run bench`, or `npm run bench -- core orders`. */

const SHARED = new Set(['main', 'support', 'limit', 'service', 'readers']);
const folder = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv.slice(2);
const files = (await readdir(folder)).filter(file => file.endsWith('.ts')).map(file => file.slice(0, -'.ts'.length));
const chosen = files.filter(name => (wanted.length > 0 ? wanted.includes(name) : !SHARED.has(name))).sort();

for (const name of chosen) {
  console.log(`\n=== ${name} ===`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `${folder}${name}.ts`], {
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) process.exitCode = 1;
}
