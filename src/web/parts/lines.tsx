import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useEvery } from '../every.ts';
import { inUnit, quantity } from '../format.ts';
import { priceOfOne } from '../format-more.ts';
import { graphql, paged } from '../graphql.ts';
import { t } from '../language.ts';
import { useOrganization } from '../session.ts';
import { type Errors, useInTurn } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { soundRefused, soundTaken } from '../ui/sound.ts';
import { useTyped } from '../ui/typed.ts';
import { VariantSelect } from './choose.tsx';
import { type ScannedVariant, scanCode } from './codes.ts';
import { type Offer, OfferSelect, priceOf } from './offer.tsx';

export interface Line {
  key: number;
  sku: string | null;
  quantity: number | string;
  price: number | string;
  /** The supplier's unit: undefined until known, null for the variant's own. */
  offer?: Offer | null | undefined;
}

let lastKey = 0;
export const newLine = (): Line => ({ key: (lastKey += 1), sku: null, quantity: 1, price: '' });

/** The complete lines. The last one may be empty: it waits for the next product. */
const saidOf = (lines: readonly Line[]) =>
  lines.filter((line, index) => line.sku !== null || index === 0 || index < lines.length - 1);
const amountOf = ({ quantity: amount }: Line) => (amount === '' ? 0 : Number(amount));

/** The lines as input. */
export const linesInput = (lines: readonly Line[], price: 'unitPrice' | 'unitCost' | undefined) =>
  saidOf(lines).map(line => ({
    sku: line.sku ?? '',
    quantity: amountOf(line),
    ...(price && line.price !== '' && { [price]: Number(line.price) }),
  }));

/** Lines ordered from a supplier as input, in the units that it sells. */
export const orderedInput = (lines: readonly Line[], supplierId: string | null) =>
  saidOf(lines).map(line => ({
    sku: line.sku ?? '',
    ...(line.offer && line.offer.supplierId === supplierId
      ? { supplierItemId: line.offer.id, purchaseQuantity: amountOf(line) }
      : { quantity: amountOf(line) }),
    ...(line.price !== '' && { unitCost: Number(line.price) }),
  }));
/** The lines of an existing document, for editing. */
export const linesOf = (
  items: readonly {
    sku: string;
    quantity: number;
    unitPrice?: number | null;
    unitCost?: number | null;
    purchaseQuantity?: number | null;
    supplierItem?: Offer | null;
  }[],
): Line[] =>
  items.map(({ sku, quantity, unitPrice, unitCost, purchaseQuantity, supplierItem }) => ({
    ...newLine(),
    sku,
    quantity: supplierItem ? (purchaseQuantity ?? quantity) : quantity,
    price: unitPrice ?? unitCost ?? '',
    ...(supplierItem !== undefined && { offer: supplierItem }),
  }));

const LocationStock = paged(
  graphql(
    `query AvailableThere($after: String, $skus: [String!]!, $locationId: ID!) { inventoryLevels(first: 200, after: $after, filter: { skus: $skus, locationId: $locationId }) { pageInfo { hasNextPage endCursor } nodes { id sku quantityAvailable variant { id unit } } } }`,
  ),
  data => data.inventoryLevels,
);
/** As many values as a filter takes. */
const SKUS_MAX = 200;

interface LocationStock {
  quantity: number;
  unit?: string;
}

/** How much of each product is available where it is taken from: one read for all lines. */
function useLocationStock(lines: readonly Line[], from: string | null | undefined): ReadonlyMap<string, LocationStock> {
  const wanted = new Set(lines.flatMap(({ sku }) => sku ?? []));
  const skus = [...wanted].slice(-SKUS_MAX).sort();
  const { data, rows } = useEvery(
    LocationStock,
    { skus, locationId: from ?? '' },
    { pause: !from || skus.length === 0 },
  );
  // What is known stays on the screen while another product is looked up.
  const latest = useRef({ from, there: new Map<string, LocationStock>() });
  if (latest.current.from !== from) latest.current = { from, there: new Map() };
  const { there } = latest.current;
  if (data && from) {
    const levels = new Map(rows.map(level => [level.sku, level]));
    for (const sku of skus) {
      const level = levels.get(sku);
      there.set(sku, { quantity: level?.quantityAvailable ?? 0, ...(level && { unit: level.variant.unit }) });
    }
  }
  return there;
}

