import { Select, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useEvery } from '../every.ts';
import { quantity, unitName } from '../format.ts';
import { priceOfOne } from '../format-more.ts';
import { graphql } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery, type RowOf } from '../lists.ts';
import { useOrganization } from '../session.ts';
import { inFourDecimals } from '../ui/number.ts';

const Offers = pagedQuery(
  graphql(
    `query OffersOf($after: String, $filter: SupplierItemsFilter) { supplierItems(first: 50, after: $after,
          filter: $filter) { pageInfo { hasNextPage endCursor } nodes { id supplierId purchaseUnit unitsPerPurchaseUnit
            preferred currency priceBreaks { minQuantity unitCost } variant { id unit } } } }`,
  ),
  data => data.supplierItems,
);
/** A supplier's terms for the variant of a line. */
export type Offer = RowOf<typeof Offers>;

/** `case of 24`. */
const purchaseUnitText = ({ purchaseUnit, unitsPerPurchaseUnit }: Offer): string =>
  unitsPerPurchaseUnit === 1
    ? purchaseUnit
    : t('{purchaseUnit} of {unitsPerPurchaseUnit}', {
        purchaseUnit,
        unitsPerPurchaseUnit: quantity(unitsPerPurchaseUnit),
      });

/** The price of one base unit when ordering this many purchase units. */
export const priceOf = ({ priceBreaks }: Offer, amount: number): number | undefined =>
  priceBreaks.filter(({ minQuantity }) => minQuantity <= amount).at(-1)?.unitCost;

interface OfferSelectProps {
  supplierId: string;
  sku: string;
  /** Undefined until something was chosen, null for the variant's own unit. */
  value: Offer | null | undefined;
  amount: number;
  onChange(offer: Offer | null): void;
  error: string | undefined;
  label: string | undefined;
  'aria-label': string;
}

/** The unit of a line. The default is the supplier's, if it sells the variant in one. */
export function OfferSelect({ supplierId, sku, value, amount, onChange, error, ...labels }: OfferSelectProps) {
  const { currency } = useOrganization();
  const { data, rows: offers } = useEvery(Offers, { filter: { supplierId, sku, active: true } });
  const isLoaded = data !== undefined;
  const latest = useRef(onChange);
  latest.current = onChange;
  const isOther = value !== null && !offers.some(({ id }) => id === value?.id);
  useEffect(() => {
    const first = offers.find(({ preferred }) => preferred) ?? offers[0];
    if (first && isOther) latest.current(first);
    // Another supplier was chosen, which sells it in another unit.
    else if (!first && isLoaded && isOther) latest.current(null);
  }, [offers, isOther, isLoaded]);
  const unit = offers[0]?.variant.unit;
  if (unit === undefined) return null;
  const cost = value && priceOf(value, amount);
  const told = [
    value &&
      value.unitsPerPurchaseUnit !== 1 &&
      `= ${quantity(inFourDecimals(amount * value.unitsPerPurchaseUnit))} ${unitName(unit)}`,
    cost !== undefined &&
      cost !== null &&
      value &&
      t('{price} per {unit}', { price: priceOfOne(cost, value.currency ?? currency), unit: unitName(unit) }),
  ].filter(Boolean);
  return (
    <div style={{ flex: '0 1 150px' }}>
      <Select
        {...labels}
        allowDeselect={false}
        data={[
          ...offers.map(offer => ({ value: offer.id, label: purchaseUnitText(offer) })),
          { value: 'own', label: unitName(unit) },
        ].filter((option, at, all) => all.findIndex(each => each.label === option.label) === at)}
        value={value?.id ?? 'own'}
        onChange={id => onChange(offers.find(offer => offer.id === id) ?? null)}
        error={error}
      />
      {told.length > 0 && (
        <Text size="xs" c="dimmed" mt={2}>
          {told.join(' · ')}
        </Text>
      )}
    </div>
  );
}
