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
import { createLandedCost, listLandedCosts } from '../domain/landed-costs.ts';
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
import { getRecallReport, traceBackward, traceForward } from '../domain/traces.ts';
import {
  createVariant,
  getVariant,
  getVariantByBarcode,
  listProductVariants,
  listVariants,
  putVariant,
  updateVariant,
} from '../domain/variants.ts';
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
import type { Operation } from '../kernel/operation.ts';
import { sendPurchaseOrder } from '../mail/purchase-order-mails.ts';
import { listNotifications, readNotifications } from '../notifications/notifications.ts';
import { printLabels } from '../papers/labels.ts';
import { paperRoutes } from '../papers/papers.ts';
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

/** The REST face, line for line the tables of the API document. */
export const routes: { [methodAndPath: string]: Operation } = {
  // Inventory
  'GET /inventory_levels': listInventoryLevels,
  'POST /inventory_availability': listAvailability,
  'POST /inventory_adjustments': createInventoryAdjustment,
  'POST /inventory_adjustments/bulk': createInventoryAdjustments,
  'GET /inventory_ledger': listLedger,
  'GET /inventory_projections': listInventoryProjections,
  'GET /reservations': listReservations,
  'GET /scan': scan,

  // Products and variants
  'GET /products': listProducts,
  'POST /products': createProduct,
  'POST /products/bulk': createProducts,
  'PUT /products/by_reference/:reference': putProduct,
  'GET /products/:id': getProduct,
  'PATCH /products/:id': updateProduct,
  'GET /products/:id/picture': getProductPicture,
  'PUT /products/:id/picture': putProductPicture,
  'DELETE /products/:id/picture': deleteProductPicture,
  'GET /products/:product_id/variants': listProductVariants,
  'POST /products/:product_id/variants': createVariant,
  'GET /variants': listVariants,
  'GET /variants/barcode/:barcode': getVariantByBarcode,
  'PUT /variants/by_sku/:sku': putVariant,
  'GET /variants/:id': getVariant,
  'PATCH /variants/:id': updateVariant,

  // Orders
  'GET /orders': listOrders,
  'POST /orders': createOrder,
  'GET /orders/:id': getOrder,
  'PATCH /orders/:id': updateOrder,
  'POST /orders/:id/reserve': reserveOrder,
  'POST /orders/:id/fulfill': fulfillOrder,
  'POST /orders/:id/cancel': cancelOrder,
  'POST /orders/:id/close': closeOrder,

  // Purchase orders
  'GET /purchase_orders': listPurchaseOrders,
  'POST /purchase_orders': createPurchaseOrder,
  'GET /purchase_orders/:id': getPurchaseOrder,
  'PATCH /purchase_orders/:id': updatePurchaseOrder,
  'POST /purchase_orders/:id/submit': submitPurchaseOrder,
  'POST /purchase_orders/:id/receive': receivePurchaseOrder,
  'POST /purchase_orders/:id/cancel': cancelPurchaseOrder,
  'POST /purchase_orders/:id/send': sendPurchaseOrder,
  'GET /purchase_orders/:purchase_order_id/landed_costs': listLandedCosts,
  'POST /purchase_orders/:purchase_order_id/landed_costs': createLandedCost,

  // Replenishment plans
  'GET /replenishment_plans': listReplenishmentPlans,
  'POST /replenishment_plans': createReplenishmentPlan,
  'GET /replenishment_plans/:id': getReplenishmentPlan,
  'GET /replenishment_plans/:plan_id/suggestions': listPlanSuggestions,
  'POST /replenishment_plans/:id/apply': applyReplenishmentPlan,

  // Stock transfers
  'GET /stock_transfers': listStockTransfers,
  'POST /stock_transfers': createStockTransfer,
  'GET /stock_transfers/:id': getStockTransfer,
  'POST /stock_transfers/:id/ship': shipStockTransfer,
  'POST /stock_transfers/:id/receive': receiveStockTransfer,
  'POST /stock_transfers/:id/cancel': cancelStockTransfer,

  // Cycle counts
  'GET /cycle_counts': listCycleCounts,
  'POST /cycle_counts': createCycleCount,
  'GET /cycle_counts/:id': getCycleCount,
  'PATCH /cycle_counts/:id': updateCycleCount,
  'DELETE /cycle_counts/:id': deleteCycleCount,
  'POST /cycle_counts/:id/start': startCycleCount,
  'POST /cycle_counts/:id/load_inventory': loadCycleCountInventory,
  'POST /cycle_counts/:id/complete': completeCycleCount,

  // Return authorizations
  'GET /return_authorizations': listReturnAuthorizations,
  'POST /return_authorizations': createReturnAuthorization,
  'GET /return_authorizations/:id': getReturnAuthorization,
  'PATCH /return_authorizations/:id': updateReturnAuthorization,
  'POST /return_authorizations/:id/receive': receiveReturnAuthorization,
  'POST /return_authorizations/:id/cancel': cancelReturnAuthorization,

  // Inventory policies
  'GET /inventory_policies': listInventoryPolicies,
  'POST /inventory_policies': createInventoryPolicy,
  'GET /inventory_policies/:id': getInventoryPolicy,
  'PATCH /inventory_policies/:id': updateInventoryPolicy,
  'DELETE /inventory_policies/:id': deleteInventoryPolicy,

  // Locations and suppliers
  'GET /locations': listLocations,
  'POST /locations': createLocation,
  'GET /locations/:id': getLocation,
  'PATCH /locations/:id': updateLocation,
  'GET /suppliers': listSuppliers,
  'POST /suppliers': createSupplier,
  'GET /suppliers/:id': getSupplier,
  'PATCH /suppliers/:id': updateSupplier,
  'GET /supplier_items': listSupplierItems,
  'POST /supplier_items': createSupplierItem,
  'GET /supplier_items/:id': getSupplierItem,
  'PATCH /supplier_items/:id': updateSupplierItem,
  'DELETE /supplier_items/:id': deleteSupplierItem,

  // Reports and AI
  'GET /reports/stock_by_location': listStockByLocation,
  'GET /reports/low_stock': listLowStock,
  'GET /reports/fast_movers': listFastMovers,
  'GET /reports/demand': listDemand,
  'GET /reports/inventory_aging': listInventoryAging,
  'GET /reports/valuation': listValuation,
  'GET /reports/cogs': listCostOfGoodsSold,
  'GET /reports/inventory_roll_forward': listInventoryRollForward,
  'GET /reports/reconciliation': listReconciliation,
  'POST /reports/query': report,
  'GET /reports/query/fields': reportFields,
  ...Object.fromEntries(Object.entries(namedReports).map(([name, operation]) => [`GET /reports/${name}`, operation])),
  'GET /saved_queries': listSavedQueries,
  'POST /saved_queries': createSavedQuery,
  'GET /saved_queries/:id': getSavedQuery,
  'PATCH /saved_queries/:id': updateSavedQuery,
  'DELETE /saved_queries/:id': deleteSavedQuery,
  'GET /views': listViews,
  'POST /views': createView,
  'GET /views/:id': getView,
  'PATCH /views/:id': updateView,
  'DELETE /views/:id': deleteView,
  'POST /ai/query': askQuestion,
  'GET /ai/insights': listInsights,
  'POST /ai/insights/:id/dismiss': dismissInsight,
  'POST /ai/insights/:id/snooze': snoozeInsight,
  'POST /ai/insights/:id/reopen': reopenInsight,
  'GET /ai/forecasts': listForecasts,
  'GET /ai/product_forecasts': listProductForecasts,
  'POST /demand_history': recordDemandHistory,

  // Production batches
  'GET /recipes': listRecipes,
  'POST /recipes': createRecipe,
  'GET /recipes/:id': getRecipe,
  'PATCH /recipes/:id': updateRecipe,
  'GET /production_batches': listProductionBatches,
  'POST /production_batches': createProductionBatch,
  'GET /production_batches/:id': getProductionBatch,
  'POST /production_batches/:id/start': startProductionBatch,
  'POST /production_batches/:id/complete': completeProductionBatch,
  'POST /production_batches/:id/cancel': cancelProductionBatch,

  // Traceability
  'GET /lots': listLots,
  'GET /lots/:id': getLot,
  'GET /lots/:id/trace_forward': traceForward,
  'GET /lots/:id/trace_backward': traceBackward,
  'GET /lots/:id/recall_report': getRecallReport,
  'POST /lots/:id/quarantine': quarantineLot,
  'POST /lots/:id/release': releaseLot,
  'POST /lots/:id/recall': recallLot,
  'GET /recalls': listRecalls,
  'POST /recalls': createRecall,
  'GET /recalls/:id': getRecall,
  'PATCH /recalls/:id': updateRecall,
  'GET /waste_records': listWasteRecords,
  'POST /waste_records': createWasteRecord,
  'GET /waste_records/:id': getWasteRecord,
  'GET /expiry/alerts': listExpiryAlerts,

  // Imports
  'GET /imports': listImports,
  'POST /imports': createImport,
  'GET /imports/:id': getImport,
  'GET /imports/:id/rows': listImportRows,
  'POST /imports/:id/apply': applyImport,
  'POST /imports/:id/cancel': cancelImport,

  // Papers
  ...paperRoutes,
  'POST /labels': printLabels,

  // Events
  'GET /events': listEvents,
  'GET /events/head': getEventHead,
  'GET /webhook_subscriptions': listWebhookSubscriptions,
  'POST /webhook_subscriptions': createWebhookSubscription,
  'GET /webhook_subscriptions/:id': getWebhookSubscription,
  'PATCH /webhook_subscriptions/:id': updateWebhookSubscription,
  'DELETE /webhook_subscriptions/:id': deleteWebhookSubscription,
  'POST /webhook_subscriptions/:id/rotate_secret': rotateWebhookSecret,
  'POST /webhook_subscriptions/:id/test': testWebhookSubscription,
  'GET /webhook_deliveries': listWebhookDeliveries,
  'GET /webhook_deliveries/:id': getWebhookDelivery,
  'GET /webhook_deliveries/:id/payload': getWebhookPayload,
  'POST /webhook_deliveries/:id/redeliver': redeliverWebhook,
  'GET /integrations': listIntegrations,
  'POST /integrations': createIntegration,
  'DELETE /integrations/:id': deleteIntegration,

  // Oneself
  'GET /me': getMe,
  'PATCH /me': updateMe,
  'GET /notifications': listNotifications,
  'POST /notifications/read': readNotifications,

  // Administration
  'GET /organization': getOrganization,
  'PATCH /organization': updateOrganization,
  'GET /api_keys': listApiKeys,
  'POST /api_keys': createApiKey,
  'DELETE /api_keys/:id': revokeApiKey,
  'GET /members': listMembers,
  'POST /members': createMember,
  'PATCH /members/:id': updateMember,
  'DELETE /members/:id': deleteMember,
  'POST /members/:id/invite': inviteMember,
};
