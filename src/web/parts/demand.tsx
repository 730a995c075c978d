import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChartLine } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { Empty, Loading, Section } from '../ui/page.tsx';
import { emptyText } from './empty-text.ts';
import { AROUND_CHART, Forecast } from './forecast.tsx';

const Sellers = graphql(
  `query TopSellers { reports { fastMovers(first: 8) { nodes { variantId sku productName variant { name } } } } }`,
);
const VariantMatches = graphql(
  `query DemandOf($q: String!) { variants(first: 12, filter: { q: $q }) { nodes { id sku name product { name } } } }`,
);
const TITLE = t('Demand and forecast');

/** The demand of a bestseller, or of a variant to be searched for. */
export function DemandPanel({ height }: { height: number }) {
  const { data, loading } = useData(Sellers, {});
  const [chosenVariant, setChosen] = useState<{ value: string; label: string }>();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 150);
  const matches = useData(VariantMatches, { q }, { pause: q === '' || q === chosenVariant?.label });
  const option = (value: string, sku: string, ...names: (string | null)[]) => ({
    value,
    label: `${names.filter(Boolean).join(', ')} · ${sku}`,
  });
  const sellers = (data?.reports.fastMovers.nodes ?? []).map(({ variantId, sku, productName, variant }) =>
    option(variantId, sku, productName, variant.name),
  );
  const others = q
    ? (matches.data?.variants.nodes ?? []).map(({ id, sku, name, product }) => option(id, sku, product.name, name))
    : [];
  const choices = [...(chosenVariant ? [chosenVariant] : []), ...others].filter(
    ({ value }, index, all) =>
      !sellers.some(seller => seller.value === value) && all.findIndex(each => each.value === value) === index,
  );
  const current = chosenVariant ?? sellers[0];
  /** The service has already filtered the options. */
  const isTyped = q !== '' && q !== current?.label;
  const shown = isTyped ? sellers.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())) : sellers;
  const groups = [
    { group: t('Best sellers'), items: shown },
    { group: t('Others'), items: choices },
  ].filter(({ items }) => items.length > 0);
  const control = (
    <Select
      aria-label={t('Product')}
      placeholder={t('Choose a product')}
      size="xs"
      searchable
      w={{ base: '100%', xs: 280 }}
      allowDeselect={false}
      nothingFoundMessage={emptyText(q === text.trim() ? matches : { ...matches, isOfOther: true })}
      filter={({ options }) => options}
      data={groups}
      value={current?.value ?? null}
      onSearchChange={setText}
      onChange={(_, picked) => picked && setChosen({ value: picked.value, label: picked.label })}
    />
  );
  if (loading)
    return (
      <Section title={TITLE}>
        <Loading height={height + AROUND_CHART} />
      </Section>
    );
  if (!current)
    return (
      <Section title={TITLE} action={control}>
        <Empty icon={IconChartLine} title={t('Nothing was sold in the last 30 days')}>
          {t(
            'Choose a product to see its demand. Fulfilled orders count, and so do earlier sales recorded through the API.',
          )}
        </Empty>
      </Section>
    );
  return <Forecast key={current.value} variantId={current.value} title={TITLE} action={control} height={height} />;
}
