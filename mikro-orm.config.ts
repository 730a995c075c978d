import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { ApiKey } from './src/access/api-keys.ts';
import { Member } from './src/access/members.ts';
import { Account, Session, User, Verification } from './src/access/people.ts';
import { CycleCount, CycleCountItem } from './src/domain/cycle-counts.ts';
import { InventoryPolicy } from './src/domain/inventory-policies.ts';
import { LandedCost, LandedCostItem } from './src/domain/landed-costs.ts';
import { Location } from './src/domain/locations.ts';
import { Order, OrderItem } from './src/domain/orders.ts';
import { Organization } from './src/domain/organizations.ts';
import { DemandHistory } from './src/domain/planning/demand-history.ts';
import { ForecastScore } from './src/domain/planning/forecasts/scores.ts';
import { StoredForecast } from './src/domain/planning/forecasts/stored-forecasts.ts';
import { InsightMark } from './src/domain/planning/insights/marks.ts';
import { DemandPattern } from './src/domain/planning/insights/patterns.ts';
import { ScreenedPlace } from './src/domain/planning/insights/screened.ts';
import { PlanSuggestion, ReplenishmentPlan } from './src/domain/planning/replenishment/plans.ts';
import { ProductPicture } from './src/domain/product-pictures.ts';
import {
  LotUse,
  ProductionBatch,
  ProductionBatchInput,
  ProductionBatchOutput,
} from './src/domain/production-batches.ts';
import { Product } from './src/domain/products.ts';
import { PurchaseOrder, PurchaseOrderItem } from './src/domain/purchase-orders.ts';
import { Recall, RecallItem } from './src/domain/recalls.ts';
import { Recipe, RecipeItem } from './src/domain/recipes.ts';
import { ReturnAuthorization, ReturnAuthorizationItem } from './src/domain/return-authorizations.ts';
import { CostLayer } from './src/domain/stock/cost-layers.ts';
import { LedgerEntry } from './src/domain/stock/ledger.ts';
import { InventoryLevel } from './src/domain/stock/levels.ts';
import { Lot, LotLevel } from './src/domain/stock/lots.ts';
import { Reservation } from './src/domain/stock/reservations.ts';
import { StockTransfer, StockTransferItem, StockTransferLot } from './src/domain/stock-transfers.ts';
import { SupplierItem } from './src/domain/supplier-items.ts';
import { Supplier } from './src/domain/suppliers.ts';
import { Variant } from './src/domain/variants.ts';
import { View } from './src/domain/views.ts';
import { WasteRecord } from './src/domain/waste-records.ts';
import { EventEpoch, EventHead, EventRecord } from './src/events/log.ts';
import { LowStockMark } from './src/events/low-stock.ts';
import { Outbox } from './src/events/outbox.ts';
import { SavedQuery } from './src/figures/saved-queries.ts';
import { Import, ImportContent, ImportRow } from './src/imports/imports.ts';
import { PurchaseOrderMail } from './src/mail/purchase-order-mails.ts';
import { NotificationMark, NotificationRead } from './src/notifications/notifications.ts';
import { NameWord } from './src/questions/names/name-words.ts';
import { IdempotencyKey } from './src/store/idempotency.ts';
import { NumberSeries } from './src/store/numbers.ts';
import { WRITING } from './src/store/orm.ts';
import { Owners } from './src/store/owners.ts';
import { SearchKey, SearchWord } from './src/store/search-words.ts';
import { WebhookAttempt, WebhookDelivery, WebhookProgress } from './src/webhooks/deliveries.ts';
import { Integration, IntegrationMessage } from './src/webhooks/integrations.ts';
import { WebhookSubscription } from './src/webhooks/subscriptions.ts';

/** Everything that is kept. */
export const entities = [
  Organization,
  ApiKey,
  IdempotencyKey,
  User,
  Session,
  Account,
  Verification,
  Member,
  NumberSeries,
  Location,
  Supplier,
  Product,
  ProductPicture,
  Variant,
  NameWord,
  SearchWord,
  SearchKey,
  InventoryLevel,
  LedgerEntry,
  Lot,
  LotLevel,
  CostLayer,
  Reservation,
  InventoryPolicy,
  DemandHistory,
  DemandPattern,
  ScreenedPlace,
  InsightMark,
  StoredForecast,
  ForecastScore,
  SupplierItem,
  SavedQuery,
  View,
  PurchaseOrder,
  PurchaseOrderItem,
  PurchaseOrderMail,
  LandedCost,
  LandedCostItem,
  StockTransfer,
  StockTransferItem,
  StockTransferLot,
  CycleCount,
  CycleCountItem,
  ReturnAuthorization,
  ReturnAuthorizationItem,
  Order,
  OrderItem,
  Recall,
  RecallItem,
  Recipe,
  RecipeItem,
  ProductionBatch,
  ProductionBatchInput,
  ProductionBatchOutput,
  LotUse,
  ReplenishmentPlan,
  PlanSuggestion,
  WasteRecord,
  EventRecord,
  EventHead,
  EventEpoch,
  LowStockMark,
  WebhookSubscription,
  WebhookDelivery,
  WebhookAttempt,
  WebhookProgress,
  Integration,
  IntegrationMessage,
  Import,
  ImportContent,
  ImportRow,
  NotificationRead,
  NotificationMark,
];

/** For the service and for the mikro-orm command line alike. */
export const options: Options = {
  ...WRITING,
  entities,
  extensions: [Migrator],
  subscribers: [new Owners(), new Outbox()],
  // A bulk has up to 1000 rows, and a transfer 500 lines with two levels and a lot each. A single statement writes the
  // changes of all of them.
  batchSize: 2000,
  schemaGenerator: { createForeignKeyConstraints: true },
  migrations: {
    path: fileURLToPath(new URL('./src/database/migrations', import.meta.url)),
    glob: '!(*.d).{js,ts}',
    snapshot: false,
    tableName: 'migrations',
    transactional: true,
    // Each by itself: see IndexMigration.
    allOrNothing: false,
  },
};

const { DATABASE_URL } = process.env;
export default defineConfig({
  ...options,
  ...(DATABASE_URL ? { clientUrl: DATABASE_URL } : { dbName: 'stockwright' }),
});
