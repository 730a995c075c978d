import type { z } from 'zod';
import { createApiKey, listApiKeys, revokeApiKey } from '../access/api-keys.ts';
import { getMe, updateMe } from '../access/me.ts';
import { createMember, deleteMember, inviteMember, listMembers, updateMember } from '../access/members.ts';
import {
  completeCycleCount,
  createCycleCount,
  deleteCycleCount,
  getCycleCount,
  listCycleCounts,
  loadCycleCountInventory,
  startCycleCount,
  updateCycleCount,
} from '../domain/cycle-counts.ts';
import { createInventoryAdjustment, createInventoryAdjustments } from '../domain/inventory-adjustments.ts';
import {
  createInventoryPolicy,
  deleteInventoryPolicy,
  getInventoryPolicy,
  InventoryPolicy,
  listInventoryPolicies,
  updateInventoryPolicy,
} from '../domain/inventory-policies.ts';
import { createLandedCost, LandedCost } from '../domain/landed-costs.ts';
import { createLocation, getLocation, Location, listLocations, updateLocation } from '../domain/locations.ts';
import { getLot, listExpiryAlerts, listLots, quarantineLot, releaseLot } from '../domain/lots.ts';
import { cancelOrder, createOrder, fulfillOrder, getOrder, listOrders, Order, reserveOrder } from '../domain/orders.ts';
import { getOrganization, updateOrganization } from '../domain/organizations.ts';
import { recordDemandHistory } from '../domain/planning/demand-history.ts';
import { Forecast, forecastsOf, listForecasts } from '../domain/planning/forecasts/forecasts.ts';
import {
  listProductForecasts,
  ProductForecast,
  productForecastsOf,
} from '../domain/planning/forecasts/product-forecasts.ts';
import { dismissInsight, listInsights, reopenInsight, snoozeInsight } from '../domain/planning/insights/insights.ts';
import { applyReplenishmentPlan } from '../domain/planning/replenishment/apply-plan.ts';
import {
  createReplenishmentPlan,
  getReplenishmentPlan,
  listPlanSuggestions,
  listReplenishmentPlans,
  PlanSuggestion,
  ReplenishmentPlan,
} from '../domain/planning/replenishment/plans.ts';
import {
  listInventoryProjections,
  Projection,
  projectionArguments,
  projectionsOf,
} from '../domain/planning/replenishment/projections.ts';
import { listCostOfGoodsSold, OrderMoney, ordersMoney } from '../domain/planning/reports/cost-of-goods-sold.ts';
import { listDemand } from '../domain/planning/reports/demand.ts';
import { listFastMovers, SalesVelocity, salesVelocities } from '../domain/planning/reports/fast-movers.ts';
import { listInventoryAging } from '../domain/planning/reports/inventory-aging.ts';
import { listInventoryRollForward } from '../domain/planning/reports/inventory-roll-forward.ts';
import { listLowStock } from '../domain/planning/reports/low-stock.ts';
import { listStockByLocation, StockSummary, stockSummaries } from '../domain/planning/reports/stock-by-location.ts';
import {
  AverageCost,
  averageCostArguments,
  averageCosts,
  listValuation,
} from '../domain/planning/reports/valuation.ts';
import { deleteProductPicture, getProductPicture, putProductPicture } from '../domain/product-pictures.ts';
import { completeProductionBatch } from '../domain/production-batch-completion.ts';
import {
  cancelProductionBatch,
  createProductionBatch,
  getProductionBatch,
  listProductionBatches,
  startProductionBatch,
} from '../domain/production-batches.ts';
import {
  createProduct,
  createProducts,
  createVariant,
  findVariant,
  getProduct,
  listProducts,
  listVariants,
  Product,
  putProduct,
  putVariant,
  updateProduct,
  updateVariant,
  Variant,
} from '../domain/products.ts';
import { receivePurchaseOrder } from '../domain/purchase-order-receipts.ts';
import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  getPurchaseOrder,
  listPurchaseOrders,
  PurchaseOrder,
  submitPurchaseOrder,
  updatePurchaseOrder,
} from '../domain/purchase-orders.ts';
import { createRecall, getRecall, listRecalls, recallLot, updateRecall } from '../domain/recalls.ts';
import { createRecipe, getRecipe, listRecipes, updateRecipe } from '../domain/recipes.ts';
import { listReconciliation } from '../domain/reconciliation.ts';
import {
  cancelReturnAuthorization,
  createReturnAuthorization,
  getReturnAuthorization,
  listReturnAuthorizations,
  ReturnAuthorization,
  receiveReturnAuthorization,
  updateReturnAuthorization,
} from '../domain/return-authorizations.ts';
import { scan } from '../domain/scan.ts';
import { listAvailability } from '../domain/stock/availability.ts';
import { listLedger } from '../domain/stock/ledger.ts';
import { InventoryLevel, listInventoryLevels } from '../domain/stock/levels.ts';
import { Lot } from '../domain/stock/lots.ts';
import { listReservations } from '../domain/stock/reservations.ts';
import { receiveStockTransfer } from '../domain/stock-transfer-receipts.ts';
import {
  cancelStockTransfer,
  createStockTransfer,
  getStockTransfer,
  listStockTransfers,
  shipStockTransfer,
} from '../domain/stock-transfers.ts';
import {
  createSupplierItem,
  deleteSupplierItem,
  getSupplierItem,
  listSupplierItems,
  SupplierItem,
  updateSupplierItem,
} from '../domain/supplier-items.ts';
import { createSupplier, getSupplier, listSuppliers, updateSupplier } from '../domain/suppliers.ts';
import {
  getRecallReport,
  TraceBackward,
  TraceForward,
  traceBackward,
  traceForward,
  tracesBackward,
  tracesForward,
} from '../domain/traces.ts';
import { createView, deleteView, getView, listViews, updateView } from '../domain/views.ts';
import { createWasteRecord, getWasteRecord, listWasteRecords } from '../domain/waste-records.ts';
import { getEventHead, listEvents } from '../events/feed.ts';
import { reportFields } from '../figures/fields.ts';
import { namedReports } from '../figures/named.ts';
import { report } from '../figures/query.ts';
import {
  createSavedQuery,
  deleteSavedQuery,
  getSavedQuery,
  listSavedQueries,
  updateSavedQuery,
} from '../figures/saved-queries.ts';
import { applyImport, cancelImport, createImport, getImport, listImportRows, listImports } from '../imports/imports.ts';
import { camel } from '../kernel/case.ts';
import type { Caller, Operation } from '../kernel/operation.ts';
import type { Db, RecordClass } from '../kernel/unit.ts';
import { sendPurchaseOrder } from '../mail/purchase-order-mails.ts';
import { listNotifications, readNotifications } from '../notifications/notifications.ts';
import { printLabels } from '../papers/labels.ts';
import { paperQueries } from '../papers/papers.ts';
import { askQuestion } from '../questions/ask-question.ts';
import {
  getWebhookDelivery,
  getWebhookPayload,
  listWebhookDeliveries,
  redeliverWebhook,
  testWebhookSubscription,
} from '../webhooks/deliveries.ts';
import { createIntegration, deleteIntegration, listIntegrations } from '../webhooks/integrations.ts';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  getWebhookSubscription,
  listWebhookSubscriptions,
  rotateWebhookSecret,
  updateWebhookSubscription,
} from '../webhooks/subscriptions.ts';

