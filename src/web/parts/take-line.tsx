import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { date, inUnit, quantity } from '../format.ts';
import { t } from '../language.ts';
import { DateInput } from '../ui/day.tsx';
import type { Errors } from '../ui/fields.ts';
import { Rich } from '../ui/rich.tsx';
import { nameOfItem } from './document.tsx';
import { QuantityField } from './lines.tsx';
import { LotSelect } from './lot-select.tsx';
import { type PicturedProduct, Thumbnail } from './picture.tsx';
import { type Unit, UnitField } from './purchase-unit.tsx';

/* A line of what is received or shipped: take.tsx. */

/** A line that is not complete yet. */
export interface OutstandingLine {
  id: string;
  sku: string;
  variant: { lotTracked: boolean; name: string | null; barcode: string | null; unit: string; product: PicturedProduct };
}

/** A quantity of a lot that is under way. */
export interface ShippedLot {
  lotId: string;
  lotNumber: string;
  quantity: number;
  quantityReceived: number;
  lot: { expiryDate: string | null };
}

/** The lots: entered for incoming goods, chosen from those in stock at a location, or those that were shipped. */
export type LotsOf<Item> = 'named' | { at: string } | { shipped(item: Item): readonly ShippedLot[] };

/** One lot of a line; without lots, the line itself. */
export interface LotEntry {
  key: number;
  amount: number | string;
  lotNumber: string;
  expiryDate: string;
  lotId: string | null;
}
let lastKey = 0;
/** An entry of this quantity, with a key of its own. */
export const lotEntry = (amount: number | string, part: Partial<LotEntry> = {}): LotEntry => ({
  key: (lastKey += 1),
  amount,
  lotNumber: '',
  expiryDate: '',
  lotId: null,
  ...part,
});

interface TakeLineProps {
  item: OutstandingLine;
  open: number;
  unit: Unit | undefined;
  entries: readonly LotEntry[];
  /** The index among the parts that are sent; -1 if it is none of them. */
  indexOf(key: number): number;
  errors: Errors;
  lots: LotsOf<never> | undefined;
  underWay: readonly ShippedLot[];
  change(entries: readonly LotEntry[]): void;
}

/** One line: how much of it, of which lots. */
export function TakeLine({ indexOf, change, ...line }: TakeLineProps) {
  const { item, open, entries, errors, lots, underWay } = line;
  const [isInBase, setInBase] = useState(false);
  const more = () => {
    const sum = entries.reduce((total, { amount }) => total + Number(amount || 0), 0);
    change([...entries, lotEntry(Math.max(0, open - sum))]);
  };
  return (
    <fieldset className="plain" aria-label={item.sku}>
      {entries.map((entry, at) => {
        const index = indexOf(entry.key);
        return (
          <EntryFields
            key={entry.key}
            {...line}
            entry={entry}
            at={at}
            problemAt={name => (index < 0 ? undefined : errors.at(`items[${index}]${name}`))}
            alter={part => change(entries.map(each => (each.key === entry.key ? { ...each, ...part } : each)))}
            isInBase={isInBase}
            setInBase={setInBase}
          />
        );
      })}
      {lots && underWay.length === 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          mt={4}
          onClick={more}
          aria-label={t('Another lot of {sku}', { sku: item.sku })}
        >
          {t('Another lot')}
        </Button>
      )}
    </fieldset>
  );
}

interface EntryProps extends Pick<TakeLineProps, 'item' | 'open' | 'unit' | 'lots' | 'underWay'> {
  entry: LotEntry;
  /** Its index in the line. */
  at: number;
  problemAt(name: string): string | undefined;
  alter(part: Partial<LotEntry>): void;
  /** Whether quantities are entered in the base unit, where goods are bought in another one. */
  isInBase: boolean;
  setInBase(isInBase: boolean): void;
}

