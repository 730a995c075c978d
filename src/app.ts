import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { callersOf, type KeyCaller } from './access/caller.ts';
import { followers } from './access/followers.ts';
import { hostsOf, isSecure, keepOwnCookies, pageCookieOf, requireClearHeaders, shownBy } from './access/origin.ts';
import { openRateLimits } from './access/rate-limits.ts';
import { openPeople } from './access/sessions.ts';
import { type Config, StartFailure, siteOf } from './config.ts';
import { type EventStream, openEventStream } from './events/stream.ts';
import { asksForSocket, mountGraphql } from './graphql/mount.ts';
import { mutations, queries, reports } from './graphql/operations.ts';
import { messageClasses } from './internals/express.ts';
import type { Environment } from './kernel/operation.ts';
import { mountMcp } from './mcp/mount.ts';
import { type Metrics, metricsOf } from './operations/metrics.ts';
import { mountDocs } from './operations/reference.ts';
import { tracingRequest } from './operations/tracing.ts';
import { mountWeb } from './operations/web-app.ts';
import { stopDrawing } from './papers/draw.ts';
import { errorHandler, sendRefusal } from './rest/errors.ts';
import { compressed } from './rest/json.ts';
import { parseQuery } from './rest/read.ts';
import { BASE_PATH, restRouter } from './rest/router.ts';
import { routes } from './rest/routes.ts';
import { mountStream } from './rest/stream.ts';
import type { OpenDatabase } from './store/open-database.ts';
import { podsOf } from './store/pods.ts';
import { type Reporter, reporterTo } from './store/reporter.ts';
import { mountInbound } from './webhooks/inbound.ts';

export interface App {
  server: Server;
  /** The events of the database, the first of several. */
  events: EventStream;
  eventsOf(database: OpenDatabase): EventStream;
  metrics: Metrics;
  /** Number of requests received so far. */
  asked(): number;
  /** Called by /readyz: a further problem, or nothing. */
  alsoReady(problem: () => string | undefined): void;
  /** Starts to listen; returns the port. */
  listen(): Promise<number>;
  /** Loads what a start does not need and the first requests do: GraphQL, and sessions. */
  warm(): Promise<void>;
  /** Why /readyz prefers other processes until that is done: requests are served, but some of them wait. */
  cold(): string | undefined;
  /**
   * Keeps serving for DRAIN_SECONDS while /readyz says that it is stopping, so that load balancers stop sending new
   * requests.
   */
  drain(): Promise<void>;
  /** Port of /metrics, if it has one of its own. */
  metricsPort(): number | undefined;
  /** Stops accepting, lets requests in flight finish, closes sockets with a code. */
  close(): Promise<void>;
}

/** Time that requests in flight have to finish once the service is told to stop. */
const DRAIN_MS = 10_000;

/**
 * One HTTP and WebSocket server over one database, or over the first of several and with it the others: health for
 * everybody, and the faces unless it is a worker. Started by main and by tests.
 */
