import { type ComboboxItem, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useEvery } from '../every.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery } from '../lists.ts';
import { codeEndedBy } from '../ui/keystrokes.ts';
import { notifyFailure } from '../ui/notify.tsx';
import { useInTurn, useUnconfirmedCode } from '../ui/scan-turns.ts';
import { soundRefused } from '../ui/sound.ts';
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
        nodes { id productId sku name unit barcode unitCost unitPrice lotTracked product { name pictureUrl } } } }`,
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
  /** It was scanned here while the code before was still looked up: it is another one, and not chosen here. */
  onNext?(variant: ScannedVariant): void;
}

const labelOf = ({ sku, name, product }: ScannedVariant) =>
  `${sku} · ${[product.name, name].filter(Boolean).join(', ')}`;

/**
 * Finds a variant by SKU, name or barcode; its value is the SKU. Enter never submits the form: it waits for the service
 * to look up what was typed, takes an exact match, and otherwise reports that nothing matches. So does leaving the
 * field, and sending the form.
 */
export function VariantSelect({ value, onChange, onEntered, onNext, error, ...props }: VariantChoice) {
  const [search, setSearch] = useState('');
  const [unknownCode, setUnknown] = useState<string>();
  const picked = useRef<ScannedVariant>(undefined);
  const [asked] = useDebouncedValue(search, 150);
  // What is chosen is not sought by its label, which would find nothing.
  const q = picked.current && asked === labelOf(picked.current) ? picked.current.sku : asked.trim();
  const { data, ...reading } = useData(FindVariants, { q: q || null });
  /** Until then, what is offered was found for something else. */
  const isAnswered = asked === search && !reading.isOfOther && reading.problems.length === 0;
  const found = data?.variants.nodes ?? [];
  picked.current = found.find(({ sku }) => sku === value) ?? picked.current;
  const pickedVariant = picked.current;
  const knownVariants = [...(pickedVariant ? [pickedVariant] : []), ...found].filter(
    (variant, index, all) => all.findIndex(({ id }) => id === variant.id) === index,
  );
  const pictures = new Map(
    found.some(({ product }) => product.pictureUrl) ? found.map(({ sku, product }) => [sku, product]) : [],
  );
  const options = knownVariants.map(variant => ({ value: variant.sku, label: labelOf(variant) }));
  const withValue =
    value && !options.some(option => option.value === value) ? [{ value, label: value }, ...options] : options;
  const take = ({ lot, gs1 }: Scan, variant: ScannedVariant) => {
    picked.current = variant;
    setUnknown(undefined);
    onChange(variant.sku, variant, lot?.lotNumber ?? gs1?.lotNumber ?? undefined);
  };
  const field = useRef<HTMLInputElement>(null);
  /** What somebody has typed and nobody has looked up yet; not the label of what is chosen. */
  const typed = useRef('');
  /** How many codes of this field are not known yet. */
  const pendingCount = useRef(0);
  const find = async (signal: AbortSignal, code: string, isEntered: boolean, isNext: boolean) => {
    const { scan, problems } = await scanCode(code, signal);
    if (!scan?.variant) {
      const text =
        problems?.[0]?.message ?? t('Nothing has the barcode or SKU {typed}: choose from the list.', { typed: code });
      soundRefused();
      // Another code has been scanned over it.
      if (isEntered && field.current?.value.trim() !== code) return notifyFailure(text);
      // As long as it stands there, it is not passed over.
      if (document.activeElement === field.current) typed.current ||= code;
      return setUnknown(text);
    }
    const { variant } = scan;
    flushSync(() => {
      if (isNext && onNext) return onNext(variant);
      take(scan, variant);
      if (!isEntered) return;
      if (!onEntered) focusAfter(field.current);
      else if (!onEntered(variant)) setSearch('');
    });
  };
  const look = useInTurn(async (signal, code: string, isEntered: boolean, isNext: boolean) => {
    await find(signal, code, isEntered, isNext).finally(() => {
      pendingCount.current -= 1;
    });
  });
  const takeTyped = (isEntered: boolean) => {
    const code = typed.current;
    typed.current = '';
    if (code === '') return;
    look(code, isEntered, isEntered && pendingCount.current > 0);
    pendingCount.current += 1;
  };
  useUnconfirmedCode(() => takeTyped(false));
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // The user has moved to an option with the arrow keys.
    if (isPointing(event.currentTarget)) return;
    const text = event.currentTarget.value.trim();
    // What a scanner types next is a code of its own.
    if (codeEndedBy(event.nativeEvent)) event.currentTarget.select();
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
        picked.current = variant;
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
