import { CycleCount } from '../domain/cycle-counts.ts';
import { InventoryPolicy } from '../domain/inventory-policies.ts';
import { Location } from '../domain/locations.ts';
import { Order } from '../domain/orders.ts';
import { ProductionBatch } from '../domain/production-batches.ts';
import { Product } from '../domain/products.ts';
import { PurchaseOrder } from '../domain/purchase-orders.ts';
import { Recall } from '../domain/recalls.ts';
import { Recipe } from '../domain/recipes.ts';
import { ReturnAuthorization } from '../domain/return-authorizations.ts';
import { Lot } from '../domain/stock/lots.ts';
import { StockTransfer } from '../domain/stock-transfers.ts';
import { SupplierItem } from '../domain/supplier-items.ts';
import { Supplier } from '../domain/suppliers.ts';
import { Variant } from '../domain/variants.ts';
import { WasteRecord } from '../domain/waste-records.ts';
import type { Area } from '../kernel/areas.ts';
import type { RecordClass } from '../kernel/unit.ts';

/** Every resource that has `.created`, `.updated` and `.deleted` events, by the name that its events begin with. */
export const RESOURCES = {
  product: { of: Product, area: 'catalog' },
  variant: { of: Variant, area: 'catalog' },
  location: { of: Location, area: 'catalog' },
  supplier: { of: Supplier, area: 'catalog' },
  supplier_item: { of: SupplierItem, area: 'catalog' },
  inventory_policy: { of: InventoryPolicy, area: 'inventory' },
  recipe: { of: Recipe, area: 'manufacturing' },
  lot: { of: Lot, area: 'traceability' },
  recall: { of: Recall, area: 'traceability' },
  order: { of: Order, area: 'orders' },
  purchase_order: { of: PurchaseOrder, area: 'purchasing' },
  transfer: { of: StockTransfer, area: 'transfers' },
  cycle_count: { of: CycleCount, area: 'counts' },
  return_authorization: { of: ReturnAuthorization, area: 'returns' },
  production_batch: { of: ProductionBatch, area: 'manufacturing' },
  waste_record: { of: WasteRecord, area: 'traceability' },
} as const satisfies { [name: string]: { of: RecordClass; area: Area } };

export type ResourceName = keyof typeof RESOURCES;

export const DEEDS = ['created', 'updated', 'deleted'] as const;
export type Deed = (typeof DEEDS)[number];
