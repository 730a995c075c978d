import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { isOwnOrigin, keepOwnCookies, requireClearHeaders } from '../access/origin.ts';
import type { Graphql, GraphqlOptions } from './server.ts';

/*
 * Mounts GraphQL lazily. Its libraries and its schema are a third of a start, and the rest need not wait for them.
 */

const GRAPHQL_PATH = '/graphql';

/**
 * Whether a request is the opening of a WebSocket. Any other offer to upgrade, such as `h2c` of the HTTP client of
 * Java, may be ignored (RFC 9110, 7.8), and the request is served.
 */
export const asksForSocket = ({ headers }: IncomingMessage): boolean => /^websocket$/i.test(headers.upgrade ?? '');

/** Mounts the face. It is opened by `open`, or by the first request; requests in the meantime wait for it. */
export function mountGraphql({ server, ...opening }: GraphqlOptions & { server: Server }): {
  open(): Promise<Graphql>;
  close(): Promise<void>;
} {
  let opened: Promise<Graphql> | undefined;
  const open = () => (opened ??= import('./server.ts').then(({ openGraphql }) => openGraphql(opening)));
  opening.app.use(GRAPHQL_PATH, async (req, res, next) => {
    res.locals['route'] = GRAPHQL_PATH;
    (await open()).handle(req, res, next);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    keepOwnCookies(request);
    if (request.url?.split('?')[0] !== GRAPHQL_PATH) return reject(socket, '404 Not Found');
    try {
      requireClearHeaders(request);
    } catch {
      return reject(socket, '400 Bad Request');
    }
    if (request.headers.origin !== undefined && !isOwnOrigin(request.headers)) return reject(socket, '403 Forbidden');
    open().then(
      ({ upgrade }) => upgrade(request, socket, head),
      () => reject(socket, '503 Service Unavailable'),
    );
  });
  return {
    open,
    async close() {
      const face = await opened?.catch(() => undefined);
      await face?.close();
    },
  };
}

function reject(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
