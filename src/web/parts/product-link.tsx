import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Address, toward } from '../ui/address.ts';
import type { SheetColumn } from '../ui/sheet.tsx';

/*
 * The only module that knows the URL of a product. Its page shows one variant, which is part of the URL: a link without
 * it would open another variant, and bookings would be made on the wrong one.
 */

/** The page of a product, on its first variant. */
export const addressOfProduct = (productId: string): Address => ({ to: `/products/${productId}` });

/** What is needed to link to a variant. */
export interface VariantReference {
  id: string;
  productId: string;
}

/** The page of its product, on this variant. */
export const addressOfVariant = ({ id, productId }: VariantReference): Address => ({
  ...addressOfProduct(productId),
  search: { variant: id },
});

/** A link to the page of a variant. */
export const VariantLink = ({ variant, children }: { variant: VariantReference; children: ReactNode }) => (
  <Link className="link" {...toward(addressOfVariant(variant))}>
    {children}
  </Link>
);

/** The product, and which of its variants. */
export const fullName = (name: string, variant: { name: string | null }): string =>
  [name, variant.name].filter(Boolean).join(', ');

/** The column of a report with a link to the variant. */
export const productColumn = <Row,>(
  nameOf: (row: Row) => string,
  variantOf: (row: Row) => VariantReference & { name: string | null },
): SheetColumn<Row> => {
  const plain = (row: Row) => fullName(nameOf(row), variantOf(row));
  return {
    title: 'Product',
    width: '2fr',
    plain,
    show: row => <VariantLink variant={variantOf(row)}>{plain(row)}</VariantLink>,
  };
};
