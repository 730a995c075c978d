import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type AnyVariables, createRequest, type TypedDocumentNode } from 'urql';
import { type Changes, type RereadReason, useFollowing } from './following.ts';
import { listClient, NO_PROBLEMS, problemsOf } from './graphql.ts';
import { keepList, leftList } from './left-lists.ts';
import { type Problem, useReportedProblems } from './problems.ts';

/* Long lists, which are read page by page. */

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
  const { operation, data, error } = await listClient
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
 * A connection that is read page by page while scrolling, and is found as it was left by whoever goes back to it.
 * Reports are read once: their rows are not records that have events.
 */
export function usePages<Data, Variables extends AnyVariables, Node extends { id: string }>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  pick: (data: Data) => Connection<Node>,
  { isReport = false } = {},
) {
  const name = JSON.stringify(variables);
  const listKey = useMemo(
    () => (isReport ? undefined : createRequest(query, JSON.parse(name) as Variables).key),
    [query, name, isReport],
  );
  const [state, setState] = useState<Rows<Node>>(() => leftList(listKey) ?? NOT_READ);
  const latest = useRef(state);
  const put = useCallback((part: Partial<Rows<Node>>) => {
    latest.current = { ...latest.current, ...part };
    setState(latest.current);
  }, []);
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
    wantedQueue.current = new Queue();
    isReadingMore.current = false;
    const left = leftList<Rows<Node>>(listKey);
    if (left) shownQueue.current = wantedQueue.current;
    put({ ...left, loading: true });
    follow('missed');
    return () => {
      if (listKey !== undefined && shownQueue.current === wantedQueue.current) keepList(listKey, latest.current);
    };
  }, [follow, put, listKey]);
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
