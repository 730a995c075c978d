import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
} from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Callers, KeyCaller } from '../access/caller.ts';
import { addressOf, isOwnOrigin } from '../access/origin.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { LoggedEvent } from '../events/log.ts';
import { Refusal } from '../kernel/errors.ts';
import type { Reporter } from '../store/reporter.ts';
import type { Context } from './context.ts';
import { refusedAnswer, shownAll } from './errors.ts';
import { answerOnce, askedOf, executeFor, Outlet, relay, rightsOf, type Teller } from './fan-out.ts';
import { problemsOf, TOKENS_MAX } from './limits.ts';

/*
 * Subscriptions over graphql-transport-ws. Nothing configured on Apollo holds here: every limit is given again.
 */

/** How often a socket's key is looked at again. */
const RECHECK_MS = 4000;
const FRAME_MAX = 64 * 1024;
const SUBSCRIPTIONS_PER_SOCKET = 20;
const SOCKETS_PER_TENANT = 100;
const MESSAGES_PER_MINUTE = 100;
/** Whoever does not read will not read the goodbye either. */
const GOODBYE_MS = 1000;
const PING_MS = 12_000;
/** Of an event's answer: as a document of that cost pays. */
const NODES_PER_POINT = 100;
/** What a socket is closed with whose position lies beyond the end of the log. */
const CLOSED_AHEAD = 4422;
const REASON_MAX = 100;
const TOO_MUCH = 'The rate limit is exceeded: ask for less of each event.';

interface Sockets {
  schema: GraphQLSchema;
  server: Server;
  path: string;
  callers: Callers;
  rateLimits: RateLimits;
  /** Whether an address is that of a proxy in front of the service. */
  isTrusted(address: string, hop: number): boolean;
  contextOf(caller: KeyCaller, overrun?: () => void): Context;
  report: Reporter;
  log: Logger;
}

interface Extra {
  socket: WebSocket;
  request: IncomingMessage;
  outlet?: Outlet;
  caller?: KeyCaller;
  authorization?: string;
  host?: string | undefined;
  cookie?: string | undefined;
  recheck?: NodeJS.Timeout;
  /** The organization that this socket is counted for. */
  counted?: string;
}

type Told = { [name: PropertyKey]: unknown } & Extra;