/*
 * The GraphQL face: every field of Query and Mutation with its operation, and the nested lists. Lists are named after
 * the REST path, mutations after their operation.
 */

export const queries: { [field: string]: Operation } = {
  me: getMe,
  notifications: listNotifications,
  organization: getOrganization,
  apiKeys: listApiKeys,
  members: listMembers,

  product: getProduct,
  productPicture: getProductPicture,
  products: listProducts,
  variant: findVariant,
  variants: listVariants,
  location: getLocation,
  locations: listLocations,
  supplier: getSupplier,
  suppliers: listSuppliers,
  supplierItem: getSupplierItem,
  supplierItems: listSupplierItems,

  inventoryLevels: listInventoryLevels,
  inventoryAvailability: listAvailability,
  inventoryLedger: listLedger,
  inventoryProjections: listInventoryProjections,
  reservations: listReservations,
  scan,

  order: getOrder,
  orders: listOrders,

  purchaseOrder: getPurchaseOrder,
  purchaseOrders: listPurchaseOrders,
  replenishmentPlan: getReplenishmentPlan,
  replenishmentPlans: listReplenishmentPlans,
  planSuggestions: listPlanSuggestions,
  stockTransfer: getStockTransfer,
  stockTransfers: listStockTransfers,
  cycleCount: getCycleCount,
  cycleCounts: listCycleCounts,
  returnAuthorization: getReturnAuthorization,
  returnAuthorizations: listReturnAuthorizations,

  recipe: getRecipe,
  recipes: listRecipes,
  productionBatch: getProductionBatch,
  productionBatches: listProductionBatches,

  lot: getLot,
  lots: listLots,
  recallReport: getRecallReport,
  recall: getRecall,
  recalls: listRecalls,
  wasteRecord: getWasteRecord,
  wasteRecords: listWasteRecords,
  expiryAlerts: listExpiryAlerts,

  inventoryPolicy: getInventoryPolicy,
  inventoryPolicies: listInventoryPolicies,

  import: getImport,
  imports: listImports,
  importRows: listImportRows,

  insights: listInsights,
  events: listEvents,
  eventHead: getEventHead,
  webhookSubscription: getWebhookSubscription,
  webhookSubscriptions: listWebhookSubscriptions,
  webhookDelivery: getWebhookDelivery,
  webhookDeliveries: listWebhookDeliveries,
  webhookPayload: getWebhookPayload,
  integrations: listIntegrations,
  forecasts: listForecasts,
  productForecasts: listProductForecasts,
  report,
  reportFields,
  savedQuery: getSavedQuery,
  savedQueries: listSavedQueries,
  view: getView,
  views: listViews,
  askQuestion,

  ...paperQueries,
  labels: printLabels,
};

