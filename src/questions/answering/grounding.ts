/** Figures that stand for themselves: dates, numbers, percentages; not the digits inside a code such as HB-1KG. */
const figure = /(?<![\p{L}\p{N}_.,/-])-?\d+(?:[-.,:]\d+)*(?![\p{L}\p{N}_/]|-[\p{L}\p{N}])/gu;

/** The figures of a text that are not among the cells of its rows. An answer with any of them is not given. */
export function ungrounded(text: string, cells: readonly unknown[]): string[] {
  const numbers = new Set(cells.filter(cell => typeof cell === 'number'));
  const words = cells.filter(cell => typeof cell === 'string').join('\n');
  const quoted = new Set(words.match(figure) ?? []);
  return (text.match(figure) ?? []).filter(found => !(quoted.has(found) || numbers.has(Number(found))));
}
