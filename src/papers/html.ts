import type { Language } from '../kernel/language.ts';
import { standsBeside, textCode } from './codes.ts';
import { type Column, type Label, type Labels, linesOf, type PaperTable, type Printable } from './layout.ts';
import { drawn } from './symbols.ts';
import { speechIn } from './words.ts';

/*
 * Papers as printable HTML: one file without scripts, links or external resources.
 */

const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, character => ESCAPES[character]!);

const each = <T>(all: readonly T[], show: (one: T) => string): string => all.map(show).join('');
const paragraph = (lines: readonly string[]) => each(lines, line => `<p>${escaped(line)}</p>`);

const STYLE = `
@page { margin: 14mm 12mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; } }
* { box-sizing: border-box; }
body { font: 10pt/1.35 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: #111; background: #fff; margin: 0 auto; max-width: 186mm; padding: 6mm 0; overflow-wrap: anywhere; }
@media print { body { padding: 0; max-width: none; } }
p { margin: 0; }
header { display: flex; justify-content: space-between; gap: 10mm; }
header img { max-height: 18mm; max-width: 60mm; }
h1 { font-size: 18pt; margin: 6mm 0 0; line-height: 1.2; }
h2 { font-size: 11pt; margin: 6mm 0 1.5mm; }
.number { font-size: 13pt; }
.code svg { height: 11mm; width: auto; max-width: 70mm; display: block; }
.sides { display: flex; flex-wrap: wrap; gap: 4mm 14mm; margin: 5mm 0; }
.sides > div { min-width: 45mm; max-width: 80mm; }
.label, dt { color: #555; font-size: 8pt; }
dl { display: flex; flex-wrap: wrap; gap: 2mm 10mm; margin: 0 0 4mm; }
dd { margin: 0; }
.notice { border: 0.5mm solid #111; padding: 2mm 3mm; margin: 3mm 0; font-weight: 600; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-size: 8pt; color: #555; font-weight: 600; border-bottom: 0.4mm solid #111; padding: 1mm 2mm 1mm 0; vertical-align: bottom; }
td { border-bottom: 0.2mm solid #bbb; padding: 1.4mm 2mm 1.4mm 0; vertical-align: top; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.wide { width: 40%; }
.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tbody:not(.total) .code-text { font-family: ui-monospace, Consolas, monospace; font-size: 9pt; }
.tick { width: 7mm; }
.tick i { display: block; width: 4mm; height: 4mm; border: 0.4mm solid #111; }
.write { width: 22mm; }
.write i { display: block; height: 4.5mm; border-bottom: 0.3mm solid #111; }
.total td { font-weight: 700; border-bottom: 0; }
.total tr { break-before: avoid; }
.signatures { display: flex; gap: 12mm; margin-top: 18mm; break-inside: avoid; }
.signatures div { flex: 1; border-top: 0.3mm solid #111; padding-top: 1mm; color: #555; font-size: 8pt; }
footer { margin-top: 8mm; color: #555; font-size: 8pt; }
`;

const LABEL_STYLE = `
* { box-sizing: border-box; }
body { margin: 0; font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: #000; background: #fff; overflow-wrap: anywhere; }
.one { padding: 1.5mm 2mm; overflow: hidden; break-after: page; display: flex; flex-direction: column; gap: 0.8mm; justify-content: space-between; }
.one.square { flex-direction: row-reverse; align-items: center; justify-content: flex-end; gap: 2mm; }
.one svg { flex: 1 1 auto; min-height: 0; width: 100%; display: block; }
.one.square svg { flex: 0 0 auto; height: 100%; width: auto; max-width: 45%; }
.text { min-width: 0; overflow: hidden; }
p { margin: 0; line-height: 1.15; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.square p { white-space: normal; }
p:first-child { font-weight: 700; }
@media screen { .one { border: 1px dashed #999; margin: 4mm; } }
`;

