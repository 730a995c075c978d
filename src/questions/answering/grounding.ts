/** Standalone figures: dates, numbers, percentages; not the digits of a code such as HB-1KG. */
const figure = /(?<![\p{L}\p{N}_.,/-])-?\d+(?:[-.,:]\d+)*(?![\p{L}\p{N}_/]|-[\p{L}\p{N}])/gu;

/** The figures of a text that are not in its rows. An answer that has any is discarded. */
export function ungrounded(text: string, cells: readonly unknown[]): string[] {
  const numbers = new Set(cells.filter(cell => typeof cell === 'number'));
  const words = cells.filter(cell => typeof cell === 'string').join('\n');
  const quoted = new Set(words.match(figure) ?? []);
  return (text.match(figure) ?? []).filter(found => !(quoted.has(found) || numbers.has(Number(found))));
}
