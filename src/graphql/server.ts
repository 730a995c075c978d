import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApolloServer, type HeaderMap } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import {
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import type { Logger } from 'pino';
import type { Callers, KeyCaller } from '../access/caller.ts';
import type { Followers } from '../access/followers.ts';
import { isOwnOrigin } from '../access/origin.ts';
import { payForBody, pointsOf, type RateLimits } from '../access/rate-limits.ts';
import type { EventStream } from '../events/stream.ts';
import { trustsProxy } from '../internals/express.ts';
import { logged, type Problem, Refusal, refuse, Unavailable } from '../kernel/errors.ts';
import { DEPTH_MAX_OF_REQUEST, requireDistinct, requireModest } from '../kernel/json.ts';
import { unfit } from '../kernel/operation.ts';
import { sharesOf } from '../kernel/shares.ts';
import { translated } from '../store/database-errors.ts';
import type { Reporter } from '../store/reporter.ts';
import { beginSpan, currentSpan, isTraced, within } from '../store/tracing.ts';
import { Budget, countProduced } from './budget.ts';
import { buildSchema } from './build.ts';
import type { Context } from './context.ts';
import { Invalid, maskedAnswer, refusedAnswer, shownAll } from './errors.ts';
import { costOf, problemsOf, TOKENS_MAX, tokensOf } from './limits.ts';
import { loadersOver } from './loaders.ts';
import { requireRead } from './run.ts';
import { serveSockets } from './sockets.ts';
import { subscriptionStreams, wantsEventStream } from './sse.ts';
import { inputsMade } from './types.ts';

export interface Opening {
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

/**
 * The results of a document are known and charged only afterwards, so an organization runs just a few at once:
 * otherwise two hundred concurrent ones would all be admitted, and keep everybody waiting for seconds. Mutations share
 * transactions under load, so more of them may run.
 */
const QUERIES_AT_ONCE = 4;
const MUTATIONS_AT_ONCE = 32;

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
}: Opening): Promise<Graphql> {
  const schema = await graphqlSchema();
  const contextOf = (caller: KeyCaller, rest: Pick<Context, 'res' | 'overrun'> = {}): Context => ({
    ...rest,
    caller,
    events: eventsOf(caller),
    ...producing(caller),
    requireRead: shape => requireRead(shape, caller),
  });

  const [reading, writing] = [sharesOf(QUERIES_AT_ONCE), sharesOf(MUTATIONS_AT_ONCE)];
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
    // Done below, with the size of a document before everything else.
    dangerouslyDisableValidation: true,
    parseOptions: { maxTokens: TOKENS_MAX },
    logger: { debug() {}, info() {}, warn: message => log.warn(message), error: message => log.error(message) },
    plugins: [
      // It would inspect every field of every response, and nothing here is cached by others.
      ApolloServerPluginCacheControlDisabled(),
      {
        async requestDidStart() {
          /** What was charged for this request. An admitted request has paid one point. */
          let paid = 1;
          let began = false;
          let leave: (() => void) | undefined;
          /** Results are charged afterwards; a key that is over its quota then waits with its next request. */
          const charge = async ({ caller, res }: Context, points: number) => {
            const rest = points - paid;
            if (rest > 0) await rateLimits.spend(caller, rest, res!).catch(() => undefined);
          };
          return {
            async didResolveOperation({ request, document, operation, contextValue: { caller, res } }) {
              const problems = problemsOf(schema, document);
              if (problems.length > 0) throw new Invalid(problems);
              if (!operation) throw new Invalid([notNamed()]);
              if (operation.operation === 'subscription') throw new Invalid([notHere()]);
              requireNoKey(operation, request.http?.headers);
              requireFit(operation, request.variables ?? {});
              // The request has paid one point; a document that costs more pays the rest before it runs.
              const points = pointsOf(costOf(document));
              if (points > paid) await rateLimits.spend(caller, points - paid, res!).catch(tooMany);
              paid = points;
              const place = (await (operation.operation === 'query' ? reading : writing).enter(caller.organizationId))!;
              leave = place.leave;
              // Concurrent documents may have used up the quota in the meantime.
              if (place.hasWaited) await rateLimits.spend(caller, 0, res!).catch(tooMany);
            },
            async executionDidStart({ operation: { operation, name }, contextValue: { res } }) {
              began = true;
              if (res) res.locals['operation'] = [operation, name?.value].filter(Boolean).join(' ');
              currentSpan()
                ?.updateName([operation, name?.value].filter(Boolean).join(' '))
                .setAttributes({
                  'graphql.operation.type': operation,
                  ...(name && { 'graphql.operation.name': name.value }),
                });
            },
            // A refused document is charged by its length: reading it was work too.
            async didEncounterErrors({ document, contextValue }) {
              if (!began) await charge(contextValue, pointsOf(document ? tokensOf(document) : TOKENS_MAX));
            },
            // One error per problem: a refusal may carry several.
            async willSendResponse({ request, response, errors, operation, contextValue }) {
              await charge(contextValue, pointsOf(contextValue.budget.nodes));
              leave?.();
              const { warnings, dataAsOf } = contextValue;
              if (response.body.kind === 'single' && (warnings.length > 0 || dataAsOf))
                response.body.singleResult.extensions = {
                  ...response.body.singleResult.extensions,
                  ...(warnings.length > 0 && { warnings }),
                  ...(dataAsOf && { dataAsOf: dataAsOf.toISOString() }),
                };
              if (response.body.kind !== 'single' || !errors?.length) return;
              const tooMuch = contextValue.budget.refusal;
              // A mutation that ran still gets its response.
              if (tooMuch && operation?.operation === 'query') {
                response.body.singleResult = { data: null };
                errors = [tooMuch];
              }
              if (response.http.status === 400 && isLegacy(request.http?.headers.get('accept')))
                response.http.status = 200;
              const shown = shownAll(errors, report);
              response.body.singleResult.errors = shown;
              if (contextValue.res) contextValue.res.locals['refused'] = logged(shown.map(inLog));
            },
          };
        },
      },
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

/** Refuses lists that are too long before GraphQL coerces their items: see `unfit`. */
function requireFit(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: { [name: string]: unknown },
): void {
  const problems = variableDefinitions.flatMap(({ type, variable: { name } }): Problem[] => {
    const made = inputsMade.get(nameOf(type));
    const given = variables[name.value];
    if (!made || !Array.isArray(given)) return made ? unfit(made.schema, given) : [];
    if (given.length <= made.longestList) return given.flatMap(item => unfit(made.schema, item));
    return [{ code: 'validation_failed', message: `Must have at most ${made.longestList} items.`, field: name.value }];
  });
  if (problems.length > 0) {
    const refusal = new Refusal(problems);
    throw new Invalid([new GraphQLError(refusal.message, { originalError: refusal })]);
  }
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

function requireNoKey({ operation }: OperationDefinitionNode, headers: HeaderMap | undefined): void {
  if (headers?.has('idempotency-key') && operation === 'mutation')
    throw new Invalid([badRequest('Idempotency-Key is the argument idempotencyKey of a mutation.')]);
}

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));

const badRequest = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

const notHere = () =>
  badRequest('Subscriptions are served on the WebSocket at this address, or with Accept: text/event-stream.');

const notNamed = () => badRequest('operationName must name one of the operations in the document.');

/**
 * GraphQL over HTTP: a client that accepts application/json and not the newer type gets 200 even for a document that
 * cannot run.
 */
const isLegacy = (accept: string | undefined): boolean =>
  /application\/json/.test(accept ?? '') && !/graphql-response\+json/.test(accept!);

/** Apollo takes the response's status from the error. */
const tooMany = (error: unknown): never => {
  throw error instanceof Refusal
    ? new GraphQLError(error.message, { originalError: error, extensions: { http: { status: 429 } } })
    : error;
};

const authenticated = (callerOf: Opening['callerOf']) => async (req: Request, res: Response, next: () => void) => {
  res.locals['caller'] = await callerOf(req, res, isOwnOrigin(req.headers) ? req.headers.cookie : undefined);
  next();
};

/** Failures before GraphQL runs are returned in GraphQL's own form. */
function graphqlErrors(report: Opening['report']): express.ErrorRequestHandler {
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

const inLog = ({ extensions }: GraphQLFormattedError) => ({
  code: String(extensions?.['code']).toLowerCase(),
  field: extensions?.['field'] as string | null | undefined,
});

const FIRST_QUERY = `# Put your API key into the headers below; being signed in to the web app does as well.
{
  variants(first: 5) {
    nodes { sku product { name } levels { quantityOnHand quantityAvailable location { name } } }
  }
}
`;

let parts: Promise<readonly string[]> | undefined;
/**
 * The page's script: what is between its script tags (strings that look like such tags are never on a line of their
 * own). Nine megabytes, loaded by the first request for it.
 */
const graphiqlParts = (path: string): Promise<readonly string[]> => (parts ??= loadGraphiql(path));

async function loadGraphiql(endpoint: string): Promise<readonly string[]> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({
    title: 'Stockwright',
    endpoint,
    subscriptionsProtocol: 'WS',
    defaultQuery: FIRST_QUERY,
    headers: '{"authorization": "Bearer <API_KEY>"}',
  } as never);
  return page.split(/(?<=^\s*)<script>/m);
}

/** Browsers that open the URL get GraphiQL, from our own files. */
async function graphiql(req: Request, res: Response, next: () => void): Promise<void> {
  if (
    wantsEventStream(req) ||
    !req.accepts(['application/json', 'text/html']) ||
    req.accepts(['application/graphql-response+json', 'application/json', 'text/html']) !== 'text/html'
  )
    return next();
  if (req.query['query'] !== undefined) return next();
  // Its scripts are inline, and the page has the app's origin: only they may run, by this response's nonce.
  const nonce = randomBytes(16).toString('base64');
  res.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  res.type('html').send((await graphiqlParts(req.baseUrl)).join(`<script nonce="${nonce}">`));
}
