import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/*
 * Reads barcodes from pictures where the browser cannot. It comes from here like everything else of the app, and only when a camera is
 * first used.
 */

prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path) },
});

/** What stands on labels of goods: retail codes, and those that hold lots and dates. */
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
