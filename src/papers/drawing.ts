import { htmlOf, labelsHtml } from './html.ts';
import type { Format, Labels, Printable } from './layout.ts';
import { labelsPdf, pdfOf } from './pdf.ts';

/*
 * Runs in the drawing thread (draw.ts): a paper of several thousand lines takes seconds, for which no other request may
 * wait.
 */

export interface Job {
  format: Format;
  paper: Printable | Labels;
}

/** HTML as text, PDF as bytes. */
export async function drawIn({ format, paper }: Job): Promise<string | Uint8Array> {
  if ('labels' in paper) return format === 'html' ? labelsHtml(paper) : await labelsPdf(paper);
  return format === 'html' ? htmlOf(paper) : await pdfOf(paper);
}
