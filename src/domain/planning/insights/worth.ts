import { type RawBuilder, sql } from 'kysely';

/*
 * What is at stake, in money. What is shown is the ledger's cost, and null if none is known; what insights are ranked
 * by needs a figure for each.
 */

type Sql = RawBuilder<unknown>;

/**
 * The cost of a unit in stock: by the ledger, where the level `l` has stock of known cost, else what the variant `v`
 * usually costs.
 */
export const unitCost: Sql = sql`coalesce(l.value / nullif(greatest(l.quantity_on_hand - l.unvalued_quantity, 0), 0),
    v.unit_cost)`;

/** What a unit weighs in the ranking: its cost, else its price, else 1, as units are then all that is known. */
export const unitWeight: Sql = sql`coalesce(${unitCost}, v.unit_price, 1)`;

/** The value of all that is in stock at the level `l`, as reports show it. */
export const stockValue: Sql = sql`case when l.quantity_on_hand = 0
    or l.unvalued_quantity < l.quantity_on_hand then l.value end`;
