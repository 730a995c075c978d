import { sql } from 'kysely';
import type { Check } from '../domain/check.ts';
import { createInventoryAdjustment } from '../domain/inventory-adjustments.ts';
import { createOrder } from '../domain/orders.ts';
import { createProductionBatch } from '../domain/production-batches.ts';
import { createPurchaseOrder } from '../domain/purchase-orders.ts';
import { createRecall } from '../domain/recalls.ts';
import { createReturnAuthorization } from '../domain/return-authorizations.ts';
import { createStockTransfer } from '../domain/stock-transfers.ts';
import { createWasteRecord } from '../domain/waste-records.ts';

/*
 * What must hold between the responses that are stored under an Idempotency-Key and the records that they tell of.
 */

/** What is created and never removed: by which command, at which route, and where it is from then on. */
export const CREATED = [
  [createOrder, 'orders'],
  [createPurchaseOrder, 'purchase_orders'],
  [createStockTransfer, 'stock_transfers'],
  [createReturnAuthorization, 'return_authorizations'],
  [createProductionBatch, 'production_batches'],
  [createWasteRecord, 'waste_records'],
  [createRecall, 'recalls'],
  [createInventoryAdjustment, 'inventory_adjustments', 'ledger_entries', 'reference_id'],
] as const;

const nowhere = sql.raw('null::uuid as variant_id, null::uuid as location_id');

/** The id of the record in a response: of REST, where it is JSON within JSON, of GraphQL, or of MCP. */
const created = sql`substring(answer from '\\\\?"id\\\\?":\\\\?"([0-9a-f-]{36})')::uuid`;
/** An adjustment to the quantity that is there already. */
const changedNothing = sql`answer ~ '"ledger_?[eE]ntry\\\\?":null'`;

export const RESPONSE_CHECKS: { readonly [id: string]: Check } = {
  responses_whole: {
    rule: 'A stored response is whole, of a request that is known, and of a time that has been.',
    breaches: of => sql`
      select organization_id, ${nowhere}, null::uuid as reference_id, 1 as expected, 0 as actual
      from ${of('idempotency_keys')}
      where fingerprint !~ '^[0-9a-f]{64}$' or created_at > now() + interval '5 minutes' or case left(answer, 1)
        when '{' then refused or right(answer, 1) <> '}' when '[' then not refused or right(answer, 1) <> ']'
          else answer !~ '^v' end`,
  },
  responses_true: {
    rule: 'What a stored response says was created is there, and was created under one key.',
    breaches: of =>
      sql.join(
        CREATED.map(([{ name }, route, table = route, column = 'id']) => {
          const scopes = [`POST /${route}`, `mutation ${name} `, `tool ${name} `].map(scope => sql.lit(scope));
          const isThere = sql`exists (select from ${of(table, 'd')}
              where d.organization_id = a.organization_id and d.${sql.ref(column)} = a.id)`;
          return sql`
            select organization_id, ${nowhere}, id as reference_id, 1 as expected,
              case when ${isThere} then keys else 0 end as actual
            from (
              select organization_id, ${created} as id, count(*) as keys from ${of('idempotency_keys')}
              where scope in (${sql.join(scopes)}) and not refused and answer not like 'v%' and not (${changedNothing})
              group by 1, 2
            ) a where a.id is null or a.keys <> 1 or not ${isThere}`;
        }),
        sql` union all `,
      ),
  },
};
