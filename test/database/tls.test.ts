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
import { openClient } from '../../src/store/client.ts';
import { testWith } from '../support/installed.ts';
import { useWorld } from '../support/world.ts';

/* A proxy in front of the database takes TLS only, as a server does whose pg_hba.conf has nothing but `hostssl`. */

/** The message that asks a server for TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

const SELF_SIGNED =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=a-database -addext'.split(' ');
const testWithTls = testWith('openssl', 'version');

const world = useWorld({ ownRoles: true });
const sockets = new Set<Socket>();
const proxies: Server[] = [];
const folders: string[] = [];

/** Listens in front of the database; returns the URL of a database there that is verified by its certificate. */
async function listenWithTls(subject: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'stockwright-tls-'));
  folders.push(folder);
  const [keyFile, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync('openssl', [...SELF_SIGNED, `subjectAltName=${subject}`, '-keyout', keyFile, '-out', certificate], {
    stdio: 'ignore',
  });
  const own = { key: await readFile(keyFile), cert: await readFile(certificate) };
  const proxy = createServer(socket => {
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
  proxies.push(proxy);
  const url = new URL(world.url);
  url.hostname = '127.0.0.1';
  url.searchParams.delete('host');
  url.port = String((proxy.address() as AddressInfo).port);
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', certificate);
  return url;
}

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const proxy of proxies) proxy.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

testWithTls('every connection is encrypted where the URL demands it, those that migrate included', async () => {
  const url = await listenWithTls('IP:127.0.0.1');
  url.pathname += '_tls';
  await sql`create database ${sql.ref(url.pathname.slice(1))}`.execute(world.owner);
  await migrate(url.href);
  const database = await openDatabase(derivedAccess(url.href));
  expect((await sql`select from organizations`.execute(database.system)).rows).toEqual([]);
  await database.close();
  await sql`drop database ${sql.ref(url.pathname.slice(1))} with (force)`.execute(world.owner);
});

testWithTls('a server that is given by its IP address has to prove that address, and not "localhost"', async () => {
  const url = await listenWithTls('DNS:localhost');
  await expect(migrate(url.href)).rejects.toThrow(
    /^DATABASE_URL: the database cannot be used: [^\n]+ IP: 127\.0\.0\.1 is not in the cert's list: *$/,
  );
  const pooled = await openDatabase(derivedAccess(url.href));
  await expect(sql`select 1`.execute(pooled.system)).rejects.toThrow();
  await pooled.close();
  url.hostname = 'localhost';
  await (await openClient(url.href)).end();
});