export async function buildApp(config: Config, database: OpenDatabase, log: Logger): Promise<App> {
  const app = plainApp(config);
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16 * 1024,
    shouldUpgradeCallback: asksForSocket,
    ...messageClasses(app),
  });
  const closeUnused = unusedOf(server);
  // Before anything looks at a cookie, as mountGraphql does for sockets.
  server.on('request', keepOwnCookies);
  let requestCount = 0;
  server.on('request', () => {
    requestCount += 1;
  });
  server.on('request', app);
  const report = reporterTo(log);
  const metrics = metricsOf(database);
  database.replica?.onChange(state =>
    state === 'fresh'
      ? log.info('reports are read from the replica')
      : log.warn({ replica: state }, 'reports are read from the primary: the replica cannot be read'),
  );
  const streams = new Map<OpenDatabase, EventStream>();
  for (const pod of podsOf(database)) streams.set(pod, await openEventStream(pod, log));
  const eventsOf = (pod: OpenDatabase) => streams.get(pod)!;
  const problems: (() => string | undefined)[] = [];
  const environment: Environment = {
    allowPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
    urlOf: siteOf(config),
    model: config.AI_MODEL === undefined ? undefined : (await import('./questions/answering/model.ts')).modelOf(config),
    sendsMail: config.SMTP_URL !== undefined,
  };
  let draining = false;
  let isWarm = false;

  app.use(attended(metrics, log, config.ACCESS_LOG ? 'info' : 'debug', () => draining));
  app.use((req, _res, next) => {
    requireClearHeaders(req);
    next();
  });
  const problemNow = async () =>
    draining ? 'stopping' : ((await metrics.readiness()) ?? problems.map(problemOf => problemOf()).find(Boolean));
  metrics.readyBy(problemNow);
  const readyz = async (_req: Request, res: Response) => {
    const problem = await problemNow();
    res.status(problem ? 503 : 200).json(problem ? { status: 'unavailable', problem } : { status: 'ready' });
  };
  const figures = config.METRICS_PORT === undefined ? undefined : plainApp(config);
  for (const probed of figures ? [app, figures] : [app]) {
    probed.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
    probed.get('/readyz', readyz);
  }
  (figures ?? app).get('/metrics', async (_req, res) => void res.type(metrics.contentType).send(await metrics.text()));
  const figuresServer = figures && createServer(figures);
  const faces =
    config.ROLE === 'worker'
      ? undefined
      : await mountFaces({ app, server, config, environment, database, eventsOf, metrics, report, log });
  app.use(() => {
    throw Object.assign(new Error('Not Found'), { status: 404 });
  });
  app.use(errorHandler((error, res) => report(error, { requestId: res.getHeader('X-Request-Id') })));
  server.on('clientError', answerUnreadable);

  return {
    server,
    events: eventsOf(database),
    eventsOf,
    metrics,
    asked: () => requestCount,
    alsoReady: problem => void problems.push(problem),
    async listen() {
      if (figuresServer) await listening(figuresServer, config, 'METRICS_PORT');
      const port = await listening(server, config, 'PORT');
      environment.urlOf = siteOf({ ...config, PORT: port });
      return port;
    },
    async warm() {
      await faces?.warm();
      isWarm = true;
    },
    cold: () => (isWarm ? undefined : 'starting'),
    async drain() {
      draining = true;
      await sleep(config.DRAIN_SECONDS * 1000);
    },
    metricsPort: () => (figuresServer?.address() as AddressInfo | null | undefined)?.port,
    async close() {
      draining = true;
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      await faces?.closeSockets();
      // A connection becomes idle when its request ends; its client would keep it open.
      const idle = setInterval(() => {
        server.closeIdleConnections();
        closeUnused();
      }, 50);
      const hurry = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
      await closed;
      clearInterval(idle);
      clearTimeout(hurry);
      for (const events of streams.values()) await events.close();
      await stopDrawing();
      await faces?.close();
      figuresServer?.close();
      figuresServer?.closeAllConnections();
    },
  };
}

/** A connection over which nothing has come for this long is not about to bring a request. */
const UNUSED_MS = 1000;

/**
 * Returns a function that closes the connections over which nothing has come yet. Browsers and pools open some in
 * advance; Node does not count them as idle, and a stop would wait for them.
 */
function unusedOf(server: Server): () => void {
  const openedAt = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });
  return () => {
    for (const [socket, at] of openedAt)
      if (socket.bytesRead === 0 && performance.now() - at > UNUSED_MS) socket.destroy();
  };
}

/** Returns the port. Throws StartFailure that names the variable. */
const listening = (server: Server, config: Config, variable: 'PORT' | 'METRICS_PORT'): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(
        new StartFailure(
          code === 'EADDRINUSE'
            ? `${variable} is taken: ${message}`
            : `HOST=${config.HOST}, ${variable}=${config[variable]}: nothing can listen there: ${message}`,
        ),
      ),
    );
    server.listen(config[variable], config.HOST, () => resolve((server.address() as AddressInfo).port));
  });

function plainApp(config: Config): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', (text: string | null) => parseQuery(text ?? ''));
  app.set('case sensitive routing', true);
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', config.TRUST_PROXY);
  return app;
}

/** For requests without a route in a table. */
const routeOf = ({ route, baseUrl }: Request): string =>
  `${baseUrl}${(route as { path?: string } | undefined)?.path ?? ''}`;

