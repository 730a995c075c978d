import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { useWorld } from '../support/world.ts';

const world = useWorld();

/**
 * Scenarios of the protocol's own suite; the others need tools that only a fixture has (images, sampling,
 * subscriptions).
 */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

test("the protocol's own suite passes where it can", async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const proxy = await withKey(url, await tenant.key());
  const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
  const target = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
  // It fails as a whole, for the scenarios that are not listed.
  const { stdout } = await promisify(execFile)(process.execPath, [suite, 'server', '--url', target]).catch(
    (failed: { stdout: string }) => failed,
  );
  proxy.close();
  const passed = [...stdout.matchAll(/^✓ ([\w-]+): [1-9]\d* passed, 0 failed$/gm)].map(([, scenario]) => scenario);
  expect(passed).toEqual(SCENARIOS);
});

/** The suite has no keys: this proxy adds one. */
async function withKey(url: string, key: string): Promise<Server> {
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { host: _, connection: _1, 'content-length': _2, 'transfer-encoding': _3, ...headers } = req.headers;
    const response = await fetch(`${url}${req.url}`, {
      method: req.method!,
      headers: { ...(headers as { [name: string]: string }), authorization: `Bearer ${key}` },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    res.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? 'text/plain' });
    res.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}
