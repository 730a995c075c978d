import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { inUnit, quantity } from '../format.ts';
import type { Problem, SendResult } from '../graphql.ts';
import { t } from '../language.ts';
import { type BookingSubject, useOutbox } from '../outbox.ts';
import { useOrganization } from '../session.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { useInTurn } from '../ui/scan-turns.ts';
import { lotMissing, lotRefused, type Scan, scanCode } from './codes.ts';
import type { Unit } from './purchase-unit.tsx';
import { amountIn, ScanField, ScannedOnly, useScanOutcome } from './scan-field.tsx';
import { type LotEntry, type LotsOf, lotEntry, type OutstandingLine, type ShippedLot, TakeLine } from './take-line.tsx';

/** What was entered for one line or one of its lots: the quantity, and the lot. */
export interface Part {
  itemId: string;
  quantity: number;
  lotNumber: string;
  expiryDate: string;
  lotId: string | null;
}

interface TakeProps<Item extends OutstandingLine, Data> {
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
  notice: string;
  /** Books it: src/web/outbox.ts. */
  send(parts: Part[], close: boolean, about: BookingSubject): Promise<SendResult<Data>>;
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

/** How often to retry codes that could not be looked up. */
const AGAIN_MS = 3000;

interface Values {
  entries: { readonly [itemId: string]: readonly LotEntry[] };
  close: boolean;
  /** From the first scan on, only scanned quantities are booked. */
  isScanned: boolean;
}

const sumOf = (entries: readonly LotEntry[]) => entries.reduce((sum, { amount }) => sum + Number(amount || 0), 0);

/** The lines that are not complete, and what is entered for each of them. */
function useEntries<Item extends OutstandingLine>({
  items,
  open: openOf,
  lots,
}: Pick<TakeProps<Item, never>, 'items' | 'open' | 'lots'>) {
  const fields = useFields<Values>({ entries: {}, close: false, isScanned: false });
  const { pathname: path } = useLocation();
  // What is waiting on this device was already taken.
  const waiting = useOutbox().filter(booking => booking.path === path && !booking.problems);
  const open = (item: Item) =>
    Math.max(
      0,
      openOf(item) -
        waiting
          .flatMap(({ lines }) => lines)
          .filter(({ itemId }) => itemId === item.id)
          .reduce((sum, line) => sum + line.quantity, 0),
    );
  // A scan may follow before the one before is on the screen.
  const latest = useRef(fields.values);
  latest.current = fields.values;
  const change = (part: Partial<Values>) => {
    latest.current = { ...latest.current, ...part };
    fields.change(part);
  };
  /** What was shipped of a lot-tracked line and is outstanding, lot by lot. */
  const underWay = (item: Item): readonly ShippedLot[] =>
    typeof lots === 'object' && 'shipped' in lots
      ? lots.shipped(item).filter(lot => lot.quantity > lot.quantityReceived)
      : [];
  /** One entry for each lot under way; just one if it is not known which lots they are. */
  const outstanding = (item: Item): readonly LotEntry[] => {
    const entries = underWay(item).map(({ lotId, quantity: shipped, quantityReceived }) =>
      lotEntry(shipped - quantityReceived, { lotId }),
    );
    return entries.length > 0 && sumOf(entries) === open(item) ? entries : [lotEntry(open(item))];
  };
  const entriesOf = (item: Item, { entries, isScanned }: Values): readonly LotEntry[] =>
    entries[item.id] ?? (isScanned ? [lotEntry(0)] : outstanding(item)).map((each, at) => ({ ...each, key: -at }));
  const rows = items.filter(item => open(item) > 0);
  return {
    values: fields.values,
    reset: fields.reset,
    path,
    rows,
    open,
    underWay,
    entriesOf: (item: Item) => entriesOf(item, fields.values),
    /** What was scanned of a line: nothing before the first scan. */
    scannedOf: (item: Item) => (latest.current.isScanned ? (latest.current.entries[item.id] ?? []) : []),
    parts: rows.flatMap(item =>
      entriesOf(item, latest.current)
        .map(({ key, amount, ...lot }) => ({ key, itemId: item.id, quantity: Number(amount || 0), ...lot }))
        .filter(part => part.quantity > 0),
    ),
    change,
    put: (item: Item, entries: readonly LotEntry[]) =>
      change({ entries: { ...latest.current.entries, [item.id]: entries } }),
    /** The same, and what was entered before the first scan is no longer there. */
    putScanned: (item: Item, entries: readonly LotEntry[]) =>
      change({
        isScanned: true,
        entries: { ...(latest.current.isScanned && latest.current.entries), [item.id]: entries },
      }),
  };
}

/** The line and the lot that were scanned last: a quantity that is typed into the scan field is theirs. */
interface LastScan<Item> {
  item: Item;
  lotNumber: string;
  lotId: string | null;
  /** As it is named to the user. */
  lotName: string | undefined;
}

/** Scans codes into the entries. */
function useScans<Item extends OutstandingLine>(
  { rows, open, underWay, scannedOf, put, putScanned }: ReturnType<typeof useEntries<Item>>,
  lots: LotsOf<Item>,
) {
  const { outcome, report, forget } = useScanOutcome();
  /** Codes that could not be looked up; they are tried again once the service can be reached. */
  const [pendingCodes, setPendingCodes] = useState<readonly string[]>([]);
  const last = useRef<LastScan<Item>>(undefined);
  const reportSum = (item: Item, lotName: string | undefined, sum: number) => {
    const values = { sku: item.sku, sum: quantity(sum), item: inUnit(open(item), item.variant.unit) };
    report(
      true,
      lotName
        ? t('{sku}, lot {which}: {sum} of {item}.', { which: lotName, ...values })
        : t('{sku}: {sum} of {item}.', values),
    );
  };
  /** Adds one unit to the line, or as many as the code says; to the lot in the code. */
  const add = (item: Item, found?: Scan) => {
    const before = scannedOf(item);
    const count = found?.gs1?.count ?? 1;
    const lot = {
      lotNumber: (lots === 'named' && (found?.gs1?.lotNumber ?? found?.lot?.lotNumber)) || '',
      expiryDate: (lots === 'named' && found?.gs1?.expiryDate) || '',
      lotId: (typeof lots === 'object' && found?.lot?.id) || null,
    };
    const sum = sumOf(before) + count;
    if (sum > open(item))
      return report(
        false,
        t('{sku}: only {item} are outstanding, and all are entered.', {
          sku: item.sku,
          item: inUnit(open(item), item.variant.unit),
        }),
      );
    const same = before.find(each => each.lotNumber === lot.lotNumber && each.lotId === lot.lotId);
    putScanned(
      item,
      same
        ? before.map(each => (each === same ? { ...each, amount: Number(each.amount || 0) + count } : each))
        : [...before, lotEntry(count, lot)],
    );
    const lotName = lot.lotNumber || found?.lot?.lotNumber;
    last.current = { item, lotNumber: lot.lotNumber, lotId: lot.lotId, lotName };
    reportSum(item, lotName, sum);
  };
  const setLast = ({ item, lotNumber, lotId, lotName }: LastScan<Item>, amount: number) => {
    const entries = scannedOf(item).map(each =>
      each.lotNumber === lotNumber && each.lotId === lotId ? { ...each, amount } : each,
    );
    const sum = sumOf(entries);
    if (sum > open(item))
      return report(
        false,
        t('{sku}: only {item} are outstanding.', { sku: item.sku, item: inUnit(open(item), item.variant.unit) }),
      );
    put(item, entries);
    reportSum(item, lotName, sum);
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
  const scan = async (signal: AbortSignal, code: string, isAgain = false) => {
    const here = rows.find(({ sku, variant: { barcode } }) => sku === code || barcode === code);
    if (here) return add(here);
    const { scan: found, problems } = await scanCode(code, signal);
    const item = rows.find(({ sku }) => sku === found?.variant?.sku);
    if (item && found) {
      const refused = refusedBy(found, item);
      return refused ? report(false, refused) : add(item, found);
    }
    const amount = amountIn(code);
    if (amount !== undefined && last.current && !found?.variant) return setLast(last.current, amount);
    if (problems?.[0]?.code === 'UNREACHABLE') {
      setPendingCodes(codes => [...codes, code]);
      // Reported once, not with every attempt.
      return isAgain
        ? undefined
        : report(false, t('No connection: {code} is kept, and looked up when it is back.', { code }));
    }
    if (problems) return report(false, problems[0]!.message);
    report(
      false,
      found?.variant
        ? t('{sku} is not among what is outstanding here.', { sku: found.variant.sku })
        : t('Nothing has the barcode or SKU {code}.', { code }),
    );
  };
  return {
    outcome,
    scan,
    pendingCodes,
    setPendingCodes,
    forgetLast: () => void (last.current = undefined),
    forget() {
      last.current = undefined;
      setPendingCodes([]);
      forget();
    },
  };
}

/**
 * Receives or ships lines of a document, completely or in part: everything outstanding unless changed, or one unit per
 * scan. Once anything was scanned, only scanned quantities are booked: docs/api.md, "Scanning".
 */
export function Take<Item extends OutstandingLine, Data>({
  label,
  submit = label,
  title,
  variant = 'filled',
  items,
  open: openOf,
  unit,
  lots,
  closing,
  notice,
  send,
}: TakeProps<Item, Data>) {
  const { modules } = useOrganization();
  const entries = useEntries({ items, open: openOf, lots });
  const { values, path, rows, open, underWay, parts, change } = entries;
  const { outcome, scan, pendingCodes, setPendingCodes, forgetLast, forget } = useScans(entries, lots);
  const act = async (): Promise<SendResult<Data>> => {
    if (pendingCodes.length > 0) return { problems: [notLookedUp(pendingCodes)] };
    if (parts.length === 0 && !values.close) return { problems: [NOTHING] };
    const lines = parts.map(({ itemId, quantity: amount }) => ({
      itemId,
      sku: rows.find(({ id }) => id === itemId)?.sku ?? '',
      quantity: amount,
    }));
    return send(
      parts.map(({ key: _, ...part }) => part),
      values.close,
      { title, path, lines },
    );
  };
  /** Back to everything outstanding. */
  const fillIn = () => {
    forgetLast();
    change({ isScanned: false, entries: {} });
  };
  const reset = () => {
    entries.reset();
    forget();
  };

  return (
    <FormDialog
      opener={label}
      variant={variant}
      title={title}
      submit={submit}
      size="lg"
      takesGoods
      send={act}
      fields={{ reset }}
      done={() => notify(notice)}
    >
      {errors => (
        <Stack>
          <ScanField scan={scan} outcome={outcome} />
          {pendingCodes.length > 0 && <PendingCodes codes={pendingCodes} change={setPendingCodes} scan={scan} />}
          {values.isScanned && (
            <ScannedOnly text={t('Only what was scanned is recorded.')} reset={fillIn}>
              {t('Fill in everything outstanding')}
            </ScannedOnly>
          )}
          {rows.map(item => (
            <TakeLine
              key={item.id}
              item={item}
              open={open(item)}
              // A scan counts one of the variant's own unit.
              unit={values.isScanned ? undefined : unit?.(item)}
              entries={entries.entriesOf(item)}
              indexOf={key => parts.findIndex(part => part.itemId === item.id && part.key === key)}
              errors={errors}
              lots={item.variant.lotTracked && modules.includes('traceability') ? lots : undefined}
              underWay={underWay(item)}
              change={changed => entries.put(item, changed)}
            />
          ))}
          {closing && (
            <Checkbox
              label={closing}
              checked={values.close}
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

const notLookedUp = (codes: readonly string[]): Problem => ({
  code: 'UNREACHABLE',
  message: t(
    'Not known yet: {later}. They are looked up when the connection is back; or clear them and type the lines.',
    { later: codes.join(', ') },
  ),
  field: null,
});

/** Codes that could not be looked up: one after another is tried again. */
function PendingCodes({
  codes,
  change,
  scan,
}: {
  codes: readonly string[];
  change(codes: readonly string[]): void;
  scan(signal: AbortSignal, code: string, isAgain: boolean): Promise<void>;
}) {
  const take = useInTurn(scan);
  useEffect(() => {
    const again = () => {
      const [code, ...rest] = codes;
      if (code === undefined) return;
      change(rest);
      take(code, true);
    };
    const timer = setInterval(again, AGAIN_MS);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  });
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="var(--warn)">
        {t('To be looked up: {later}', { later: codes.join(', ') })}
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => change([])}>
        {t('Clear')}
      </Button>
    </Group>
  );
}
