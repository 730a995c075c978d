import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { graphql, useData } from '../graphql.ts';

const Locations = graphql(`query Locations { locations(first: 100) { nodes { id name code type active } } }`);
const Suppliers = graphql(`query Suppliers { suppliers(first: 100) { nodes { id name } } }`);
const FindVariants = graphql(
  `query FindVariants($q: String) { variants(first: 20, filter: { q: $q }) { nodes { id sku name barcode product { name } } } }`,
);

type Choice = Omit<SelectProps, 'data'>;

export const useLocations = () => useData(Locations, {}, { policy: 'cache-first' }).data?.locations.nodes ?? [];

export const nameOf = (places: readonly { id: string; name: string }[], id: string | null | undefined): string =>
  places.find(place => place.id === id)?.name ?? '–';

export function LocationSelect(props: Choice) {
  const locations = useLocations();
  return (
    <Select
      label="Location"
      placeholder="Choose a location"
      searchable
      data={locations.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  );
}

export function SupplierSelect(props: Choice) {
  const suppliers = useData(Suppliers, {}, { policy: 'cache-first' }).data?.suppliers.nodes ?? [];
  return (
    <Select
      label="Supplier"
      placeholder="Choose a supplier"
      searchable
      clearable
      data={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  );
}

/** Finds a variant by SKU, name or barcode; its value is the SKU. */
export function VariantSelect({ value, ...props }: Choice) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 150);
  const { data } = useData(FindVariants, { q: asked.trim() || null });
  const found = data?.variants.nodes ?? [];
  const options = found.map(({ sku, name, product }) => ({
    value: sku,
    label: `${sku} · ${[product.name, name].filter(Boolean).join(', ')}`,
  }));
  const withValue =
    value && !options.some(option => option.value === value) ? [{ value, label: value }, ...options] : options;
  return (
    <Select
      label="Product"
      placeholder="SKU, name or barcode"
      searchable
      data={withValue}
      value={value ?? null}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      nothingFoundMessage="Nothing matches"
      {...props}
    />
  );
}
