import { Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { quantity, words } from '../format.ts';
import { t } from '../language.ts';
import type { Errors } from '../ui/fields.ts';
import { NumberField } from '../ui/number-field.tsx';
import { Rich } from '../ui/rich.tsx';
import { scanCode } from './codes.ts';
import { nameOfItem } from './document.tsx';
import { ScanField, useScanOutcome } from './scan-field.tsx';

/* What comes back of an order, in which condition and lot: by hand or scanned. */

const CONDITIONS = ['SELLABLE', 'DAMAGED', 'DISCARDED'] as const;
type Condition = (typeof CONDITIONS)[number];
type ConditionAmounts = { [condition in Condition]?: number | string };

/** How much of each line comes back in which condition. The key of a line is its SKU, and its lot if known. */
export type Inspection = { [line: string]: ConditionAmounts };

/** A line of an order, of which some was sent. */
export interface SentLine {
  sku: string;
  quantityFulfilled: number;
  variant: { name: string | null; product: { name: string } };
}

/** The key of a line in an inspection. */
export const lineOf = (sku: string, lotId?: string | null) => (lotId ? `${sku}\n${lotId}` : sku);
const skuIn = (line: string) => line.split('\n')[0]!;
/** Whether its name or SKU contains what is sought. */
const isNamed = (sent: SentLine | undefined, line: string, sought: string) =>
  `${sent ? nameOfItem(sent) : ''} ${skuIn(line)}`.toLowerCase().includes(sought.trim().toLowerCase());
/** The items of a return, one for each condition that something came back in. */
export const itemsOf = (inspection: Inspection) =>
  Object.entries(inspection).flatMap(([line, amounts]) => {
    const [sku, lotId] = line.split('\n') as [string, string | undefined];
    return CONDITIONS.flatMap(condition =>
      Number(amounts[condition] ?? 0) > 0
        ? [{ sku, quantity: Number(amounts[condition]), condition, ...(lotId && { lotId }) }]
        : [],
    );
  });

/** Of more lines than these, only those that come back have fields: the others are ticked, scanned or found first. */
const OPEN_MAX = 8;

interface InspectProps {
  lines: readonly SentLine[];
  inspection: Inspection;
  onChange(inspection: Inspection): void;
  errors: Errors;
}

const sumOf = (items: readonly { sku: string; quantity: number }[], sku: string) =>
  items.reduce((sum, item) => sum + (item.sku === sku ? item.quantity : 0), 0);
const quantitySent = (lines: readonly SentLine[], sku: string) =>
  lines.reduce((sum, line) => sum + (line.sku === sku ? line.quantityFulfilled : 0), 0);

/** Changes the inspection, by hand or by scans, which are taken in the given condition. */
function useInspection({ lines, inspection, onChange }: Omit<InspectProps, 'errors'>, condition: Condition) {
  const { outcome, report } = useScanOutcome();
  // From the first scan on, only what is scanned is booked: docs/api.md, "Scanning".
  const [isScanned, setScanned] = useState(false);
  /** The numbers of the lots that were scanned. */
  const [lotNumbers, setLotNumbers] = useState<{ readonly [lotId: string]: string }>({});
  // A scan may follow before the one before is on the screen.
  const latest = useRef({ inspection, isScanned });
  latest.current = { inspection, isScanned };
  const drop = (line: string) => {
    const { [line]: _, ...rest } = latest.current.inspection;
    latest.current.inspection = rest;
    onChange(rest);
  };
  const put = (line: string, amounts: ConditionAmounts) => {
    const { inspection: before } = latest.current;
    latest.current.inspection = { ...before, [line]: { ...before[line], ...amounts } };
    onChange(latest.current.inspection);
  };
  /** Adds one unit, or as many as the code says, in the current condition and to the lot in the code. */
  const scan = async (signal: AbortSignal, code: string) => {
    const { scan: found, problems } = await scanCode(code, signal);
    const sku = found?.variant?.sku;
    const sent = sku ? quantitySent(lines, sku) : 0;
    if (!sku || sent === 0)
      return report(false, problems?.[0]?.message ?? t('{sku} was not sent with this order.', { sku: sku ?? code }));
    const { lot } = found;
    const line = lineOf(sku, lot?.id);
    const count = found.gs1?.count ?? 1;
    const before = latest.current.isScanned ? latest.current.inspection : {};
    const back = sumOf(itemsOf(before), sku) + count;
    if (back > sent)
      return report(false, t('{sku}: only {sent} were sent, and all are back.', { sku, sent: quantity(sent) }));
    if (lot) setLotNumbers(numbers => ({ ...numbers, [lot.id]: lot.lotNumber }));
    latest.current = { inspection: before, isScanned: true };
    put(line, { [condition]: Number(before[line]?.[condition] || 0) + count });
    setScanned(true);
    const values = { sku, back: quantity(back), sent: quantity(sent) };
    report(
      true,
      lot
        ? t('{sku}, lot {lotNumber}: {back} of {sent} back.', { lotNumber: lot.lotNumber, ...values })
        : t('{sku}: {back} of {sent} back.', values),
    );
  };
  return { outcome, isScanned, lotNumbers, drop, put, scan };
}

/** Sorts the lines of an order by the condition in which they come back. */
export function Inspect({ lines, inspection, onChange, errors }: InspectProps) {
  const items = itemsOf(inspection);
  const [condition, setCondition] = useState<Condition>('SELLABLE');
  const { outcome, isScanned, lotNumbers, drop, put, scan } = useInspection({ lines, inspection, onChange }, condition);
  const [sought, setSought] = useState('');
  const [isOnlyBack, setOnlyBack] = useState(false);
  const allLines = [...new Set([...lines.map(({ sku }) => sku), ...Object.keys(inspection)])];
  const isLong = new Set(lines.map(({ sku }) => sku)).size > OPEN_MAX;
  const isBack = (line: string) => line in inspection;
  const problemsOf = (line: string) =>
    items.flatMap((item, index) =>
      lineOf(item.sku, item.lotId) === line
        ? (errors.at(`items[${index}].quantity`) ?? errors.at(`items[${index}].sku`) ?? [])
        : [],
    );
  // A line that was refused is always shown.
  const isShown = (line: string) =>
    !isLong ||
    problemsOf(line).length > 0 ||
    ((isBack(line) || !isOnlyBack) &&
      isNamed(
        lines.find(({ sku }) => sku === skuIn(line)),
        line,
        sought,
      ));
  return (
    <Stack gap="md">
      <ScanField scan={scan} outcome={outcome} />
      <SegmentedControl
        aria-label={t('What is scanned is')}
        data={CONDITIONS.map(value => ({ value, label: words(value) }))}
        value={condition}
        onChange={value => setCondition(value as Condition)}
      />
      {isScanned && <Text size="sm">{t('Only what was scanned or typed is recorded.')}</Text>}
      {isLong && (
        <Group gap="sm" wrap="wrap">
          <TextInput
            flex="1 1 180px"
            aria-label={t('Find a line')}
            placeholder={t('Find a line')}
            value={sought}
            onChange={event => setSought(event.currentTarget.value)}
            onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
          />
          <Checkbox
            label={t('Only what comes back ({back} of {lines})', {
              back: quantity(allLines.filter(isBack).length),
              lines: quantity(allLines.length),
            })}
            checked={isOnlyBack}
            onChange={event => setOnlyBack(event.currentTarget.checked)}
          />
        </Group>
      )}
      {isLong && !allLines.some(isShown) && (
        <Text size="sm" c="dimmed" role="status">
          {t('Nothing matches')}
        </Text>
      )}
      {allLines.filter(isShown).map(line => {
        const [sku = '', lotId = ''] = line.split('\n');
        const sent = quantitySent(lines, sku);
        return (
          <InspectedLine
            key={line}
            sku={sku}
            item={lines.find(each => each.sku === sku)}
            lotNumber={lotNumbers[lotId]}
            sent={sent}
            amounts={inspection[line]}
            problem={problemsOf(line)[0]}
            isTicked={isLong}
            add={() => put(line, { [condition]: Math.max(0, sent - sumOf(items, sku)) })}
            drop={() => drop(line)}
            put={amounts => put(line, amounts)}
          />
        );
      })}
      {errors.at('items') && (
        <Text size="sm" c="var(--bad)" role="alert">
          {errors.at('items')}
        </Text>
      )}
    </Stack>
  );
}

interface InspectedLineProps {
  sku: string;
  item: SentLine | undefined;
  lotNumber: string | undefined;
  sent: number;
  /** Undefined while nothing of it comes back. */
  amounts: ConditionAmounts | undefined;
  problem: string | undefined;
  /** Whether it is ticked before it has fields. */
  isTicked: boolean;
  /** All of it that is not back yet comes back. */
  add(): void;
  drop(): void;
  put(amounts: ConditionAmounts): void;
}

/** A line: how much of it comes back in which condition. */
function InspectedLine({ sku, item, lotNumber, sent, amounts, problem, isTicked, add, drop, put }: InspectedLineProps) {
  const head = <LineHead sku={sku} item={item} lotNumber={lotNumber} sent={sent} />;
  const tick = (
    <Checkbox
      label={head}
      checked={amounts !== undefined}
      onChange={event => (event.currentTarget.checked ? add() : drop())}
    />
  );
  if (isTicked && !amounts) return <div>{tick}</div>;
  return (
    <fieldset className="plain" aria-label={sku}>
      {isTicked ? tick : head}
      <Group grow wrap="nowrap" mt={4} gap="xs">
        {CONDITIONS.map(condition => (
          <NumberField
            key={condition}
            size="xs"
            label={words(condition)}
            aria-label={t('{condition} of {sku}', { condition: words(condition), sku })}
            min={0}
            decimalScale={4}
            placeholder="0"
            value={amounts?.[condition] ?? ''}
            error={problem !== undefined}
            onChange={value => put({ [condition]: value })}
          />
        ))}
      </Group>
      {problem && (
        <Text size="xs" c="var(--bad)" mt={4} role="alert">
          {problem}
        </Text>
      )}
    </fieldset>
  );
}

/** What a line is of, and how much of it was sent. */
function LineHead({ sku, item, lotNumber, sent }: Pick<InspectedLineProps, 'sku' | 'item' | 'lotNumber' | 'sent'>) {
  return (
    <div>
      <Text size="sm" fw={550}>
        {item ? nameOfItem(item) : sku}
      </Text>
      <Text size="xs" c="dimmed">
        {lotNumber ? (
          <Rich
            of="<span>{sku}</span> · lot {lots} · {sent} were sent"
            values={{ sku, lots: lotNumber, sent: quantity(sent) }}
            parts={{ span: <span className="mono" /> }}
          />
        ) : (
          <Rich
            of="<span>{sku}</span> · {sent} were sent"
            values={{ sku, sent: quantity(sent) }}
            parts={{ span: <span className="mono" /> }}
          />
        )}
      </Text>
    </div>
  );
}
