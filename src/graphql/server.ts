import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Callers, KeyCaller } from '../access/caller.ts';
import type { Followers } from '../access/followers.ts';
import { isOwnOrigin } from '../access/origin.ts';
import { payForBody, type RateLimits } from '../access/rate-limits.ts';
import type { EventStream } from '../events/stream.ts';
import { trustsProxy } from '../internals/express.ts';
import { Refusal, refuse, Unavailable } from '../kernel/errors.ts';
import { DEPTH_MAX_OF_REQUEST, requireDistinct, requireModest } from '../kernel/json.ts';
import { translated } from '../store/database-errors.ts';
import type { Reporter } from '../store/reporter.ts';
import { beginSpan, isTraced, within } from '../store/tracing.ts';
import { Budget, countProduced } from './budget.ts';
import { buildSchema } from './build.ts';
import type { Context } from './context.ts';
import { documentRules } from './documents.ts';
import { maskedAnswer, refusedAnswer } from './errors.ts';
import { graphiql } from './graphiql.ts';
import { TOKENS_MAX } from './limits.ts';
import { loadersOver } from './loaders.ts';
import { requireRead } from './run.ts';
import { serveSockets } from './sockets.ts';
import { subscriptionStreams } from './sse.ts';

export interface GraphqlOptions {
  app: Express;
  callers: Callers;
  followers: Followers;
  callerOf(req: Request, res: Response, cookie?: string): Promise<KeyCaller>;
  rateLimits: RateLimits;
  eventsOf(caller: KeyCaller): EventStream;
  report: Reporter;
  log: Logger;
}

