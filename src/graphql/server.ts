import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApolloServer } from '@apollo/server';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type Express, type Request, type Response } from 'express';
import { type DocumentNode, type ExecutionArgs, GraphQLError, getOperationAST, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Callers, KeyCaller } from '../caller.ts';
import { translated } from '../database/errors.ts';
import type { EventStream } from '../events/stream.ts';
import { Refusal } from '../kernel/errors.ts';
import { isOwnOrigin } from '../origin.ts';
import { pointsOf, type RateLimits } from '../rate-limits.ts';
import { buildSchema, requireRead } from './build.ts';
import type { Context } from './context.ts';
import { maskedAnswer, refusedAnswer, shownErrors } from './errors.ts';
import { costOf, limits, TOKENS_MAX } from './limits.ts';
import { loadersOver } from './loaders.ts';

interface Mount {
  app: Express;
  server: Server;
  callers: Callers;
  callerOf(req: Request, res: Response, cookie?: string): Promise<KeyCaller>;
  rateLimits: RateLimits;
  events: EventStream;
  report(error: unknown, res: Response): void;
  log: Logger;
}

export const GRAPHQL_PATH = '/graphql';
/** How often a socket's key is looked at again. */
const RECHECK_MS = 4000;
const FRAME_MAX = 64 * 1024;
const SUBSCRIPTIONS_PER_SOCKET = 20;
const SOCKETS_PER_TENANT = 100;
const MESSAGES_PER_MINUTE = 100;
/** What a reader may leave unread before it is closed. */
const UNREAD_BYTES_MAX = 1024 * 1024;
/** Whoever does not read will not read the goodbye either. */
const GOODBYE_MS = 1000;
const PING_MS = 12_000;

let schema: Promise<GraphQLSchema> | undefined;
/** The schema, built once per process: type-graphql keeps its declarations in one global place. */
export const graphqlSchema = (): Promise<GraphQLSchema> => (schema ??= buildSchema());

/** Mounts the GraphQL face: HTTP, GraphiQL for browsers, and subscriptions on the same path. */
export async function mountGraphql({ app, server, callers, callerOf, rateLimits, events, report, log }: Mount): Promise<{ close(): Promise<void> }> {
  const schema = await graphqlSchema();
  const contextOf = (caller: KeyCaller, res?: Response): Context => ({
    caller,
    res,
    events,
    loaders: loadersOver(caller.database.read(caller.organizationId)),
    requireRead: shape => requireRead(shape, caller),
  });

  const apollo = new ApolloServer<Context>({
    schema,
    csrfPrevention: true,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: false,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    validationRules: [limits],
    parseOptions: { maxTokens: TOKENS_MAX },
    logger: { debug() {}, info() {}, warn: message => log.warn(message), error: message => log.error(message) },
    plugins: [
      {
        async requestDidStart() {
          return {
            // The request has paid one point; a document that costs more pays the rest before it runs.
            async didResolveOperation({ document, contextValue: { caller, res } }) {
              const rest = pointsOf(costOf(document)) - 1;
              if (rest > 0) await rateLimits.spend(caller.keyId, rest, res!).catch(tooMany);
            },
            // One error per problem: a refusal may carry several.
            async willSendResponse({ request, response, errors }) {
              if (response.body.kind !== 'single' || !errors?.length) return;
              if (response.http.status === 400 && isLegacy(request.http?.headers.get('accept'))) response.http.status = 200;
              response.body.singleResult.errors = errors.flatMap(error => shownErrors(error, unplanned => log.error({ err: unplanned }, 'unexpected error')));
            },
          };
        },
      },
    ],
  });
  await apollo.start();

  app.get(GRAPHQL_PATH, graphiql);
  app.use(
    GRAPHQL_PATH,
    authenticated(callerOf),
    express.json({ limit: '1mb', strict: false }),
    expressMiddleware(apollo, { context: async ({ res }) => contextOf((res as Response).locals['caller'] as KeyCaller, res as Response) }) as never,
    graphqlErrors(report),
  );

  const sockets = serveSockets({ schema, server, callers, rateLimits, contextOf, log });
  return {
    async close() {
      await sockets.close();
      await apollo.stop();
    },
  };
}

