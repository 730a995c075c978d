import { createHash } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { refuse } from '../kernel/errors.ts';
import { byId } from '../kernel/inputs.ts';
import { command, query } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Db, Unit } from '../kernel/unit.ts';
import {
  belongsTo,
  create,
  findByIds,
  isUuid,
  lockById,
  notFoundUnless,
  remove,
  TenantRecord,
} from '../store/record.ts';
import { readById } from '../store/rows.ts';
import { ofTenant } from '../store/tenant.ts';
import { PICTURE_TYPES, type Picture, pictureIn } from './picture-formats.ts';
import { Product } from './products.ts';

/*
 * The picture of a product: docs/api.md, "Pictures". It has a table of its own, so that listing products does not read
 * a megabyte for each; the product has only its address, which changes with it.
 */

const ProductPictureSchema = defineEntity({
  name: 'ProductPicture',
  tableName: 'product_pictures',
  extends: TenantRecord,
  comment: 'The picture of a product. Its id is that of the product.',
  uniques: [{ properties: ['organizationId', 'product'] }],
  properties: {
    product: () => belongsTo(Product, 'product_id').comment('Its product.'),
    url: p
      .string()
      .length(200)
      .comment('Address of the picture, relative to this service. A new picture gets a new address.'),
    contentType: p.enum(PICTURE_TYPES).comment('Its format, as detected from its bytes.'),
    size: p.integer().comment('Its size in bytes.'),
    width: p.integer().comment('Its width in pixels.'),
    height: p.integer().comment('Its height in pixels.'),
    sha256: p.string().length(64).comment('SHA-256 of its bytes, in hexadecimal.'),
    content: p.blob().hidden(),
  },
});
export class ProductPicture extends ProductPictureSchema.class {}
ProductPictureSchema.setClass(ProductPicture);

/** docs/api.md, "Limits". */
const PICTURE_BYTES_MAX = 1024 * 1024;
const SIDE_PIXELS_MAX = 6000;
/** A few kilobytes may decompress to gigabytes in the viewer. */
const PIXELS_MAX = 25_000_000;

/** The path is part of the response, including the version of the API. */
const addressOf = (productId: string, sha256: string) =>
  `/api/v1/products/${productId}/picture?v=${sha256.slice(0, 16)}`;

export const getProductPicture = query('getProductPicture', {
  area: 'catalog',
  summary: 'Returns the picture of a product, or its description with `Accept: application/json`.',
  input: byId(),
  output: ProductPicture,
  run: async ({ db }, { id }) =>
    notFoundUnless('product picture', isUuid(id) && (await readById(db, shapeOf(ProductPicture), id))),
});

/** The bytes of the picture with this hash; undefined if it was replaced or removed. */
export async function readPicture(db: Db, id: string, sha256: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    select c.content from product_pictures c where ${ofTenant('c')} and c.id = ${id} and c.sha256 = ${sha256}`.execute(
    db,
  );
  return rows[0]?.content;
}

export const putProductPicture = command('putProductPicture', {
  area: 'catalog',
  summary: 'Sets or replaces the picture of a product. The body is the file itself.',
  input: byId().extend({
    content: z
      .base64('Must be base64.')
      .max(Math.ceil(PICTURE_BYTES_MAX / 3) * 4, 'Must be at most 1 MiB.')
      .refine(content => Buffer.byteLength(content, 'base64') <= PICTURE_BYTES_MAX, 'Must be at most 1 MiB.')
      .meta({ description: 'A PNG, JPEG or WebP of at most 1 MiB and 6000 pixels a side; in GraphQL as base64.' }),
  }),
  output: ProductPicture,
  accepts: { field: 'content', types: Object.fromEntries(PICTURE_TYPES.map(type => [type, type])), isBinary: true },
  bodyBytesMax: PICTURE_BYTES_MAX,
  check: ({ content }) => void readable(Buffer.from(content, 'base64')),
  lock: lockPicture,
  async run(unit, { id, content }) {
    const { product, picture } = await lockPicture(unit, id);
    const bytes = Buffer.from(content, 'base64');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (picture?.sha256 === sha256) return picture;
    const url = addressOf(product.id, sha256);
    product.pictureUrl = url;
    const is = { ...readable(bytes), url, size: bytes.length, sha256, content: bytes };
    return picture ? unit.em.assign(picture, is) : create(unit, ProductPicture, { id: product.id, product, ...is });
  },
});

export const deleteProductPicture = command('deleteProductPicture', {
  area: 'catalog',
  summary: 'Removes the picture of a product.',
  input: byId(),
  output: ProductPicture,
  lock: lockPicture,
  async run(unit, { id }) {
    const { product, picture } = await lockPicture(unit, id);
    product.pictureUrl = null;
    return remove(unit, notFoundUnless('product picture', picture));
  },
});

/** Changing a picture locks its product, a row that always exists. */
async function lockPicture(unit: Unit, id: string | undefined) {
  const product = await lockById(unit, Product, id ?? '');
  return { product, picture: (await findByIds(unit, ProductPicture, [product.id])).get(product.id) };
}

function readable(bytes: Buffer): Picture {
  const refused = (message: string) => refuse('validation_failed', message, { field: 'content' });
  const picture = pictureIn(bytes);
  if (!picture) return refused('Must be a PNG, a JPEG or a WebP.');
  const { width, height } = picture;
  if (Math.max(width, height) > SIDE_PIXELS_MAX || width * height > PIXELS_MAX)
    return refused(`Must be at most 6000 pixels a side and 25 million in all; it is ${width} x ${height}.`);
  return picture;
}
