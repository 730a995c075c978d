import { initGraphQLTada } from 'gql.tada';
import { useCallback, useRef } from 'react';
import {
  type AnyVariables,
  Client,
  type CombinedError,
  cacheExchange,
  type Exchange,
  fetchExchange,
  formatDocument,
  makeOperation,
  mapExchange,
  type OperationContext,
  stringifyDocument,
  type TypedDocumentNode,
  useQuery,
} from 'urql';
import { map, pipe, tap } from 'wonka';
import { fetchEarly } from './early.ts';
import { isCurrent, moment, readAllAgain, useFollowing } from './following.ts';
import type { introspection } from './graphql-env.d.ts';
import { useSteadyValue } from './hooks.ts';
import { t } from './language.ts';
import { type Problem, translated, useReportedProblems } from './problems.ts';
import { goesOn, reportSignedOut, shownHeaders } from './session.ts';
import { notifyWarning } from './ui/notify.tsx';

export type { Problem } from './problems.ts';

export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTimeISO: string; Date: string; JSONObject: { [name: string]: unknown }; JSON: unknown };
  disableMasking: true;
}>();

/** The same problems for the same error object, so that it is known which of them the screen already shows. */
const problemsByError = new WeakMap<CombinedError, Problem[]>();
/** The problems of a failed request, in the reader's language. */
export function problemsOf(error: CombinedError): Problem[] {
  const problems = problemsByError.get(error) ?? problemsIn(error);
  problemsByError.set(error, problems);
  return problems;
}

function problemsIn(error: CombinedError): Problem[] {
  if (error.networkError && error.graphQLErrors.length === 0)
    return [
      {
        code: 'UNREACHABLE',
        message: t('The service cannot be reached. Try again.'),
        field: null,
      },
    ];
  return error.graphQLErrors.map(({ message, extensions }) =>
    translated({
      code: String(extensions['code'] ?? ''),
      // What the service says is for whoever has a key.
      message: extensions['code'] === 'UNAUTHENTICATED' ? t('Your session had ended. Try again.') : message,
      field: (extensions['field'] as string | null | undefined) ?? null,
      ...(extensions['details'] !== undefined && { details: extensions['details'] as { [name: string]: unknown } }),
    }),
  );
}

const ATTEMPTS_MAX = 3;

/** Requests in flight, by key: how many times each was made. */
const requestsInFlight = new Map<number, number>();
const waiters: (() => void)[] = [];

/** Waits until nothing is being read or written, and every result was handed over. */
export const untilSettled = (): Promise<void> =>
  new Promise(resolve => {
    waiters.push(resolve);
    letGo();
  });

// A result may trigger further reads, which are sent immediately.
const letGo = () =>
  void setTimeout(() => {
    if (requestsInFlight.size > 0) return;
    for (const resolve of waiters.splice(0)) resolve();
  }, 0);

function endRequest(key: number, times = 1): void {
  const left = (requestsInFlight.get(key) ?? 0) - times;
  if (left > 0) requestsInFlight.set(key, left);
  else requestsInFlight.delete(key);
  letGo();
}

/** Counts requests from being sent to being answered or cancelled. */
const countExchange: Exchange =
  ({ forward }) =>
  operations =>
    pipe(
      operations,
      tap(({ key, kind }) => {
        if (kind === 'teardown') endRequest(key, Infinity);
        else requestsInFlight.set(key, (requestsInFlight.get(key) ?? 0) + 1);
      }),
      forward,
      tap(({ operation }) => endRequest(operation.key)),
    );

/** What takes longer has no answer: nobody waits for ever. The service itself gives up much sooner. */
const ANSWER_MS = 60_000;

/**
 * Asks for an answer within this time. Waits as long as a rate limit demands, then tries again: a limited request has
 * had no effect.
 */
export const fetchWithin =
  (ms: number): typeof fetch =>
  async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const ends = [AbortSignal.timeout(ms), ...(init?.signal ? [init.signal] : [])];
      const response = await fetch(input, { ...init, signal: AbortSignal.any(ends) });
      if (response.status !== 429 || attempt === ATTEMPTS_MAX) return response;
      await new Promise(resolve => setTimeout(resolve, 1000 * Number(response.headers.get('Retry-After') ?? 1)));
    }
  };

