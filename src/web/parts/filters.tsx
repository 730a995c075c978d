import { Select, type SelectProps, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { t } from '../language.ts';
import { SupplierSelect, VariantSelect } from './choose.tsx';
import { useLocations } from './locations.ts';

/* The filters of lists. Each shows its name, and what an empty choice (`''`) means. */

interface ChoiceProps {
  value: string | undefined;
  onChange(value: string): void;
  error?: string | undefined;
}

interface FilterProps
  extends ChoiceProps,
    Omit<SelectProps, keyof ChoiceProps | 'label' | 'placeholder' | 'clearable'> {
  label: string;
  /** Shown if nothing is chosen. */
  any: string;
}

const asAny = ({ label, any, value }: Pick<FilterProps, 'label' | 'any' | 'value'>) => ({
  label: undefined,
  'aria-label': label,
  placeholder: any,
  clearable: true,
  clearButtonProps: { 'aria-label': any },
  flex: '1 1 130px',
  maw: 220,
  value: value || null,
});

interface SearchFilterProps {
  /** What is searched, and by what. */
  label: string;
  text: string;
  setText(text: string): void;
  maw?: number;
}

/** What is searched for. The text comes from `useTypedFilter`, which waits for a pause in typing. */
export const SearchFilter = ({ label, text, setText, maw }: SearchFilterProps) => (
  <TextInput
    aria-label={label}
    placeholder={label}
    leftSection={<IconSearch size={16} aria-hidden />}
    value={text}
    onChange={event => setText(event.currentTarget.value)}
    flex="1 1 220px"
    {...(maw && { maw })}
  />
);

interface SortFilterProps {
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange(value: string): void;
}

/** The order of a list whose columns alone do not offer all orders. */
export const SortFilter = ({ value, choices, onChange }: SortFilterProps) => (
  <Select
    aria-label={t('Order ~sorting')}
    allowDeselect={false}
    value={value}
    data={[...choices]}
    onChange={each => onChange(each ?? '')}
    flex="1 1 130px"
    maw={220}
  />
);

/** A filter by one of a few values. */
export function Filter({ label, any, value, onChange, ...props }: FilterProps) {
  return <Select {...asAny({ label, any, value })} onChange={each => onChange(each ?? '')} {...props} />;
}

/** By location; its value is the id. */
export function LocationFilter(props: ChoiceProps) {
  const data = useLocations().map(({ id, name }) => ({ value: id, label: name }));
  return <Filter label={t('Location')} any={t('All locations')} data={data} {...props} />;
}

/** By supplier; its value is the id. */
export function SupplierFilter({ value, onChange }: ChoiceProps) {
  return (
    <SupplierSelect
      {...asAny({ label: t('Supplier'), any: t('Any supplier'), value })}
      onChange={id => onChange(id ?? '')}
    />
  );
}

/** By variant, which is typed or scanned; its value is the SKU. */
export function VariantFilter({ value, onChange, error }: ChoiceProps) {
  return (
    <VariantSelect
      {...asAny({ label: t('Product'), any: t('Any product'), value })}
      flex="2 1 200px"
      maw={320}
      onChange={sku => onChange(sku ?? '')}
      error={error}
    />
  );
}
