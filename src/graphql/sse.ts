import type { Request, Response } from 'express';
import { createSourceEventStream, type ExecutionArgs, type GraphQLError, type GraphQLSchema } from 'graphql';
import type { KeyCaller } from '../access/caller.ts';
import { isOwnOrigin } from '../access/origin.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import { openSse, type SseDoor } from '../access/sse.ts';
import type { LoggedEvent } from '../events/log.ts';
import { Outlet } from '../events/outlet.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import { requireShallow } from '../kernel/json.ts';
import type { Reporter } from '../store/reporter.ts';
import type { Context } from './context.ts';
import { refusedAnswer, shownAll } from './errors.ts';
import { OVER_QUOTA, readSubscription, resultsOf } from './event-results.ts';

/*
 * Subscriptions as server-sent events, one for each connection: "GraphQL over SSE", distinct connections mode,
 * https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md
 */

interface Streams extends SseDoor {
  schema: GraphQLSchema;
  rateLimits: RateLimits;
  contextOf(caller: KeyCaller, overrun?: () => void): Context;
  report: Reporter;
}

/** Clients such as urql list it after JSON in every request: they would accept a stream, but want none. */
export const wantsEventStream = (req: Request): boolean => /^\s*text\/event-stream\b/.test(req.headers.accept ?? '');

/** Responds to a subscription with the stream of its events. Refusals come before the first event, as JSON. */
export const subscriptionStreams =
  ({ schema, rateLimits, contextOf, report, ...door }: Streams) =>
  async (req: Request, res: Response, next: () => void): Promise<void> => {
    if (!wantsEventStream(req)) return next();
    const caller = res.locals['caller'] as KeyCaller;
    const { query, operationName, variables } = askedIn(req);
    const document = readSubscription(schema, query, operationName, 'as an event stream');
    const refused = (errors: readonly GraphQLError[]) =>
      void res.status(400).json({ errors: shownAll(errors, report) });
    if (!('kind' in document)) return refused(document);

    let end = () => {};
    const args: ExecutionArgs = {
      schema,
      document,
      contextValue: contextOf(caller, () => end()),
      ...(operationName != null && { operationName }),
      ...(variables && { variableValues: variables }),
    };
    const events = (await createSourceEventStream(args)) as
      | AsyncIterableIterator<LoggedEvent>
      | { errors: GraphQLError[] };
    if ('errors' in events) return refused(events.errors);

    const sse = openSse(req, res, caller, door, events, {
      cookie: isOwnOrigin(req.headers) ? req.headers.cookie : undefined,
    });
    end = sse.end;
    const outlet = new Outlet(sse, () => res.destroy());
    const broke = () => void outlet.send(nextEvent({ errors: [{ message: OVER_QUOTA }] })).then(sse.end);
    const resultOf = resultsOf({ caller, args, contextOf, rateLimits, report, broke });
    try {
      for await (const event of events) await outlet.send(`event: next\ndata: ${await resultOf(event)}\n\n`);
    } catch (error) {
      if (!(error instanceof Refusal)) report(error, { requestId: res.getHeader('X-Request-Id') });
      else await outlet.send(nextEvent(refusedAnswer(error)));
    } finally {
      if (sse.isOpen()) await outlet.send('event: complete\ndata:\n\n');
      sse.end();
    }
  };

const nextEvent = (answer: object): string => `event: next\ndata: ${JSON.stringify(answer)}\n\n`;

interface StreamRequest {
  query: string;
  operationName?: string | null;
  variables?: { [name: string]: unknown } | null;
}

/** The request, from the body or the URL. Refuses anything that is no document. */
function askedIn(req: Request): StreamRequest {
  const params = (req.method === 'GET' ? req.query : req.body) as
    | Partial<{ [name in keyof StreamRequest]: unknown }>
    | undefined;
  const variables = typeof params?.variables === 'string' ? readJson(params.variables) : params?.variables;
  if (typeof params?.query !== 'string') refuse('bad_request', 'Send a document as `query`.');
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    refuse('bad_request', '`variables` must be an object.');
  requireShallow(variables);
  const { operationName } = params!;
  if (operationName != null && typeof operationName !== 'string')
    refuse('bad_request', '`operationName` must be a string.');
  return {
    query: params!.query as string,
    operationName: operationName as string,
    variables: variables as StreamRequest['variables'] & {},
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('malformed_json', '`variables` is not valid JSON.');
  }
}
