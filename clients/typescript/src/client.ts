import type { Operations } from './api.ts';
import { type Following, follow, type StreamedEvent } from './events.ts';

/** An operation by its method and path, as in the reference: `GET /orders/{id}`. */
export type Route = keyof Operations;

type Empty<T> = { [key: string]: never } extends T ? true : false;
type Given<T, Name extends string> = T extends undefined
  ? unknown
  : Empty<T> extends true
    ? { [name in Name]?: T }
    : { [name in Name]: T };

/** What a request to a route carries. */
export type Request<R extends Route> = Given<Operations[R]['path'], 'path'> &
  Given<Operations[R]['query'], 'query'> &
  Given<Operations[R]['body'], 'body'> & {
    /** So that a repeat has one effect. Made by the client unless given. */
    idempotencyKey?: string;
    /** Only if the resource is what it was then: the `version` of an earlier answer. */
    ifVersion?: string;
    signal?: AbortSignal;
  };

type Body<R extends Route> = Operations[R]['answer'];
type Data<R extends Route> = Body<R> extends { data: infer D } ? D : never;
type RowOf<R extends Route> = Data<R> extends (infer Row)[] ? Row : never;

export interface Answer<R extends Route> {
  data: Data<R>;
  meta: Body<R> extends { meta: infer M } ? M : undefined;
  status: number;
  /** The version of a single resource, for `ifVersion`. */
  version: string | undefined;
  requestId: string | undefined;
  /** Whether an earlier request with the same key was answered. */
  replayed: boolean;
}

export interface Problem {
  code: string;
  message: string;
  field: string | null;
  details?: { [name: string]: unknown };
}

/** A request that was refused, or that failed as often as it was tried. */
export class StockwrightError extends Error {
  override readonly name = 'StockwrightError';
  /** 0 where there was no answer. */
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly requestId: string | undefined;

  constructor(status: number, problems: readonly Problem[], requestId?: string, options?: ErrorOptions) {
    super(
      problems.map(({ code, message, field }) => `${code}${field ? ` (${field})` : ''}: ${message}`).join('; '),
      options,
    );
    this.status = status;
    this.problems = problems;
    this.requestId = requestId;
  }
}

export interface Options {
  /** Where the service is: `https://acme.example.com` or `http://127.0.0.1:3000`. */
  url: string;
  /** An API key, `swk_…`. */
  key: string;
  /** How often a request is tried. */
  attempts?: number;
  /** For tests and proxies. */
  fetch?: typeof fetch;
}

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 200;
const WAIT_MS_MAX = 30_000;

/** Requests to one organization of a service. */
export class Stockwright {
  readonly #base: string;
  readonly #key: string;
  readonly #attempts: number;
  readonly #fetch: typeof fetch;

  constructor({ url, key, attempts = ATTEMPTS, fetch: given = globalThis.fetch }: Options) {
    this.#base = `${url.replace(/\/+$/, '')}/api/v1`;
    this.#key = key;
    this.#attempts = attempts;
    this.#fetch = given;
  }

  /**
   * Sends a request and answers what the service answers. What fails on the way, and what the service is too busy for, is tried again with
   * the same idempotency key, so a write has one effect. Throws StockwrightError.
   */
  async request<R extends Route>(
    route: R,
    ...[request = {} as Request<R>]: Empty<Omit<Request<R>, 'signal'>> extends true ? [Request<R>?] : [Request<R>]
  ): Promise<Answer<R>> {
    const { path, query, body, idempotencyKey, ifVersion, signal } = request as Asked;
    const [method, template] = (route as string).split(' ') as [string, string];
    const url = new URL(
      this.#base + template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path?.[name]))),
    );
    for (const [name, value] of Object.entries(query ?? {})) append(url.searchParams, name, value);
    const writes = method !== 'GET';
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#key}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(writes && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
      ...(ifVersion !== undefined && { 'if-match': ifVersion === '*' ? '*' : `"${ifVersion}"` }),
    };
    const init: RequestInit = {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= this.#attempts;
      let response: Response;
      try {
        response = await this.#fetch(url, init);
        if (isTemporary(response.status) && !last) {
          await response.body?.cancel();
          await wait(retryAfterMs(response) ?? backoffMs(attempt), signal);
          continue;
        }
        const text = await response.text();
        const answer = (text ? JSON.parse(text) : {}) as { data?: unknown; meta?: unknown; errors?: Problem[] };
        // The same key is being worked on by a request that was cut off.
        if (answer.errors?.[0]?.code === 'idempotency_in_progress' && !last) {
          await wait(backoffMs(attempt), signal);
          continue;
        }
        const requestId = response.headers.get('x-request-id') ?? undefined;
        if (!response.ok) throw new StockwrightError(response.status, answer.errors ?? [], requestId);
        return {
          data: answer.data,
          meta: answer.meta,
          status: response.status,
          version: response.headers.get('etag')?.replaceAll('"', ''),
          requestId,
          replayed: response.headers.get('idempotent-replayed') === 'true',
        } as Answer<R>;
      } catch (error) {
        if (error instanceof StockwrightError || signal?.aborted) throw error;
        if (last)
          throw new StockwrightError(
            0,
            [{ code: 'unreachable', message: (error as Error).message, field: null }],
            undefined,
            { cause: error },
          );
        await wait(backoffMs(attempt), signal);
      }
    }
  }

  /** Every row of a list, page by page as they are needed. */
  async *list<R extends Route & `GET ${string}`>(
    route: R,
    request: Request<R> = {} as Request<R>,
  ): AsyncGenerator<RowOf<R>, void, void> {
    let cursor: string | undefined;
    do {
      const { query } = request as Asked;
      const page = { ...request, query: { ...query, ...(cursor !== undefined && { cursor }) } } as Request<R>;
      const { data, meta } = await this.request(route, ...([page] as never));
      yield* data as RowOf<R>[];
      cursor = (meta as { next_cursor?: string | null } | undefined)?.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /**
   * The events of the organization, from the one after `after`, or from now on. Comes back by itself after a cut, behind the last event that was
   * taken, so none is missed and none comes twice. Ends with the signal; throws StockwrightError for what comes back would not mend.
   */
  events(following: Following = {}): AsyncGenerator<StreamedEvent, void, void> {
    return follow(`${this.#base}/events/stream`, this.#key, this.#fetch, following);
  }
}

interface Asked {
  path?: { [name: string]: unknown };
  query?: { [name: string]: unknown };
  body?: unknown;
  idempotencyKey?: string;
  ifVersion?: string;
  signal?: AbortSignal;
}

function append(search: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return;
  // Repeated rather than joined: a value may hold a comma.
  if (Array.isArray(value)) for (const each of value) search.append(name, String(each));
  else if (value !== null && typeof value === 'object')
    for (const [inner, each] of Object.entries(value)) search.append(`${name}[${inner}]`, String(each));
  else search.append(name, String(value));
}

export const isTemporary = (status: number): boolean =>
  status === 429 || status === 502 || status === 503 || status === 504;

const backoffMs = (attempt: number) =>
  Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);

function retryAfterMs(response: Response): number | undefined {
  const header = response.headers.get('retry-after');
  return header !== null && /^\d+$/.test(header) ? Math.min(WAIT_MS_MAX, Number(header) * 1000) : undefined;
}

export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }
    function aborted() {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    }
    if (signal?.aborted) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
