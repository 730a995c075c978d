import { type ComboboxItem, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useEvery } from '../every.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery } from '../lists.ts';
import { useInTurn, useUnconfirmedCode } from '../ui/scan-turns.ts';
import { focusAfter, isPointing } from '../ui/typed-code.ts';
import { type Scan, type ScannedVariant, scanCode } from './codes.ts';
import { emptyText } from './empty-text.ts';
import { useEveryLocation } from './locations.ts';
import { Thumbnail } from './picture.tsx';

const Suppliers = pagedQuery(
  graphql(
    `query Suppliers($after: String) {
        suppliers(first: 200, after: $after) { pageInfo { hasNextPage endCursor } nodes { id name } } }`,
  ),
  data => data.suppliers,
);
const FindVariants = graphql(
  `query FindVariants($q: String) { variants(first: 20, filter: { q: $q }) {
        nodes { id productId sku name barcode unitCost unitPrice lotTracked product { name pictureUrl } } } }`,
);

type Choice = Omit<SelectProps, 'data'>;

const isWithin = (text: string, typed: string): boolean => text.toLowerCase().includes(typed.trim().toLowerCase());

/** Enter takes the location that was typed or scanned from its label: by its code, or as the only one of that name. */
export function LocationSelect({ onChange, ...props }: Choice) {
  const { rows, ...reading } = useEveryLocation();
  const locations = rows.filter(({ active }) => active);
  const take = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget } = event;
    const typed = currentTarget.value.trim().toLowerCase();
    if (key !== 'Enter' || event.ctrlKey || event.metaKey || typed === '' || isPointing(currentTarget)) return;
    const named = locations.filter(({ name }) => isWithin(name, typed));
    const exact = locations.find(({ code, name }) => [code, name].some(each => each?.toLowerCase() === typed));
    const found = exact ?? (named.length === 1 ? named[0] : undefined);
    if (!found || found.id === props.value) return;
    event.preventDefault();
    onChange?.(found.id, { value: found.id, label: found.name });
    focusAfter(currentTarget);
  };
  return (
    <Select
      label={t('Location')}
      placeholder={t('Choose a location')}
      searchable
      openOnFocus={false}
      nothingFoundMessage={emptyText(
        reading,
        rows.length === 0 && t('There are no locations yet: create one in the settings.'),
      )}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
      onKeyDown={take}
      {...(onChange && { onChange })}
      {...props}
    />
  );
}

/** Chooses one of all suppliers; its value is the id. */
export function SupplierSelect(props: Choice) {
  const { rows: suppliers, ...reading } = useEvery(Suppliers, {}, { policy: 'cache-first' });
  return (
    <Select
      label={t('Supplier')}
      placeholder={t('Choose a supplier')}
      searchable
      clearable
      openOnFocus={false}
      nothingFoundMessage={emptyText(
        reading,
        suppliers.length === 0 && t('There are no suppliers yet: create one under Suppliers.'),
      )}
      data={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  );
}

interface VariantChoice extends Omit<Choice, 'onChange'> {
  /** With the lot number that was in the code, if it was scanned. */
  onChange(sku: string | null, variant?: ScannedVariant, lotNumber?: string): void;
  /** The choice was made with Enter, as a scanner does. Returns whether to keep it. */
  onEntered?(variant: ScannedVariant): boolean;
}

/**
 * Finds a variant by SKU, name or barcode; its value is the SKU. Enter never submits the form: it waits for the service
 * to look up what was typed, takes an exact match, and otherwise reports that nothing matches. So does leaving the
 * field, and sending the form.
 */
export function VariantSelect({ value, onChange, onEntered, error, ...props }: VariantChoice) {
  const [search, setSearch] = useState('');
  const [unknownCode, setUnknown] = useState<string>();
  const [pickedVariant, setPicked] = useState<ScannedVariant>();
  const [asked] = useDebouncedValue(search, 150);
  const { data, ...reading } = useData(FindVariants, { q: asked.trim() || null });
  /** Until then, what is offered was found for something else. */
  const isAnswered = asked === search && !reading.isOfOther && reading.problems.length === 0;
  const knownVariants = [...(pickedVariant ? [pickedVariant] : []), ...(data?.variants.nodes ?? [])].filter(
    (variant, index, all) => all.findIndex(({ id }) => id === variant.id) === index,
  );
  const found = data?.variants.nodes ?? [];
  const pictures = new Map(
    found.some(({ product }) => product.pictureUrl) ? found.map(({ sku, product }) => [sku, product]) : [],
  );
  const labelOf = ({ sku, name, product }: ScannedVariant) =>
    `${sku} · ${[product.name, name].filter(Boolean).join(', ')}`;
  const options = knownVariants.map(variant => ({ value: variant.sku, label: labelOf(variant) }));
  const withValue =
    value && !options.some(option => option.value === value) ? [{ value, label: value }, ...options] : options;
  const take = ({ lot, gs1 }: Scan, variant: ScannedVariant) => {
    setPicked(variant);
    setUnknown(undefined);
    onChange(variant.sku, variant, lot?.lotNumber ?? gs1?.lotNumber ?? undefined);
  };
  const field = useRef<HTMLInputElement>(null);
  /** What somebody has typed and nobody has looked up yet; not the label of what is chosen. */
  const typed = useRef('');
  const look = useInTurn(async (signal, code: string, isEntered: boolean) => {
    const { scan, problems } = await scanCode(code, signal);
    if (!scan?.variant) {
      // As long as it stands there, it is not passed over.
      if (document.activeElement === field.current) typed.current ||= code;
      return setUnknown(
        problems?.[0]?.message ?? t('Nothing has the barcode or SKU {typed}: choose from the list.', { typed: code }),
      );
    }
    take(scan, scan.variant);
    if (!isEntered) return;
    if (!onEntered) focusAfter(field.current);
    else if (!onEntered(scan.variant)) setSearch('');
  });
  const takeTyped = (isEntered: boolean) => {
    const code = typed.current;
    typed.current = '';
    if (code !== '') look(code, isEntered);
  };
  useUnconfirmedCode(() => takeTyped(false));
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // The user has moved to an option with the arrow keys.
    if (isPointing(event.currentTarget)) return;
    const text = event.currentTarget.value.trim();
    typed.current = withValue.some(option => option.value === value && option.label === text) ? '' : text;
    takeTyped(true);
  };
  return (
    <Select
      ref={field}
      label={t('Product')}
      placeholder={t('SKU, name or barcode')}
      searchable
      openOnFocus={false}
      data={withValue}
      value={value ?? null}
      searchValue={search}
      onSearchChange={text => {
        setSearch(text);
        if (text !== '') setUnknown(undefined);
      }}
      onChange={sku => {
        const variant = knownVariants.find(each => each.sku === sku);
        typed.current = '';
        setPicked(variant);
        onChange(sku, variant);
      }}
      onKeyDown={enter}
      onInput={event => {
        typed.current = event.currentTarget.value.trim();
        setUnknown(undefined);
      }}
      onBlur={() => takeTyped(false)}
      filter={({ options, search: text }) =>
        isAnswered ? options : (options as ComboboxItem[]).filter(({ label }) => isWithin(label, text))
      }
      renderOption={({ option }) => {
        const product = pictures.get(option.value);
        return (
          <span className="pictured">
            {product && <Thumbnail of={product} />}
            {option.label}
          </span>
        );
      }}
      nothingFoundMessage={emptyText({ ...reading, isOfOther: !isAnswered })}
      error={unknownCode ?? error}
      {...(unknownCode && { errorProps: { role: 'alert' } })}
      {...props}
    />
  );
}
