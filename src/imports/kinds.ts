import type { z } from 'zod';
import { createProduct, createProducts } from '../domain/create-products.ts';
import { createInventoryAdjustment, createInventoryAdjustments } from '../domain/inventory-adjustments.ts';
import { createInventoryPolicy, InventoryPolicy, updateInventoryPolicy } from '../domain/inventory-policies.ts';
import { createLocation, Location, updateLocation } from '../domain/locations.ts';
import { createOrder, Order } from '../domain/orders.ts';
import { DemandHistory, demandRow, recordDemandHistory } from '../domain/planning/demand-history.ts';
import { Product, updateProduct } from '../domain/products.ts';
import { createPurchaseOrder, PurchaseOrder, updatePurchaseOrder } from '../domain/purchase-orders.ts';
import { createRecipe, Recipe, updateRecipe } from '../domain/recipes.ts';
import { InventoryLevel } from '../domain/stock/levels.ts';
import { createSupplierItem, SupplierItem, updateSupplierItem } from '../domain/supplier-items.ts';
import { createSupplier, Supplier, updateSupplier } from '../domain/suppliers.ts';
import { createVariant, updateVariant, Variant } from '../domain/variants.ts';
import type { Operation } from '../kernel/operation.ts';
import type { RecordClass } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';

/*
 * The table of what can be imported. A row of a sheet goes to the operation that REST uses, so the rules for a body
 * apply to it.
 */

export type Outcome = 'created' | 'updated' | 'unchanged';

export interface Kind {
  /** The records it imports, whose export has the same columns. */
  of: RecordClass;
  create: Operation;
  /** Without one, an import cannot change existing records. */
  update?: Operation;
  /** The fields of a row, if they are not the input of `create`. */
  row?: z.ZodObject;
  /** The keys that identify a record, best first: the first one that a row gives completely counts. */
  keys: readonly (readonly string[])[];
  /** The field of its lines: consecutive rows with the same key are one record. */
  lines?: string;
  /** Whether its lines are records of their own: its export has no columns for them, and a row may omit them. */
  linesOptional?: boolean;
  /** Other names of its columns. */
  aliases?: { readonly [column: string]: string };
  /**
   * The command that creates many at once, with the name of its list, and the outcome of each. Without `outcome`, each
   * was created.
   */
  many?: { operation: Operation; list: string; also?: object; outcome?(result: Row, index: number): Outcome };
  /** Whether a row is an action rather than a state: then it is always performed. */
  isAct?: boolean;
  /** Statuses that only a new record may have in a row: the service manages them afterwards. */
  initially?: string;
}

const BY_NAME = [['code'], ['id'], ['name']] as const;
const BY_NUMBER = [['reference'], ['number'], ['id']] as const;

const KINDS = {
  products: {
    of: Product,
    create: createProduct,
    update: updateProduct,
    keys: [['reference'], ['id'], ['name']],
    lines: 'variants',
    linesOptional: true,
    aliases: {
      product: 'reference',
      sku: 'variants.sku',
      barcode: 'variants.barcode',
      variant_name: 'variants.name',
      unit: 'variants.unit',
      unit_cost: 'variants.unit_cost',
      unit_price: 'variants.unit_price',
      lot_tracked: 'variants.lot_tracked',
      shelf_life_days: 'variants.shelf_life_days',
      supplier: 'variants.supplier',
      supplier_id: 'variants.supplier_id',
    },
    many: { operation: createProducts, list: 'products', also: { mode: 'atomic' } },
  },
  variants: { of: Variant, create: createVariant, update: updateVariant, keys: [['sku'], ['id']] },
  locations: { of: Location, create: createLocation, update: updateLocation, keys: BY_NAME },
  suppliers: { of: Supplier, create: createSupplier, update: updateSupplier, keys: BY_NAME },
  supplier_items: {
    of: SupplierItem,
    create: createSupplierItem,
    update: updateSupplierItem,
    keys: [['supplierId', 'sku', 'purchaseUnit'], ['id'], ['supplierId', 'sku']],
  },
  inventory_policies: {
    of: InventoryPolicy,
    create: createInventoryPolicy,
    update: updateInventoryPolicy,
    keys: [['sku', 'locationId'], ['id']],
  },
  stock: {
    of: InventoryLevel,
    create: createInventoryAdjustment,
    keys: [
      ['sku', 'locationId', 'lotNumber'],
      ['sku', 'locationId'],
    ],
    isAct: true,
    aliases: { quantity_on_hand: 'set_quantity' },
    many: {
      operation: createInventoryAdjustments,
      list: 'adjustments',
      also: { mode: 'atomic' },
      outcome: ({ results }, index) =>
        (results as { adjustment: { ledgerEntry: unknown } }[])[index]!.adjustment.ledgerEntry === null
          ? 'unchanged'
          : 'updated',
    },
  },
  purchase_orders: {
    of: PurchaseOrder,
    create: createPurchaseOrder,
    update: updatePurchaseOrder,
    keys: BY_NUMBER,
    lines: 'items',
  },
  orders: { of: Order, create: createOrder, keys: BY_NUMBER, lines: 'items', initially: 'pending' },
  recipes: { of: Recipe, create: createRecipe, update: updateRecipe, keys: [['id'], ['sku']], lines: 'items' },
  demand_history: {
    of: DemandHistory,
    create: recordDemandHistory,
    update: recordDemandHistory,
    row: demandRow,
    keys: [['sku', 'locationId', 'date']],
    many: { operation: recordDemandHistory, list: 'rows' },
  },
} as const satisfies { [kind: string]: Kind };

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as [KindName, ...KindName[]];
/** The kind of import with this name, which the input has checked. */
export const kindOf = (name: string): Kind => KINDS[name as KindName];

/** The fields of a row of a kind. */
export const rowOf = ({ row, create }: Kind): z.ZodObject => row ?? create.input;
