import { initGraphQLTada } from 'gql.tada';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
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
  stringifyDocument,
  type TypedDocumentNode,
  useQuery,
} from 'urql';
import { map, pipe, tap } from 'wonka';
import { fetchEarly } from './early.ts';
import { type Changes, isCurrent, moment, type RereadReason, readAllAgain, useFollowing } from './following.ts';
import type { introspection } from './graphql-env.d.ts';
import { useSteadyValue } from './hooks.ts';
import { t } from './language.ts';
import { type Problem, translated, useReportedProblems } from './problems.ts';
import { reportSignedOut, shownHeaders } from './session.ts';
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
      message,
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
      reportSignedOut();
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

/** Pages of long lists are kept by the component that shows them, and nowhere else. */
const pages = new Client({
  ...service,
  exchanges: [signOutExchange, typenameExchange, timeExchange, countExchange, fetchExchange],
});

// ---- results ----

const NO_PROBLEMS: readonly Problem[] = [];

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

/** Reads something that is not for the screen, such as the rows of a file. */
export async function readOnce<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<SendResult<Data>> {
  const { data, error } = await client.query(query, variables, { requestPolicy: 'network-only' }).toPromise();
  return error ? { problems: problemsOf(error) } : { data: data! };
}

// ---- long lists ----

export interface Connection<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount?: number | null;
}

export interface PagedQuery<Data, Variables, Node> {
  /** Takes `after`. Its page size must be a literal: with a variable, the maximum is charged. */
  query: TypedDocumentNode<Data, Variables>;
  pick(data: Data): Connection<Node>;
}

/** A query of a long list, and where in its data the list is. */
export const pagedQuery = <Data, Variables, Node>(
  query: TypedDocumentNode<Data, Variables>,
  pick: (data: Data) => Connection<Node>,
): PagedQuery<Data, Variables, Node> => ({ query, pick });
export type RowOf<Paged extends { pick: (data: never) => Connection<unknown> }> = ReturnType<
  Paged['pick']
>['nodes'][number];

interface PageResult<Node> {
  /** The moment that it began at: what happened after that may be missing. */
  began: number;
  data: unknown;
  page: Connection<Node> | undefined;
  problems: readonly Problem[];
}

async function readPage<Data, Variables extends AnyVariables, Node>(
  { query, pick }: PagedQuery<Data, Variables, Node>,
  variables: object,
  after: string | null,
): Promise<PageResult<Node>> {
  const { operation, data, error } = await pages
    .query(query, { ...variables, after } as never as Variables)
    .toPromise();
  return {
    began: operation.context['began'] as number,
    data,
    page: data && pick(data),
    problems: error ? problemsOf(error) : NO_PROBLEMS,
  };
}

/**
 * Reads every row of a connection, or at most a number of them after `start`; the result says where to continue.
 * `onProgress` receives the number of rows read so far. Undefined if cancelled.
 */
export async function readAll<Data, Variables extends AnyVariables, Node>(
  paged: PagedQuery<Data, Variables, Node>,
  variables: object,
  onProgress: (count: number) => void,
  signal: AbortSignal,
  atMost = Infinity,
  start: string | null = null,
): Promise<{ rows?: Node[]; next?: string | null; problems?: readonly Problem[] } | undefined> {
  const rows: Node[] = [];
  for (let after = start; ; ) {
    const { page, problems }: PageResult<Node> = await readPage(paged, variables, after);
    if (signal.aborted) return undefined;
    if (!page) return { problems };
    rows.push(...page.nodes);
    onProgress(rows.length);
    after = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage || after === null) return { rows, next: null };
    if (rows.length >= atMost) return { rows, next: after };
  }
}

interface Rows<Node> {
  /** The response that the first page was read from. */
  answer?: unknown;
  /** The moment that the oldest of its reads began at. */
  began?: number;
  rows: readonly Node[];
  total?: number;
  cursor: string | null;
  more: boolean;
  loading: boolean;
  problems: readonly Problem[];
}

/**
 * A list whose first page was read again. Pages that were scrolled to are kept behind it, without rows that left the
 * first page, unless so much is new that the pages no longer overlap.
 */
function begunAnew<Node extends { id: string }>(
  old: Rows<Node>,
  page: Connection<Node>,
): Pick<Rows<Node>, 'rows' | 'cursor' | 'more'> {
  const fresh = new Set(page.nodes.map(node => node.id));
  const meeting = old.rows.findLastIndex(row => fresh.has(row.id));
  const rest = meeting === -1 || !page.pageInfo.hasNextPage ? [] : old.rows.slice(meeting + 1);
  return rest.length > 0
    ? { rows: [...page.nodes, ...rest], cursor: old.cursor, more: old.more }
    : { rows: page.nodes, cursor: page.pageInfo.endCursor, more: page.pageInfo.hasNextPage };
}

function withNextPage<Node extends { id: string }>(
  old: Rows<Node>,
  page: Connection<Node>,
): Pick<Rows<Node>, 'rows' | 'cursor' | 'more'> {
  const known = new Set(old.rows.map(row => row.id));
  return {
    rows: [...old.rows, ...page.nodes.filter(node => !known.has(node.id))],
    cursor: page.pageInfo.endCursor,
    more: page.pageInfo.hasNextPage,
  };
}

/** The page size of lists in this app. */
const AT_ONCE = 50;

