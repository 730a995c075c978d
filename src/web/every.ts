import { useEffect, useMemo, useReducer, useState } from 'react';
import type { AnyVariables } from 'urql';
import { useFollowing } from './following.ts';
import { client, type PagedQuery, type Problem, problemsOf, useData } from './graphql.ts';
import { useReported } from './problems.ts';

interface Rest<Node> {
  nodes: readonly Node[];
  problems: readonly Problem[];
}
const NOTHING: Rest<never> = { nodes: [], problems: [] };

/**
 * Every row of a list, however many pages it has: for what fields offer, what names are read from, and lists that are
 * shown whole.
 */
export function useEvery<Data, Variables extends AnyVariables, Node>(
  paged: PagedQuery<Data, Variables, Node>,
  variables: Omit<Variables, 'after'>,
  options: { pause?: boolean; policy?: 'cache-and-network' | 'cache-first' } = {},
) {
  const { data, loading, problems, refresh } = useData(paged.query, variables as Variables, options);
  const first = data && paged.pick(data);
  const after = first?.pageInfo.hasNextPage ? first.pageInfo.endCursor : null;
  const name = JSON.stringify(variables);
  const [rest, setRest] = useState<Rest<Node>>(NOTHING);
  const [turn, again] = useReducer((count: number) => count + 1, 0);
  useFollowing(data, again);
  useEffect(() => {
    let isLeft = false;
    const isAgain = turn > 0;
    void restAfter(paged, JSON.parse(name) as object, after, isAgain).then(read => isLeft || setRest(read));
    return () => {
      isLeft = true;
    };
  }, [paged, name, after, turn]);
  useReported(rest.problems, again);
  const rows = useMemo(() => (first ? [...first.nodes, ...rest.nodes] : []), [first, rest]);
  return { rows, loading, problems, refresh };
}

async function restAfter<Data, Variables extends AnyVariables, Node>(
  { query, pick }: PagedQuery<Data, Variables, Node>,
  variables: object,
  after: string | null,
  isAgain: boolean,
): Promise<Rest<Node>> {
  const nodes: Node[] = [];
  for (let cursor = after; cursor !== null; ) {
    const { data, error } = await client
      .query(query, { ...variables, after: cursor } as never as Variables, {
        requestPolicy: isAgain ? 'network-only' : 'cache-first',
      })
      .toPromise();
    if (error) return { nodes, problems: problemsOf(error) };
    const { nodes: more, pageInfo } = pick(data!);
    nodes.push(...more);
    cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  return nodes.length > 0 ? { nodes, problems: [] } : NOTHING;
}
