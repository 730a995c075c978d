import bwip from 'bwip-js/node';
import { is2d } from './codes.ts';
import type { Code } from './layout.ts';

/*
 * Barcodes as vector graphics: sharp at every size. Only the drawing thread needs this, and its two megabytes.
 */

const known = new WeakMap<Code, string>();

/** The code as SVG, with its own aspect ratio. A hundred copies of a label are drawn once. */
export function drawn(code: Code): string {
  const svg = known.get(code) ?? draw(code);
  known.set(code, svg);
  return svg;
}

const draw = (code: Code): string =>
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
