/** Standalone figures: dates, numbers, percentages; not the digits of a code such as HB-1KG. */
const FIGURE = /(?<![\p{L}\p{N}_.,/-])-?\d+(?:[-.,:]\d+)*(?![\p{L}\p{N}_/]|-[\p{L}\p{N}])(?<percent>\s?%)?/gu;

/** The figures of a text that are not in its rows, not even rounded. An answer that has any is discarded. */
export function ungrounded(text: string, cells: readonly unknown[]): string[] {
  const numbers = cells.filter(cell => typeof cell === 'number');
  const words = cells.filter(cell => typeof cell === 'string').join('\n');
  const quoted = new Set([...words.matchAll(FIGURE)].map(([figure]) => figure));
  return [...text.matchAll(FIGURE)].flatMap(({ 0: figure, groups }) => {
    const found = figure.replace(/\s?%/, '').replace(/,(?=\d{3}(?!\d))/g, '');
    const places = /\.(\d+)$/.exec(found)?.[1]?.length ?? 0;
    const isIn = numbers.some(each =>
      [each, groups?.['percent'] ? each * 100 : each].some(value => Number(value.toFixed(places)) === Number(found)),
    );
    return isIn || quoted.has(found) ? [] : found;
  });
}
