import { defineEntity, p } from '@mikro-orm/core';

const NameWordSchema = defineEntity({
  name: 'NameWord',
  tableName: 'name_words',
  comment:
    'By which words a product, variant or lot is called, for questions: words of its name, its SKU, barcode or number. Kept by triggers.',
  indexes: [{ properties: ['organizationId', 'namedId'] }],
  properties: {
    organizationId: p.uuid().primary(),
    // Compared byte by byte, so that words with a beginning lie together whatever the database's language. No operator
    // that
    // row-level security keeps from an index (LIKE, text search) is needed.
    word: p.text().columnType('text collate "C"').primary().comment('In lower case, without accents.'),
    namedId: p.uuid().primary().comment('The product, variant or lot.'),
  },
});
export class NameWord extends NameWordSchema.class {}
NameWordSchema.setClass(NameWord);
