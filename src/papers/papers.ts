import { lowerFirst } from '../kernel/case.ts';
import type { Operation } from '../kernel/operation.ts';
import { getLotRecallNotice } from './lots.ts';
import { getOrderPackingSlip, getOrderPickList, getReturnSlip } from './orders.ts';
import { getProductionBatchTicket } from './production.ts';
import { getPurchaseOrderDocument } from './purchasing.ts';
import { getCycleCountSheet, getStockTransferNote } from './stock.ts';

/** The papers of records, by their REST path. */
const PAPERS: { readonly [path: string]: Operation } = {
  'orders/:id/pick_list': getOrderPickList,
  'orders/:id/packing_slip': getOrderPackingSlip,
  'purchase_orders/:id/document': getPurchaseOrderDocument,
  'stock_transfers/:id/note': getStockTransferNote,
  'cycle_counts/:id/sheet': getCycleCountSheet,
  'return_authorizations/:id/slip': getReturnSlip,
  'production_batches/:id/ticket': getProductionBatchTicket,
  'lots/:id/recall_notice': getLotRecallNotice,
};

const all = Object.entries(PAPERS);

/** As rows of the REST table. */
export const paperRoutes: { [route: string]: Operation } = Object.fromEntries(
  all.map(([path, operation]) => [`GET /${path}`, operation]),
);

/** As fields of the GraphQL table, named after their operations. */
export const paperQueries: { [field: string]: Operation } = Object.fromEntries(
  all.map(([, operation]) => [lowerFirst(operation.name.replace(/^get/, '')), operation]),
);