export function serveSockets({
  schema,
  server,
  path,
  callers,
  rateLimits,
  isTrusted,
  contextOf,
  report,
  log,
}: Sockets): {
  close(): Promise<void>;
} {
  const wss = new WebSocketServer({ noServer: true, maxPayload: FRAME_MAX, perMessageDeflate: false });
  const doorkeeper = doorkeeperOf({ callers, rateLimits, isTrusted });
  const serving = useServer<{ authorization?: unknown; organization?: unknown }, Told>(
    {
      connectionInitWaitTimeout: 3000,
      onConnect: ({ extra, connectionParams }) =>
        doorkeeper.admit(extra, connectionParams?.authorization, connectionParams?.organization),
      onClose: ({ extra }) => doorkeeper.dismiss(extra),
      onSubscribe(
        { extra, subscriptions },
        _id,
        { query, operationName, variables },
      ): ExecutionArgs | readonly GraphQLError[] {
        if (Object.keys(subscriptions).length > SUBSCRIPTIONS_PER_SOCKET)
          return [new GraphQLError(`At most ${SUBSCRIPTIONS_PER_SOCKET} subscriptions per socket.`)];
        const document = readDocument(schema, query, operationName);
        if (!('kind' in document)) return document;
        const contextValue = contextOf(extra.caller!, () => sendAway(extra.socket));
        return {
          schema,
          document,
          contextValue,
          ...(operationName != null && { operationName }),
          ...(variables && { variableValues: variables }),
        };
      },
      // The events themselves; what is told of them is made once for all who ask alike.
      subscribe: args => createSourceEventStream(args) as Promise<never>,
      onOperation: ({ extra }, id, _payload, args, events) =>
        Symbol.asyncIterator in events ? relay(events as never, tellerOf(extra, id, args)) : undefined,
      // Only what cannot begin is told by graphql-ws itself.
      onNext: (_context, _id, _payload, _args, result) =>
        result.errors ? ({ ...result, errors: shown(result.errors, report) } as never) : undefined,
      onError: (_context, _id, _payload, errors) => shown(errors, report) as never,
    },
    wss,
    PING_MS,
  );

  /** Tells one subscription of events. */
  function tellerOf(extra: Extra, id: string, args: ExecutionArgs): Teller {
    const asked = askedOf(args);
    const beginning = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
    const answer = async (event: LoggedEvent) => {
      // A context for each event: what is loaded beside it must not be yesterday's, nor what was produced for it.
      const contextValue = contextOf(extra.caller!);
      const { budget } = contextValue;
      const result = await executeFor(event, { ...args, contextValue });
      // A dashboard's events are small and free; whoever has a hundred nodes and more produced for each pays as for a document.
      const points = Math.floor(budget.nodes / NODES_PER_POINT);
      if (points > 0)
        await rateLimits.spend(extra.caller!.keyId, points).catch(() => extra.socket.close(1013, TOO_MUCH));
      if (budget.refusal) return JSON.stringify({ data: null, errors: shown([budget.refusal], report) });
      return JSON.stringify(result.errors ? { ...result, errors: shown(result.errors, report) } : result);
    };
    return {
      async tell(event) {
        const told = await answerOnce(event, `${asked} ${rightsOf(extra.caller!)}`, () => answer(event));
        await extra.outlet!.send(`${beginning}${told}}`);
      },
      async refuse(refusal) {
        await extra.outlet!.send(JSON.stringify({ id, type: 'error', payload: refusedAnswer(refusal).errors }));
        // Its other positions are of the same log.
        extra.socket.close(CLOSED_AHEAD, refusal.message.slice(0, REASON_MAX));
      },
    };
  }
  wss.on('connection', countMessages);
  wss.on('connection', socket => mindFaults(socket, log));

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (request.url?.split('?')[0] !== path) return reject(socket, '404 Not Found');
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

/** Lets in whoever has a good key or session, counts the sockets of each organization, and sends away whose key is no longer good. */
function doorkeeperOf({ callers, rateLimits, isTrusted }: Pick<Sockets, 'callers' | 'rateLimits' | 'isTrusted'>) {
  const openSockets = new Map<string, number>();
  return {
    async admit(extra: Extra, authorization: unknown, organization: unknown): Promise<boolean> {
      extra.authorization = typeof authorization === 'string' ? authorization : '';
      extra.host = extra.request.headers.host;
      extra.cookie = isOwnOrigin(extra.request.headers) ? extra.request.headers.cookie : undefined;
      const shown = typeof organization === 'string' ? organization : undefined;
      const identify = () => callers.identify(extra.authorization, extra.host, extra.cookie, shown);
      try {
        extra.caller = await rateLimits.identifying(addressOf(extra.request, isTrusted), identify);
      } catch (error) {
        // Without a caller graphql-ws closes with 4403; a database that is away is no verdict on the key.
        if (!isUnauthenticated(error)) extra.socket.close(1013, 'Try again shortly.');
        return false;
      }
      // It may have gone meanwhile, and would never be counted down.
      if (extra.socket.readyState !== extra.socket.OPEN) return false;
      const { organizationId } = extra.caller;
      const open = openSockets.get(organizationId) ?? 0;
      if (open >= SOCKETS_PER_TENANT) {
        extra.socket.close(1013, `At most ${SOCKETS_PER_TENANT} sockets per organization.`);
        return false;
      }
      openSockets.set(organizationId, open + 1);
      extra.counted = organizationId;
      extra.outlet = new Outlet(extra.socket, () => sendAway(extra.socket));
      // What runs was let in by these rights, of this organization: whoever has others by now begins anew.
      const rights = rightsOf(extra.caller);
      const recheck = () =>
        identify().then(
          caller => rightsOf(caller) !== rights && extra.socket.close(4403, 'What you may see has changed; reconnect.'),
          error => isUnauthenticated(error) && extra.socket.close(4403, 'The key or session is no longer valid.'),
        );
      extra.recheck = setInterval(recheck, RECHECK_MS).unref();
      return true;
    },
    dismiss({ recheck, counted }: Extra): void {
      clearInterval(recheck);
      if (counted === undefined) return;
      const left = openSockets.get(counted)! - 1;
      if (left > 0) openSockets.set(counted, left);
      else openSockets.delete(counted);
    },
  };
}

const isUnauthenticated = (error: unknown): boolean => error instanceof Refusal && error.code === 'unauthenticated';

/** The document of a subscription, or why it is not served. */
function readDocument(
  schema: GraphQLSchema,
  query: string,
  operationName: string | null | undefined,
): DocumentNode | readonly GraphQLError[] {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: TOKENS_MAX });
  } catch (error) {
    return [error as GraphQLError];
  }
  if (getOperationAST(document, operationName)?.operation !== 'subscription')
    return [new GraphQLError('Only subscriptions are served on this socket; send the rest over HTTP.')];
  const problems = problemsOf(schema, document);
  return problems.length > 0 ? problems : document;
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

/** What breaks the protocol, such as a frame that is too large, ws ends by itself with its code; graphql-ws would write about it past the log. */
function mindFaults(socket: WebSocket, log: Logger): void {
  socket.removeAllListeners('error');
  socket.on('error', error => log.debug({ err: error }, 'a socket broke the protocol'));
}

const shown = (errors: readonly GraphQLError[], report: Reporter) => shownAll(errors, report);

function reject(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
