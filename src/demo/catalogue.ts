/*
 * The demo organization: Kestrel Coffee Roasters, who buy green coffee, roast it in Berlin and sell it in two shops and
 * online. Invented; any likeness is chance.
 */

export const ORGANIZATION = {
  slug: 'demo',
  name: 'Kestrel Coffee Roasters',
  modules: ['manufacturing', 'traceability'] as const,
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
};

export const LOCATIONS = [
  { code: 'BER', name: 'Berlin Roastery', type: 'warehouse', address: 'Wiener Str. 51, 10999 Berlin' },
  { code: 'HAM', name: 'Hamburg Warehouse', type: 'warehouse', address: 'Am Sandtorkai 24, 20457 Hamburg' },
  { code: 'MITTE', name: 'Berlin Mitte Store', type: 'store', address: 'Linienstr. 140, 10115 Berlin' },
  { code: 'MUC', name: 'Munich Store', type: 'store', address: 'Türkenstr. 58, 80799 München' },
] as const;
export type LocationCode = (typeof LOCATIONS)[number]['code'];

export const SUPPLIERS = [
  { code: 'NORD', name: 'Nordhafen Green Coffee', leadTimeDays: 14, email: 'orders@nordhafen.example' },
  { code: 'ANDES', name: 'Andes Direct Trade', leadTimeDays: 28, email: 'hola@andes.example' },
  { code: 'PAPYR', name: 'Papyrus Packaging', leadTimeDays: 7, email: 'service@papyrus.example' },
  { code: 'HARIO', name: 'Kanto Brewing Tools', leadTimeDays: 21, email: 'export@kanto.example' },
  { code: 'CERAM', name: 'Keramik am Deich', leadTimeDays: 10, email: 'werkstatt@deich.example' },
  { code: 'LEAF', name: 'Assam & Sons Tea', leadTimeDays: 18, email: 'trade@assam.example' },
] as const;

export interface DemoVariant {
  sku: string;
  name: string | null;
  unit?: string;
  cost: number;
  price: number | null;
  supplier?: string;
  lotTracked?: boolean;
  shelfLifeDays?: number;
  /** Units sold a day over all locations, in an average week. */
  demand: number;
  /** Of a roasted coffee: the green coffee that one kilogram of it takes 1.2 kg of. */
  green?: string;
}

export interface DemoProduct {
  name: string;
  category: string;
  variants: DemoVariant[];
}

interface Bean {
  name: string;
  code: string;
  green: string;
  cost: number;
  demand: number;
}

const BEANS: readonly Bean[] = [
  { name: 'Hummingbird Espresso', code: 'HUM', green: 'GRN-BRA', cost: 9.8, demand: 14 },
  { name: 'Night Train Espresso', code: 'NIG', green: 'GRN-BRA', cost: 9.4, demand: 9 },
  { name: 'Yirgacheffe Kochere', code: 'YIR', green: 'GRN-ETH', cost: 13.1, demand: 7 },
  { name: 'Huila Supremo', code: 'HUI', green: 'GRN-COL', cost: 11.6, demand: 6 },
  { name: 'Antigua Pastores', code: 'ANT', green: 'GRN-GUA', cost: 12.2, demand: 4 },
  { name: 'Kenya Gichathaini', code: 'KEN', green: 'GRN-KEN', cost: 15.9, demand: 3 },
  { name: 'Decaf Ridgeline', code: 'DEC', green: 'GRN-DEC', cost: 12.7, demand: 4 },
  { name: 'House Filter', code: 'HOU', green: 'GRN-COL', cost: 9.9, demand: 8 },
];

const roasted = ({ name, code, green, cost, demand }: Bean): DemoProduct => ({
  name,
  category: 'Coffee',
  variants: [
    {
      sku: `${code}-250`,
      name: '250 g',
      cost: round(cost * 0.27),
      price: round(cost * 0.95),
      lotTracked: true,
      shelfLifeDays: 180,
      demand: demand * 0.7,
      green,
    },
    {
      sku: `${code}-1000`,
      name: '1 kg',
      cost,
      price: round(cost * 3.1),
      lotTracked: true,
      shelfLifeDays: 180,
      demand: demand * 0.3,
      green,
    },
  ],
});

const green = (sku: string, name: string, cost: number, supplier: string): DemoProduct => ({
  name: `Green ${name}`,
  category: 'Green coffee',
  variants: [
    { sku, name: null, unit: 'kg', cost, price: null, supplier, lotTracked: true, shelfLifeDays: 540, demand: 0 },
  ],
});

