import type { ApolloServerPlugin, GraphQLRequestContextWillSendResponse, HeaderMap } from '@apollo/server';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import { pointsOf, pointsOfResponse, type RateLimits } from '../access/rate-limits.ts';
import { logged, type Problem, Refusal } from '../kernel/errors.ts';
import { unfit } from '../kernel/operation.ts';
import { sharesOf } from '../kernel/shares.ts';
import type { Reporter } from '../store/reporter.ts';
import { currentSpan } from '../store/tracing.ts';
import type { Context } from './context.ts';
import { Invalid, shownAll } from './errors.ts';
import { costOf, problemsOf, TOKENS_MAX, tokensOf } from './limits.ts';
import { inputsMade } from './types.ts';

/*
 * What happens to each document of a query or mutation: it is validated, charged, waits for its turn, runs, and is
 * charged again for what it produced.
 */

/**
 * The results of a document are known and charged only afterwards, so an organization runs just a few at once:
 * otherwise two hundred concurrent ones would all be admitted, and keep everybody waiting for seconds. Mutations share
 * transactions under load, so more of them may run.
 */
const QUERIES_AT_ONCE = 4;
const MUTATIONS_AT_ONCE = 32;

interface Rules {
  schema: GraphQLSchema;
  rateLimits: RateLimits;
  report: Reporter;
}

/** Apollo's hooks by which a document is admitted, charged and answered. */
export function documentRules({ schema, rateLimits, report }: Rules): ApolloServerPlugin<Context> {
  const [queries, mutations] = [sharesOf(QUERIES_AT_ONCE), sharesOf(MUTATIONS_AT_ONCE)];
  return {
    async requestDidStart() {
      /** What was charged for this request. An admitted request has paid one point. */
      let paid = 1;
      let began = false;
      let leave: (() => void) | undefined;
      /** Results are charged afterwards; a key that is over its quota then waits with its next request. */
      const charge = async ({ caller, res }: Context, points: number) => {
        const rest = points - paid;
        if (rest > 0) await rateLimits.spend(caller, rest, res!).catch(() => undefined);
      };
      return {
        async didResolveOperation({ request, document, operation, contextValue: { caller, res } }) {
          const runnable = requireRunnable(schema, document, operation);
          requireNoKey(runnable, request.http?.headers);
          requireFit(runnable, request.variables ?? {});
          // The request has paid one point; a document that costs more pays the rest before it runs.
          const points = pointsOf(costOf(document));
          if (points > paid) await rateLimits.spend(caller, points - paid, res!).catch(tooMany);
          paid = points;
          const place = (await (runnable.operation === 'query' ? queries : mutations).enter(caller.organizationId))!;
          leave = place.leave;
          // Concurrent documents may have used up the quota in the meantime.
          if (place.hasWaited) await rateLimits.spend(caller, 0, res!).catch(tooMany);
        },
        async executionDidStart({ operation, contextValue: { res } }) {
          began = true;
          nameOperation(operation, res);
        },
        // A refused document is charged by its length: reading it was work too.
        async didEncounterErrors({ document, contextValue }) {
          if (!began) await charge(contextValue, pointsOf(document ? tokensOf(document) : TOKENS_MAX));
        },
        async willSendResponse(context) {
          const { nodes, text } = context.contextValue.budget;
          await charge(context.contextValue, Math.max(pointsOf(nodes), pointsOfResponse(text)));
          leave?.();
          addExtensions(context);
          showErrors(context, report);
        },
      };
    },
  };
}

/** The operation to run, if the document is valid and names one that is served here. */
function requireRunnable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode | undefined,
): OperationDefinitionNode {
  const problems = problemsOf(schema, document);
  if (problems.length > 0) throw new Invalid(problems);
  if (!operation) throw new Invalid([notNamed()]);
  if (operation.operation === 'subscription') throw new Invalid([notHere()]);
  return operation;
}

/** Refuses lists that are too long before GraphQL coerces their items: see `unfit`. */
function requireFit(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: { [name: string]: unknown },
): void {
  const problems = variableDefinitions.flatMap(({ type, variable: { name } }): Problem[] => {
    const made = inputsMade.get(nameOf(type));
    const given = variables[name.value];
    if (!made || !Array.isArray(given)) return made ? unfit(made.schema, given) : [];
    if (given.length <= made.longestList) return given.flatMap(item => unfit(made.schema, item));
    return [{ code: 'validation_failed', message: `Must have at most ${made.longestList} items.`, field: name.value }];
  });
  if (problems.length > 0) {
    const refusal = new Refusal(problems);
    throw new Invalid([new GraphQLError(refusal.message, { originalError: refusal })]);
  }
}

function requireNoKey({ operation }: OperationDefinitionNode, headers: HeaderMap | undefined): void {
  if (headers?.has('idempotency-key') && operation === 'mutation')
    throw new Invalid([badRequest('Idempotency-Key is the argument idempotencyKey of a mutation.')]);
}

/** The operation's kind and name, for the log and the trace. */
function nameOperation({ operation, name }: OperationDefinitionNode, res: Context['res']): void {
  const title = [operation, name?.value].filter(Boolean).join(' ');
  if (res) res.locals['operation'] = title;
  currentSpan()
    ?.updateName(title)
    .setAttributes({ 'graphql.operation.type': operation, ...(name && { 'graphql.operation.name': name.value }) });
}

/** Warnings, and how old the data is. */
function addExtensions({ response: { body }, contextValue }: GraphQLRequestContextWillSendResponse<Context>): void {
  const { warnings, dataAsOf } = contextValue;
  if (body.kind !== 'single' || (warnings.length === 0 && !dataAsOf)) return;
  body.singleResult.extensions = {
    ...body.singleResult.extensions,
    ...(warnings.length > 0 && { warnings }),
    ...(dataAsOf && { dataAsOf: dataAsOf.toISOString() }),
  };
}

/** One error per problem: a refusal may carry several. */
function showErrors(context: GraphQLRequestContextWillSendResponse<Context>, report: Reporter): void {
  const { request, response, errors, operation, contextValue } = context;
  if (response.body.kind !== 'single' || !errors?.length) return;
  const tooMuch = contextValue.budget.refusal;
  // A mutation that ran still gets its response.
  const isWithheld = tooMuch !== undefined && operation?.operation === 'query';
  if (isWithheld) response.body.singleResult = { data: null };
  if (response.http.status === 400 && isLegacy(request.http?.headers.get('accept'))) response.http.status = 200;
  const shown = shownAll(isWithheld ? [tooMuch] : errors, report);
  response.body.singleResult.errors = shown;
  if (contextValue.res) contextValue.res.locals['refused'] = logged(shown.map(inLog));
}

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));

const badRequest = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

const notHere = () =>
  badRequest('Subscriptions are served on the WebSocket at this address, or with Accept: text/event-stream.');

const notNamed = () => badRequest('operationName must name one of the operations in the document.');

/**
 * GraphQL over HTTP: a client that accepts application/json and not the newer type gets 200 even for a document that
 * cannot run.
 */
const isLegacy = (accept: string | undefined): boolean =>
  /application\/json/.test(accept ?? '') && !/graphql-response\+json/.test(accept!);

/** Apollo takes the response's status from the error. */
const tooMany = (error: unknown): never => {
  throw error instanceof Refusal
    ? new GraphQLError(error.message, { originalError: error, extensions: { http: { status: 429 } } })
    : error;
};

const inLog = ({ extensions }: GraphQLFormattedError) => ({
  code: String(extensions?.['code']).toLowerCase(),
  field: extensions?.['field'] as string | null | undefined,
});