/** Gives every request its id, security headers for browsers, and its place in metrics and log. */
const attended =
  (metrics: Metrics, log: Logger, level: 'info' | 'debug', isDraining: () => boolean) =>
  (req: Request, res: Response, next: () => void) => {
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
    for (const [name, value] of SECURITY_HEADERS) res.setHeader(name, value);
    if (isSecure(req)) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
    res.setHeader('X-Request-Id', requestId);
    if (isDraining()) res.setHeader('Connection', 'close');
    const startedAt = performance.now();
    const route = () => (res.locals['route'] as string | undefined) ?? routeOf(req);
    res.on('finish', () => {
      const seconds = (performance.now() - startedAt) / 1000;
      // The duration of a subscription is not a response time.
      if (!res.locals['streams'])
        metrics.requests.observe({ method: req.method, route: route(), status: res.statusCode }, seconds);
      if (!log.isLevelEnabled(level)) return;
      const { caller, traceId, operation, refused } = res.locals as {
        caller?: KeyCaller;
        traceId?: string;
        operation?: string;
        refused?: string[];
      };
      log[level](
        {
          requestId,
          ...(traceId && { traceId }),
          ...(caller && { organizationId: caller.organizationId, keyId: caller.keyId }),
          method: req.method,
          path: req.originalUrl.split('?')[0],
          ...(operation && { operation }),
          status: res.statusCode,
          ...(refused && { refused }),
          ms: Math.round(seconds * 1000),
        },
        'request',
      );
    });
    tracingRequest(req, res, route, next);
  };

interface Faces {
  app: Express;
  server: Server;
  config: Config;
  environment: Environment;
  database: OpenDatabase;
  eventsOf(database: OpenDatabase): EventStream;
  metrics: Metrics;
  report: Reporter;
  log: Logger;
}

/** REST, GraphQL, MCP, inbound webhooks, and the web app. */
async function mountFaces({
  app,
  server,
  config,
  environment,
  database,
  eventsOf,
  metrics,
  report,
  log,
}: Faces): Promise<{ warm(): Promise<void>; closeSockets(): Promise<void>; close(): Promise<void> }> {
  const people = openPeople(database, log);
  const hosts = hostsOf(config);
  const callers = callersOf(database, hosts, people.personOf, environment);
  const rateLimits = await openRateLimits(config, log);
  const callerOf = async (req: Request, res: Response, cookie?: string) => {
    const identify = () => callers.identify(req.headers.authorization, req.headers.host, cookie, shownBy(req.headers));
    // Node keeps the address once it is asked for, also when the client has left.
    void req.socket.remoteAddress;
    const caller = await rateLimits.identifying(req, identify, res);
    res.locals['identify'] = identify;
    await rateLimits.enter(caller, req.headers, res);
    const charge = async (points: number) => {
      if (points > 0) await rateLimits.spend(caller, points, res);
    };
    return { ...caller, charge };
  };

  mountInbound(app, BASE_PATH, {
    database,
    rateLimits,
    refused: (refusal, res) => sendRefusal(res, refusal, 422),
    log,
  });
  const following = followers(count => metrics.followers.set(count));
  mountStream(app, {
    base: BASE_PATH,
    callers,
    followers: following,
    callerOf: (req, res) => callerOf(req, res),
    eventsOf: caller => eventsOf(caller.database),
    report,
  });
  app.use(
    BASE_PATH,
    // The service's own pages export and import with their session.
    restRouter(routes, (req, res) => callerOf(req, res, pageCookieOf(req.headers))),
  );
  // REST compresses for itself.
  app.use(compressed);
  mountDocs(app);
  mountMcp(app, {
    tables: { queries, reports, mutations },
    callerOf: (req, res) => callerOf(req, res),
    mayHoldSessions: hosts.mayHoldSessions,
    report,
  });
  const graphql = mountGraphql({
    app,
    server,
    callers,
    followers: following,
    callerOf,
    rateLimits,
    eventsOf: caller => eventsOf(caller.database),
    report,
    log,
  });
  people.mount(app, callers);
  mountWeb(app);
  return {
    async warm() {
      await people.open();
      await graphql.open();
    },
    async closeSockets() {
      following.close();
      await graphql.close();
    },
    async close() {
      await people.close();
      rateLimits.close();
    },
  };
}

const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cache-Control', 'no-store'],
];

/** Requests that cannot even be parsed as HTTP get a JSON response too. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: import('node:stream').Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const body = JSON.stringify({
    errors: [{ code: 'bad_request', message: 'The request cannot be parsed.', field: null }],
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  );
}
