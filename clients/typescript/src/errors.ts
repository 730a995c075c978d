export interface Problem {
  code: string;
  message: string;
  field: string | null;
  details?: { [name: string]: unknown };
}

/** A probable mistake in a write that succeeded. */
export type Warning = Pick<Problem, 'code' | 'message'> & { field: string };

/** A request that was refused, or that failed in every attempt. */
export class StockwrightError extends Error {
  override readonly name = 'StockwrightError';
  /** 0 if there was no response. */
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

/** The body of a response. Throws StockwrightError if it is none of the service, but of a proxy on the way. */
export function parsed(text: string, { status, headers }: Response): unknown {
  try {
    return text ? JSON.parse(text) : {};
  } catch (cause) {
    const problem = { code: 'not_json', message: 'The response is not JSON.', field: null };
    throw new StockwrightError(status, [problem], headers.get('x-request-id') ?? undefined, { cause });
  }
}

/** Whether a request with this response may succeed if it is sent again. */
export const isTemporary = (status: number): boolean =>
  status === 429 || status === 502 || status === 503 || status === 504;

/** Rejects with the signal's reason once it is aborted. */
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
