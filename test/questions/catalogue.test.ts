import { beforeAll, describe, expect, it, test } from '@jest/globals';
import { createProduct } from '../../src/domain/create-products.ts';
import { createLocation } from '../../src/domain/locations.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { updateProduct } from '../../src/domain/products.ts';
import { createSupplier } from '../../src/domain/suppliers.ts';
import { createVariant, updateVariant } from '../../src/domain/variants.ts';
import type { Reading, Scope } from '../../src/kernel/operation.ts';
import { EVERYTHING } from '../../src/kernel/unit.ts';
import { catalogueOf } from '../../src/questions/names/catalogue.ts';
import type { KnownVariant, Lexicon } from '../../src/questions/names/lexicon.ts';
import { adjust, type Made } from '../support/make.ts';
import { sliceOf } from '../support/slice.ts';
import { statementsOf, type Tenant, useWorld } from '../support/world.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery } from './roastery.ts';
import { readSet, score } from './scoring.ts';

const world = useWorld();
let tenant: Tenant;
let stranger: Tenant;
let lexicon: Lexicon;

const readingOf = (of: Tenant, ...scopes: Scope[]): Reading => ({
  db: of.caller.database.read(of.id),
  organizationId: of.id,
  wants: EVERYTHING,
  caller: scopes.length > 0 ? { ...of.caller, scopes: new Set(scopes) } : of.caller,
});

/** The roastery of the evaluation sets, as an organization. */
async function openRoastery(of: Tenant): Promise<void> {
  const [home] = await Promise.all(
    roastery.locations.map(({ name, code, type }) => of.run(createLocation, { name, code, type })),
  );
  for (const { name, code } of roastery.suppliers) await of.run(createSupplier, { name, code });
  const lots = new Map(roastery.lots.map(lot => [lot.sku, lot.lotNumber]));
  for (const variants of Map.groupBy(roastery.variants, variant => variant.productId).values()) {
    const { productName: name, category } = variants[0]!;
    const product = await of.run(createProduct, { name, category });
    for (const { sku, name: variantName, barcode } of variants) {
      const lotNumber = lots.get(sku);
      const variant = (await of.run(createVariant, {
        productId: product['id'],
        sku,
        name: variantName,
        barcode,
        lotTracked: lotNumber !== undefined,
      })) as Made;
      if (lotNumber) await adjust(of, variant, home as Made, 5, { lotNumber });
    }
  }
}

beforeAll(async () => {
  [tenant, stranger] = [await world.tenant(), await world.tenant()];
  await openRoastery(tenant);
  lexicon = catalogueOf(readingOf(tenant));
});

const skus = (variants: readonly KnownVariant[]): string[] => variants.map(({ sku }) => sku).sort();
const named = async (...words: string[]): Promise<string[]> => skus(await lexicon.findVariants(words, words));

