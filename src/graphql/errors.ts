import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { type Problem, Refusal, Unavailable } from '../kernel/errors.ts';
import { translated } from '../store/database-errors.ts';

/*
 * The GraphQL face's one table from problems to its errors: the same code in capitals, one error per problem.
 */

const extensionsOf = ({ code, field, details }: Problem) => ({
  code: code.toUpperCase(),
  field: field ?? null,
  ...(details && { details }),
});

const INTERNAL: Problem = {
  code: 'internal_error',
  message: 'Something went wrong on our side; the request id helps us find it.',
};

/** What GraphQL says of a document that it stopped reading, because it has too many tokens. */
const TOO_MANY_TOKENS = /contains more tha[nt] \d+ tokens/;

const codeOf = ({ message }: GraphQLError) => (TOO_MANY_TOKENS.test(message) ? 'QUERY_TOO_LARGE' : 'BAD_REQUEST');

/** A problem inside a result: like an error, without a location in the document. */
export const shownProblem = (problem: Problem) => ({ message: problem.message, ...extensionsOf(problem) });

/**
 * The errors to show for one that execution raised: several for a refusal with several problems, a masked one for an
 * unexpected error.
 */
function shownErrors(error: GraphQLError, report: (error: unknown) => void): GraphQLFormattedError[] {
  const place = {
    ...(error.locations && { locations: error.locations }),
    ...(error.path?.length && { path: error.path }),
  };
  const original = translated(error.originalError ?? error);
  if (original instanceof Unavailable) report(original);
  if (original instanceof Refusal)
    return original.problems.map(problem => ({
      message: problem.message,
      ...place,
      extensions: extensionsOf(problem),
    }));
  // Without an original error it is GraphQL's own: a syntax or validation error, which reveals nothing internal.
  const isOwn =
    original instanceof GraphQLError && !(original.originalError && !(original.originalError instanceof GraphQLError));
  if (isOwn)
    return [
      {
        message: original.message,
        ...place,
        extensions: { code: (original.extensions['code'] as string | undefined) ?? codeOf(original) },
      },
    ];
  report(original);
  return [{ message: INTERNAL.message, ...place, extensions: extensionsOf(INTERNAL) }];
}

/** A document that cannot run, with all of its errors. */
export class Invalid extends GraphQLError {
  readonly problems: readonly GraphQLError[];

  constructor(problems: readonly GraphQLError[]) {
    super('The document cannot run.', { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
    this.problems = problems;
  }
}

/** All errors, each once. */
export function shownAll(errors: readonly GraphQLError[], report: (error: unknown) => void): GraphQLFormattedError[] {
  const all = [...new Set(errors)].flatMap(error => (error instanceof Invalid ? error.problems : [error]));
  return all.flatMap(error => shownErrors(error, report));
}

/** A refusal before anything was executed, as the whole response. */
export const refusedAnswer = (refusal: Refusal) => ({
  errors: refusal.problems.map(problem => ({ message: problem.message, extensions: extensionsOf(problem) })),
});

/** A failure of our own before anything was executed, as the whole response: it tells nothing of the cause. */
export const maskedAnswer = () => ({ errors: [{ message: INTERNAL.message, extensions: extensionsOf(INTERNAL) }] });
