import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/*
 * Reads barcodes from pictures, for browsers that cannot. Served by the app like everything else, and only loaded when
 * a camera is first used.
 */

prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path) },
});

/** The symbologies of retail, and those that encode lots and dates. */
const FORMATS = [
  'EAN-13',
  'EAN-8',
  'UPC-A',
  'UPC-E',
  'ITF',
  'Code128',
  'Code39',
  'DataBar',
  'DataBarExpanded',
  'DataMatrix',
  'QRCode',
] as const;

/** The codes in the picture. */
export async function codesIn(picture: ImageData): Promise<string[]> {
  const found = await readBarcodes(picture, { formats: [...FORMATS], tryHarder: true, maxNumberOfSymbols: 1 });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}
