import { type AnyVariables, cacheExchange, Client, type CombinedError, fetchExchange, mapExchange, type TypedDocumentNode, useQuery } from 'urql';
import { initGraphQLTada } from 'gql.tada';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { introspection } from './graphql-env.d.ts';
import { reportSignedOut } from './session.ts';

export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTimeISO: string; Date: string; JSONObject: { [name: string]: unknown }; JSON: unknown };
  disableMasking: true;
}>();

/** One thing that the service refused, and the field that caused it. */
export interface Problem {
  code: string;
  message: string;
  field: string | null;
  details?: { [name: string]: unknown };
}

export function problemsOf(error: CombinedError): Problem[] {
  if (error.networkError && error.graphQLErrors.length === 0) return [{ code: 'UNREACHABLE', message: 'The service cannot be reached. Nothing was changed; try again.', field: null }];
  return error.graphQLErrors.map(({ message, extensions }) => ({
    code: String(extensions['code'] ?? ''),
    message,
    field: (extensions['field'] as string | null | undefined) ?? null,
    ...(extensions['details'] !== undefined && { details: extensions['details'] as { [name: string]: unknown } }),
  }));
}

const ATTEMPTS_MAX = 3;

/** Who asks too much is told how long to wait, and waits: nothing was done. */
async function patiently(...request: Parameters<typeof fetch>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(...request);
    if (response.status !== 429 || attempt === ATTEMPTS_MAX) return response;
    await new Promise(resolve => setTimeout(resolve, 1000 * Number(response.headers.get('Retry-After') ?? 1)));
  }
}

export const client = new Client({
  url: '/graphql',
  fetch: patiently,
  preferGetMethod: false,
  exchanges: [
    mapExchange({
      onError(error) {
        if (error.response?.status === 401 || error.graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED')) reportSignedOut();
      },
    }),
    cacheExchange,
    fetchExchange,
  ],
});

// ---- refreshing ----

const watchers = new Set<() => void>();

/** Something was written: what is on the screen is read again. */
export const refreshAll = (): void => watchers.forEach(watcher => watcher());

export function useRefresh(refresh: () => void): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    const watcher = () => latest.current();
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }, []);
}

/** What the operation answers; shown from memory at once, then as it is now, and again after every write. */
export function useData<Data, Variables extends AnyVariables>(query: TypedDocumentNode<Data, Variables>, variables: Variables, { pause = false, policy = 'cache-and-network' as 'cache-and-network' | 'cache-first' } = {}) {
  const [result, execute] = useQuery<Data, Variables>({ query, variables, requestPolicy: policy, pause } as never);
  const refresh = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  useRefresh(() => !pause && policy !== 'cache-first' && refresh());
  return { data: result.data, problems: result.error ? problemsOf(result.error) : [], loading: result.fetching && !result.data, refresh };
}

export type Sent<Data> = { data: Data; problems?: never } | { data?: never; problems: Problem[] };

/** Writes; then everything on the screen is read again. */
export async function send<Data, Variables extends AnyVariables>(mutation: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Sent<Data>> {
  const { data, error } = await client.mutation(mutation, { ...variables, idempotencyKey: crypto.randomUUID() } as Variables).toPromise();
  if (error) return { problems: problemsOf(error) };
  refreshAll();
  return { data: data! };
}

// ---- long lists ----

export interface Connection<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount?: number | null;
}

/** What the queries below ask for at once: a literal in them, for what a variable may become is paid for in full. */
const PAGE = 50;

/** A connection, page by page as it is scrolled. The query takes `after`. */
export function usePages<Data, Variables extends AnyVariables, Node extends { id: string }>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  pick: (data: Data) => Connection<Node>,
) {
  const [state, setState] = useState<{ rows: readonly Node[]; total?: number; cursor: string | null; more: boolean; loading: boolean; problems: Problem[] }>({ rows: [], cursor: null, more: true, loading: true, problems: [] });
  const name = JSON.stringify(variables);
  const asked = useRef(0);
  const busy = useRef(false);

  const read = useCallback(
    async (after: string | null) => {
      const turn = after === null ? (asked.current += 1) : asked.current;
      busy.current = true;
      const { data, error } = await client.query(query, { ...(JSON.parse(name) as object), after } as never as Variables, { requestPolicy: 'network-only' }).toPromise();
      if (turn !== asked.current) return;
      busy.current = false;
      if (!data) return setState(old => ({ ...old, loading: false, more: false, problems: error ? problemsOf(error) : [] }));
      const page = pick(data);
      setState(old => {
        const fresh = new Set(page.nodes.map(node => node.id));
        const rest = after === null && old.cursor !== null && !old.loading ? old.rows.filter(row => !fresh.has(row.id)) : [];
        // A list that is read again keeps the pages that were scrolled through already.
        const keeps = after === null && rest.length >= PAGE;
        return {
          rows: after === null ? (keeps ? [...page.nodes, ...rest] : page.nodes) : [...old.rows, ...page.nodes.filter(node => !old.rows.some(row => row.id === node.id))],
          cursor: keeps ? old.cursor : page.pageInfo.endCursor,
          more: keeps ? old.more : page.pageInfo.hasNextPage,
          loading: false,
          problems: [],
          ...((page.totalCount ?? old.total) != null && { total: page.totalCount ?? old.total! }),
        };
      });
    },
    [query, name],
  );

  useEffect(() => {
    setState(old => ({ ...old, cursor: null, loading: true }));
    void read(null);
  }, [read]);
  useRefresh(() => void read(null));
  const { cursor, more } = state;
  const readMore = useCallback(() => void (more && !busy.current && cursor && read(cursor)), [more, cursor, read]);
  return useMemo(() => ({ ...state, readMore }), [state, readMore]);
}
