import { Alert, Button, Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { date, inUnit, quantity } from '../format.ts';
import type { Sent } from '../graphql.ts';
import { t } from '../language.ts';
import { type About, useOutbox } from '../outbox.ts';
import { useOrganization } from '../session.ts';
import { DateInput } from '../ui/day.tsx';
import { type Errors, FormDialog, useFields } from '../ui/form.tsx';
import { Rich } from '../ui/rich.tsx';
import { said } from '../ui/said.tsx';
import { lotMissing, lotRefused, type Scan, scanCode } from './codes.ts';
import { nameOfItem } from './document.tsx';
import { QuantityField } from './lines.tsx';
import { LotSelect } from './lot-select.tsx';
import { type Pictured, Thumbnail } from './picture.tsx';
import { type Unit, UnitField } from './purchase-unit.tsx';
import { amountIn, ScanField, useHeard, useInTurn } from './scan-field.tsx';

/** A line that is not complete yet. */
export interface Outstanding {
  id: string;
  sku: string;
  variant: { lotTracked: boolean; name: string | null; barcode: string | null; unit: string; product: Pictured };
}

/** What was entered for one line or one of its lots: the quantity, and the lot. */
export interface Part {
  itemId: string;
  quantity: number;
  lotNumber: string;
  expiryDate: string;
  lotId: string | null;
}

/** A quantity of a lot that is under way. */
interface ShippedLot {
  lotId: string;
  lotNumber: string;
  quantity: number;
  quantityReceived: number;
  lot: { expiryDate: string | null };
}

/** The lots: entered for incoming goods, chosen from those in stock at a location, or those that were shipped. */
type LotsOf<Item> = 'named' | { at: string } | { shipped(item: Item): readonly ShippedLot[] };

interface TakeProps<Item extends Outstanding, Data> {
  /** Of the button that opens it. */
  label: string;
  /** Of the button that books it, if it differs. */
  submit?: string;
  /** Names the document and the location of the booking. */
  title: string;
  variant?: string;
  items: readonly Item[];
  open(item: Item): number;
  /** The unit that a line was ordered in, if it is not the variant's own. */
  unit?: (item: Item) => Unit | undefined;
  /** Required, so that no scanned lot is acknowledged and then left out of the booking. */
  lots: LotsOf<Item>;
  /** The option to close the document: the rest will not come. */
  closing?: string;
  said: string;
  /** Books it: src/web/outbox.ts. */
  send(parts: Part[], close: boolean, about: About): Promise<Sent<Data>>;
}

/** The lots that were chosen, as input. */
export const lotsIn = (parts: readonly Part[]) =>
  parts.flatMap(({ lotId, quantity: amount }) => (lotId ? [{ lotId, quantity: amount }] : []));

/** Lines and the lots that were chosen for them, as input. */
export const itemsOf = (parts: readonly Part[]) =>
  parts.map(part => {
    const lots = lotsIn([part]);
    return { itemId: part.itemId, quantity: part.quantity, ...(lots.length > 0 && { lots }) };
  });

const NOTHING = { code: 'VALIDATION_FAILED', message: t('Enter a quantity for at least one line.'), field: null };

/** One lot of a line; without lots, the line itself. */
interface Told {
  key: number;
  amount: number | string;
  lotNumber: string;
  expiryDate: string;
  lotId: string | null;
}
let made = 0;
const tell = (amount: number | string, part: Partial<Told> = {}): Told => ({
  key: (made += 1),
  amount,
  lotNumber: '',
  expiryDate: '',
  lotId: null,
  ...part,
});

/** How often to retry codes that could not be looked up. */
const AGAIN_MS = 3000;

interface Values {
  told: { readonly [itemId: string]: readonly Told[] };
  close: boolean;
  /** From the first scan on, only scanned quantities are booked. */
  isScanned: boolean;
}

/**
 * Receives or ships lines of a document, completely or in part: everything outstanding unless changed, or one unit per
 * scan. Once anything was scanned, only scanned quantities are booked: docs/api.md, "Scanning".
 */
export function Take<Item extends Outstanding, Data>({
  label,
  submit = label,
  title,
  variant = 'filled',
  items,
  open: openOf,
  unit,
  lots,
  closing,
  said: done,
  send,
}: TakeProps<Item, Data>) {
  const { modules } = useOrganization();
  const fields = useFields<Values>({ told: {}, close: false, isScanned: false });
  const { heard, hear, forget } = useHeard();
  const { pathname: path } = useLocation();
  // What is waiting on this device was already taken.
  const kept = useOutbox().filter(each => each.path === path && !each.problems);
  const open = (item: Item) =>
    Math.max(
      0,
      openOf(item) -
        kept
          .flatMap(({ lines }) => lines)
          .filter(({ itemId }) => itemId === item.id)
          .reduce((sum, line) => sum + line.quantity, 0),
    );
  /** Codes that could not be looked up; they are tried again once the service can be reached. */
  const [later, setLater] = useState<readonly string[]>([]);
  const latest = useRef(fields.values);
  latest.current = fields.values;
  const last = useRef<{ item: Item; lotNumber: string; lotId: string | null; which: string | undefined }>(undefined);
  const change = (part: Partial<Values>) => {
    latest.current = { ...latest.current, ...part };
    fields.change(part);
  };
  const rows = items.filter(item => open(item) > 0);
  /** What was shipped of a lot-tracked line and is outstanding, lot by lot. */
  const underWay = (item: Item): readonly ShippedLot[] =>
    typeof lots === 'object' && 'shipped' in lots
      ? lots.shipped(item).filter(lot => lot.quantity > lot.quantityReceived)
      : [];
  /** One entry for each lot under way; just one if it is not known which lots they are. */
  const outstanding = (item: Item): readonly Told[] => {
    const parts = underWay(item).map(({ lotId, quantity: sent, quantityReceived }) =>
      tell(sent - quantityReceived, { lotId }),
    );
    const isKnown = parts.length > 0 && parts.reduce((sum, { amount }) => sum + Number(amount), 0) === open(item);
    return isKnown ? parts : [tell(open(item))];
  };
  const toldOf = (item: Item, { told, isScanned }: Values = latest.current): readonly Told[] =>
    told[item.id] ?? (isScanned ? [tell(0)] : outstanding(item)).map((each, at) => ({ ...each, key: -at }));
  const put = (item: Item, told: readonly Told[], more: Partial<Values> = {}) =>
    change({ ...more, told: { ...latest.current.told, [item.id]: told } });
  const parts = rows.flatMap(item =>
    toldOf(item)
      .map(({ key, amount, ...lot }) => ({ key, itemId: item.id, quantity: Number(amount || 0), ...lot }))
      .filter(part => part.quantity > 0),
  );
  const act = async (): Promise<Sent<Data>> => {
    if (later.length > 0)
      return {
        problems: [
          {
            code: 'UNREACHABLE',
            message: t(
              'Not known yet: {later}. They are looked up when the connection is back; or clear them and type the lines.',
              { later: later.join(', ') },
            ),
            field: null,
          },
        ],
      };
    if (parts.length === 0 && !fields.values.close) return { problems: [NOTHING] };
    const lines = parts.map(({ itemId, quantity: amount }) => ({
      itemId,
      sku: rows.find(({ id }) => id === itemId)?.sku ?? '',
      quantity: amount,
    }));
    return send(
      parts.map(({ key: _, ...part }) => part),
      fields.values.close,
      { title, path, lines },
    );
  };

  /** Adds one unit to the line, or as many as the code says; to the lot in the code. */
  const add = (item: Item, found?: Scan) => {
    const before = latest.current.isScanned ? (latest.current.told[item.id] ?? []) : [];
    const count = found?.gs1?.count ?? 1;
    const lot = {
      lotNumber: (lots === 'named' && (found?.gs1?.lotNumber ?? found?.lot?.lotNumber)) || '',
      expiryDate: (lots === 'named' && found?.gs1?.expiryDate) || '',
      lotId: (typeof lots === 'object' && found?.lot?.id) || null,
    };
    const sum = before.reduce((total, { amount }) => total + Number(amount || 0), 0) + count;
    if (sum > open(item))
      return hear(
        false,
        t('{sku}: only {item} are outstanding, and all are entered.', {
          sku: item.sku,
          item: inUnit(open(item), item.variant.unit),
        }),
      );
    const same = before.find(each => each.lotNumber === lot.lotNumber && each.lotId === lot.lotId);
    const next = same
      ? before.map(each => (each === same ? { ...each, amount: Number(each.amount || 0) + count } : each))
      : [...before, tell(count, lot)];
    put(item, next, latest.current.isScanned ? {} : { isScanned: true, told: {} });
    const which = lot.lotNumber || found?.lot?.lotNumber;
    last.current = { item, lotNumber: lot.lotNumber, lotId: lot.lotId, which };
    hear(
      true,
      which
        ? t('{sku}, lot {which}: {sum} of {item}.', {
            sku: item.sku,
            which,
            sum: quantity(sum),
            item: inUnit(open(item), item.variant.unit),
          })
        : t('{sku}: {sum} of {item}.', {
            sku: item.sku,
            sum: quantity(sum),
            item: inUnit(open(item), item.variant.unit),
          }),
    );
  };
  /** Sets the quantity of the last scan. */
  const setLast = (amount: number) => {
    const { item, lotNumber, lotId, which } = last.current!;
    const told = (latest.current.told[item.id] ?? []).map(each =>
      each.lotNumber === lotNumber && each.lotId === lotId ? { ...each, amount } : each,
    );
    const sum = told.reduce((total, each) => total + Number(each.amount || 0), 0);
    if (sum > open(item))
      return hear(
        false,
        t('{sku}: only {item} are outstanding.', { sku: item.sku, item: inUnit(open(item), item.variant.unit) }),
      );
    put(item, told);
    hear(
      true,
      which
        ? t('{sku}, lot {which}: {sum} of {item}.', {
            sku: item.sku,
            which,
            sum: quantity(sum),
            item: inUnit(open(item), item.variant.unit),
          })
        : t('{sku}: {sum} of {item}.', {
            sku: item.sku,
            sum: quantity(sum),
            item: inUnit(open(item), item.variant.unit),
          }),
    );
  };
  /** Why goods of the scanned lot are not taken, if they are not. */
  const refusedBy = (found: Scan, item: Item): string | undefined => {
    if (lots === 'named') return undefined;
    if ('at' in lots) return lotRefused(found);
    const { lot } = found;
    if (!lot || underWay(item).some(({ lotId }) => lotId === lot.id)) return lotMissing(found);
    return t('Lot {lotNumber} of {sku} is not among what is outstanding here.', {
      lotNumber: lot.lotNumber,
      sku: item.sku,
    });
  };
  const scan = async (code: string, isAgain = false) => {
    const here = rows.find(({ sku, variant: { barcode } }) => sku === code || barcode === code);
    if (here) return add(here);
    const { scan: found, problems } = await scanCode(code);
    const item = rows.find(({ sku }) => sku === found?.variant?.sku);
    if (item && found) {
      const refused = refusedBy(found, item);
      return refused ? hear(false, refused) : add(item, found);
    }
    const typed = amountIn(code);
    if (typed !== undefined && last.current && !found?.variant) return setLast(typed);
    if (problems?.[0]?.code === 'UNREACHABLE') {
      setLater(old => [...old, code]);
      // Reported once, not with every attempt.
      return isAgain
        ? undefined
        : hear(false, t('No connection: {code} is kept, and looked up when it is back.', { code }));
    }
    if (problems) return hear(false, problems[0]!.message);
    hear(
      false,
      found?.variant
        ? t('{sku} is not among what is outstanding here.', { sku: found.variant.sku })
        : t('Nothing has the barcode or SKU {code}.', { code }),
    );
  };
  const scanNext = useInTurn(scan);
  const waiting = useRef(later);
  waiting.current = later;
  useEffect(() => {
    if (later.length === 0) return;
    const again = () => {
      const [code, ...rest] = waiting.current;
      if (code === undefined) return;
      setLater(rest);
      scanNext(code, true);
    };
    const timer = setInterval(again, AGAIN_MS);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  });
  const reset = () => {
    fields.reset();
    last.current = undefined;
    setLater([]);
    forget();
  };

  return (
    <FormDialog
      opener={label}
      variant={variant}
      title={title}
      submit={submit}
      size="lg"
      send={act}
      fields={{ reset }}
      done={() => said(done)}
    >
      {errors => (
        <Stack>
          <ScanField scan={scanNext} heard={heard} />
          {later.length > 0 && (
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="var(--warn)">
                {t('To be looked up: {later}', { later: later.join(', ') })}
              </Text>
              <Button size="compact-xs" variant="default" onClick={() => setLater([])}>
                {t('Clear')}
              </Button>
            </Group>
          )}
          {fields.values.isScanned && (
            <Alert variant="outline" color="pine" p="xs">
              <Group justify="space-between" gap="xs">
                <Text size="sm">{t('Only what was scanned is recorded.')}</Text>
                <Button size="compact-xs" variant="default" onClick={() => change({ isScanned: false, told: {} })}>
                  {t('Fill in everything outstanding')}
                </Button>
              </Group>
            </Alert>
          )}
          {rows.map(item => (
            <Row
              key={item.id}
              item={item}
              open={open(item)}
              // A scan counts one of the variant's own unit.
              unit={fields.values.isScanned ? undefined : unit?.(item)}
              told={toldOf(item, fields.values)}
              indexOf={key => parts.findIndex(part => part.itemId === item.id && part.key === key)}
              errors={errors}
              lots={item.variant.lotTracked && modules.includes('traceability') ? lots : undefined}
              underWay={underWay(item)}
              scan={scanNext}
              change={told => put(item, told)}
            />
          ))}
          {closing && (
            <Checkbox
              label={closing}
              checked={fields.values.close}
              onChange={event => change({ close: event.currentTarget.checked })}
            />
          )}
          {errors.at('close') && (
            <Text size="sm" c="var(--bad)">
              {errors.at('close')}
            </Text>
          )}
        </Stack>
      )}
    </FormDialog>
  );
}

interface RowProps {
  item: Outstanding;
  open: number;
  unit: Unit | undefined;
  told: readonly Told[];
  /** The index among the parts that are sent; -1 if it is none of them. */
  indexOf(key: number): number;
  errors: Errors;
  lots: LotsOf<never> | undefined;
  underWay: readonly ShippedLot[];
  scan(code: string): void;
  change(told: readonly Told[]): void;
}

function Row({ item, open, unit, told, indexOf, errors, lots, underWay, scan, change }: RowProps) {
  const [isInBase, setInBase] = useState(false);
  const alter = (key: number, part: Partial<Told>) =>
    change(told.map(each => (each.key === key ? { ...each, ...part } : each)));
  const more = () => {
    const sum = told.reduce((total, { amount }) => total + Number(amount || 0), 0);
    change([...told, tell(Math.max(0, open - sum))]);
  };
  return (
    <fieldset className="plain" aria-label={item.sku}>
      {told.map((each, at) => {
        const index = indexOf(each.key);
        const problemAt = (name: string) => (index < 0 ? undefined : errors.at(`items[${index}]${name}`));
        const problemOfLot = problemAt('.lots[0].lotId') ?? problemAt('.lots[0].quantity') ?? problemAt('.lots');
        const problem =
          problemAt('.quantity') ??
          problemAt('.sku') ??
          problemAt('') ??
          (underWay.length > 0 ? problemOfLot : undefined);
        const which = at === 0 ? '' : t(', lot {at}', { at: at + 1 });
        return (
          <div key={each.key}>
            <Group justify="space-between" wrap="nowrap" align="center" mt={at > 0 ? 'xs' : 0}>
              <div style={{ minWidth: 0 }}>
                {at > 0 && (
                  <Text size="xs" c="dimmed">
                    {t('And of another lot')}
                  </Text>
                )}
                {at === 0 && (
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
                )}
              </div>
              {unit && !isInBase ? (
                <UnitField
                  unit={unit}
                  aria-label={t('Quantity of {sku}{which}, {name}', { sku: item.sku, which, name: unit.name })}
                  w={110}
                  value={each.amount}
                  onChange={amount => alter(each.key, { amount })}
                  scan={scan}
                  error={problem !== undefined}
                />
              ) : (
                <QuantityField
                  aria-label={t('Quantity of {sku}{which}', { sku: item.sku, which })}
                  w={110}
                  value={each.amount}
                  onChange={amount => alter(each.key, { amount })}
                  scan={scan}
                  error={problem !== undefined}
                />
              )}
            </Group>
            {unit && (
              <Group justify="flex-end" gap="xs" mt={4}>
                <Text size="xs" c="dimmed">
                  {isInBase
                    ? `= ${quantity(Number(each.amount || 0) / unit.size)} ${unit.name}`
                    : `= ${quantity(Number(each.amount || 0))} ${unit.base}`}
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
            )}
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
                  value={each.lotNumber}
                  onChange={event => alter(each.key, { lotNumber: event.currentTarget.value })}
                  error={problemAt('.lotNumber')}
                />
                <DateInput
                  size="xs"
                  label={t('Good until')}
                  value={each.expiryDate}
                  onChange={event => alter(each.key, { expiryDate: event.currentTarget.value })}
                  error={problemAt('.expiryDate')}
                />
              </Group>
            )}
            {underWay.length > 0 && (
              <Text size="xs" mt={4}>
                <OfLot lot={underWay.find(({ lotId }) => lotId === each.lotId)} />
              </Text>
            )}
            {typeof lots === 'object' && 'at' in lots && (
              <LotSelect
                sku={item.sku}
                locationId={lots.at}
                isShipped
                value={each.lotId}
                onChange={lotId => alter(each.key, { lotId })}
                error={problemOfLot}
              />
            )}
          </div>
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

/** The shipped lot that an entry is about. */
function OfLot({ lot }: { lot: ShippedLot | undefined }) {
  if (!lot) return t('Lot not scanned: the first to expire is received first.');
  const { lotNumber, lot: about } = lot;
  return about.expiryDate
    ? t('Lot {lotNumber}, good until {expiryDate}', { lotNumber, expiryDate: date(about.expiryDate) })
    : t('Lot {lotNumber}', { lotNumber });
}
