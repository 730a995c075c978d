import type { IncomingHttpHeaders } from 'node:http';
import { expect } from '@jest/globals';
import { sql } from 'kysely';
import type { Db } from '../../src/kernel/unit.ts';
import { serveHttp } from './loopback.ts';

/** A request as received. */
export interface Received {
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The response: a status, or a status after a delay. */
export type Answer = number | { status: number; headers?: { [name: string]: string }; afterMs?: number };

export interface Receiver {
  url: string;
  received: Received[];
  /** The maximum number of concurrent requests. */
  busiest: number;
  close(): Promise<void>;
}

/** The only fake of the tests: a local web server that receives webhooks. */
export async function openReceiver(answer: (posted: Received, count: number) => Answer = () => 200): Promise<Receiver> {
  const received: Received[] = [];
  let open = 0;
  const receiver = { received, busiest: 0 } as Receiver;
  const server = await serveHttp(async (req, res) => {
    open += 1;
    receiver.busiest = Math.max(receiver.busiest, open);
    res.on('close', () => (open -= 1));
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const posted = {
      at: Date.now(),
      path: req.url ?? '',
      headers: req.headers,
      body: Buffer.concat(chunks).toString(),
    };
    received.push(posted);
    const answered = answer(posted, received.length);
    const { status, headers = {}, afterMs = 0 } = typeof answered === 'number' ? { status: answered } : answered;
    const answering = setTimeout(() => res.writeHead(status, headers).end('ok'), afterMs);
    res.on('close', () => clearTimeout(answering));
  });
  return Object.assign(receiver, { url: server.url, close: () => server.close() });
}

export const eventIdOf = ({ headers }: Received): string => headers['webhook-id'] as string;

/** Ends the leases of killed processes, without waiting 30 seconds. */
export async function endLeases(owner: Db): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    with held as (select organization_id, id, extract(epoch from lease_until - clock_timestamp())::float8 as seconds
        from webhook_deliveries where lease_until > now())
    update webhook_deliveries d set lease_until = now() from held h
    where (d.organization_id, d.id) = (h.organization_id, h.id) returning h.seconds`.execute(owner);
  for (const { seconds } of rows) expect(seconds).toBeLessThanOrEqual(30);
}
