import { expect, test } from '@jest/globals';
import { PRODUCTS } from '../../src/demo/catalogue.ts';
import { pictureOf } from '../../src/demo/pictures.ts';
import { pictureIn } from '../../src/domain/picture-formats.ts';

test('every product of the demo has its own picture: a PNG of at most 3 KB, as sharp as the page of a product needs', () => {
  const pictures = PRODUCTS.map(({ variants }) => pictureOf(variants[0]!.sku));
  for (const picture of pictures) {
    expect(pictureIn(picture)).toEqual({ contentType: 'image/png', width: 192, height: 192 });
    expect(picture.length).toBeLessThan(3 * 1024);
  }
  expect(new Set(pictures.map(picture => picture.toString('base64'))).size).toBe(PRODUCTS.length);
});

test('a product without a drawing is an error, not another product’s picture', () => {
  expect(() => pictureOf('NO-SUCH')).toThrow('No picture is drawn for NO-SUCH.');
});
