import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { mountWeb } from '../../src/operations/web-app.ts';
import { compressQuickly, compressWell } from '../../src/web/compress.ts';

const folder = mkdtempSync(join(tmpdir(), 'web-app-'));
let server: Server;

beforeAll(async () => {
  const app = express();
  mountWeb(app, folder);
  server = app.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const ask = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return { status: answer.status, text: await answer.text() };
};

/** As src/web/build.ts does it. */
function build(name: string): void {
  rmSync(join(folder, '.sources'), { force: true });
  writeFileSync(join(folder, 'index.html'), `<p>${name}</p>`);
  writeFileSync(join(folder, 'app.js'), name);
}
const finish = (name: string) => writeFileSync(join(folder, '.sources'), name);

test('until the web app is built its page says so and reloads; a build that is not finished is not served', async () => {
  build('first');
  for (const path of ['/', '/app.js']) expect((await ask(path)).text).not.toContain('first');
  const page = await ask('/');
  expect(page.status).toBe(503);
  expect(page.text).toContain('being built');
  expect(page.text).toContain('http-equiv="refresh"');
  finish('first');
  expect(await ask('/')).toEqual({ status: 200, text: '<p>first</p>' });
  expect(await ask('/app.js')).toEqual({ status: 200, text: 'first' });
});

test('the next build is served as soon as it is finished', async () => {
  build('second');
  expect((await ask('/')).status).toBe(503);
  finish('second');
  expect(await ask('/app.js')).toEqual({ status: 200, text: 'second' });
});

test('files are served compressed, and smaller once there was time for it; the content is the same', async () => {
  const content = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8').slice(0, 50_000);
  build(content);
  const served = async () => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/app.js`, {
      headers: { 'Accept-Encoding': 'br' },
    });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual(['br', content]);
    return Number(answer.headers.get('content-length'));
  };
  await compressQuickly(folder);
  finish('third quickly');
  const before = await served();
  await compressWell(folder);
  finish('third');
  expect(await served()).toBeLessThan(before);
  expect(readdirSync(folder).sort()).toEqual(['.sources', 'app.js', 'app.js.br', 'app.js.gz', 'index.html']);
});
