import { isFormula } from '../../kernel/formula.ts';

/** A value in a file. */
export type Cell = string | number | null;

/** Quoted according to RFC 4180; anything that a spreadsheet would take for a formula is kept as text. */
const quoted = (value: Cell): string =>
  typeof value === 'number'
    ? String(value)
    : `"${(isFormula(value ?? '') ? `'${value}` : (value ?? '')).replaceAll('"', '""')}"`;
const lineOf = (cells: readonly Cell[]) => `${cells.map(quoted).join(',')}\r\n`;

/** Downloads a file. The byte order mark tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, titles: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob(['\uFEFF', lineOf(titles), ...rows.map(lineOf)], { type: 'text/csv;charset=utf-8' }),
  );
  link.download = `${name.toLowerCase().replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
