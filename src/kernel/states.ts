import { refuse } from './errors.ts';

/** Made with the first refusal: loading a language takes milliseconds. */
let disjunction: Intl.ListFormat | undefined;
const anyOf = (states: readonly string[]): string =>
  (disjunction ??= new Intl.ListFormat('en-GB', { type: 'disjunction' })).format(states);
const inWords = (state: string): string => state.replaceAll('_', ' ');

/**
 * Maps each state to the states that may follow it: docs/api.md, "States". `step` moves a record along the table and
 * refuses (`invalid_state`) any other transition.
 */
export function states<const Table extends { [state: string]: readonly string[] }>(table: Table) {
  type State = keyof Table & string;
  const all = Object.keys(table) as [State, ...State[]];
  const sourcesOf = (target: State) => all.filter(state => table[state]?.includes(target));

  return {
    table,
    all,
    /** Refuses unless the record is in one of these states. */
    require(record: { status: string }, what: string, ...allowed: readonly State[]): void {
      if (!(allowed as readonly string[]).includes(record.status)) {
        refuse(
          'invalid_state',
          `The ${what} is ${inWords(record.status)}; this is allowed only while it is ${anyOf(allowed.map(inWords))}.`,
          {
            field: 'status',
            details: { status: record.status, allowedFrom: allowed },
          },
        );
      }
    },
    /** Refuses unless the record may move to this state. */
    requireSource(record: { status: string }, what: string, target: State): void {
      this.require(record, what, ...sourcesOf(target));
    },
    /** Moves the record to the target state, or refuses. */
    step(record: { status: string }, what: string, target: State): void {
      this.requireSource(record, what, target);
      record.status = target;
    },
  };
}
