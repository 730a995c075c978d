import { refuse } from './errors.ts';

/**
 * From each state, the states it may become: docs/api.md, "States".
 * `step` moves a record along it and refuses (`invalid_state`) everything the table does not name.
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
          `The ${what} is ${record.status}; this is allowed only while it is ${allowed.join(' or ')}.`,
          {
            field: 'status',
            details: { status: record.status, allowedFrom: allowed },
          },
        );
      }
    },
    /** Refuses unless the record may become this. */
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
