import { createApiKey, listApiKeys, revokeApiKey } from '../access/api-keys.ts';
import { getMe, updateMe } from '../access/me.ts';
import { createMember, deleteMember, inviteMember, listMembers, updateMember } from '../access/members.ts';
import { createProduct, createProducts } from '../domain/create-products.ts';
import { completeCycleCount } from '../domain/cycle-count-completion.ts';
import {
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
  listInventoryPolicies,
  updateInventoryPolicy,
} from '../domain/inventory-policies.ts';
import { createLandedCost } from '../domain/landed-costs.ts';
import { createLocation, getLocation, listLocations, updateLocation } from '../domain/locations.ts';
import { getLot, listExpiryAlerts, listLots, quarantineLot, releaseLot } from '../domain/lots.ts';
import { fulfillOrder } from '../domain/order-fulfillment.ts';
import {
  cancelOrder,
  closeOrder,
  createOrder,
  getOrder,
  listOrders,
  reserveOrder,
  updateOrder,
} from '../domain/orders.ts';
import { getOrganization, updateOrganization } from '../domain/organizations.ts';
import { recordDemandHistory } from '../domain/planning/demand-history.ts';
import { listForecasts } from '../domain/planning/forecasts/forecasts.ts';
import { listProductForecasts } from '../domain/planning/forecasts/product-forecasts.ts';
import { dismissInsight, listInsights, reopenInsight, snoozeInsight } from '../domain/planning/insights/insights.ts';
import { applyReplenishmentPlan } from '../domain/planning/replenishment/apply-plan.ts';
import {
  createReplenishmentPlan,
  getReplenishmentPlan,
  listPlanSuggestions,
  listReplenishmentPlans,
} from '../domain/planning/replenishment/plans.ts';
import { listInventoryProjections } from '../domain/planning/replenishment/projections.ts';
import { listCostOfGoodsSold } from '../domain/planning/reports/cost-of-goods-sold.ts';
import { listDemand } from '../domain/planning/reports/demand.ts';
import { listFastMovers } from '../domain/planning/reports/fast-movers.ts';
import { listInventoryAging } from '../domain/planning/reports/inventory-aging.ts';
import { listInventoryRollForward } from '../domain/planning/reports/inventory-roll-forward.ts';
import { listLowStock } from '../domain/planning/reports/low-stock.ts';
import { listStockByLocation } from '../domain/planning/reports/stock-by-location.ts';
import { listValuation } from '../domain/planning/reports/valuation.ts';
import { deleteProductPicture, getProductPicture, putProductPicture } from '../domain/product-pictures.ts';
import { completeProductionBatch } from '../domain/production-batch-completion.ts';
import {
  cancelProductionBatch,
  createProductionBatch,
  getProductionBatch,
  listProductionBatches,
  startProductionBatch,
} from '../domain/production-batches.ts';
import { getProduct, listProducts, putProduct, updateProduct } from '../domain/products.ts';
import { receivePurchaseOrder } from '../domain/purchase-order-receipts.ts';
import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  getPurchaseOrder,
  listPurchaseOrders,
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
  updateReturnAuthorization,
} from '../domain/return-authorizations.ts';
import { receiveReturnAuthorization } from '../domain/return-receipts.ts';
import { scan } from '../domain/scan.ts';
import { listAvailability } from '../domain/stock/availability.ts';
import { listLedger } from '../domain/stock/ledger.ts';
import { listInventoryLevels } from '../domain/stock/levels.ts';
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
  updateSupplierItem,
} from '../domain/supplier-items.ts';
import { createSupplier, getSupplier, listSuppliers, updateSupplier } from '../domain/suppliers.ts';
import { getRecallReport } from '../domain/traces.ts';
import { createVariant, findVariant, listVariants, putVariant, updateVariant } from '../domain/variants.ts';
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
import type { Operation } from '../kernel/operation.ts';
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
 * The GraphQL face: every field of Query and Mutation with its operation. Lists are named after the REST path,
 * mutations after their operation.
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
  updateOrder,
  reserveOrder,
  fulfillOrder,
  cancelOrder,
  closeOrder,

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
