import express, { type Express, type Request, type Response } from 'express';
import { payForBody } from '../access/rate-limits.ts';
import { refuse } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';
import type { Reporter } from '../store/reporter.ts';
import { type Profile, type Tables, type Tool, toolsOf } from './tools.ts';

/*
 * Mounts the Model Context Protocol lazily. The protocol and its tools are loaded with the first request: a start waits
 * for neither.
 */

const BODY_BYTES_MAX = 1024 * 1024;

interface Mount {
  tables: Tables;
  callerOf(req: Request, res: Response): Promise<Caller>;
  /** Whether a page of that host may call the service at all, which protects against DNS rebinding. */
  mayHoldSessions(host: string | undefined): boolean;
  report: Reporter;
}

/** Serves the selected tools at /mcp and all of them at /mcp/all. */
export function mountMcp(app: Express, { tables, callerOf, mayHoldSessions, report }: Mount): void {
  const served: readonly [path: string, profile: Profile][] = [
    ['/mcp', 'curated'],
    ['/mcp/all', 'full'],
  ];
  for (const [path, profile] of served) {
    let tools: ReadonlyMap<string, Tool> | undefined;
    const enter = async (req: Request, res: Response, next: () => void) => {
      res.locals['route'] = path;
      requireOrigin(req, mayHoldSessions);
      res.locals['caller'] = await callerOf(req, res);
      next();
    };
    const read = express.raw({ type: () => true, limit: BODY_BYTES_MAX });
    app.post(path, enter, read, payForBody, async (req, res) => {
      const { answer } = await import('./server.ts');
      tools ??= toolsOf(tables, profile);
      await answer(req, res, tools, error => report(error, { requestId: res.getHeader('X-Request-Id') }));
    });
    app.all(path, (_req, res) => {
      res.locals['route'] = path;
      res.setHeader('Allow', 'POST');
      refuse('method_not_allowed', 'This path supports only POST: there are no sessions and no stream.');
    });
  }
}

/** Browsers send the origin of the page. Refuses foreign origins; the protocol requires that even with keys. */
function requireOrigin({ headers: { origin } }: Request, mayHoldSessions: Mount['mayHoldSessions']): void {
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  if (!host || !mayHoldSessions(host))
    refuse('origin_not_allowed', 'Pages of that origin may not call this service.', { details: { origin } });
}
