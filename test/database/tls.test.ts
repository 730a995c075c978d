import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, expect } from '@jest/globals';
import { sql } from 'kysely';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { derivedAccess } from '../../src/database/roles.ts';
import { testWith } from '../support/installed.ts';
import { useWorld } from '../support/world.ts';

/* A proxy in front of the database takes TLS only, as a server does whose pg_hba.conf has nothing but `hostssl`. */

/** The message that asks a server for TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

const SELF_SIGNED =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1'.split(
    ' ',
  );
const testWithTls = testWith('openssl', 'version');

const world = useWorld({ ownRoles: true });
const sockets = new Set<Socket>();
let proxy: Server | undefined;
let folder: string | undefined;

/** Listens in front of the database; returns its port and the file of its certificate. */
async function listenWithTls(): Promise<{ port: number; certificate: string }> {
  folder = await mkdtemp(join(tmpdir(), 'stockwright-tls-'));
  const [keyFile, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync('openssl', [...SELF_SIGNED, '-keyout', keyFile, '-out', certificate], { stdio: 'ignore' });
  const own = { key: await readFile(keyFile), cert: await readFile(certificate) };
  proxy = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', first => {
      if (!first.equals(SSL_REQUEST)) return socket.destroy();
      const { hostname, port } = new URL(world.url);
      const server = connect(Number(port), hostname);
      socket.write('S');
      const encrypted = new TLSSocket(socket, { isServer: true, ...own });
      encrypted.on('error', () => undefined).on('close', () => server.destroy());
      server.on('error', () => undefined).on('close', () => encrypted.destroy());
      return encrypted.pipe(server).pipe(encrypted);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { port: (proxy.address() as AddressInfo).port, certificate };
}

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  proxy?.close();
  if (folder) await rm(folder, { recursive: true });
});

testWithTls('every connection is encrypted where the URL demands it, those that migrate included', async () => {
  const { port, certificate } = await listenWithTls();
  const url = new URL(world.url);
  url.pathname += '_tls';
  url.port = String(port);
  await sql`create database ${sql.ref(url.pathname.slice(1))}`.execute(world.owner);
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', certificate);
  await migrate(url.href);
  const database = await openDatabase(derivedAccess(url.href));
  expect((await sql`select from organizations`.execute(database.system)).rows).toEqual([]);
  await database.close();
  await sql`drop database ${sql.ref(url.pathname.slice(1))} with (force)`.execute(world.owner);
});
