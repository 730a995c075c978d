import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../../src/database/embedded.ts';
import { makeSecret, signatureHeaders } from '../../src/webhooks/signature.ts';
import { testWith } from '../support/installed.ts';
import { until } from '../support/live.ts';

const documentation = readFileSync('docs/api.md', 'utf8');

/** The receiver of docs/api.md, "Verifying a signature", that is written in this language. */
function documented(language: string): string {
  const section = documentation.split('### Verifying a signature\n')[1]!.split('\n### ')[0]!;
  return new RegExp(`\`\`\`${language}\n(.+?)\`\`\``, 's').exec(section)![1]!;
}

let running: ChildProcess | undefined;
afterEach(async () => {
  if (running?.kill()) await once(running, 'exit');
});

const answers = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy().destroyed));
    socket.on('error', () => resolve(false));
  });

/** Runs it word by word, but for its port, and posts to it once it listens. */
async function receive(program: string, flag: string, language: string) {
  const secret = makeSecret();
  const port = await freePort();
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  running = spawn(program, [...flag.split(' '), documented(language).replace('8080', String(port))], {
    env: { ...inherited, SECRET: secret },
    stdio: 'ignore',
  });
  const gone = once(running, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${String(code)}.`)));
  await Promise.race([gone, until(() => answers(port))]);
  const post = async (body: string, headers: { [name: string]: string }) => {
    const response = await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body, headers });
    return response.status;
  };
  return { post, sign: (body: string) => signatures(secret, body) };
}

function signatures(secret: string, body: string): { [name: string]: string } {
  const signed = signatureHeaders({ webhookId: 'e1', sentAt: new Date(), body, secrets: [secret] });
  return { 'Content-Type': 'application/json', ...signed };
}

const ORDER = JSON.stringify({ type: 'order.created', data: { notes: 'Grüße' } });
/** As long as a cycle count of 5,000 items. */
const LONG = JSON.stringify({ type: 'cycle_count.updated', data: { notes: 'x'.repeat(3_000_000) } });

describe.each([
  ['js', process.execPath, '--input-type=module --eval', it],
  ['python', 'python3', '-c', testWith('python3')],
])('the receiver in %s', (language, program, flag, test) => {
  test('takes what is signed, however long, and nothing else', async () => {
    const { post, sign } = await receive(program, flag, language);
    expect(await post(ORDER, sign(ORDER))).toBe(200);
    expect(await post(LONG, sign(LONG))).toBe(200);
    expect(await post(ORDER, sign(LONG))).toBe(401);
    expect(await post(ORDER, { 'Content-Type': 'application/json' })).toBe(401);
    expect(await post(ORDER, { ...sign(ORDER), 'X-Service-Signature': `sha256=${'é'.repeat(64)}` })).toBe(401);
  });
});
