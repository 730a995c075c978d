import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { standsBeside, textCode } from './codes.ts';
import { fitted } from './fitted.ts';
import { footerOf, labelPoints } from './html.ts';
import { type Column, type Label, type Labels, linesOf, type PaperTable, type Printable } from './layout.ts';
import { drawn, measuresOf } from './symbols.ts';
import { speechIn } from './words.ts';

/*
 * Papers as PDF, with the same layout as html.ts. Texts need no escaping here: there is no markup.
 */

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
pdfmake.setFonts({
  Roboto: {
    normal: join(FONTS, 'Roboto-Regular.ttf'),
    bold: join(FONTS, 'Roboto-Medium.ttf'),
    italics: join(FONTS, 'Roboto-Italic.ttf'),
    bolditalics: join(FONTS, 'Roboto-MediumItalic.ttf'),
  },
});
// Fetches nothing, and reads no file except the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(path => path.startsWith(FONTS));

const POINTS_PER_MM = 72 / 25.4;
const mm = (length: number) => length * POINTS_PER_MM;
const GREY = '#555555';

/** The bytes of a paper. A logo that cannot be drawn is left out: the content matters more. */
export async function pdfOf(paper: Printable): Promise<Uint8Array> {
  if (!paper.sender.logo) return bytesOf(definitionOf(paper));
  try {
    return await bytesOf(definitionOf(paper));
  } catch {
    return bytesOf(definitionOf({ ...paper, sender: { ...paper.sender, logo: null } }));
  }
}

const bytesOf = async (definition: TDocumentDefinitions): Promise<Uint8Array> =>
  await pdfmake.createPdf(definition).getBuffer();

const definitionOf = (paper: Printable): TDocumentDefinitions => ({
  info: { title: `${paper.title} ${paper.number}`, author: paper.sender.name },
  language: paper.language,
  pageSize: 'A4',
  pageMargins: [mm(12), mm(14), mm(12), mm(18)],
  defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.15 },
  footer: (page, pages) => ({
    columns: [footerOf(paper), { text: `${page} / ${pages}`, alignment: 'right' }],
    margin: [mm(12), mm(5), mm(12), 0],
    fontSize: 8,
    color: GREY,
  }),
  content: [
    headOf(paper),
    { text: paper.title, fontSize: 18, bold: true, margin: [0, mm(5), 0, 0] },
    { text: paper.number, fontSize: 13, margin: [0, 0, 0, mm(4)] },
    ...besideEachOther(
      paper.parties.map(({ label, name, lines }) => [
        { text: label, fontSize: 8, color: GREY },
        { text: name, bold: true },
        ...lines,
      ]),
      3,
    ),
    ...besideEachOther(
      paper.facts.map(([label, value]) => [{ text: label, fontSize: 8, color: GREY }, value]),
      4,
    ),
    ...(paper.notice ? [noticeOf(paper.notice)] : []),
    ...paper.tables.flatMap(table => tableOf(table, speechIn(paper.language).say('Nothing.'))),
    ...(paper.notes ? [heading(speechIn(paper.language).say('Notes')), ...linesOf(paper.notes)] : []),
    ...(paper.signatures?.length ? [signaturesOf(paper.signatures)] : []),
  ],
});

const heading = (text: string): Content => ({
  text,
  fontSize: 11,
  bold: true,
  margin: [0, mm(5), 0, mm(1.5)],
  headlineLevel: 1,
});

const headOf = ({ sender, barcode }: Printable): Content => ({
  columns: [
    {
      width: '*',
      stack: [
        ...(sender.logo ? [{ image: sender.logo, fit: [mm(60), mm(18)] as [number, number] }] : []),
        { text: sender.name, bold: true },
        ...linesOf(sender.address),
      ],
    },
    ...(barcode ? [{ width: 'auto' as const, stack: [svgOf(textCode(barcode), mm(50), mm(11))] }] : []),
  ],
});

/** The code, as large as fits within the bounds. */
function svgOf(code: Label['code'], widthMax: number, heightMax: number): Content {
  const svg = drawn(code);
  const { width, height } = measuresOf(svg);
  const scale = Math.min(widthMax / width, heightMax / height);
  return { svg, width: width * scale, height: height * scale };
}

function besideEachOther(stacks: Content[][], atMost: number): Content[] {
  const lines = Math.ceil(stacks.length / atMost);
  return Array.from({ length: lines }, (_, line) => {
    const some = stacks.slice(line * atMost, (line + 1) * atMost);
    const filled = [...some, ...Array.from({ length: atMost - some.length }, () => [] as Content[])];
    return {
      columns: filled.map(stack => ({ width: '*' as const, stack })),
      columnGap: mm(5),
      margin: [0, 0, 0, mm(3)] as [number, number, number, number],
    };
  });
}

const noticeOf = (text: string): Content => ({
  table: { widths: ['*'], body: [[{ text, bold: true, margin: [mm(1), mm(1), mm(1), mm(1)] }]] },
  margin: [0, mm(1), 0, mm(2)],
});

