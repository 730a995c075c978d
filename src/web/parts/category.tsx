import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';

const Categories = graphql(
  `query Categories {
      report(query: { measures: ["on_hand"], dimensions: ["category"], sort: ["category"], limit: 500 }) { data } }`,
);

/** The existing categories; a new one may be typed. */
export function CategoryInput(props: Omit<AutocompleteProps, 'data'>) {
  const { data } = useData(Categories, {}, { policy: 'cache-first' });
  const rows = (data?.report?.data ?? []) as { category: string | null }[];
  return <Autocomplete limit={50} data={rows.flatMap(({ category }) => category ?? [])} {...props} />;
}

/** Filters by category, once one is chosen or typed completely. */
export function CategoryFilter({ value, onChange }: { value: string | undefined; onChange(category: string): void }) {
  const [typed, setTyped] = useState(value ?? '');
  useEffect(() => {
    setTyped(value ?? '');
  }, [value]);
  const take = (category: string) => category.trim() !== (value ?? '') && onChange(category.trim());
  return (
    <CategoryInput
      aria-label={t('Category')}
      placeholder={t('Any category')}
      clearable
      clearButtonProps={{ 'aria-label': t('Any category') }}
      flex="1 1 130px"
      maw={220}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={take}
      onClear={() => onChange('')}
      onBlur={() => take(typed)}
      onKeyDown={event => event.key === 'Enter' && take(typed)}
    />
  );
}
