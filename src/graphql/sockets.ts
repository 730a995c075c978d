import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createSourceEventStream, type ExecutionArgs, GraphQLError, type GraphQLSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Callers, KeyCaller } from '../access/caller.ts';
import { type Farewell, FOLLOWERS_MAX, type Followers, isUnauthenticated } from '../access/followers.ts';
import { addressOf, isOwnOrigin } from '../access/origin.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import { Outlet, type Sink } from '../events/outlet.ts';
import { DEPTH_MAX_OF_REQUEST, parseJson } from '../kernel/json.ts';
import type { Reporter } from '../store/reporter.ts';
import type { Context } from './context.ts';
import { refusedAnswer, shownAll } from './errors.ts';
import { OVER_QUOTA, readSubscription, resultsOf } from './event-results.ts';
import { type EventSink, relay } from './fan-out.ts';

/*
 * Subscriptions over graphql-transport-ws.
 */

const FRAME_MAX = 64 * 1024;
const SUBSCRIPTIONS_PER_SOCKET = 20;
const MESSAGES_PER_MINUTE = 100;
/** A client that does not read will not read the close frame either. */
const GOODBYE_MS = 1000;
const PING_MS = 12_000;
/** The close code for a position beyond the end of the log. */
const CLOSED_AHEAD = 4422;
const REASON_MAX = 100;

interface Sockets {
  schema: GraphQLSchema;
  callers: Callers;
  followers: Followers;
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
  leave?: (() => void) | undefined;
}

type SocketExtra = { [name: PropertyKey]: unknown } & Extra;