/** The face, once it is open. */
export interface Graphql {
  handle: express.Router;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

let schema: Promise<GraphQLSchema> | undefined;
/** The schema, built once per process: type-graphql keeps its declarations in one global place. */
export const graphqlSchema = (): Promise<GraphQLSchema> => (schema ??= buildSchema().then(countProduced));

/** Opens the GraphQL face: HTTP, GraphiQL for browsers, and subscriptions on the same path. */
export async function openGraphql({
  app,
  callers,
  followers,
  callerOf,
  rateLimits,
  eventsOf,
  report,
  log,
}: GraphqlOptions): Promise<Graphql> {
  const schema = await graphqlSchema();
  const contextOf = (caller: KeyCaller, rest: Pick<Context, 'res' | 'overrun'> = {}): Context => ({
    ...rest,
    caller,
    events: eventsOf(caller),
    ...producing(caller),
    requireRead: shape => requireRead(shape, caller),
  });

  const apollo = new ApolloServer<Context>({
    schema,
    // A browser sends an Authorization header to another site only after a preflight. A session's cookie alone proves
    // nothing.
    csrfPrevention: { requestHeaders: ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name'] },
    introspection: true,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: false,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    // Done by the document's rules, with the size of a document before everything else.
    dangerouslyDisableValidation: true,
    parseOptions: { maxTokens: TOKENS_MAX },
    logger: { debug() {}, info() {}, warn: message => log.warn(message), error: message => log.error(message) },
    plugins: [
      // It would inspect every field of every response, and nothing here is cached by others.
      ApolloServerPluginCacheControlDisabled(),
      // Neither is used, but both would be loaded.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      documentRules({ schema, rateLimits, report }),
    ],
  });
  await apollo.start();

  const handle = express.Router();
  handle.get('/', graphiql);
  handle.use(
    authenticated(callerOf),
    express.json({
      limit: '1mb',
      strict: false,
      verify(_req, res, bytes) {
        const { locals } = res as Response;
        locals['bodyFields'] = requireModest(bytes, DEPTH_MAX_OF_REQUEST);
        locals['bodyBytes'] = bytes.length;
      },
    }),
    distinct,
    payForBody,
    unconditional,
    subscriptionStreams({
      schema,
      callers,
      followers,
      rateLimits,
      contextOf: (caller, overrun) => contextOf(caller, { overrun }),
      report,
    }),
    tracingDocument,
    expressMiddleware(apollo, {
      context: async ({ res }) => contextOf((res as Response).locals['caller'] as KeyCaller, { res: res as Response }),
    }) as never,
    graphqlErrors(report),
  );

  const sockets = serveSockets({
    schema,
    callers,
    followers,
    rateLimits,
    isTrusted: trustsProxy(app),
    contextOf: (caller, overrun) => contextOf(caller, { overrun }),
    report,
    log,
  });
  return {
    handle,
    upgrade: sockets.upgrade,
    async close() {
      await sockets.close();
      await apollo.stop();
    },
  };
}

/** Runs the document as a span, which gets its name once it is known: what its fields do belongs to it. */
const tracingDocument: RequestHandler = (_req, res, next) => {
  if (!isTraced()) return next();
  const span = beginSpan('document', {});
  // Before the request's own.
  res.prependOnceListener('close', () => span.end());
  within(span, next);
};

const distinct: RequestHandler = ({ body }, { locals }, next) => {
  requireDistinct(body, (locals['bodyFields'] as number | undefined) ?? 0);
  next();
};

/** The parts of the context that are new for each document, and for each event of a subscription. */
function producing({ database, organizationId }: KeyCaller): Pick<Context, 'budget' | 'loaders' | 'warnings'> {
  const budget = new Budget();
  return { budget, loaders: loadersOver(database.read(organizationId), budget), warnings: [] };
}

/*
 * Headers that make a REST request safe or conditional are arguments here. A client that sends one relies on it, so it
 * is not ignored.
 */

const unconditional: RequestHandler = ({ method, headers }, _res, next) => {
  if (headers['if-match'] !== undefined) refuse('bad_request', 'If-Match is the argument ifVersion of a mutation.');
  if (method === 'POST' && headers['if-none-match'] !== undefined) refuse('bad_request', 'If-None-Match is for GET.');
  next();
};

const authenticated =
  (callerOf: GraphqlOptions['callerOf']) => async (req: Request, res: Response, next: () => void) => {
    res.locals['caller'] = await callerOf(req, res, isOwnOrigin(req.headers) ? req.headers.cookie : undefined);
    next();
  };

/** Failures before GraphQL runs are returned in GraphQL's own form. */
function graphqlErrors(report: GraphqlOptions['report']): express.ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const failure = translated(error);
    if (failure instanceof Unavailable) {
      report(failure, { requestId: res.getHeader('X-Request-Id') });
      res.setHeader('Retry-After', String(failure.retryAfterSeconds));
    }
    const status =
      failure instanceof Refusal
        ? ((
            { unauthenticated: 401, payload_too_large: 413, unavailable: 503, rate_limited: 429 } as {
              [code: string]: number;
            }
          )[failure.code] ?? 400)
        : statusOf(error);
    if (failure instanceof Refusal && failure.code === 'unauthenticated') res.setHeader('WWW-Authenticate', 'Bearer');
    if (!(failure instanceof Refusal) && (status === undefined || status >= 500))
      report(error, { requestId: res.getHeader('X-Request-Id') });
    const answer =
      failure instanceof Refusal
        ? refusedAnswer(failure)
        : status !== undefined && status < 500
          ? refusedAnswer(unread(status))
          : maskedAnswer();
    res.status(status ?? 500).json(answer);
  };
}

/** Other things in libraries are called status too. */
const statusOf = ({ status }: { status?: unknown }) => (typeof status === 'number' ? status : undefined);

/** Refusals of the body parser. */
function unread(status: number): Refusal {
  if (status === 413) return new Refusal([{ code: 'payload_too_large', message: 'The body is too large.' }]);
  return new Refusal([
    { code: status === 415 ? 'unsupported_media_type' : 'malformed_json', message: 'The body cannot be read as JSON.' },
  ]);
}
