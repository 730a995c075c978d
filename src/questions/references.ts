import type { KnownVariant, Lexicon } from './lexicon.ts';
import { fold } from './normalize.ts';
import type { Slots } from './slots.ts';
import type { ToolCall } from './tools.ts';

/** What a call refers to, whoever proposed it. */

interface References {
  skus?: string[];
  productIds?: string[];
  categories?: string[];
  locationIds?: string[];
  sourceLocationIds?: string[];
  destinationLocationIds?: string[];
  supplierIds?: string[];
  lotNumber?: string;
}

/** Whether everything that a call names is there. What is made up finds nothing, and nothing found would be a wrong answer. */
export async function isConsistent(call: ToolCall, lexicon: Lexicon, items: readonly KnownVariant[]): Promise<boolean> {
  const {
    skus = [],
    productIds = [],
    categories = [],
    supplierIds = [],
    lotNumber,
    ...places
  } = call.arguments as References;
  const locationIds = [places.locationIds, places.sourceLocationIds, places.destinationLocationIds].flatMap(
    ids => ids ?? [],
  );
  const [variants, knownCategories, locations, suppliers, lots] = await Promise.all([
    lexicon.findByCodes(skus.map(fold)),
    lexicon.categories(),
    lexicon.locations(),
    lexicon.suppliers(),
    lexicon.findLots(lotNumber === undefined ? [] : [fold(lotNumber)]),
  ]);
  return (
    skus.every(sku => variants.some(variant => variant.sku === sku)) &&
    productIds.every(id => items.some(item => item.productId === id)) &&
    categories.every(category => knownCategories.includes(category)) &&
    locationIds.every(id => locations.some(location => location.id === id)) &&
    supplierIds.every(id => suppliers.some(supplier => supplier.id === id)) &&
    (lotNumber === undefined || lots.some(lot => lot.lotNumber === lotNumber))
  );
}

/** The slots of a call that nobody filled from words. */
export async function slotsOf(call: ToolCall, lexicon: Lexicon): Promise<Slots> {
  const { locationIds, supplierIds, skus, ...said } = call.arguments as References & Slots;
  const [locations, suppliers] = await Promise.all([lexicon.locations(), lexicon.suppliers()]);
  const [location, ...moreLocations] = locations
    .filter(({ id }) => locationIds?.includes(id))
    .map(({ id, name }) => ({ id, name }));
  const [supplier, ...moreSuppliers] = suppliers
    .filter(({ id }) => supplierIds?.includes(id))
    .map(({ id, name }) => ({ id, name }));
  const { period, compareTo, days, number, lotNumber, locationType } = said;
  const given = {
    period,
    compareTo,
    days,
    number,
    lotNumber,
    locationType,
    ...(skus?.length === 1 ? { sku: skus[0] } : { skus }),
  };
  return {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Slots),
    ...(location && (moreLocations.length > 0 ? { locations: [location, ...moreLocations] } : { location })),
    ...(supplier && (moreSuppliers.length > 0 ? { suppliers: [supplier, ...moreSuppliers] } : { supplier })),
  };
}
