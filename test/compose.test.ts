import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { VARIABLES } from '../src/config.ts';

/* The production shape, as far as it can be read without Docker. */

const compose = readFileSync('docker-compose.yml', 'utf8');
const image = readFileSync('Dockerfile', 'utf8');

/** The lines of a block, by the indentation of its heading. */
function block(heading: string): string[] {
  const lines = compose.split('\n');
  const first = lines.findIndex(line => line.trimStart().startsWith(heading));
  const depth = /^ */.exec(lines[first]!)![0].length;
  const rest = lines.slice(first + 1);
  const end = rest.findIndex(line => line.trim() !== '' && /^ */.exec(line)![0].length <= depth);
  return end < 0 ? rest : rest.slice(0, end);
}

test('both processes get what they need, and nothing that the service does not know', () => {
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

test('figures are not published, and only the web process is', () => {
  const published = [...compose.matchAll(/^ {4}ports:\n((?: {6}- .*\n)+)/gm)].map(match => match[1]!.trim());
  expect(published).toEqual(['- "${PUBLISH:-127.0.0.1:3000}:3000"']);
  expect(block('x-environment:').join('\n')).toMatch(/METRICS_PORT: "\d+"/);
});

test('an outage of the database restarts nobody: liveness does not ask it', () => {
  expect(/^HEALTHCHECK .*$/m.exec(image)![0]).toContain('/healthz');
});

test('there is a backup every night, named when it is whole', () => {
  const script = block('backup:').join('\n');
  expect(script).toContain('pg_dump --format=custom');
  expect(script.indexOf('.part"; then mv')).toBeGreaterThan(0);
});