/** Serves subscriptions over WebSockets (graphql-transport-ws). The server passes upgrades of the path on to it. */
export function serveSockets({ schema, callers, followers, rateLimits, isTrusted, contextOf, report, log }: Sockets): {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
} {
  const wss = new WebSocketServer({ noServer: true, maxPayload: FRAME_MAX, perMessageDeflate: false });
  const doorkeeper = doorkeeperOf({ callers, followers, rateLimits, isTrusted });
  const serving = useServer<{ [name: string]: unknown }, SocketExtra>(
    {
      connectionInitWaitTimeout: 3000,
      onConnect: ({ extra, connectionParams }) => doorkeeper.admit(extra, connectionParams ?? {}),
      onClose: ({ extra }) => doorkeeper.dismiss(extra),
      onSubscribe(
        { extra, subscriptions },
        _id,
        { query, operationName, variables },
      ): ExecutionArgs | readonly GraphQLError[] {
        if (Object.keys(subscriptions).length > SUBSCRIPTIONS_PER_SOCKET)
          return [new GraphQLError(`At most ${SUBSCRIPTIONS_PER_SOCKET} subscriptions per socket.`)];
        const document = readSubscription(schema, query, operationName, 'on this socket');
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
      // The events themselves; their results are computed once for all identical subscriptions.
      subscribe: args => createSourceEventStream(args) as Promise<never>,
      onOperation: ({ extra }, id, _payload, args, events) =>
        Symbol.asyncIterator in events ? relay(events as never, sinkOf(extra, id, args)) : undefined,
      // graphql-ws itself reports only what cannot begin.
      onNext: (_context, _id, _payload, _args, result) =>
        result.errors ? ({ ...result, errors: shown(result.errors, report) } as never) : undefined,
      onError: (_context, _id, _payload, errors) => shown(errors, report) as never,
    },
    wss,
    PING_MS,
  );

  /** Sends the events of one subscription. */
  function sinkOf(extra: Extra, id: string, args: ExecutionArgs): EventSink {
    const beginning = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
    const broke = () => extra.socket.close(1013, OVER_QUOTA);
    const resultOf = resultsOf({ caller: extra.caller!, args, contextOf, rateLimits, report, broke });
    return {
      async send(event) {
        await extra.outlet!.send(`${beginning}${await resultOf(event)}}`);
      },
      async refuse(refusal) {
        await extra.outlet!.send(JSON.stringify({ id, type: 'error', payload: refusedAnswer(refusal).errors }));
        // Its other positions belong to the same log.
        extra.socket.close(CLOSED_AHEAD, refusal.message.slice(0, REASON_MAX));
      },
    };
  }
  wss.on('connection', refuseUnclear);
  wss.on('connection', countMessages);
  wss.on('connection', socket => mindFaults(socket, log));

  return {
    upgrade: (request, socket, head) =>
      wss.handleUpgrade(request, socket, head, client => wss.emit('connection', client, request)),
    async close() {
      for (const client of wss.clients) client.close(1001, 'The service is stopping; reconnect.');
      await serving.dispose();
    },
  };
}

/** Admits clients with a valid key or session, and disconnects them when the key is no longer valid. */
function doorkeeperOf({
  callers,
  followers,
  rateLimits,
  isTrusted,
}: Pick<Sockets, 'callers' | 'followers' | 'rateLimits' | 'isTrusted'>) {
  return {
    async admit(extra: Extra, params: { [name: string]: unknown }): Promise<boolean> {
      const { socket, request } = extra;
      const said = (name: string) => (typeof params[name] === 'string' ? params[name] : undefined);
      const shown = { organization: said('organization'), person: said('person') };
      const credentials = said('authorization') ?? '';
      const cookie = isOwnOrigin(request.headers) ? request.headers.cookie : undefined;
      const identify = () => callers.identify(credentials, request.headers.host, cookie, shown);
      try {
        const caller = await rateLimits.identifying({ ip: addressOf(request, isTrusted) }, identify);
        // As with a stream of server-sent events: reopening a socket over and over must not be free.
        await rateLimits.spend(caller, 1);
        extra.caller = caller;
      } catch (error) {
        // Without a caller graphql-ws closes with 4403; but an unavailable database is no verdict on the key, nor is a
        // quota.
        if (!isUnauthenticated(error)) socket.close(1013, 'Try again shortly.');
        return false;
      }
      // The client may have left in the meantime, and would never be subtracted.
      if (socket.readyState !== socket.OPEN) return false;
      extra.leave = followers.enter(extra.caller, identify, why => socket.close(...FAREWELLS[why]));
      if (!extra.leave) {
        socket.close(1013, `At most ${FOLLOWERS_MAX} sockets per organization.`);
        return false;
      }
      extra.outlet = new Outlet(sinkOf(socket), () => sendAway(socket));
      return true;
    },
    dismiss({ leave }: Extra): void {
      leave?.();
    },
  };
}

const FAREWELLS: { readonly [why in Farewell]: [code: number, reason: string] } = {
  revoked: [4403, 'The key or session is no longer valid.'],
  changed: [4403, 'What you may see has changed; reconnect.'],
  moved: [1001, 'The organization has moved to another database; reconnect.'],
  stopping: [1001, 'The service is stopping; reconnect.'],
};

const sinkOf = (socket: WebSocket): Sink => ({
  isOpen: () => socket.readyState === socket.OPEN,
  write: (text, taken) => socket.send(text, () => taken()),
  waitingBytes: () => socket.bufferedAmount,
});

function sendAway(socket: WebSocket): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(1013, 'The consumer is too slow: reconnect with the last position that you have seen.');
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
}

/** The protocol's code for a message that cannot be read. */
const CLOSED_UNCLEAR = 4400;
/** A frame wraps the document and its variables once more. */
const DEPTH_MAX_OF_FRAME = DEPTH_MAX_OF_REQUEST + 1;

/**
 * As with a body: of a field that is given twice the last would win silently, such as one of two filters. First of the
 * listeners, so that nothing of such a frame is answered.
 */
function refuseUnclear(socket: WebSocket): void {
  socket.prependListener('message', (data: Buffer) => {
    try {
      parseJson(data, DEPTH_MAX_OF_FRAME);
    } catch (error) {
      socket.close(CLOSED_UNCLEAR, (error as Error).message.slice(0, REASON_MAX));
    }
  });
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

/**
 * ws closes the socket on protocol errors, such as a frame that is too large, with its code; graphql-ws would print
 * them past the log.
 */
function mindFaults(socket: WebSocket, log: Logger): void {
  socket.removeAllListeners('error');
  socket.on('error', error => log.debug({ err: error }, 'protocol error on a socket'));
}

const shown = (errors: readonly GraphQLError[], report: Reporter) => shownAll(errors, report);
