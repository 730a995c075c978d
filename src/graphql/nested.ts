import type { z } from 'zod';
import { InventoryPolicy } from '../domain/inventory-policies.ts';
import { LandedCost } from '../domain/landed-costs.ts';
import { Location } from '../domain/locations.ts';
import { Order } from '../domain/orders.ts';
import { Forecast, forecastsOf, listForecasts } from '../domain/planning/forecasts/forecasts.ts';
import {
  listProductForecasts,
  ProductForecast,
  productForecastsOf,
} from '../domain/planning/forecasts/product-forecasts.ts';
import { PlanSuggestion, ReplenishmentPlan } from '../domain/planning/replenishment/plans.ts';
import {
  listInventoryProjections,
  Projection,
  projectionArguments,
  projectionsOf,
} from '../domain/planning/replenishment/projections.ts';
import { listCostOfGoodsSold, OrderMoney, ordersMoney } from '../domain/planning/reports/cost-of-goods-sold.ts';
import { listFastMovers, SalesVelocity, salesVelocities } from '../domain/planning/reports/fast-movers.ts';
import { listStockByLocation, StockSummary, stockSummaries } from '../domain/planning/reports/stock-by-location.ts';
import {
  AverageCost,
  averageCostArguments,
  averageCosts,
  listValuation,
} from '../domain/planning/reports/valuation.ts';
import { Product } from '../domain/products.ts';
import { PurchaseOrder } from '../domain/purchase-orders.ts';
import { ReturnAuthorization } from '../domain/return-authorizations.ts';
import { InventoryLevel } from '../domain/stock/levels.ts';
import { Lot } from '../domain/stock/lots.ts';
import { SupplierItem } from '../domain/supplier-items.ts';
import {
  TraceBackward,
  TraceForward,
  traceBackward,
  traceForward,
  tracesBackward,
  tracesForward,
} from '../domain/traces.ts';
import { Variant } from '../domain/variants.ts';
import type { Caller, Operation } from '../kernel/operation.ts';
import type { Db, RecordClass } from '../kernel/unit.ts';

/*
 * What an object type has besides the fields of its row: lists of records that point to it, and figures of reports.
 */

/** Lists inside a resource: the records that point to it, and by which column. */
export const nested: readonly { on: RecordClass; field: string; of: RecordClass; by: string; description: string }[] = [
  { on: Product, field: 'variants', of: Variant, by: 'product_id', description: 'Its variants.' },
  { on: Variant, field: 'levels', of: InventoryLevel, by: 'variant_id', description: 'Its stock, per location.' },
  {
    on: PurchaseOrder,
    field: 'landedCosts',
    of: LandedCost,
    by: 'purchase_order_id',
    description: 'Its landed costs.',
  },
  {
    on: Order,
    field: 'returnAuthorizations',
    of: ReturnAuthorization,
    by: 'order_id',
    description: 'Its return authorizations.',
  },
  {
    on: Variant,
    field: 'policies',
    of: InventoryPolicy,
    by: 'variant_id',
    description: 'Its reorder policies, per location.',
  },
  { on: ReplenishmentPlan, field: 'suggestions', of: PlanSuggestion, by: 'plan_id', description: 'Its suggestions.' },
  { on: Variant, field: 'supplierItems', of: SupplierItem, by: 'variant_id', description: 'How suppliers sell it.' },
];

/**
 * Report figures and traces of a resource, loaded for all requested records at once. They need the scope of their
 * report.
 */
export const figures: readonly {
  on: RecordClass;
  field: string;
  output: z.ZodObject;
  /** The single number that the field returns, if it is not the whole figure. */
  only?: string;
  of: Operation;
  /** The arguments that it takes, if any. */
  input?: z.ZodObject;
  /** Reads at most this many rows of a kind; `given` has the arguments. */
  load(caller: Caller, db: Db, ids: readonly string[], most: number, given: object): Promise<Map<string, object>>;
}[] = [
  {
    on: Variant,
    field: 'salesVelocity',
    output: SalesVelocity,
    of: listFastMovers,
    load: (_, db, ids) => salesVelocities(db, ids),
  },
  { on: Variant, field: 'forecast', output: Forecast, of: listForecasts, load: forecastsOf },
  {
    on: Variant,
    field: 'projection',
    output: Projection,
    of: listInventoryProjections,
    input: projectionArguments,
    load: (caller, db, ids, _, given) => projectionsOf(caller, db, ids, given as z.output<typeof projectionArguments>),
  },
  {
    on: Variant,
    field: 'averageCost',
    output: AverageCost,
    only: 'averageCost',
    of: listValuation,
    input: averageCostArguments,
    load: (_, db, ids, _most, given) => averageCosts(db, ids, given as z.output<typeof averageCostArguments>),
  },
  ...(['cost', 'revenue', 'margin'] as const).map(only => ({
    on: Order,
    field: only,
    output: OrderMoney,
    only,
    of: listCostOfGoodsSold,
    load: (_: Caller, db: Db, ids: readonly string[]) => ordersMoney(db, ids),
  })),
  { on: Product, field: 'forecast', output: ProductForecast, of: listProductForecasts, load: productForecastsOf },
  {
    on: Location,
    field: 'stockSummary',
    output: StockSummary,
    of: listStockByLocation,
    load: (_, db, ids) => stockSummaries(db, ids),
  },
  {
    on: Lot,
    field: 'traceForward',
    output: TraceForward,
    of: traceForward,
    load: (_, db, ids, most) => tracesForward(db, ids, most),
  },
  {
    on: Lot,
    field: 'traceBackward',
    output: TraceBackward,
    of: traceBackward,
    load: (_, db, ids, most) => tracesBackward(db, ids, most),
  },
];
