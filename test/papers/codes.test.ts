import { expect, test } from '@jest/globals';
import { readGs1 } from '../../src/domain/gs1.ts';
import { barcodeOf, lotCode, textCode } from '../../src/papers/codes.ts';
import { fitted } from '../../src/papers/fitted.ts';
import { drawn, measuresOf } from '../../src/papers/symbols.ts';

test.each([
  ['4006381333931', 'ean13', '4006381333931'],
  ['036000291452', 'ean13', '0036000291452'],
  ['96385074', 'ean8', '96385074'],
  ['10012345000017', 'itf14', '10012345000017'],
  ['4006381333932', 'code128', '4006381333932'],
  ['SHELF-3', 'code128', 'SHELF-3'],
  ['Größe', 'qrcode', 'Größe'],
  ['a code that is too long for bars', 'qrcode', 'a code that is too long for bars'],
])('%s is printed as %s', (barcode, symbology, text) => {
  const code = barcodeOf(barcode);
  expect(code).toMatchObject({ symbology, text });
  const { width, height } = measuresOf(drawn(code));
  expect(width / height > 1.2).toBe(symbology !== 'qrcode');
});

test('the label of a lot encodes item, expiry and lot, as a scan reads them back', () => {
  const code = lotCode('KEN-2026/03', '036000291452', '2027-03-01');
  expect(code).toMatchObject({ symbology: 'gs1datamatrix', text: '(01)00036000291452(17)270301(10)KEN-2026/03' });
  expect(readGs1(code.text)).toMatchObject({
    gtin: '00036000291452',
    lotNumber: 'KEN-2026/03',
    expiryDate: '2027-03-01',
  });
  expect(drawn(code)).toContain('<svg');
});

test.each([
  ['a lot of an item without a GTIN', 'L1', null],
  ['a lot whose number GS1 cannot hold', 'Los Nr. 5 (blau)', '4006381333931'],
])('%s has its number as a code', (_, lotNumber, barcode) => {
  expect(lotCode(lotNumber, barcode, '2027-03-01')).toEqual(textCode(lotNumber));
});

test('on a label dates and numbers are whole before names are, and what does not fit ends in an ellipsis', () => {
  const texts = ['Hummingbird Espresso', 'Charge PB-48', 'Haltbar bis 22. Mai 2027'].map(text => ({ text, most: 14 }));
  expect(fitted(texts, 3)).toEqual([['Hummingbird E…'], ['Charge PB-48'], ['Haltbar bis 2…']]);
  expect(fitted(texts, 4)).toEqual([['Hummingbird E…'], ['Charge PB-48'], ['Haltbar bis', '22. Mai 2027']]);
  expect(fitted(texts, 9)).toEqual([['Hummingbird', 'Espresso'], ['Charge PB-48'], ['Haltbar bis', '22. Mai 2027']]);
  expect(fitted([{ text: 'unbreakablecode', most: 10 }], 2)).toEqual([['unbreakabl', 'ecode']]);
});