/** How much of a product is available, beside how much of it all lines want. */
function AvailableQuantity({ stock, wanted }: { stock: LocationStock | undefined; wanted: number }) {
  if (!stock) return null;
  const available = inUnit(stock.quantity, stock.unit);
  return stock.quantity < wanted ? (
    <Text span inherit c="var(--warn)">
      {t('Only {available} available there', { available })}
    </Text>
  ) : (
    t('{available} available there', { available })
  );
}

const wantedOf = (lines: readonly Line[], sku: string) =>
  lines.reduce((sum, line) => sum + (line.sku === sku ? amountOf(line) : 0), 0);

interface LinesProps {
  lines: readonly Line[];
  onChange(lines: readonly Line[]): void;
  errors: Errors;
  price?: 'unitPrice' | 'unitCost';
  /** Of the prices; by default the organization's. */
  currency?: string;
  /** The supplier, if lines may be in its units. */
  supplierId?: string | null;
  /** The location that they are taken from: each line says what is available there. */
  from?: string | null;
}

/**
 * The lines of a document: a product and a quantity each; problems are shown at their line. No clicks are needed while
 * scanning: a scan adds a line, or adds one to the line of that product.
 */
export function Lines({ lines, onChange, errors, price, currency, supplierId, from }: LinesProps) {
  const own = useOrganization().currency;
  const there = useLocationStock(lines, from);
  const group = useRef<HTMLFieldSetElement>(null);
  const [status, setStatus] = useState('');
  const latest = useRef(lines);
  latest.current = lines;
  const put = (next: readonly Line[]) => {
    latest.current = next;
    onChange(next);
  };
  const change = (key: number, part: Partial<Line>) =>
    put(latest.current.map(line => (line.key === key ? { ...line, ...part } : line)));
  const chosen = (sku: string | null, variant?: ScannedVariant) => ({
    sku,
    offer: undefined,
    ...(price && variant && { price: variant[price === 'unitCost' ? 'unitCost' : 'unitPrice'] ?? '' }),
  });
  const [wanted, setWanted] = useState<{ key: number; field: 'product' | 'quantity' }>();
  const focus = (key: number, field: 'product' | 'quantity') => setWanted({ key, field });
  // A new line can only be focused once it is rendered.
  useEffect(() => {
    const input =
      wanted &&
      lines.some(({ key }) => key === wanted.key) &&
      group.current?.querySelector<HTMLInputElement>(`[data-line="${wanted.key}"] [data-field=${wanted.field}]`);
    if (!input) return;
    input.focus();
    input.select();
    setWanted(undefined);
  }, [wanted, lines]);
  /** Puts the scanned product into the line, unless another line has it. Returns whether it went there. */
  const scanned = (variant: ScannedVariant, into?: Line): boolean => {
    const there = latest.current.find(line => line.sku === variant.sku && line.key !== into?.key);
    // The current state: its quantity may have changed while the service was asked.
    const empty = latest.current.find(line => (into ? line.key === into.key : line.sku === null));
    if (there) {
      const amount = Number(there.quantity || 0) + 1;
      put(
        latest.current.map(line =>
          line.key === there.key
            ? { ...line, quantity: amount }
            : line.key === into?.key
              ? { ...line, sku: null, price: '' }
              : line,
        ),
      );
      setStatus(`${variant.sku}: ${quantity(amount)}.`);
      focus(there.key, 'quantity');
    } else {
      const line = { ...(empty ?? newLine()), ...chosen(variant.sku, variant) };
      put(empty ? latest.current.map(each => (each.key === line.key ? line : each)) : [...latest.current, line]);
      setStatus(t('{sku} was added.', { sku: variant.sku }));
      focus(line.key, 'quantity');
    }
    soundTaken();
    return there === undefined;
  };
  const scan = async (signal: AbortSignal, code: string) => {
    const { scan: found, problems } = await scanCode(code, signal);
    if (found?.variant) return void scanned(found.variant);
    soundRefused();
    setStatus(problems?.[0]?.message ?? t('Nothing has the barcode or SKU {code}.', { code }));
  };
  /** Moves to the next line, which is added if there is none. */
  const goOn = (key: number) => {
    const at = latest.current.findIndex(line => line.key === key);
    const next = latest.current[at + 1] ?? newLine();
    if (at === latest.current.length - 1) put([...latest.current, next]);
    focus(next.key, 'product');
  };
  return (
    <fieldset className="plain" aria-label={t('Lines')} ref={group}>
      <Stack gap="xs">
        {lines.map((line, index) => {
          const at = (name: string) => errors.at(`items[${index}].${name}`);
          return (
            <Group key={line.key} align="flex-start" gap="xs" data-line={line.key}>
              <VariantSelect
                label={index === 0 ? t('Product') : undefined}
                aria-label={t('Product of line {index}', { index: index + 1 })}
                data-field="product"
                flex="1 1 150px"
                miw={0}
                value={line.sku}
                onChange={(sku, variant) => change(line.key, chosen(sku, variant))}
                onEntered={variant => scanned(variant, line)}
                error={at('sku') ?? at('variantId') ?? errors.at(`items[${index}]`)}
                description={
                  from &&
                  line.sku && <AvailableQuantity stock={there.get(line.sku)} wanted={wantedOf(lines, line.sku)} />
                }
                inputWrapperOrder={['label', 'input', 'description', 'error']}
              />
              <QuantityField
                label={index === 0 ? t('Quantity') : undefined}
                aria-label={t('Quantity of line {index}', { index: index + 1 })}
                value={line.quantity}
                onChange={amount => change(line.key, { quantity: amount })}
                scan={scan}
                done={() => goOn(line.key)}
                error={at('quantity') ?? at('purchaseQuantity')}
              />
              {supplierId && line.sku && (
                <OfferSelect
                  label={index === 0 ? t('Unit') : undefined}
                  aria-label={t('Unit of line {index}', { index: index + 1 })}
                  supplierId={supplierId}
                  sku={line.sku}
                  value={line.offer}
                  amount={Number(line.quantity || 0)}
                  // The supplier's price applies, unless one is entered.
                  onChange={offer => change(line.key, { offer, ...(offer && { price: '' }) })}
                  error={at('supplierItemId')}
                />
              )}
              {price && (
                <MoneyInput
                  currency={currency}
                  label={index === 0 ? t('Price') : undefined}
                  aria-label={t('Price of line {index}', { index: index + 1 })}
                  w={92}
                  hideControls
                  placeholder={
                    line.offer ? priceOfOne(priceOf(line.offer, amountOf(line)), line.offer.currency ?? own) : ''
                  }
                  value={line.price}
                  onChange={each => change(line.key, { price: each })}
                  error={at(price)}
                />
              )}
              {lines.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  c="inherit"
                  size="lg"
                  mt={index === 0 ? 24 : 0}
                  aria-label={t('Remove line {index}', { index: index + 1 })}
                  onClick={() => put(lines.filter(each => each.key !== line.key))}
                >
                  <IconTrash size={17} />
                </ActionIcon>
              )}
            </Group>
          );
        })}
        {errors.at('items') && (
          <Text size="sm" c="var(--bad)">
            {errors.at('items')}
          </Text>
        )}
        <Group justify="space-between">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={15} />}
            w="fit-content"
            onClick={() => goOn(lines.at(-1)?.key ?? 0)}
          >
            {t('Add a line')}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {status}
          </Text>
        </Group>
      </Stack>
    </fieldset>
  );
}

interface QuantityProps {
  label?: string | undefined;
  'aria-label': string;
  value: number | string;
  onChange(amount: number | string): void;
  scan(signal: AbortSignal, code: string): Promise<void>;
  done?(): void;
  error: string | boolean | undefined;
  w?: number;
}

/** A quantity. A code scanned here leaves it unchanged, and is taken for the next product. */
export function QuantityField({ value, onChange, scan, done, w = 92, ...props }: QuantityProps) {
  const take = useInTurn(scan);
  const typed = useTyped(value, {
    code: (code, before) => {
      onChange(before);
      take(code);
    },
    ...(done && { done }),
  });
  return (
    <NumberField
      data-field="quantity"
      w={w}
      min={0}
      decimalScale={4}
      hideControls
      inputMode="decimal"
      value={value}
      onChange={onChange}
      style={{ flex: 'none' }}
      {...typed}
      {...props}
    />
  );
}
