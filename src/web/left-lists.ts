/*
 * Lists as they were left: whoever comes back to one, by the browser's Back, finds the rows that were there, and so the
 * place that they were at. They are read again meanwhile.
 */

/** More lists than anybody goes back through. */
const LISTS_MAX = 20;
/** Longer ones are read from their beginning: each fifty rows that are kept are read again by a request. */
const ROWS_MAX = 1000;

const lists = new Map<number, { readonly rows: readonly unknown[] }>();
let isReturning = false;

/** Called with each step in the history of the tab, such as `PUSH` or `BACK`. */
export function notedStep(step: string): void {
  isReturning = step !== 'PUSH' && step !== 'REPLACE';
}

/** Keeps a list that is left, by the key of its request; the one left longest ago is forgotten. */
export function keepList(key: number, list: { readonly rows: readonly unknown[] }): void {
  lists.delete(key);
  if (list.rows.length === 0 || list.rows.length > ROWS_MAX) return;
  lists.set(key, list);
  if (lists.size > LISTS_MAX) lists.delete(lists.keys().next().value!);
}

/** The list with this key as it was left, for whoever is coming back to it. */
export const leftList = <List>(key: number | undefined): List | undefined =>
  isReturning && key !== undefined ? (lists.get(key) as List | undefined) : undefined;