const goods = (
  category: string,
  supplier: string,
  list: readonly (readonly [sku: string, name: string, cost: number, price: number, demand: number])[],
): DemoProduct[] =>
  list.map(([sku, name, cost, price, demand]) => ({
    name,
    category,
    variants: [{ sku, name: null, cost, price, supplier, demand }],
  }));

export const PRODUCTS: readonly DemoProduct[] = [
  ...BEANS.map(roasted),
  green('GRN-BRA', 'Brazil Cerrado', 5.9, 'NORD'),
  green('GRN-ETH', 'Ethiopia Kochere', 8.2, 'NORD'),
  green('GRN-COL', 'Colombia Huila', 6.8, 'ANDES'),
  green('GRN-GUA', 'Guatemala Antigua', 7.3, 'ANDES'),
  green('GRN-KEN', 'Kenya Gichathaini', 10.4, 'NORD'),
  green('GRN-DEC', 'Decaf Sugarcane', 7.9, 'ANDES'),
  ...goods('Filters', 'PAPYR', [
    ['FLT-01', 'Paper Filters 01, 100 pieces', 1.9, 4.9, 5],
    ['FLT-02', 'Paper Filters 02, 100 pieces', 2.1, 5.5, 7],
    ['FLT-AER', 'Press Filters, 350 pieces', 3.2, 7.9, 2],
    ['FLT-CHX', 'Carafe Filters, 100 pieces', 4.4, 11.9, 1.2],
  ]),
  ...goods('Brewing', 'HARIO', [
    ['DRP-01', 'Cone Dripper 01', 7.5, 19.9, 0.8],
    ['DRP-02', 'Cone Dripper 02', 8.3, 22.9, 1.1],
    ['SRV-600', 'Glass Server 600 ml', 9.9, 26.9, 0.7],
    ['KTL-1L', 'Gooseneck Kettle 1 l', 31, 79, 0.4],
    ['KTL-EL', 'Electric Kettle', 68, 149, 0.25],
    ['PRS-350', 'French Press 350 ml', 12, 32, 0.5],
    ['PRS-1000', 'French Press 1 l', 17, 45, 0.4],
    ['AER-STD', 'Travel Press', 19, 39.9, 0.8],
    ['GRD-HND', 'Hand Grinder', 44, 109, 0.45],
    ['GRD-EL', 'Electric Grinder', 118, 249, 0.15],
    ['SCL-01', 'Scale with Timer', 22, 59, 0.4],
    ['THM-01', 'Thermometer', 5.5, 14.9, 0.2],
    ['CLB-01', 'Cold Brew Bottle', 11, 29.9, 0.5],
    ['SYP-03', 'Syphon, three cups', 52, 129, 0.05],
  ]),
  ...goods('Cups', 'CERAM', [
    ['CUP-ESP', 'Espresso Cup', 4.2, 12, 1.6],
    ['CUP-CAP', 'Cappuccino Cup', 5.1, 15, 1.8],
    ['CUP-LAT', 'Latte Bowl', 6.3, 18, 0.9],
    ['MUG-KES', 'Kestrel Mug', 5.5, 16, 2.1],
    ['MUG-CMP', 'Camping Mug', 4.8, 14, 0.9],
    ['TUM-350', 'Tumbler 350 ml', 9.5, 27, 1],
    ['CUP-TST', 'Cupping Bowl', 3.9, 11, 0.1],
  ]),
  ...goods('Packaging', 'PAPYR', [
    ['BAG-250', 'Coffee Bag 250 g', 0.22, 0.6, 3],
    ['BAG-1000', 'Coffee Bag 1 kg', 0.41, 1.1, 1],
    ['BOX-S', 'Shipping Box S', 0.55, 1.2, 2],
    ['BOX-M', 'Shipping Box M', 0.75, 1.6, 1.5],
    ['CUP-TOGO', 'Paper Cups, 50 pieces', 3.4, 8.9, 2.4],
    ['LID-TOGO', 'Lids, 50 pieces', 2.2, 6.5, 2.4],
  ]),
  ...goods('Tea', 'LEAF', [
    ['TEA-ASS', 'Assam Gold 100 g', 3.6, 9.9, 1.5],
    ['TEA-SEN', 'Sencha 100 g', 4.1, 11.9, 1.1],
    ['TEA-ROO', 'Rooibos 100 g', 2.7, 7.9, 0.9],
    ['TEA-CHA', 'Masala Chai 250 g', 4.9, 13.9, 1.3],
    ['CHO-70', 'Drinking Chocolate 70 %', 5.2, 14.9, 1.4],
  ]),
];

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
