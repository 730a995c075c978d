import { Link } from '@tanstack/react-router';
import { useEvery } from '../every.ts';
import { unitName } from '../format.ts';
import { graphql } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery } from '../lists.ts';
import { useMay } from '../session.ts';
import { Section } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';
import { SupplierItemDialog, SupplierItemFields, useTerms } from './supplier-items.tsx';

const Offers = pagedQuery(
  graphql(
    `query VariantSupplierItems($after: String, $filter: SupplierItemsFilter) { supplierItems(first: 50, after: $after,
          filter: $filter) { pageInfo { hasNextPage endCursor } nodes { ...SupplierItemFields } } }`,
    [SupplierItemFields],
  ),
  data => data.supplierItems,
);

interface PurchasedVariant {
  id: string;
  sku: string;
  unit: string;
  supplier: { name: string } | null;
}

/** The suppliers of a variant, and their terms. */
export function VariantSuppliers({ variant: { id, sku, unit, supplier } }: { variant: PurchasedVariant }) {
  const { data, rows } = useEvery(Offers, { filter: { variantId: id } });
  const mayWrite = useMay('write');
  const terms = useTerms();
  return (
    <Section title={t('How it is bought')} action={mayWrite && <SupplierItemDialog variant={{ sku, unit }} />}>
      <Rows
        rows={rows}
        minWidth={480}
        empty={
          data &&
          (supplier
            ? unit === 'each'
              ? t(
                  'From {name}, piece by piece. Add one to say in which unit, at which price and how fast it is bought.',
                  {
                    name: supplier.name,
                  },
                )
              : t('From {name}, by the {unit}. Add a supplier item for its unit, price and lead time.', {
                  name: supplier.name,
                  unit: unitName(unit),
                })
            : t('No supplier is known. Add a supplier item for its unit, price and lead time.'))
        }
        columns={[
          {
            title: 'Supplier',
            show: item => (
              <Link className="link" to={`/suppliers/${item.supplierId}` as never}>
                {item.supplier.name}
              </Link>
            ),
          },
          ...terms,
        ]}
      />
    </Section>
  );
}
