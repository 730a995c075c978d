import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

export interface Loopback {
  port: number;
  url: string;
  /** Connections accepted so far. */
  accepted: number;
  /** Those still open. */
  open: Set<Socket>;
  close(): Promise<void>;
}

/** An HTTP server on a free port of the loopback. */
export const serveHttp = (answer: RequestListener, host?: string) =>
  listen(createServer({ keepAliveTimeout: 60_000 }, answer), host);

/** A server that runs `talk` for each connection, on a free port of the loopback. */
export const serveTcp = (talk: (socket: Socket) => void, host?: string) =>
  listen(
    createTcpServer(socket => {
      talk(socket);
      socket.resume(); // A socket that nobody reads does not notice its end.
    }),
    host,
  );

export async function listen(server: Server | HttpServer, host = '127.0.0.1', scheme = 'http'): Promise<Loopback> {
  const open = new Set<Socket>();
  const loopback: Loopback = {
    port: 0,
    url: '',
    accepted: 0,
    open,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
  server.on('connection', socket => {
    loopback.accepted += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, host, resolve));
  loopback.port = (server.address() as AddressInfo).port;
  loopback.url = `${scheme}://${host}:${loopback.port}/hook`;
  return loopback;
}