/** GraphQL over HTTP: whoever accepts application/json and not the newer type is answered 200 to a document that cannot run. */
const isLegacy = (accept: string | undefined): boolean => /application\/json/.test(accept ?? '') && !/graphql-response\+json/.test(accept!);

/** Apollo takes the status of an answer from the error. */
const tooMany = (error: unknown): never => {
  throw error instanceof Refusal ? new GraphQLError(error.message, { originalError: error, extensions: { http: { status: 429 } } }) : error;
};

const authenticated = (callerOf: Mount['callerOf']) => async (req: Request, res: Response, next: () => void) => {
  res.locals['caller'] = await callerOf(req, res, isOwnOrigin(req.headers) ? req.headers.cookie : undefined);
  next();
};

/** What fails before GraphQL runs is answered in GraphQL's own form. */
function graphqlErrors(report: Mount['report']): express.ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const known = translated(error);
    const status = known instanceof Refusal ? ({ unauthenticated: 401, unavailable: 503, rate_limited: 429 } as { [code: string]: number })[known.code] ?? 400 : (error as { status?: number }).status;
    if (known instanceof Refusal && known.code === 'unauthenticated') res.setHeader('WWW-Authenticate', 'Bearer');
    if (status === undefined || status >= 500) report(error, res);
    const answer = known instanceof Refusal ? refusedAnswer(known) : status !== undefined && status < 500 ? refusedAnswer(unread(status)) : maskedAnswer();
    res.status(status ?? 500).json(answer);
  };
}

/** What body parsing refuses. */
function unread(status: number): Refusal {
  if (status === 413) return new Refusal([{ code: 'payload_too_large', message: 'The body is too large.' }]);
  return new Refusal([{ code: status === 415 ? 'unsupported_media_type' : 'malformed_json', message: 'The body cannot be read as JSON.' }]);
}

const FIRST_QUERY = `# Put your API key into the headers below; being signed in to the web app does as well.
{
  variants(first: 5) {
    nodes { sku product { name } levels { quantityOnHand quantityAvailable location { name } } }
  }
}
`;

/** Browsers that open the address get GraphiQL, from our own files. */
function graphiql(req: Request, res: Response, next: () => void): void {
  if (!req.accepts(['application/json', 'text/html']) || req.accepts(['application/graphql-response+json', 'application/json', 'text/html']) !== 'text/html') return next();
  if (req.query['query'] !== undefined) return next();
  res.setHeader('Content-Security-Policy', "default-src 'self' 'unsafe-inline' data: blob:; connect-src 'self'; frame-ancestors 'none'");
  res.type('html').send(renderGraphiQL({ title: 'Stockwright', endpoint: GRAPHQL_PATH, subscriptionsProtocol: 'WS', defaultQuery: FIRST_QUERY, headers: '{"authorization": "Bearer <API_KEY>"}' } as never));
}

// ---- sockets ----

interface Sockets {
  schema: GraphQLSchema;
  server: Server;
  callers: Callers;
  rateLimits: RateLimits;
  contextOf(caller: KeyCaller): Context;
  log: Logger;
}

interface Extra {
  caller?: KeyCaller;
  authorization?: string;
  host?: string | undefined;
  cookie?: string | undefined;
  recheck?: NodeJS.Timeout;
  /** The organization that this socket is counted for. */
  counted?: string;
}