/** The latest results of the client's queries, by key, with the moment that their read began at. */
const latestReads = new Map<number, { began: number; data?: unknown }>();

/** Every query says when its read began: whoever asks while the same is being asked gets that answer. */
const timeExchange = mapExchange({
  onOperation: operation =>
    operation.kind === 'query'
      ? makeOperation('query', operation, { ...operation.context, began: moment() })
      : operation,
});
/** Notes when each result was read. */
const noteExchange = mapExchange({
  onResult({ operation: { kind, key, context }, data }) {
    if (kind === 'query' && data !== undefined) latestReads.set(key, { began: context['began'], data });
  },
});

/** When the read of the latest result of this query began. */
export const beganOf = (operation: { key: number } | undefined): number | undefined =>
  operation && latestReads.get(operation.key)?.began;

/** What was read while nobody followed it may be out of date by now: it is shown at once, but read again. */
const freshnessExchange: Exchange =
  ({ forward }) =>
  operations =>
    forward(
      pipe(
        operations,
        map(operation => {
          const read = operation.context.requestPolicy === 'cache-first' ? latestReads.get(operation.key) : undefined;
          return !read || isCurrent(read.data, read.began)
            ? operation
            : makeOperation(operation.kind, operation, { ...operation.context, requestPolicy: 'cache-and-network' });
        }),
      ),
    );

const signOutExchange = mapExchange({
  onError(error) {
    if (
      error.response?.status === 401 ||
      error.graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED')
    )
      void reportSignedOut();
  },
});
/** Warnings of a write are shown to whoever sent it, at once or when the connection is back. */
const warningExchange = mapExchange({
  onResult({ operation, extensions }) {
    if (operation.kind !== 'mutation') return;
    for (const { message } of (extensions?.['warnings'] ?? []) as { message: string }[]) notifyWarning(message);
  },
});
const service = {
  url: '/graphql',
  fetch: fetchEarly(fetchWithin(ANSWER_MS)),
  preferGetMethod: false,
  fetchOptions: () => ({ headers: shownHeaders() }),
} as const;

export const client = new Client({
  ...service,
  exchanges: [
    signOutExchange,
    warningExchange,
    freshnessExchange,
    cacheExchange,
    timeExchange,
    noteExchange,
    countExchange,
    fetchExchange,
  ],
});

/** Adds `__typename`, so that a result knows which types it follows. */
const typenameExchange = mapExchange({
  onOperation: operation => ({ ...operation, query: formatDocument(operation.query) }),
});

/** Pages of long lists are kept by the component that shows them, and nowhere else: see lists.ts. */
export const listClient = new Client({
  ...service,
  exchanges: [signOutExchange, typenameExchange, timeExchange, countExchange, fetchExchange],
});

// ---- results ----

export const NO_PROBLEMS: readonly Problem[] = [];

/**
 * The result of a query: from the cache at once, then fresh, and again after every write and every event about what it
 * shows. Problems that the caller does not show appear above the page.
 */
