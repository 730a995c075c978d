/** What a cell of a file may hold. */
export type Cell = string | number | null;

/** Quoted as RFC 4180 has it; what a spreadsheet would take for a formula is kept text. */
const quoted = (value: Cell): string =>
  typeof value === 'number'
    ? String(value)
    : `"${(/^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '')).replaceAll('"', '""')}"`;
const lineOf = (cells: readonly Cell[]) => `${cells.map(quoted).join(',')}\r\n`;

/** Hands the reader a file. The mark at its beginning tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, titles: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob(['\uFEFF', lineOf(titles), ...rows.map(lineOf)], { type: 'text/csv;charset=utf-8' }),
  );
  link.download = `${name.toLowerCase().replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