/** Subscriptions over graphql-transport-ws. Nothing configured on Apollo holds here: every limit is given again. */
function serveSockets({ schema, server, callers, rateLimits, contextOf, log }: Sockets): { close(): Promise<void> } {
  const wss = new WebSocketServer({ noServer: true, maxPayload: FRAME_MAX, perMessageDeflate: false });
  const openSockets = new Map<string, number>();
  const serving = useServer<{ authorization?: unknown }, { [name: PropertyKey]: unknown } & Extra & { socket: WebSocket; request: IncomingMessage }>(
    {
      connectionInitWaitTimeout: 3000,
      async onConnect(context) {
        const { extra, connectionParams } = context;
        const authorization = connectionParams?.authorization;
        extra.authorization = typeof authorization === 'string' ? authorization : '';
        extra.host = extra.request.headers.host;
        extra.cookie = isOwnOrigin(extra.request.headers) ? extra.request.headers.cookie : undefined;
        try {
          extra.caller = await rateLimits.identifying(extra.request.socket.remoteAddress, () => callers.identify(extra.authorization, extra.host, extra.cookie));
        } catch (error) {
          // Without a caller graphql-ws closes with 4403; a database that is away is no verdict on the key.
          if (!(error instanceof Refusal && error.code === 'unauthenticated')) extra.socket.close(1013, 'Try again shortly.');
          return false;
        }
        const { organizationId } = extra.caller;
        const open = openSockets.get(organizationId) ?? 0;
        if (open >= SOCKETS_PER_TENANT) {
          extra.socket.close(1013, `At most ${SOCKETS_PER_TENANT} sockets per organization.`);
          return false;
        }
        openSockets.set(organizationId, open + 1);
        extra.counted = organizationId;
        extra.recheck = setInterval(() => {
          callers.identify(extra.authorization, extra.host, extra.cookie).then(
            caller => (extra.caller = caller),
            error => error instanceof Refusal && error.code === 'unauthenticated' && extra.socket.close(4403, 'The key or session is no longer valid.'),
          );
        }, RECHECK_MS).unref();
        return true;
      },
      onClose({ extra }) {
        clearInterval(extra.recheck);
        if (extra.counted === undefined) return;
        const left = openSockets.get(extra.counted)! - 1;
        if (left > 0) openSockets.set(extra.counted, left);
        else openSockets.delete(extra.counted);
      },
      onSubscribe({ extra, subscriptions }, _id, payload): ExecutionArgs | readonly GraphQLError[] {
        if (Object.keys(subscriptions).length > SUBSCRIPTIONS_PER_SOCKET) return [new GraphQLError(`At most ${SUBSCRIPTIONS_PER_SOCKET} subscriptions per socket.`)];
        let document: DocumentNode;
        try {
          document = parse(payload.query, { maxTokens: TOKENS_MAX });
        } catch (error) {
          return [error as GraphQLError];
        }
        if (getOperationAST(document, payload.operationName)?.operation !== 'subscription') return [new GraphQLError('Only subscriptions are served on this socket; send the rest over HTTP.')];
        const problems = validate(schema, document, [...specifiedRules, limits]);
        if (problems.length > 0) return problems;
        return {
          schema,
          document,
          contextValue: contextOf(extra.caller!),
          ...(payload.operationName != null && { operationName: payload.operationName }),
          ...(payload.variables && { variableValues: payload.variables }),
        };
      },
      onNext({ extra }, _id, _payload, _args, result) {
        if (extra.socket.bufferedAmount > UNREAD_BYTES_MAX) sendAway(extra.socket);
        return result.errors ? ({ ...result, errors: shown(result.errors, log) } as never) : undefined;
      },
      onError: (_context, _id, _payload, errors) => shown(errors, log) as never,
    },
    wss,
    PING_MS,
  );
  wss.on('connection', countMessages);

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (request.url?.split('?')[0] !== GRAPHQL_PATH) return reject(socket, '404 Not Found');
    if (request.headers.origin !== undefined && !isOwnOrigin(request.headers)) return reject(socket, '403 Forbidden');
    wss.handleUpgrade(request, socket, head, client => wss.emit('connection', client, request));
  });
  return {
    async close() {
      for (const client of wss.clients) client.close(1001, 'The service is stopping; reconnect.');
      await serving.dispose();
    },
  };
}

function sendAway(socket: WebSocket): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(1013, 'The consumer is too slow: reconnect with the last position that you have seen.');
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
}

function countMessages(socket: WebSocket): void {
  let since = performance.now();
  let messages = 0;
  socket.on('message', () => {
    if (performance.now() - since > 60_000) [since, messages] = [performance.now(), 0];
    messages += 1;
    if (messages > MESSAGES_PER_MINUTE) socket.close(1008, `At most ${MESSAGES_PER_MINUTE} messages per minute.`);
  });
}

const shown = (errors: readonly GraphQLError[], log: Logger) => errors.flatMap(error => shownErrors(error, unplanned => log.error({ err: unplanned }, 'unexpected error')));

function reject(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

