/*
 * Which statements are prepared. A named statement is planned and kept by the server, on every connection that sends
 * it; one that is sent once or twice is not worth that.
 */

/** Statements with a name at most, and as many without one whose uses are counted. */
const STATEMENTS_MAX = 1000;
const USES_BEFORE_A_NAME = 2;

interface StatementNames {
  of(text: string): string | undefined;
  /** To be told when the server refuses what it keeps under the name. */
  outdated(name: string): void;
}

/**
 * Names the statements that keep coming back, from their third use on. Those seen longest ago are forgotten first, so
 * that a thousand different filters do not keep the next statement from getting a name. A name, once given, stays: the
 * server has it. But when a migration has changed a table, what the server keeps no longer fits (`select *` has one
 * column more), on any connection; then all names are given anew.
 */
export function statementNames(max = STATEMENTS_MAX): StatementNames {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  let first = 0;
  let made = 0;
  return {
    of(text) {
      const name = names.get(text);
      if (name !== undefined || names.size === max) return name;
      const before = uses.get(text) ?? 0;
      uses.delete(text);
      if (before === USES_BEFORE_A_NAME) {
        names.set(text, `s${made++}`);
        return names.get(text);
      }
      uses.set(text, before + 1);
      if (uses.size > max) uses.delete(uses.keys().next().value!);
      return undefined;
    },
    outdated(name) {
      // Many may be refused at once.
      if (Number(name.slice(1)) < first) return;
      first = made;
      names.clear();
    },
  };
}
