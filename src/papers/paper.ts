import { z } from 'zod';
import type { Area } from '../kernel/areas.ts';
import { refuse } from '../kernel/errors.ts';
import { byId } from '../kernel/inputs.ts';
import { LANGUAGES } from '../kernel/language.ts';
import { type Module, type Operation, query, type Reading } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { RecordClass } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { inWords, isUuid, notFoundUnless } from '../store/record.ts';
import { readById } from '../store/rows.ts';
import { draw } from './draw.ts';
import { FORMATS, type Format, type Labels, type Paper, type Printable } from './layout.ts';
import { type Speech, speechIn, spoken, type Word } from './words.ts';

/** The media type of each format. */
export const CONTENT_TYPES: { readonly [format in Format]: string } = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
};

export const PrintedFile = z
  .object({
    title: z.string().meta({ description: 'Its title.' }),
    fileName: z.string().meta({ description: 'A name for the file.' }),
    contentType: z.string().meta({ description: 'The media type of the content.' }),
    content: z.string().meta({ description: 'The document itself: HTML as text, a PDF in base64.' }),
  })
  .meta({ id: 'Paper', description: 'A document for printing.' });
export type PrintedPaper = z.output<typeof PrintedFile>;

/** The input of the format of a paper; HTML unless the client says otherwise. */
export const format = () =>
  z
    .enum(FORMATS)
    .meta({ id: 'PaperFormat', description: 'Format of the document. Over REST, `Accept` can choose it too.' })
    .default('html');

/** The language of a paper. Without one it is English, whatever the browser prefers. */
export const paperLanguage = () =>
  z
    .enum(LANGUAGES)
    .meta({
      id: 'Language',
      description: 'The language of the document, including the format of its dates and numbers.',
    })
    .default('en');

/** A larger PDF would make others wait too long. */
const PDF_LINES_MAX = 5000;

/** Draws a paper as a response. Refuses with `query_too_large`, and `rate_limited` if too many are being drawn. */
export async function print(
  { organizationId }: Pick<Reading, 'organizationId'>,
  paper: Printable | Labels,
  as: Format,
): Promise<PrintedPaper> {
  const lines = 'labels' in paper ? 0 : paper.tables.reduce((sum, { rows }) => sum + rows.length, 0);
  if (as === 'pdf' && lines > PDF_LINES_MAX)
    refuse(
      'query_too_large',
      `A PDF has at most ${PDF_LINES_MAX} lines, and this has ${lines}: use the HTML instead.`,
      {
        field: 'format',
      },
    );
  const drawn = await draw(organizationId, { format: as, paper });
  const title = 'labels' in paper ? paper.title : `${paper.title} ${paper.number}`;
  return {
    title,
    fileName: `${fileNameOf(title)}.${as}`,
    contentType: CONTENT_TYPES[as],
    content: typeof drawn === 'string' ? drawn : Buffer.from(drawn).toString('base64'),
  };
}

const LETTERS: { readonly [letter: string]: string } = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
};

/** Safe in every file system and header. */
const fileNameOf = (title: string): string =>
  title
    .replace(/[äöüßÄÖÜ]/g, letter => LETTERS[letter]!)
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|-+$/g, '')
    .slice(0, 100) || 'paper';

interface PaperTerms {
  area: Area;
  module?: Module;
  of: RecordClass;
  summary: string;
  /** The content of the paper of this record. */
  layout(reading: Reading, row: Row, speech: Speech): Promise<Paper<Word>>;
}

/** A paper of one record, for everybody who may read the record. */
export function paperOf(name: string, { of, layout, ...declared }: PaperTerms): Operation {
  const what = inWords(of.name);
  return query(name, {
    ...declared,
    refuses: ['query_too_large'],
    input: byId().extend({ format: format(), language: paperLanguage() }),
    output: PrintedFile,
    async run(reading, { id, format: as, language: spokenIn }) {
      const row = notFoundUnless(what, isUuid(id) && (await readById(reading.db, shapeOf(of), id)));
      const speech = speechIn(spokenIn);
      return print(reading, spoken(speech, await layout(reading, row, speech)), as);
    },
  });
}