/** Fields of `reports { … }`. */
export const reports: { [field: string]: Operation } = {
  stockByLocation: listStockByLocation,
  lowStock: listLowStock,
  fastMovers: listFastMovers,
  demand: listDemand,
  inventoryAging: listInventoryAging,
  valuation: listValuation,
  cogs: listCostOfGoodsSold,
  inventoryRollForward: listInventoryRollForward,
  reconciliation: listReconciliation,
  ...Object.fromEntries(Object.entries(namedReports).map(([name, operation]) => [camel(name), operation])),
};

export const mutations: readonly Operation[] = [
  updateMe,
  readNotifications,
  updateOrganization,
  createApiKey,
  revokeApiKey,
  createMember,
  updateMember,
  deleteMember,
  inviteMember,

  createProduct,
  createProducts,
  updateProduct,
  putProduct,
  putProductPicture,
  deleteProductPicture,
  createVariant,
  updateVariant,
  putVariant,
  createLocation,
  updateLocation,
  createSupplier,
  updateSupplier,
  createSupplierItem,
  updateSupplierItem,
  deleteSupplierItem,
  createSavedQuery,
  updateSavedQuery,
  deleteSavedQuery,
  createView,
  updateView,
  deleteView,

  createInventoryAdjustment,
  createInventoryAdjustments,

  createOrder,
  reserveOrder,
  fulfillOrder,
  cancelOrder,

  createPurchaseOrder,
  updatePurchaseOrder,
  submitPurchaseOrder,
  receivePurchaseOrder,
  cancelPurchaseOrder,
  sendPurchaseOrder,
  createLandedCost,

  createReplenishmentPlan,
  applyReplenishmentPlan,

  createStockTransfer,
  shipStockTransfer,
  receiveStockTransfer,
  cancelStockTransfer,

  createCycleCount,
  updateCycleCount,
  deleteCycleCount,
  startCycleCount,
  loadCycleCountInventory,
  completeCycleCount,

  createRecipe,
  updateRecipe,
  createProductionBatch,
  startProductionBatch,
  completeProductionBatch,
  cancelProductionBatch,

  quarantineLot,
  releaseLot,
  recallLot,
  createRecall,
  updateRecall,
  createWasteRecord,
  recordDemandHistory,
  dismissInsight,
  snoozeInsight,
  reopenInsight,
  createReturnAuthorization,
  updateReturnAuthorization,
  receiveReturnAuthorization,
  cancelReturnAuthorization,

  createInventoryPolicy,
  updateInventoryPolicy,
  deleteInventoryPolicy,

  createImport,
  applyImport,
  cancelImport,

  createWebhookSubscription,
  updateWebhookSubscription,
  deleteWebhookSubscription,
  rotateWebhookSecret,
  testWebhookSubscription,
  redeliverWebhook,
  createIntegration,
  deleteIntegration,
];

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

/** Operations that one face offers in another way: docs/api.md, "Schema conventions". */
export const REST_ONLY: ReadonlySet<string> = new Set([
  'getVariant',
  'getVariantByBarcode',
  'listProductVariants',
  'listLandedCosts',
  'traceForward',
  'traceBackward',
]);
export const GRAPHQL_ONLY: ReadonlySet<string> = new Set(['findVariant']);
