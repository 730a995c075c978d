import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useEvery } from '../every.ts';
import { inUnit, quantity } from '../format.ts';
import { priceOfOne } from '../format-more.ts';
import { graphql } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery } from '../lists.ts';
import { useOrganization } from '../session.ts';
import type { Errors } from '../ui/fields.ts';
import { isBegun } from '../ui/keystrokes.ts';
import { MoneyInput } from '../ui/money-input.tsx';
import { NumberField, type NumberFieldProps } from '../ui/number-field.tsx';
import { RemoveButton } from '../ui/remove-button.tsx';
import { useInTurn, useScanner } from '../ui/scan-turns.ts';
import { soundRefused, soundTaken } from '../ui/sound.ts';
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
/** An empty line with a key of its own. */
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

const LocationStock = pagedQuery(
  graphql(
    `query AvailableThere($after: String, $skus: [String!]!, $locationId: ID!) {
        inventoryLevels(first: 200, after: $after, filter: { skus: $skus, locationId: $locationId }) {
          pageInfo { hasNextPage endCursor } nodes { id sku quantityAvailable variant { id unit } } } }`,
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

/** What happens to the lines while they are entered: codes are scanned into them, and the cursor moves along. */
function useEntry({ lines, onChange, price }: Pick<LinesProps, 'lines' | 'onChange' | 'price'>) {
  const group = useRef<HTMLFieldSetElement>(null);
  /** What the last scan did, for those who do not see it. */
  const [status, setStatus] = useState('');
  // A line may have changed while the service was asked.
  const latest = useRef(lines);
  latest.current = lines;
  const put = (next: readonly Line[]) => {
    latest.current = next;
    onChange(next);
  };
  const change = (key: number, part: Partial<Line>) =>
    put(latest.current.map(line => (line.key === key ? { ...line, ...part } : line)));
  /** The part of a line that follows from its product. */
  const productPart = (sku: string | null, variant?: ScannedVariant) => ({
    sku,
    offer: undefined,
    ...(price && variant && { price: variant[price === 'unitCost' ? 'unitCost' : 'unitPrice'] ?? '' }),
  });
  const [target, setTarget] = useState<{ key: number; field: 'product' | 'quantity' }>();
  const focus = (key: number, field: 'product' | 'quantity') => setTarget({ key, field });
  // A new line can only be focused once it is rendered.
  useEffect(() => {
    const input =
      target &&
      lines.some(({ key }) => key === target.key) &&
      group.current?.querySelector<HTMLInputElement>(`[data-line="${target.key}"] [data-field=${target.field}]`);
    if (!input) return;
    setTarget(undefined);
    // Where somebody is typing, the rest would go elsewhere.
    if (isBegun()) return;
    input.focus();
    input.select();
  }, [target, lines]);
  /** Adds one to the line that has the product already. A line that it was scanned into is empty again. */
  const addTo = (line: Line, into: Line | undefined) => {
    const amount = Number(line.quantity || 0) + 1;
    put(
      latest.current.map(each => {
        if (each.key === line.key) return { ...each, quantity: amount };
        return each.key === into?.key ? { ...each, sku: null, price: '' } : each;
      }),
    );
    setStatus(`${line.sku}: ${quantity(amount)}.`);
    focus(line.key, 'quantity');
  };
  const addLine = (variant: ScannedVariant, into: Line | undefined) => {
    const empty = latest.current.find(line => (into ? line.key === into.key : line.sku === null));
    const line = { ...(empty ?? newLine()), ...productPart(variant.sku, variant) };
    put(empty ? latest.current.map(each => (each.key === line.key ? line : each)) : [...latest.current, line]);
    setStatus(t('{sku} was added.', { sku: variant.sku }));
    focus(line.key, 'quantity');
  };
  /** Puts the scanned product into the line, unless another line has it. Returns whether it went there. */
  const takeProduct = (variant: ScannedVariant, into?: Line): boolean => {
    const other = latest.current.find(line => line.sku === variant.sku && line.key !== into?.key);
    // The cursor is there before the next key.
    flushSync(() => (other ? addTo(other, into) : addLine(variant, into)));
    soundTaken();
    return other === undefined;
  };
  const scan = async (signal: AbortSignal, code: string) => {
    const { scan: found, problems } = await scanCode(code, signal);
    if (found?.variant) return void takeProduct(found.variant);
    soundRefused();
    setStatus(problems?.[0]?.message ?? t('Nothing has the barcode or SKU {code}.', { code }));
  };
  useScanner(useInTurn(scan));
  /** Moves to the next line, which is added if there is none. */
  const goOn = (key: number) => {
    const at = latest.current.findIndex(line => line.key === key);
    const next = latest.current[at + 1] ?? newLine();
    if (at === latest.current.length - 1) put([...latest.current, next]);
    focus(next.key, 'product');
  };
  const remove = (key: number) => put(lines.filter(line => line.key !== key));
  return { group, status, change, productPart, takeProduct, goOn, remove };
}

/**
 * The lines of a document: a product and a quantity each; problems are shown at their line. No clicks are needed while
 * scanning: a scan adds a line, or adds one to the line of that product.
 */
export function Lines(props: LinesProps) {
  const { lines, errors, from } = props;
  const stock = useLocationStock(lines, from);
  const entry = useEntry(props);
  return (
    <fieldset className="plain" aria-label={t('Lines')} ref={entry.group}>
      <Stack gap="xs">
        {lines.map((line, index) => (
          <LineFields
            key={line.key}
            {...props}
            line={line}
            index={index}
            entry={entry}
            stock={line.sku === null ? undefined : stock.get(line.sku)}
          />
        ))}
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
            onClick={() => entry.goOn(lines.at(-1)?.key ?? 0)}
          >
            {t('Add a line')}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {entry.status}
          </Text>
        </Group>
      </Stack>
    </fieldset>
  );
}

interface LineFieldsProps extends LinesProps {
  line: Line;
  index: number;
  entry: ReturnType<typeof useEntry>;
  /** What is available of its product. */
  stock: LocationStock | undefined;
}

/** The fields of one line. Only those of the first one have labels that can be seen. */
function LineFields({ line, index, lines, errors, price, currency, supplierId, from, entry, stock }: LineFieldsProps) {
  const ownCurrency = useOrganization().currency;
  const { change, productPart, takeProduct, goOn, remove } = entry;
  const number = index + 1;
  const labelOf = (label: string) => (index === 0 ? label : undefined);
  const errorAt = (name: string) => errors.at(`items[${index}].${name}`);
  return (
    <Group align="flex-start" gap="xs" data-line={line.key}>
      <VariantSelect
        label={labelOf(t('Product'))}
        aria-label={t('Product of line {index}', { index: number })}
        data-field="product"
        flex="1 1 150px"
        miw={0}
        value={line.sku}
        onChange={(sku, variant) => change(line.key, productPart(sku, variant))}
        onEntered={variant => takeProduct(variant, line)}
        onNext={takeProduct}
        error={errorAt('sku') ?? errorAt('variantId') ?? errors.at(`items[${index}]`)}
        description={from && line.sku && <AvailableQuantity stock={stock} wanted={wantedOf(lines, line.sku)} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <QuantityField
        label={labelOf(t('Quantity'))}
        aria-label={t('Quantity of line {index}', { index: number })}
        value={line.quantity}
        onChange={amount => change(line.key, { quantity: amount })}
        done={() => goOn(line.key)}
        error={errorAt('quantity') ?? errorAt('purchaseQuantity')}
      />
      {supplierId && line.sku && (
        <OfferSelect
          label={labelOf(t('Unit'))}
          aria-label={t('Unit of line {index}', { index: number })}
          supplierId={supplierId}
          sku={line.sku}
          value={line.offer}
          amount={Number(line.quantity || 0)}
          // The supplier's price applies, unless one is entered.
          onChange={offer => change(line.key, { offer, ...(offer && { price: '' }) })}
          error={errorAt('supplierItemId')}
        />
      )}
      {price && (
        <MoneyInput
          currency={currency}
          label={labelOf(t('Price'))}
          aria-label={t('Price of line {index}', { index: number })}
          w={92}
          hideControls
          placeholder={
            line.offer ? priceOfOne(priceOf(line.offer, amountOf(line)), line.offer.currency ?? ownCurrency) : ''
          }
          value={line.price}
          onChange={each => change(line.key, { price: each })}
          error={errorAt(price)}
        />
      )}
      {lines.length > 1 && (
        <RemoveButton
          mt={index === 0 ? 24 : 0}
          label={t('Remove line {index}', { index: number })}
          onClick={() => remove(line.key)}
        />
      )}
    </Group>
  );
}

interface QuantityProps extends Pick<NumberFieldProps, 'value' | 'onChange' | 'done' | 'error' | 'w'> {
  label?: string | undefined;
  'aria-label': string;
}

/** A quantity of a line. */
export const QuantityField = ({ done = () => {}, w = 92, ...props }: QuantityProps) => (
  <NumberField
    data-field="quantity"
    w={w}
    min={0}
    decimalScale={4}
    hideControls
    inputMode="decimal"
    style={{ flex: 'none' }}
    done={done}
    {...props}
  />
);
