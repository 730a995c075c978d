import { sql } from 'kysely';
import type { Reading } from '../../kernel/operation.ts';
import { type KnownLocation, type KnownLot, type KnownSupplier, type KnownVariant, type Lexicon, memoryLexicon } from './lexicon.ts';

/** The names of the caller's organization, from the database. */
export function catalogueOf({ db }: Reading): Lexicon {
  let loaded: Promise<Lexicon> | undefined;
  const lexicon = () => (loaded ??= load());
  async function load(): Promise<Lexicon> {
    const variants = await sql<KnownVariant>`select v.id, v.sku, v.barcode, v.name, v.product_id as "productId", p.name as "productName", p.category from variants v join products p on p.id = v.product_id limit 10000`.execute(db);
    const locations = await sql<KnownLocation>`select id, name, code, type from locations`.execute(db);
    const suppliers = await sql<KnownSupplier>`select id, name, code from suppliers`.execute(db);
    const lots = await sql<KnownLot>`select t.id, t.lot_number as "lotNumber", v.sku from lots t join variants v on v.id = t.variant_id limit 10000`.execute(db);
    return memoryLexicon({ variants: variants.rows, locations: locations.rows, suppliers: suppliers.rows, lots: lots.rows });
  }
  return {
    findByCodes: async codes => (await lexicon()).findByCodes(codes),
    findNearCodes: async code => (await lexicon()).findNearCodes(code),
    findVariants: async words => (await lexicon()).findVariants(words),
    findLots: async numbers => (await lexicon()).findLots(numbers),
    locations: async () => (await lexicon()).locations(),
    suppliers: async () => (await lexicon()).suppliers(),
    categories: async () => (await lexicon()).categories(),
  };
}
