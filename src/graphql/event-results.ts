import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
} from 'graphql';
import type { KeyCaller } from '../access/caller.ts';
import { rightsOf } from '../access/followers.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { LoggedEvent } from '../events/log.ts';
import { sharesOf } from '../kernel/shares.ts';
import type { Reporter } from '../store/reporter.ts';
import type { Context } from './context.ts';
import { shownAll } from './errors.ts';
import { answerOnce, askedOf, executeFor } from './fan-out.ts';
import { problemsOf, TOKENS_MAX } from './limits.ts';

/*
 * Computes what subscriptions send, over sockets and over server-sent events alike. Nothing configured on Apollo
 * applies here, so every limit is applied again.
 */

/** The price of an event's result: that of a document of the same cost. */
const NODES_PER_POINT = 100;
export const OVER_QUOTA = 'The rate limit is exceeded: select less of each event.';

/** Two thousand subscriptions of an organization may select different fields of one event. */
const smallResults = sharesOf(4);
/**
 * One at a time if an event produces a hundred nodes, or if that is not known yet: four of them in one turn would keep
 * everybody else waiting.
 */
const largeResults = sharesOf(1);

interface Subscriber {
  caller: KeyCaller;
  args: ExecutionArgs;
  contextOf(caller: KeyCaller): Context;
  rateLimits: RateLimits;
  report: Reporter;
  /** Called when the caller's quota does not cover it. */
  broke(): void;
}

/** Computes the result for an event as text, once for all identical subscriptions. */
export function resultsOf({
  caller,
  args,
  contextOf,
  rateLimits,
  report,
  broke,
}: Subscriber): (event: LoggedEvent) => Promise<string> {
  const shareKey = `${askedOf(args)} ${rightsOf(caller)}`;
  let slots = largeResults;
  const compute = async (event: LoggedEvent) => {
    // A new context for each event: neither cached records nor counts may be carried over.
    const contextValue = contextOf(caller);
    const { budget } = contextValue;
    const { leave } = (await slots.enter(caller.organizationId))!;
    const result = await executeFor(event, { ...args, contextValue }).finally(leave);
    // A dashboard's events are small and free; a client whose events produce a hundred nodes or more pays as for a
    // document.
    const points = Math.floor(budget.nodes / NODES_PER_POINT);
    slots = points > 0 ? largeResults : smallResults;
    if (points > 0) await rateLimits.spend(caller, points).catch(broke);
    if (budget.refusal) return JSON.stringify({ data: null, errors: shownAll([budget.refusal], report) });
    return JSON.stringify(result.errors ? { ...result, errors: shownAll(result.errors, report) } : result);
  };
  return event => answerOnce(event, shareKey, () => compute(event));
}

/** The document of a subscription, or why it is refused. */
export function readSubscription(
  schema: GraphQLSchema,
  query: string,
  operationName: string | null | undefined,
  where: string,
): DocumentNode | readonly GraphQLError[] {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: TOKENS_MAX });
  } catch (error) {
    return [error as GraphQLError];
  }
  if (getOperationAST(document, operationName)?.operation !== 'subscription')
    return [new GraphQLError(`Only subscriptions are served ${where}; send the rest over HTTP as JSON.`)];
  const problems = problemsOf(schema, document);
  return problems.length > 0 ? problems : document;
}