export function useData<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false, policy = 'cache-and-network' as 'cache-and-network' | 'cache-first' } = {},
) {
  const [result, execute] = useQuery<Data, Variables>({ query, variables, requestPolicy: policy, pause } as never);
  const refresh = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  // A failed read keeps what was read before, and its error; urql forgets both when it is done with the request.
  const last = useRef<{ key: number; data: Data | undefined; error: CombinedError | undefined }>(undefined);
  const key = result.operation?.key;
  const previous = last.current?.key === key ? last.current : undefined;
  if (key !== undefined && (result.data !== undefined || result.error))
    last.current = { key, data: result.data ?? previous?.data, error: result.error };
  // A polled result has usually not changed.
  const data = useSteadyValue(result.data ?? previous?.data);
  const error = result.error ?? (result.data === undefined ? previous?.error : undefined);
  useFollowing(
    data,
    beganOf(result.operation),
    what => !pause && (what !== 'written' || policy !== 'cache-first') && refresh(),
  );
  const problems = error && !pause ? problemsOf(error) : NO_PROBLEMS;
  useReportedProblems(problems, refresh);
  // While another list is being read, urql still has the result of the one before.
  const isOfOther = result.operation !== undefined && !isSame(result.operation.variables, variables);
  return {
    data,
    problems,
    loading: result.fetching && data === undefined && !error,
    isOfOther,
    refresh,
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const lostAnswer = (): Problem => ({
  code: 'UNREACHABLE',
  message: t(
    'The service cannot be reached: it is not known whether this was saved. Try again, unchanged: it is saved only once.',
  ),
  field: null,
});

const notSignedIn = (): Problem => ({
  code: 'UNAUTHENTICATED',
  message: t('Your session had ended: this was not saved. Send it again.'),
  field: null,
});

/** What a code means to somebody who wanted to save something. */
const WRITE_PROBLEMS: { readonly [code: string]: (() => Problem) | undefined } = {
  UNREACHABLE: lostAnswer,
  UNAUTHENTICATED: notSignedIn,
};

export type SendResult<Data> = { data: Data; problems?: never } | { data?: never; problems: Problem[] };

/** Writes whose outcome is unknown: their keys by their content. */
const unansweredWrites = new Map<string, { key: string; creates: string | undefined; isTold: boolean }>();
const UNANSWERED_CODES = ['UNREACHABLE', 'INTERNAL_ERROR', 'IDEMPOTENCY_IN_PROGRESS'];

/** What can exist twice: a policy is one per product and location, and of changes the later one counts. */
const CREATES = /\$input: Create(?!InventoryPolicy)/;

/** Shown once, before something else is created in the same way: the earlier one may have been saved. */
function outcomeUnknown(creates: string | undefined): Problem | undefined {
  const doubtful = [...unansweredWrites.values()].filter(each => !each.isTold && each.creates === creates);
  if (creates === undefined || doubtful.length === 0) return undefined;
  for (const each of doubtful) each.isTold = true;
  return {
    code: 'OUTCOME_UNKNOWN',
    message: t(
      'It is not known whether your previous attempt was saved. Look for it in the list first; whoever sends this now creates another one.',
    ),
    field: null,
  };
}

/**
 * Sends a mutation, then reads everything on the screen again, unless the caller sends
 * several and does that itself. A retry with the same key has no second effect; what is said again after its answer was
 * lost is a retry, and something else in its place is asked about first.
 */
export async function send<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { isOneOfMany = false, key }: { isOneOfMany?: boolean; key?: string } = {},
): Promise<SendResult<Data>> {
  const document = stringifyDocument(mutation);
  const content = document + JSON.stringify(variables);
  const creates = CREATES.test(document) ? document : undefined;
  const unknown = key === undefined && !unansweredWrites.has(content) && outcomeUnknown(creates);
  if (unknown) {
    // The list that it may be in.
    readAllAgain();
    return { problems: [unknown] };
  }
  const idempotencyKey = key ?? unansweredWrites.get(content)?.key ?? crypto.randomUUID();
  const { data, error } = await client.mutation(mutation, { ...variables, idempotencyKey } as Variables).toPromise();
  const problems = error && problemsOf(error);
  // A caller with a key of its own also retries on its own.
  if (key === undefined && problems?.some(({ code }) => UNANSWERED_CODES.includes(code)))
    unansweredWrites.set(content, { key: idempotencyKey, creates, isTold: false });
  else unansweredWrites.delete(content);
  if (problems) return { problems: problems.map(each => WRITE_PROBLEMS[each.code]?.() ?? each) };
  if (!isOneOfMany) readAllAgain();
  return { data: data! };
}

/**
 * Reads something that is not for the screen, such as the rows of a file; again if the session had ended and goes on.
 */
export async function readOnce<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context: Partial<OperationContext> = {},
): Promise<SendResult<Data>> {
  const { data, error } = await client
    .query(query, variables, { requestPolicy: 'network-only', ...context })
    .toPromise();
  const problems = error && problemsOf(error);
  if (problems?.some(({ code }) => code === 'UNAUTHENTICATED') && (await goesOn()))
    return readOnce(query, variables, context);
  return problems ? { problems } : { data: data! };
}
