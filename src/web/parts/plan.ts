import type { ResultOf } from 'gql.tada';
import { quantity } from '../format.ts';
import { graphql } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery, type RowOf } from '../lists.ts';
import { inFourDecimals } from '../ui/number.ts';

/*
 * The suggestions of a replenishment plan, as a buyer works through them: by supplier, by source location, by recipe.
 */

export const PlanFields = graphql(
  `fragment PlanFields on ReplenishmentPlan { id status locationIds horizonDays demand serviceLevel include startsOn
      suggestionCount error createdAt completedAt appliedAt }`,
);
export type Plan = ResultOf<typeof PlanFields>;

export const CreatePlan = graphql(
  `mutation CreateReplenishmentPlan($input: CreateReplenishmentPlanInput!, $idempotencyKey: String) {
      createReplenishmentPlan(input: $input, idempotencyKey: $idempotencyKey) { replenishmentPlan { id } } }`,
);

export const Suggestions = pagedQuery(
  graphql(`
    query PlanSuggestions($after: String, $filter: PlanSuggestionsFilter!) {
      planSuggestions(first: 100, after: $after, filter: $filter) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id planId type sku quantity purchaseQuantity orderBy needBy arrivesOn cost currency purposes {
              source quantity } appliedAs { type id }
          locationId location { name } fromLocationId fromLocation { name } recipeId recipe {
              name } supplierId supplier { name }
          supplierItem {
              purchaseUnit unitsPerPurchaseUnit minOrderQuantity orderMultiple priceBreaks { minQuantity unitCost } }
          variant { id productId name unit product { name } }
        }
      }
    }
  `),
  data => data.planSuggestions,
);
export type Suggestion = RowOf<typeof Suggestions>;

/** Day by day, of one: a large plan has some hundred thousand. */
export const Because = graphql(
  `query Because($filter: PlanSuggestionsFilter!) {
      planSuggestions(first: 1, filter: $filter) { nodes { id why because { date quantity source } } } }`,
);

/** A user's change to a suggestion: another quantity, in its purchase unit, or leaving it out. */
export interface Edit {
  amount?: number | string;
  isOut?: boolean;
}
export type Edits = { readonly [suggestionId: string]: Edit };

/** Nothing can be bought without a supplier. */
export const isMissingSupplier = ({ type, supplierId }: Suggestion): boolean =>
  type === 'PURCHASE' && supplierId === null;
/** Whether it can still be ordered. */
export const isOpen = (suggestion: Suggestion): boolean => !suggestion.appliedAs && !isMissingSupplier(suggestion);
/** Whether it is going to be ordered: it can be, and the user has not left it out. */
export const isChosen = (suggestion: Suggestion, edits: Edits): boolean =>
  isOpen(suggestion) && !edits[suggestion.id]?.isOut;

/** Base units per unit that is ordered. */
export const unitsOf = ({ supplierItem }: Suggestion): number => supplierItem?.unitsPerPurchaseUnit ?? 1;
/** The unit that is ordered. */
export const unitOf = ({ supplierItem, variant }: Suggestion): string => supplierItem?.purchaseUnit ?? variant.unit;

/** The suggested quantity, in the unit that is ordered. */
const suggestedAmount = (suggestion: Suggestion): number =>
  suggestion.purchaseQuantity ?? inFourDecimals(suggestion.quantity / unitsOf(suggestion));
/** The quantity to order, in the unit that is ordered; text while it is being typed. */
export const amountOf = (suggestion: Suggestion, edits: Edits): number | string =>
  edits[suggestion.id]?.amount ?? suggestedAmount(suggestion);
/** The quantity, in base units. */
export function quantityOf(suggestion: Suggestion, edits: Edits): number {
  const amount = Number(amountOf(suggestion, edits) || 0);
  return amount === suggestedAmount(suggestion) ? suggestion.quantity : inFourDecimals(amount * unitsOf(suggestion));
}

/**
 * The cost at the chosen quantity, as it will be ordered: by the supplier's price list, which has no price below its
 * first quantity; without a list by the suggested unit cost.
 */
export function costOf(suggestion: Suggestion, edits: Edits): number | null {
  const { cost, quantity: suggested, supplierItem } = suggestion;
  const wantedQuantity = quantityOf(suggestion, edits);
  if (wantedQuantity === suggested) return cost;
  if (!supplierItem) return cost === null ? null : wantedQuantity * (cost / suggested);
  const amount = Number(amountOf(suggestion, edits) || 0);
  const reached = supplierItem.priceBreaks.filter(({ minQuantity }) => minQuantity <= amount).at(-1);
  return reached ? wantedQuantity * reached.unitCost : null;
}

