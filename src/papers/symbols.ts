import bwip from 'bwip-js/node';
import { is2d } from './codes.ts';
import type { Code } from './layout.ts';

/*
 * Barcodes as vector graphics: sharp at every size. Only the drawing thread needs this, and its two megabytes.
 */

/** The code as SVG, with its own aspect ratio. */
export const drawn = (code: Code): string =>
  bwip.toSVG({
    bcid: code.symbology,
    text: code.symbology === 'qrcode' ? Buffer.from(code.text).toString('latin1') : code.text,
    ...(code.symbology === 'qrcode' && { binarytext: true, eclevel: 'M' }),
    ...(!is2d(code) && { height: 10 }),
    paddingwidth: 2,
    paddingheight: 1,
  });

/** The dimensions in the SVG. */
export function measuresOf(svg: string): { width: number; height: number } {
  const [, width, height] = /viewBox="0 0 (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"/.exec(svg)!;
  return { width: Number(width), height: Number(height) };
}