function tableOf({ name, title = name, columns, rows, total, empty }: PaperTable, nothing: string): Content[] {
  const above = title ? [heading(title)] : [];
  if (rows.length === 0) return [...above, { text: empty ?? nothing }];
  const last = total
    ? [
        columns.map((column, index) => ({
          text: total[index] ?? '',
          alignment: column.kind === 'amount' ? ('right' as const) : ('left' as const),
          bold: true,
        })),
      ]
    : [];
  return [
    ...above,
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: columns.map(widthOf),
        body: [
          columns.map(labelCell),
          ...rows.map(row => columns.map((column, i) => cellOf(column, row[i] ?? ''))),
          ...last,
        ],
      },
      layout: {
        hLineWidth: (index, node) =>
          index === 1 ? 1 : index === 0 || (total && index === node.table.body.length) ? 0 : 0.4,
        vLineWidth: () => 0,
        hLineColor: index => (index === 1 ? '#111111' : '#bbbbbb'),
        paddingLeft: index => (index === 0 ? 0 : 6),
        paddingRight: () => 3,
        paddingTop: () => 3,
        paddingBottom: () => 3,
      },
    },
  ];
}

const widthOf = ({ kind, wide }: Column) =>
  wide ? '*' : kind === 'tick' ? mm(6) : kind === 'write' ? mm(22) : ('auto' as const);

const labelCell = ({ label, kind }: Column): TableCell => ({
  text: label,
  fontSize: 8,
  bold: true,
  color: GREY,
  alignment: kind === 'amount' ? 'right' : 'left',
});

function cellOf({ kind }: Column, text: string): Exclude<TableCell, string> {
  const side = mm(4);
  if (kind === 'tick') return { canvas: [{ type: 'rect', x: 0, y: 0, w: side, h: side, lineWidth: 0.9 }] };
  if (kind === 'write' && text === '')
    return { canvas: [{ type: 'line', x1: 0, y1: side, x2: mm(20), y2: side, lineWidth: 0.6 }] };
  return { text: breakable(text), alignment: kind === 'amount' ? 'right' : 'left', noWrap: kind === 'amount' };
}

/** A word longer than its column would push the others off the page. */
const WORD_MAX = 24;
const breakable = (text: string) =>
  text.replace(new RegExp(`\\S{${WORD_MAX + 1},}`, 'g'), word =>
    (word.match(new RegExp(`.{1,${WORD_MAX}}`, 'gsu')) ?? []).join('\u200b'),
  );

const signaturesOf = (who: readonly string[]): Content => ({
  unbreakable: true,
  margin: [0, mm(18), 0, 0],
  columnGap: mm(10),
  columns: who.map(text => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: mm(160 / who.length), y2: 0, lineWidth: 0.8 }] },
      { text, fontSize: 8, color: GREY, margin: [0, 2, 0, 0] },
    ],
  })),
});

// ---- labels ----

const MARGIN = mm(1.5);

/** The bytes of labels, each on a page of the printer's size. */
export const labelsPdf = ({ title, widthMm, heightMm, labels }: Labels): Promise<Uint8Array> => {
  const width = mm(widthMm) - 2 * MARGIN;
  const height = mm(heightMm) - 2 * MARGIN;
  const points = labelPoints(widthMm, heightMm);
  return bytesOf({
    info: { title },
    pageSize: { width: mm(widthMm), height: mm(heightMm) },
    // Positioned absolutely: whatever does not fit above the code is cut off, so that one label never becomes two.
    pageMargins: 0,
    defaultStyle: { font: 'Roboto', fontSize: points, lineHeight: 1 },
    content: labels.flatMap((label, index) => [
      ...(index === 0 ? [] : [{ text: '', pageBreak: 'before' as const, fontSize: 0.1 }]),
      ...labelOf(label, { width, height, points }),
    ]),
  });
};

interface Area {
  width: number;
  height: number;
  points: number;
}

/** The text is above the code, or to the right of a square one if the label is wide. */
function labelOf({ lines, code }: Label, { width, height, points }: Area): Content[] {
  const svg = drawn(code);
  const measures = measuresOf(svg);
  const beside = standsBeside(code, width, height);
  const lineHeight = points * 1.2;
  const fits = Math.max(1, Math.floor(((beside ? height : height * 0.55) - points * 0.3) / lineHeight));
  const side = Math.min(height, width * 0.45);
  const textWidth = beside ? width - side - mm(2) : width;
  const sizes = [points * 1.15, ...Array.from({ length: lines.length }, () => points)];
  const shown = fitted(
    lines.slice(0, fits).map((text, index) => ({ text, most: charactersIn(textWidth, sizes[index]!) })),
    beside ? fits : 0,
  ).flatMap((rows, index) => rows.map(text => ({ text, isFirst: index === 0 })));
  const textHeight = shown.length * lineHeight + points * 0.3;
  const box = beside ? { width: side, height: side } : { width, height: height - textHeight };
  const scale = Math.min(box.width / measures.width, box.height / measures.height);
  const size = { width: measures.width * scale, height: measures.height * scale };
  return [
    ...shown.map(({ text, isFirst }, index) => ({
      text,
      bold: isFirst,
      ...(isFirst && { fontSize: sizes[0]! }),
      noWrap: true,
      absolutePosition: { x: beside ? MARGIN + side + mm(2) : MARGIN, y: MARGIN + index * lineHeight },
    })),
    {
      svg,
      ...size,
      absolutePosition: {
        x: beside ? MARGIN : MARGIN + (width - size.width) / 2,
        y: beside ? MARGIN : MARGIN + textHeight,
      },
    },
  ];
}

/** About as many characters as fit into this width. */
const charactersIn = (width: number, points: number) => Math.max(3, Math.floor(width / (points * 0.54)));