/** Why the supplier does not sell this quantity. */
export function misfitOf(suggestion: Suggestion, edits: Edits): string | undefined {
  const { minOrderQuantity, orderMultiple } = suggestion.supplierItem ?? {};
  const amount = Number(amountOf(suggestion, edits) || 0);
  if (minOrderQuantity && amount < minOrderQuantity)
    return t('The minimum order is {minOrderQuantity}.', { minOrderQuantity: quantity(minOrderQuantity) });
  if (orderMultiple && amount % orderMultiple !== 0)
    return t('It is sold in multiples of {orderMultiple}.', { orderMultiple: quantity(orderMultiple) });
  return undefined;
}

/** The part added by a minimum, a multiple or a price break: no demand behind it. */
const ROUNDING = 'LOT_SIZE';

/** What the quantity is for, largest first. */
export const reasonsOf = ({ purposes }: Suggestion): Suggestion['purposes'] =>
  purposes.toSorted((a, b) => Number(a.source === ROUNDING) - Number(b.source === ROUNDING));
type Source = Suggestion['purposes'][number]['source'];
export const REASONS: { readonly [source in Source]: string } = {
  ORDERS: t('open orders'),
  BATCHES: t('planned batches'),
  TRANSFERS: t('pending transfers'),
  FORECAST: t('forecast demand'),
  PRODUCTION: t('production in this plan'),
  REPLENISHMENT: t('other locations in this plan'),
  EXPIRY: t('lots that expire'),
  SAFETY_STOCK: t('safety stock'),
  REORDER_POINT: t('reorder point'),
  LOT_SIZE: t('a full order quantity'),
};

// ---- groups ----

export interface Group {
  key: string;
  type: Suggestion['type'];
  title: string;
  /** The earliest due date of a row. */
  by: string;
  suggestions: readonly Suggestion[];
}

const TITLES: { readonly [type in Suggestion['type']]: (of: Suggestion) => readonly [title: string, by: string] } = {
  PURCHASE: ({ supplier }) =>
    supplier
      ? [t('Buy from {name}', { name: supplier.name }), t('Order by')]
      : [t('Has no supplier: cannot be ordered yet'), t('Order by')],
  TRANSFER: ({ fromLocation, location }) => [
    t('Move from {source} to {location}', { source: fromLocation?.name ?? '–', location: location.name }),
    t('Ship by'),
  ],
  PRODUCTION: ({ recipe, location }) => [
    t('Make {recipe} at {location}', { recipe: recipe?.name ?? '–', location: location.name }),
    t('Start by'),
  ],
};
const keyOf = ({ type, supplierId, fromLocationId, locationId, recipeId }: Suggestion): string =>
  ({
    PURCHASE: `buy ${supplierId}`,
    TRANSFER: `move ${fromLocationId} ${locationId}`,
    PRODUCTION: `make ${recipeId} ${locationId}`,
  })[type];

/** By supplier, route and recipe: incomplete ones first, then by urgency. */
export function groupsOf(suggestions: readonly Suggestion[]): Group[] {
  const groups = [...Map.groupBy(suggestions, keyOf)].map(([key, members]) => {
    const [title, by] = TITLES[members[0]!.type](members[0]!);
    return { key, type: members[0]!.type, title, by, suggestions: members };
  });
  const rank = ({ suggestions: [first] }: Group) => (isMissingSupplier(first!) ? '' : first!.orderBy);
  return groups.sort((a, b) => rank(a).localeCompare(rank(b)) || a.title.localeCompare(b.title));
}

// ---- the resulting documents ----

const DOCUMENTS: {
  readonly [type in Suggestion['type']]: readonly [say: (count: number) => string, key: (of: Suggestion) => string];
} = {
  PURCHASE: [
    count => t('{count, plural, one {# draft purchase order} other {# draft purchase orders}}', { count }),
    ({ supplierId, locationId }) => `${supplierId} ${locationId}`,
  ],
  TRANSFER: [
    count => t('{count, plural, one {# transfer} other {# transfers}}', { count }),
    each => `${each.fromLocationId} ${each.locationId} ${each.arrivesOn}`,
  ],
  PRODUCTION: [
    count => t('{count, plural, one {# production batch} other {# production batches}}', { count }),
    each => each.id,
  ],
};

/** `2 draft purchase orders, 1 transfer`. */
export function documentsOf(chosen: readonly Suggestion[]): string {
  return (Object.keys(DOCUMENTS) as Suggestion['type'][])
    .flatMap(type => {
      const [say, key] = DOCUMENTS[type];
      const count = new Set(chosen.filter(each => each.type === type).map(key)).size;
      return count > 0 ? [say(count)] : [];
    })
    .join(', ');
}

/** Totals by currency; suggestions without a cost count as `unknown`. */
export function totalOf(suggestions: readonly Suggestion[], edits: Edits, own: string) {
  const sums = new Map<string, number>();
  let unknownCount = 0;
  for (const each of suggestions) {
    if (each.type !== 'PURCHASE') continue;
    const cost = costOf(each, edits);
    if (cost === null) unknownCount += 1;
    else sums.set(each.currency ?? own, (sums.get(each.currency ?? own) ?? 0) + cost);
  }
  return { sums: [...sums], unknown: unknownCount };
}