const page = (language: Language, title: string, style: string, body: string) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head><body>${body}</body></html>`;

/** A paper as one HTML document. Everything that users wrote is escaped. */
export function htmlOf(paper: Printable): string {
  const { say } = speechIn(paper.language);
  return page(
    paper.language,
    `${paper.title} ${paper.number}`,
    STYLE,
    `<header><div>${paper.sender.logo ? `<img src="${escaped(paper.sender.logo)}" alt="">` : ''}<p><b>${escaped(paper.sender.name)}</b></p>${paragraph(linesOf(paper.sender.address))}</div>${
      paper.barcode ? `<div class="code">${drawn(textCode(paper.barcode))}</div>` : ''
    }</header><main><h1>${escaped(paper.title)}</h1><p class="number">${escaped(paper.number)}</p><div class="sides">${each(
      paper.parties,
      ({ label, name, lines }) =>
        `<div><p class="label">${escaped(label)}</p><p><b>${escaped(name)}</b></p>${paragraph(lines)}</div>`,
    )}</div><dl>${each(
      paper.facts,
      ([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`,
    )}</dl>${paper.notice ? `<div class="notice">${escaped(paper.notice)}</div>` : ''}${each(paper.tables, table => tableOf(table, say('Nothing.')))}${
      paper.notes ? `<h2>${escaped(say('Notes'))}</h2>${paragraph(linesOf(paper.notes))}` : ''
    }${
      paper.signatures?.length
        ? `<div class="signatures">${each(paper.signatures, who => `<div>${escaped(who)}</div>`)}</div>`
        : ''
    }</main><footer>${escaped(footerOf(paper))}</footer>`,
  );
}

/** The footer: which paper this is, and when it was printed. */
export const footerOf = ({ title, number, printedOn, language }: Printable): string =>
  speechIn(language).say('{paper} · printed {day}', { paper: `${title} ${number}`, day: printedOn });

function tableOf({ name, title = name, columns, rows, total, empty }: PaperTable, nothing: string): string {
  const heading = title ? `<h2>${escaped(title)}</h2>` : '';
  if (rows.length === 0) return `${heading}<p>${escaped(empty ?? nothing)}</p>`;
  const cells = (row: readonly string[]) => columns.map((column, index) => cellOf(column, row[index] ?? '')).join('');
  const head = each(columns, column => `<th class="${classOf(column)}" scope="col">${escaped(column.label)}</th>`);
  // No foot of the table: a browser prints that on every page, as if it were the total of each.
  const foot = total
    ? `<tbody class="total"><tr>${columns.map((column, index) => `<td class="${classOf(column)}">${escaped(total[index] ?? '')}</td>`).join('')}</tr></tbody>`
    : '';
  return `${heading}<table><thead><tr>${head}</tr></thead><tbody>${each(rows, row => `<tr>${cells(row)}</tr>`)}</tbody>${foot}</table>`;
}

const classOf = ({ kind = 'text', wide }: Column) => (wide ? 'wide' : kind === 'code' ? 'code-text' : kind);

const cellOf = (column: Column, text: string): string =>
  column.kind === 'tick' || column.kind === 'write'
    ? `<td class="${column.kind}">${column.kind === 'tick' ? '<i></i>' : `<i>${escaped(text)}</i>`}</td>`
    : `<td class="${classOf(column)}">${escaped(text)}</td>`;

/** Labels as one HTML document, one page each. */
export function labelsHtml({ title, language, widthMm, heightMm, labels }: Labels): string {
  const points = labelPoints(widthMm, heightMm);
  const style = `@page { size: ${widthMm}mm ${heightMm}mm; margin: 0; }${LABEL_STYLE}.one { width: ${widthMm}mm; height: ${heightMm}mm; font-size: ${points}pt; } p:first-child { font-size: ${(points * 1.2).toFixed(1)}pt; }`;
  return page(
    language,
    title,
    style,
    each(labels, label => labelOf(label, standsBeside(label.code, widthMm, heightMm))),
  );
}

/** The font size of a label of these measures. */
export const labelPoints = (widthMm: number, heightMm: number): number =>
  Math.max(5, Math.min(14, Math.round(Math.min(heightMm / 4.2, widthMm / 8))));

const labelOf = ({ lines, code }: Label, beside: boolean): string =>
  `<div class="one${beside ? ' square' : ''}"><div class="text">${paragraph(lines)}</div>${drawn(code)}</div>`;