/** How much of one lot, and which. */
function EntryFields(props: EntryProps) {
  const { item, open, unit, lots, underWay, entry, at, problemAt, alter, isInBase } = props;
  const problemOfLot = problemAt('.lots[0].lotId') ?? problemAt('.lots[0].quantity') ?? problemAt('.lots');
  const problem =
    problemAt('.quantity') ?? problemAt('.sku') ?? problemAt('') ?? (underWay.length > 0 ? problemOfLot : undefined);
  const which = at === 0 ? '' : t(', lot {at}', { at: at + 1 });
  const quantityProps = {
    w: 110,
    value: entry.amount,
    onChange: (amount: number | string) => alter({ amount }),
    error: problem !== undefined,
  };
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="center" mt={at > 0 ? 'xs' : 0}>
        <div style={{ minWidth: 0 }}>
          {at > 0 ? (
            <Text size="xs" c="dimmed">
              {t('And of another lot')}
            </Text>
          ) : (
            <LineTitle item={item} open={open} unit={unit} />
          )}
        </div>
        {unit && !isInBase ? (
          <UnitField
            unit={unit}
            aria-label={t('Quantity of {sku}{which}, {name}', { sku: item.sku, which, name: unit.name })}
            {...quantityProps}
          />
        ) : (
          <QuantityField aria-label={t('Quantity of {sku}{which}', { sku: item.sku, which })} {...quantityProps} />
        )}
      </Group>
      {unit && <OtherUnit {...props} unit={unit} />}
      {problem && (
        <Text size="xs" c="var(--bad)" mt={4} role="alert">
          {problem}
        </Text>
      )}
      {lots === 'named' && (
        <Group grow mt={6} align="flex-start">
          <TextInput
            size="xs"
            label={which ? t('Lot number {at}', { at: at + 1 }) : t('Lot number')}
            placeholder={t('Automatic ~number')}
            value={entry.lotNumber}
            onChange={event => alter({ lotNumber: event.currentTarget.value })}
            error={problemAt('.lotNumber')}
          />
          <DateInput
            size="xs"
            label={t('Good until')}
            value={entry.expiryDate}
            onChange={event => alter({ expiryDate: event.currentTarget.value })}
            error={problemAt('.expiryDate')}
          />
        </Group>
      )}
      {underWay.length > 0 && (
        <Text size="xs" mt={4}>
          <OfLot lot={underWay.find(({ lotId }) => lotId === entry.lotId)} />
        </Text>
      )}
      {typeof lots === 'object' && 'at' in lots && (
        <LotSelect
          sku={item.sku}
          locationId={lots.at}
          isShipped
          value={entry.lotId}
          onChange={lotId => alter({ lotId })}
          error={problemOfLot}
        />
      )}
    </div>
  );
}

/** The item, and how much of it is outstanding. */
function LineTitle({ item, open, unit }: Pick<TakeLineProps, 'item' | 'open' | 'unit'>) {
  return (
    <Group wrap="nowrap" gap="xs">
      {item.variant.product.pictureUrl && <Thumbnail of={item.variant.product} size={40} />}
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={550} truncate>
          {nameOfItem(item)}
        </Text>
        <Text size="xs" c="dimmed">
          {unit ? (
            <Rich
              of="<span>{sku}</span> · {amount} {unit}, {open} {base} outstanding"
              values={{
                sku: item.sku,
                amount: quantity(open / unit.size),
                unit: unit.name,
                open: quantity(open),
                base: unit.base,
              }}
              parts={{ span: <span className="mono" /> }}
            />
          ) : (
            <Rich
              of="<span>{sku}</span> · {open} outstanding"
              values={{ sku: item.sku, open: inUnit(open, item.variant.unit) }}
              parts={{ span: <span className="mono" /> }}
            />
          )}
        </Text>
      </div>
    </Group>
  );
}

/** The quantity in the unit that it is not entered in, and beside the first the choice between the two. */
function OtherUnit({ item, entry, at, unit, isInBase, setInBase }: EntryProps & { unit: Unit }) {
  const amount = Number(entry.amount || 0);
  return (
    <Group justify="flex-end" gap="xs" mt={4}>
      <Text size="xs" c="dimmed">
        {isInBase ? `= ${quantity(amount / unit.size)} ${unit.name}` : `= ${quantity(amount)} ${unit.base}`}
      </Text>
      {at === 0 && (
        <SegmentedControl
          size="xs"
          aria-label={t('Unit of {sku}', { sku: item.sku })}
          data={[
            { value: 'unit', label: unit.name },
            { value: 'base', label: unit.base },
          ]}
          value={isInBase ? 'base' : 'unit'}
          onChange={value => setInBase(value === 'base')}
        />
      )}
    </Group>
  );
}

/** The shipped lot that an entry is about. */
function OfLot({ lot }: { lot: ShippedLot | undefined }) {
  if (!lot) return t('Lot not scanned: the first to expire is received first.');
  const { lotNumber, lot: about } = lot;
  return about.expiryDate
    ? t('Lot {lotNumber}, good until {expiryDate}', { lotNumber, expiryDate: date(about.expiryDate) })
    : t('Lot {lotNumber}', { lotNumber });
}