describe('names in the database', () => {
  it.each([
    ['kettle', ['EQ-KETTLE']],
    ['kettles', ['EQ-KETTLE']],
    ['filter', ['EQ-FILT']],
    ['ketle', ['EQ-KETTLE']],
    ['kettel', ['EQ-KETTLE']],
    ['yirgacheffe', ['ETH-1KG', 'ETH-250']],
    ['yirgachefee', ['ETH-1KG', 'ETH-250']],
    ['milkfrother', ['EQ-FROTH']],
    ['froth', ['EQ-FROTH']],
    ['zebra', []],
  ])('%s is a word of %j', async (word, expected) => expect(await named(word)).toEqual(expected));

  it('ranks by the number of shared words', async () => {
    expect((await lexicon.findVariants(['espresso', 'cup', 'white'], []))[0]?.sku).toBe('CUP-ESP-W');
  });

  it('finds codes in any case, barcodes and lots', async () => {
    expect(skus(await lexicon.findByCodes(['hb-1kg', '5901234123457', 'nothing']))).toEqual(['EQ-GRIND', 'HB-1KG']);
    expect((await lexicon.findLots(['l-eth-07'])).map(({ lotNumber }) => lotNumber)).toEqual(['L-ETH-07']);
    expect(skus(await lexicon.findNearCodes('hb-2kg'))).toEqual(['HB-1KG']);
  });

  it('follows a change of name, and forgets the old one', async () => {
    const product = await tenant.run(createProduct, {
      name: 'Crème Brûlée',
      variants: [{ sku: 'Cre-1', name: 'Großes Glas' }],
    });
    expect([await named('creme', 'brulee'), await named('grosses')]).toEqual([['Cre-1'], ['Cre-1']]);
    await tenant.run(updateProduct, { id: product['id'], name: 'Кофе' });
    const [variant] = await lexicon.findByCodes(['cre-1']);
    await tenant.run(updateVariant, { id: variant!.id, sku: 'Cre-2', name: null });
    expect([
      await named('brulee'),
      await named('grosses'),
      await named('кофе'),
      skus(await lexicon.findByCodes(['cre-1', 'cre-2'])),
    ]).toEqual([[], [], ['Cre-2'], ['Cre-2']]);
  });

  it('finds documents by their reference, in any case', async () => {
    const items = [{ sku: 'HB-1KG', quantity: 1 }];
    const locationId = (await lexicon.locations())[0]!.id;
    const order = await tenant.run(createOrder, { locationId, items, reference: 'WEB-31' });
    expect([
      await lexicon.findReferences('web-31'),
      await lexicon.findReferences('WEB-3'),
      await catalogueOf(readingOf(stranger)).findReferences('WEB-31'),
      await catalogueOf(readingOf(tenant, 'reports:read')).findReferences('WEB-31'),
    ]).toEqual([[{ kind: 'so', number: order['number'] }], [], [], []]);
  });

  it('knows nothing of another organization', async () => {
    const theirs = catalogueOf(readingOf(stranger));
    expect([
      await theirs.findByCodes(['hb-1kg']),
      await theirs.findVariants(['kettle'], ['kettle']),
      await theirs.findLots(['l-eth-07']),
      await theirs.locations(),
      await theirs.suppliers(),
      await theirs.categories(),
    ]).toEqual([[], [], [], [], [], []]);
  });

  it('only gives a key the names that it may read', async () => {
    const narrow = catalogueOf(readingOf(tenant, 'reports:read'));
    expect([await narrow.suppliers(), await narrow.findLots(['l-eth-07'])]).toEqual([[], []]);
    expect(await narrow.locations()).toHaveLength(4);
  });

  it('looks up many names in few statements', async () => {
    const again = catalogueOf(readingOf(tenant));
    const statements = await statementsOf(async () => {
      await again.findVariants(
        ['how', 'many', 'espresso', 'cups', 'kettel', 'yirgachefe', 'frothers'],
        ['kettel', 'yirgachefe', 'frothers'],
      );
      await Promise.all([
        again.locations(),
        again.suppliers(),
        again.categories(),
        again.findByCodes(['hb-1kg', 'x-1']),
        again.findLots(['l-1']),
      ]);
    });
    expect(statements).toHaveLength(5);
  });
});

test('questions are understood in the same way with names from the database and from memory', async () => {
  const set = sliceOf(readSet('evaluation'), 4);
  // No batch has made the lots of the database.
  const memory = memoryLexicon({ ...roastery, lots: roastery.lots.map(lot => ({ ...lot, isMade: false })) });
  const [kept, remembered] = [await score(set, { lexicon }), await score(set, { lexicon: memory })];
  const differing = kept.filter((one, at) => {
    const other = remembered[at]!;
    return (
      one.rightIntent < other.rightIntent ||
      one.rightStatus < other.rightStatus ||
      one.missed.length > other.missed.length
    );
  });
  expect(differing.map(({ expected }) => expected.question)).toEqual([]);
});
