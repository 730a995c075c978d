import type { Request, Response } from 'express';
import { refuse } from '../kernel/errors.ts';
import type { Callers, KeyCaller } from './caller.ts';
import { FOLLOWERS_MAX, type Followers } from './followers.ts';
import { shownBy } from './origin.ts';

/*
 * Server-sent events: a response that does not end. https://html.spec.whatwg.org/multipage/server-sent-events.html
 */

/** Proxies drop connections that are silent for too long. */
const COMMENT_MS = 15_000;

export interface SseDoor {
  callers: Callers;
  followers: Followers;
}

interface Sse {
  /** Ends the response. */
  end(): void;
  isOpen(): boolean;
  write(text: string, taken: () => void): void;
  waitingBytes(): number;
}

/**
 * Begins the response. It ends with its reader, within 5 seconds of the end of the caller's rights, or with the
 * process, and then ends its source, which was opened before. `position` is that of the last event before it. Refuses
 * `rate_limited` if the organization has too many followers.
 */
export function openSse(
  req: Request,
  res: Response,
  caller: KeyCaller,
  { callers, followers }: SseDoor,
  source: AsyncIterator<unknown>,
  { cookie, position }: { cookie?: string | undefined; position?: number } = {},
): Sse {
  let isOpen = true;
  const ended = () => {
    if (!isOpen) return;
    isOpen = false;
    leave?.();
    clearInterval(comments);
    void source.return?.();
  };
  const end = () => {
    ended();
    res.end();
  };
  const identify = () => callers.identify(req.headers.authorization, req.headers.host, cookie, shownBy(req.headers));
  const leave = followers.enter(caller, identify, end);
  if (!leave) {
    void source.return?.();
    refuse('rate_limited', `At most ${FOLLOWERS_MAX} streams and sockets per organization.`, {
      details: { max: FOLLOWERS_MAX },
    });
  }
  res.locals['streams'] = true;
  res.status(200);
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  res.setHeader('Cache-Control', 'no-cache, no-store, no-transform');
  // Some proxies buffer responses.
  res.setHeader('X-Accel-Buffering', 'no');
  // A reader that is cut off before its first event comes back with this, and misses nothing.
  res.write(position === undefined ? ':\n\n' : `:\nid: ${position}\n\n`);
  const comments = setInterval(() => res.write(':\n\n'), COMMENT_MS).unref();
  res.on('close', ended);
  res.on('error', ended);
  // The reader left while the source was being opened.
  if (res.destroyed) ended();
  return {
    end,
    isOpen: () => isOpen && !res.writableEnded && !res.destroyed,
    write: (text, taken) => void res.write(text, () => taken()),
    waitingBytes: () => res.writableLength,
  };
}
