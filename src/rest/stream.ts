import type { Express, Request, Response } from 'express';
import type { KeyCaller } from '../access/caller.ts';
import { openSse, type SseDoor } from '../access/sse.ts';
import { bodyOf, followEvents, headOf, requireReached } from '../events/feed.ts';
import type { LoggedEvent } from '../events/log.ts';
import { Outlet } from '../events/outlet.ts';
import type { EventStream } from '../events/stream.ts';
import { type EventType, readableTypes } from '../events/table.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import { authorize, parse } from '../kernel/operation.ts';
import type { Reporter } from '../store/reporter.ts';
import { rawInput } from './read.ts';
import { refuseExpected } from './router.ts';

/*
 * The event log as server-sent events: docs/api.md, "The event stream".
 */

const STREAM_ROUTE = 'GET /events/stream';

interface Mount extends SseDoor {
  base: string;
  callerOf(req: Request, res: Response): Promise<KeyCaller>;
  eventsOf(caller: KeyCaller): EventStream;
  report: Reporter;
}

/** Serves the stream. Must be mounted before the table of routes. */
export function mountStream(app: Express, { base, callerOf, eventsOf, report, ...door }: Mount): void {
  const path = base + STREAM_ROUTE.slice('GET '.length);
  app.get(path, async (req, res) => {
    res.locals['route'] = path;
    const caller = await callerOf(req, res);
    res.locals['caller'] = caller;
    authorize(followEvents, caller);
    refuseExpected(req);
    const { types, after: asked } = parse(followEvents.input, rawInput(STREAM_ROUTE, followEvents, req)) as {
      types?: EventType[];
      after?: number;
    };
    const readable: ReadonlySet<string> = new Set(readableTypes(caller, types));
    const after = lastSeenOf(req) ?? asked;
    const head = await headOf(caller.database.read(caller.organizationId));
    if (after !== undefined) requireReached(after, head);
    if (req.method === 'HEAD') return void res.type('text/event-stream').end();

    let end = () => {};
    // Once the client sees the stream open, it receives everything that happens.
    const following = await eventsOf(caller).subscribe(caller.organizationId, { after, overrun: () => end() });
    const sse = openSse(req, res, caller, door, following, { position: after ?? head });
    end = sse.end;
    const outlet = new Outlet(sse, () => res.destroy());
    try {
      for await (const event of following) if (readable.has(event.type)) await outlet.send(toldOnce(event));
    } catch (error) {
      // Data that has been sent cannot be taken back; the client gets the error when it reconnects.
      if (!(error instanceof Refusal)) report(error, { requestId: res.getHeader('X-Request-Id') });
    } finally {
      sse.end();
    }
  });
}

/** A browser that reconnects sends the last event it received, which is newer than the position in the URL. */
function lastSeenOf(req: Request): number | undefined {
  const header = req.get('Last-Event-ID');
  if (header === undefined || header === '') return undefined;
  if (!/^\d{1,15}$/.test(header)) refuse('bad_request', 'Last-Event-ID must be a position.', { field: 'after' });
  return Number(header);
}

/** One text per event, however many streams it goes to. */
const texts = new WeakMap<LoggedEvent, string>();
function toldOnce(event: LoggedEvent): string {
  let text = texts.get(event);
  if (!text) texts.set(event, (text = `id: ${event.position}\nevent: ${event.type}\ndata: ${bodyOf(event)}\n\n`));
  return text;
}