/** The rows below the first page that may have changed: all of them, unless it is known which. */
function belowBeginning<Node extends { id: string }>(
  page: Connection<Node>,
  rows: readonly Node[],
  changes: Changes | RereadReason,
): string[] {
  const first = new Set(page.nodes.map(({ id }) => id));
  const below = rows.filter(({ id }) => !first.has(id));
  const type = (below[0] as { __typename?: string } | undefined)?.__typename ?? '';
  const own =
    typeof changes !== 'string' && [...changes.keys()].every(each => each === type) ? changes.get(type) : undefined;
  return below.flatMap(({ id }) => (!own || own.has(id) ? [id] : []));
}

/** The rows, with some of them replaced by fresh ones and without those that have left the list. */
function withFresh<Node extends { id: string }>(
  rows: readonly Node[],
  asked: ReadonlySet<string>,
  fresh: readonly Node[],
): Node[] {
  const now = new Map(fresh.map(node => [node.id, node]));
  return rows.flatMap(row => (asked.has(row.id) ? (now.get(row.id) ?? []) : [row]));
}

const NOT_READ: Rows<never> = { rows: [], cursor: null, more: true, loading: true, problems: NO_PROBLEMS };

/** Does one thing after the other: a page that is on its way belongs to the rows that are read again after it. */
class Queue {
  #last = Promise.resolve();
  readonly take = (work: () => Promise<void>): void => {
    this.#last = this.#last.then(work).catch(reportError);
  };
}

/**
 * A connection that is read page by page while scrolling. Reports are read once: their rows are not records that have
 * events.
 */
export function usePages<Data, Variables extends AnyVariables, Node extends { id: string }>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  pick: (data: Data) => Connection<Node>,
  { isReport = false } = {},
) {
  const [state, setState] = useState<Rows<Node>>(NOT_READ);
  const latest = useRef(state);
  const put = useCallback((part: Partial<Rows<Node>>) => {
    latest.current = { ...latest.current, ...part };
    setState(latest.current);
  }, []);
  const name = JSON.stringify(variables);
  /** What is read of the list that is wanted, and of the one that is shown. */
  const wantedQueue = useRef(new Queue());
  const shownQueue = useRef<Queue>(undefined);
  const isReadingMore = useRef(false);
  const latestPick = useRef(pick);
  /** Runs what reads the list, unless another one is wanted by then. */
  const runInTurn = useCallback((work: (isWanted: () => boolean) => Promise<void>) => {
    const list = wantedQueue.current;
    const isWanted = () => list === wantedQueue.current;
    list.take(async () => {
      if (isWanted()) await work(isWanted);
    });
  }, []);
  const ask = useCallback(
    (after: string | null, ids?: readonly string[]) => {
      const asked = JSON.parse(name) as { filter?: object };
      const which = ids ? { ...asked, filter: { ...asked.filter, ids } } : asked;
      return readPage({ query, pick: latestPick.current }, which, after);
    },
    [query, name],
  );

  /** Reads the first page again, and by id the rows below it that may have changed. */
  const follow = useCallback(
    (what: Changes | RereadReason) =>
      runInTurn(async isWanted => {
        const { began, data, page, problems } = await ask(null);
        if (!isWanted()) return;
        const isOther = shownQueue.current !== wantedQueue.current;
        shownQueue.current = wantedQueue.current;
        if (!page) return put({ loading: false, problems, ...(isOther && { rows: [], more: false }) });
        const old = latest.current;
        const next = {
          ...begunAnew(isOther ? { ...old, rows: [] } : old, page),
          answer: data,
          loading: false,
          problems,
          ...((page.totalCount ?? old.total) != null && { total: page.totalCount ?? old.total! }),
        };
        const below = isReport ? [] : belowBeginning(page, next.rows, what);
        for (let at = 0; at < below.length; at += AT_ONCE) {
          const ids = below.slice(at, at + AT_ONCE);
          const { page: some, problems: unread } = await ask(null, ids);
          if (!isWanted()) return;
          // What is not known to be current says so, and is read again.
          if (!some) return put({ ...next, problems: unread });
          next.rows = withFresh(next.rows, new Set(ids), some.nodes);
        }
        put({ ...next, began });
      }),
    [runInTurn, ask, put, isReport],
  );
  const goOn = useCallback(
    () =>
      runInTurn(async isWanted => {
        const { cursor, began: before } = latest.current;
        const read = cursor === null ? undefined : await ask(cursor);
        if (!isWanted()) return;
        isReadingMore.current = false;
        if (!read) return;
        const { began, page, problems } = read;
        put({
          ...(page && { ...withNextPage(latest.current, page), began: Math.min(before ?? began, began) }),
          problems,
        });
      }),
    [runInTurn, ask, put],
  );

  useEffect(() => {
    put({ loading: true });
    wantedQueue.current = new Queue();
    isReadingMore.current = false;
    follow('missed');
  }, [follow, put]);
  const refresh = useCallback(() => follow('missed'), [follow]);
  const { answer, rows } = state;
  /** Also what only rows below the first page show, such as the name of their location. */
  const everything = useMemo(() => (answer === undefined ? undefined : [answer, rows]), [answer, rows]);
  useFollowing(isReport ? undefined : everything, state.began, follow);
  useReportedProblems(state.problems, refresh);
  const { cursor, more } = state;
  const readMore = useCallback(() => {
    // While another list is being read, the cursor is still that of the one shown, which the other would refuse.
    if (!more || isReadingMore.current || !cursor || shownQueue.current !== wantedQueue.current) return;
    isReadingMore.current = true;
    goOn();
  }, [more, cursor, goOn]);
  return useMemo(() => ({ ...state, readMore, refresh }), [state, readMore, refresh]);
}
