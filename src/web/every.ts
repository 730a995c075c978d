import { useEffect, useMemo, useReducer, useState } from 'react';
import type { AnyVariables } from 'urql';
import { useFollowing } from './following.ts';
import { beganOf, client, type Problem, problemsOf, useData } from './graphql.ts';
import type { Connection, PagedQuery } from './lists.ts';
import { useReportedProblems } from './problems.ts';

/** The rows after the first page. */
interface FurtherRows<Node> {
  /** What they follow: another first page, or another list, has other rows after it. */
  of: string;
  nodes: readonly Node[];
  /** The moment that the first of its reads began at. */
  began: number | undefined;
  problems: readonly Problem[];
}
const NO_PROBLEMS: readonly Problem[] = [];

/**
 * Every row of a list, however many pages it has: for what fields offer, what names are read from, and lists that are
 * shown whole.
 */
export function useEvery<Data, Variables extends AnyVariables, Node extends { id: string }>(
  paged: PagedQuery<Data, Variables, Node>,
  variables: Omit<Variables, 'after'>,
  options: { pause?: boolean; policy?: 'cache-and-network' | 'cache-first' } = {},
) {
  const { data, loading, problems, isOfOther, refresh } = useData(paged.query, variables as Variables, options);
  const first = data && paged.pick(data);
  const after = first?.pageInfo.hasNextPage && !isOfOther ? first.pageInfo.endCursor : null;
  const name = JSON.stringify(variables);
  const [rest, setRest] = useState<FurtherRows<Node>>();
  const [turn, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let isLeft = false;
    const isAgain = turn > 0;
    if (after !== null)
      void restAfter(paged, JSON.parse(name) as object, after, isAgain).then(read => isLeft || setRest(read));
    return () => {
      isLeft = true;
    };
  }, [paged, name, after, turn]);
  const known = rest && after !== null && rest.of === restOf(name, after) ? rest : undefined;
  useFollowing(known?.nodes, known?.began, again);
  useReportedProblems(known?.problems ?? NO_PROBLEMS, again);
  const rows = useMemo(() => {
    // A row that moved while the pages were read is on two of them; a choice must not offer it twice.
    const byId = new Map([...(first?.nodes ?? []), ...(known?.nodes ?? [])].map(node => [node.id, node]));
    return [...byId.values()];
  }, [first, known]);
  return { data, rows, loading, problems, refresh };
}

const restOf = (name: string, after: string) => `${name} ${after}`;

async function restAfter<Data, Variables extends AnyVariables, Node>(
  { query, pick }: PagedQuery<Data, Variables, Node>,
  variables: object,
  after: string,
  isAgain: boolean,
): Promise<FurtherRows<Node>> {
  const nodes: Node[] = [];
  let began: number | undefined;
  const of = restOf(JSON.stringify(variables), after);
  for (let cursor: string | null = after; cursor !== null; ) {
    const { operation, data, error } = await client
      .query(query, { ...variables, after: cursor } as never as Variables, {
        requestPolicy: isAgain ? 'network-only' : 'cache-first',
      })
      .toPromise();
    began ??= beganOf(operation);
    if (error) return { of, nodes, began, problems: problemsOf(error) };
    const { nodes: more, pageInfo }: Connection<Node> = pick(data!);
    nodes.push(...more);
    cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  return { of, nodes, began, problems: NO_PROBLEMS };
}
