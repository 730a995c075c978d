import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Tests the campaign: it must detect builds of the service that are broken on purpose, each in a copy of its own. A
 * campaign that has never failed proves nothing. `npm run campaign:broken`.
 */

export interface BrokenBuild {
  name: string;
  file: string;
  /** Text that occurs exactly once, and its replacement. */
  text: string;
  instead: string;
  /** The faults that detect it, and the violations they report. */
  only: string;
  says: RegExp;
}

export const BROKEN: readonly BrokenBuild[] = [
  {
    name: 'the answer of a key is not kept with its work',
    file: 'src/store/idempotency.ts',
    text: '            store(unit, request, fingerprint, false, answer);\n',
    instead: '',
    only: 'F8,F12',
    says: /nobody was told of|copies/,
  },
  {
    name: 'events are written after their transaction, in another',
    file: 'src/events/outbox.ts',
    text: '    later(CompiledQuery.raw(INSERT, [organizationId, now(), traceParent(), ids, types, written(events)]));\n',
    instead: `    const values = [organizationId, now(), traceParent(), ids, types, written(events)];
    if (!process.env['DATABASE_SYSTEM_URL']) return later(CompiledQuery.raw(INSERT, values));
    setTimeout(async () => {
      const { default: pg } = await import('pg');
      const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
      client.on('error', () => undefined);
      await client.connect();
      await client.query(\`set app.organization_id = '\${organizationId}'\`);
      await client.query(INSERT, values);
      await client.end();
    }, 250);
`,
    only: 'F1',
    says: /verify: (stock|orders)_told/,
  },
  {
    name: 'a lease never expires',
    file: 'src/webhooks/dispatcher.ts',
    text: 'const LEASE_SECONDS = 30;',
    instead: 'const LEASE_SECONDS = 3_000_000;',
    only: 'F11',
    says: /were never delivered/,
  },
  {
    name: 'levels are read and written without a lock',
    file: 'src/domain/stock/lock-levels.ts',
    text: ' for update of l for share of v`',
    instead: '`',
    only: 'F16',
    // The database refuses a second entry of the same number, so it fails loudly.
    says: /500 to POST|On hand at|verify: on_hand/,
  },
];

const COPIED = ['src', 'bench', 'test/support', 'mikro-orm.config.ts', 'package.json', 'tsconfig.json', 'schema'];
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The contents of the broken file. Throws unless the text occurs exactly once. */
export async function brokenText({ name, file, text, instead }: BrokenBuild): Promise<string> {
  const parts = (await readFile(join(ROOT, file), 'utf8')).split(text);
  if (parts.length !== 2) throw new Error(`To break "${name}": the text stands ${parts.length - 1} times in ${file}.`);
  return parts.join(instead);
}

/** Runs the campaign against a broken copy. Returns what is wrong with the campaign if it does not detect it. */
async function findsOut(build: BrokenBuild, seed: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'stockwright-broken-'));
  try {
    for (const each of COPIED) await cp(join(ROOT, each), join(folder, each), { recursive: true });
    await symlink(resolve(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, build.file), await brokenText(build));
    const campaign = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'bench/campaign/main.ts', '--only', build.only, '--seed', String(seed)],
      { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    campaign.stdout.on('data', (text: Buffer) => (said += text));
    const [code] = (await once(campaign, 'exit')) as [number];
    const found = said.split('\n').find(line => build.says.test(line));
    if (code === 1 && found) return void console.log(`found out: ${build.name}\n    ${found.trim()}`);
    return `NOT found out: ${build.name} (the campaign ended with ${code})\n${said}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv[2] ?? '';
  for (const build of BROKEN.filter(({ name }) => name.includes(wanted))) {
    const wrong = await findsOut(build, 7);
    if (wrong) {
      console.log(wrong);
      process.exitCode = 1;
    }
  }
}
