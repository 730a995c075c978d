export interface Problem {
  code: string;
  message: string;
  field: string | null;
  details?: { [name: string]: unknown };
}

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
