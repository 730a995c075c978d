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
 * What subscriptions tell, over sockets and over server-sent events alike. Nothing configured on Apollo holds here: every limit is
 * given again.
 */

/** Of an event's answer: as a document of that cost pays. */
const NODES_PER_POINT = 100;
export const TOO_MUCH = 'The rate limit is exceeded: ask for less of each event.';

/** One event may be asked about by two thousand subscriptions of an organization, each in another way. */
const telling = sharesOf(4);
/** One at a time where an event produces a hundred nodes or it is not known yet: four of them in one turn would keep everybody else waiting. */
const tellingMuch = sharesOf(1);

interface Telling {
  caller: KeyCaller;
  args: ExecutionArgs;
  contextOf(caller: KeyCaller): Context;
  rateLimits: RateLimits;
  report: Reporter;
  /** Called when the caller cannot pay for what it asks. */
  broke(): void;
}

/** Makes the answer about an event as text, once for all who ask alike. */
export function tellingOf({
  caller,
  args,
  contextOf,
  rateLimits,
  report,
  broke,
}: Telling): (event: LoggedEvent) => Promise<string> {
  const asked = `${askedOf(args)} ${rightsOf(caller)}`;
  let places = tellingMuch;
  const answer = async (event: LoggedEvent) => {
    // A context for each event: what is loaded beside it must not be yesterday's, nor what was produced for it.
    const contextValue = contextOf(caller);
    const { budget } = contextValue;
    const { leave } = await places.enter(caller.organizationId)!;
    const result = await executeFor(event, { ...args, contextValue }).finally(leave);
    // A dashboard's events are small and free; whoever has a hundred nodes and more produced for each pays as for a document.
    const points = Math.floor(budget.nodes / NODES_PER_POINT);
    places = points > 0 ? tellingMuch : telling;
    if (points > 0) await rateLimits.spend(caller.keyId, points).catch(broke);
    if (budget.refusal) return JSON.stringify({ data: null, errors: shownAll([budget.refusal], report) });
    return JSON.stringify(result.errors ? { ...result, errors: shownAll(result.errors, report) } : result);
  };
  return event => answerOnce(event, asked, () => answer(event));
}

/** The document of a subscription, or why it is not served. */
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
