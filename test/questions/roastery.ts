import type { KnownVariant } from '../../src/questions/names/lexicon.ts';
import type { Catalogue } from './memory-lexicon.ts';

/** A small coffee roaster: the names in the evaluation questions. */

const id = (kind: number, n: number): string => `019a0000-000${kind}-7000-8000-${String(n).padStart(12, '0')}`;
let products = 0;
let variants = 0;

function product(
  name: string,
  category: string,
  ...list: [sku: string, name: string | null, barcode?: string][]
): KnownVariant[] {
  const productId = id(1, ++products);
  return list.map(([sku, variant, barcode]) => ({
    id: id(2, ++variants),
    sku,
    barcode: barcode ?? null,
    name: variant,
    productId,
    productName: name,
    category,
  }));
}

export const today = '2026-11-18';
export const roastery: Catalogue = {
  variants: [
    ...product('House Blend', 'Beans', ['HB-250', '250 g', '4006381333931'], ['HB-1KG', '1 kg', '4006381333948']),
    ...product('Decaf Colombia', 'Beans', ['DEC-250', '250 g'], ['DEC-1KG', '1 kg']),
    ...product('Ethiopia Yirgacheffe', 'Beans', ['ETH-250', '250 g'], ['ETH-1KG', '1 kg']),
    ...product('Brazil Santos', 'Beans', ['BRA-1KG', '1 kg']),
    ...product('Espresso Forte', 'Beans', ['ESP-250', '250 g'], ['ESP-1KG', '1 kg']),
    ...product('Espresso Machine Classic', 'Equipment', ['EQ-ESPM', null]),
    ...product('Hand Grinder', 'Equipment', ['EQ-GRIND', null, '5901234123457']),
    ...product('Pour Over Kettle', 'Equipment', ['EQ-KETTLE', null]),
    ...product('French Press', 'Equipment', ['FP-350', '350 ml'], ['FP-1000', '1 l']),
    ...product('Paper Filters', 'Equipment', ['EQ-FILT', null]),
    ...product('Milk Frother', 'Equipment', ['EQ-FROTH', null]),
    ...product('Espresso Cup', 'Cups', ['CUP-ESP-W', 'White'], ['CUP-ESP-B', 'Black']),
    ...product('Travel Mug', 'Cups', ['TM-S', 'Small'], ['TM-M', 'Medium'], ['TM-L', 'Large']),
    ...product('Latte Glass', 'Cups', ['CUP-LAT', null]),
    ...product('Vanilla Syrup', 'Syrups', ['SYR-VAN', null]),
    ...product('Caramel Syrup', 'Syrups', ['SYR-CAR', null]),
    ...product(
      'Roastery T-Shirt',
      'Merchandise',
      ['TSH-BLU-M', 'Blue / M'],
      ['TSH-BLU-L', 'Blue / L'],
      ['TSH-BLK-M', 'Black / M'],
    ),
  ],
  locations: [
    { id: id(3, 1), name: 'Berlin Warehouse', code: 'BER', type: 'warehouse', active: true },
    { id: id(3, 2), name: 'Hamburg Store', code: 'HAM', type: 'store', active: true },
    { id: id(3, 3), name: 'Munich Store', code: 'MUC', type: 'store', active: true },
    { id: id(3, 4), name: 'Leipzig Roastery', code: null, type: 'other', active: true },
  ],
  suppliers: [
    { id: id(4, 1), name: 'Finca El Paraiso', code: null },
    { id: id(4, 2), name: 'Nordic Green Coffee GmbH', code: 'NGC' },
    { id: id(4, 3), name: 'Porcelain Partners', code: null },
    { id: id(4, 4), name: 'Metalworks Ltd', code: null },
    { id: id(4, 5), name: 'Syrup & Co', code: null },
  ],
  lots: [
    { id: id(5, 1), lotNumber: 'LOT-2026-0117', sku: 'DEC-1KG', isMade: true },
    { id: id(5, 2), lotNumber: 'LOT-2026-0118', sku: 'HB-1KG', isMade: true },
    { id: id(5, 3), lotNumber: 'L-ETH-07', sku: 'ETH-1KG', isMade: true },
  ],
};
