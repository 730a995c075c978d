import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * A proxy that can be made unreliable: between clients and a server, or between a server and its database.
 */

/** What is wrong with the connection. */
export interface Trouble {
  /** Nothing gets through until this settles; then everything does, as after a cable was plugged in again. */
  held?: Promise<unknown>;
  delayMs?: number;
  /** Sends pieces of this many bytes, each separately. */
  slice?: number;
  /** Accepts no connections. */
  closed?: boolean;
}

export interface Way {
  port: number;
  /** Its target. */
  to: number;
  trouble: Trouble;
  /** For each of the next responses, the number of bytes that get through; then the connection is reset. */
  cuts: number[];
  /** Resets every connection. */
  reset(): void;
  close(): Promise<void>;
}

/** Opens a proxy to a port of this machine. */
export async function openProxy(to: number): Promise<Way> {
  const open = new Set<Socket>();
  const server = createServer(inner => {
    if (proxy.trouble.closed) return void inner.resetAndDestroy();
    const outer = connect(proxy.to, '127.0.0.1');
    const end = () => {
      for (const socket of [inner, outer]) socket.destroy();
    };
    for (const socket of [inner, outer]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    pass(inner, outer);
    pass(outer, inner, () => proxy.cuts.shift());
  });

  /** Passes on what it receives, in order, with the current disturbance. */
  function pass(from: Socket, onto: Socket, cutOf: () => number | undefined = () => undefined): void {
    let last = Promise.resolve();
    from.on('data', (bytes: Buffer) => {
      const cut = cutOf();
      from.pause();
      last = last.then(() => hand(bytes, onto, cut)).then(() => void from.resume());
    });
  }

  async function hand(bytes: Buffer, onto: Socket, cut: number | undefined): Promise<void> {
    const { held, delayMs, slice } = proxy.trouble;
    await held;
    if (delayMs) await sleep(delayMs);
    if (onto.destroyed) return;
    if (cut !== undefined) {
      await new Promise(written => onto.write(bytes.subarray(0, cut), written));
      return void onto.resetAndDestroy();
    }
    if (!slice) return void onto.write(bytes);
    // A large response in such small pieces would take for ever.
    for (let at = 0; at < bytes.length; at += slice) {
      onto.write(bytes.subarray(at, at + slice));
      if (at % (slice * 16) === 0) await new Promise(setImmediate);
    }
  }

  const proxy: Way = {
    port: 0,
    to,
    trouble: {},
    cuts: [],
    reset() {
      for (const socket of open) socket.resetAndDestroy();
    },
    async close() {
      proxy.reset();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.port = (server.address() as { port: number }).port;
  return proxy;
}
