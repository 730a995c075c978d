import { Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { quantity, words } from '../format.ts';
import { t } from '../language.ts';
import type { Errors } from '../ui/form.tsx';
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

export const lineOf = (sku: string, lotId?: string | null) => (lotId ? `${sku}\n${lotId}` : sku);
const skuIn = (line: string) => line.split('\n')[0]!;
/** Whether its name or SKU contains what is sought. */
const isNamed = (sent: SentLine | undefined, line: string, sought: string) =>
  `${sent ? nameOfItem(sent) : ''} ${skuIn(line)}`.toLowerCase().includes(sought.trim().toLowerCase());
export const itemsOf = (inspection: Inspection) =>
  Object.entries(inspection).flatMap(([line, sorted]) => {
    const [sku, lotId] = line.split('\n') as [string, string | undefined];
    return CONDITIONS.flatMap(condition =>
      Number(sorted[condition] ?? 0) > 0
        ? [{ sku, quantity: Number(sorted[condition]), condition, ...(lotId && { lotId }) }]
        : [],
    );
  });

/** Of more lines than these, only those that come back have fields: the others are ticked, scanned or found first. */
const OPEN_MAX = 8;

/** Sorts the lines of an order by the condition in which they come back. */
export function Inspect({
  lines,
  inspection,
  onChange,
  errors,
}: {
  lines: readonly SentLine[];
  inspection: Inspection;
  onChange(inspection: Inspection): void;
  errors: Errors;
}) {
  const items = itemsOf(inspection);
  const { outcome, report } = useScanOutcome();
  const [condition, setCondition] = useState<Condition>('SELLABLE');
  // From the first scan on, only what is scanned is booked: docs/api.md, "Scanning".
  const [isScanned, setScanned] = useState(false);
  const [lots, setLots] = useState<{ readonly [lotId: string]: string }>({});
  const [sought, setSought] = useState('');
  const [isOnlyBack, setOnlyBack] = useState(false);
  // A scan may follow before the one before is on the screen.
  const latest = useRef({ inspection, isScanned });
  latest.current = { inspection, isScanned };
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
  const drop = (line: string) => {
    const { [line]: _, ...rest } = latest.current.inspection;
    latest.current.inspection = rest;
    onChange(rest);
  };
  const put = (line: string, sorted: ConditionAmounts) => {
    const { inspection: old } = latest.current;
    latest.current.inspection = { ...old, [line]: { ...old[line], ...sorted } };
    onChange(latest.current.inspection);
  };
  /** Adds one unit, or as many as the code says, in the current condition and to the lot in the code. */
  const scan = async (signal: AbortSignal, code: string) => {
    const { scan: found, problems } = await scanCode(code, signal);
    const sku = found?.variant?.sku;
    const sent = lines.filter(each => each.sku === sku).reduce((sum, each) => sum + each.quantityFulfilled, 0);
    if (!sku || sent === 0)
      return report(false, problems?.[0]?.message ?? t('{sku} was not sent with this order.', { sku: sku ?? code }));
    const line = lineOf(sku, found.lot?.id);
    const count = found.gs1?.count ?? 1;
    const before = latest.current.isScanned ? latest.current.inspection : {};
    const back = itemsOf(before).reduce((sum, each) => sum + (each.sku === sku ? each.quantity : 0), 0) + count;
    if (back > sent)
      return report(false, t('{sku}: only {sent} were sent, and all are back.', { sku, sent: quantity(sent) }));
    if (found.lot) setLots(old => ({ ...old, [found.lot!.id]: found.lot!.lotNumber }));
    latest.current = { inspection: before, isScanned: true };
    put(line, { [condition]: Number(before[line]?.[condition] || 0) + count });
    setScanned(true);
    report(
      true,
      found.lot
        ? t('{sku}, lot {lotNumber}: {back} of {sent} back.', {
            sku,
            lotNumber: found.lot.lotNumber,
            back: quantity(back),
            sent: quantity(sent),
          })
        : t('{sku}: {back} of {sent} back.', { sku, back: quantity(back), sent: quantity(sent) }),
    );
  };
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
        const sent = lines.filter(each => each.sku === sku);
        const count = sent.reduce((sum, each) => sum + each.quantityFulfilled, 0);
        const back = items.reduce((sum, each) => sum + (each.sku === sku ? each.quantity : 0), 0);
        const problems = problemsOf(line);
        const head = (
          <div>
            <Text size="sm" fw={550}>
              {sent[0] ? nameOfItem(sent[0]) : sku}
            </Text>
            <Text size="xs" c="dimmed">
              {lots[lotId] ? (
                <Rich
                  of="<span>{sku}</span> · lot {lots} · {sent} were sent"
                  values={{ sku, lots: lots[lotId], sent: quantity(count) }}
                  parts={{ span: <span className="mono" /> }}
                />
              ) : (
                <Rich
                  of="<span>{sku}</span> · {sent} were sent"
                  values={{ sku, sent: quantity(count) }}
                  parts={{ span: <span className="mono" /> }}
                />
              )}
            </Text>
          </div>
        );
        const ticking = (
          <Checkbox
            label={head}
            checked={isBack(line)}
            onChange={event =>
              event.currentTarget.checked ? put(line, { [condition]: Math.max(0, count - back) }) : drop(line)
            }
          />
        );
        if (isLong && !isBack(line)) return <div key={line}>{ticking}</div>;
        return (
          <fieldset className="plain" key={line} aria-label={sku}>
            {isLong ? ticking : head}
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
                  value={inspection[line]?.[condition] ?? ''}
                  error={problems.length > 0}
                  onChange={value => put(line, { [condition]: value })}
                />
              ))}
            </Group>
            {problems[0] && (
              <Text size="xs" c="var(--bad)" mt={4} role="alert">
                {problems[0]}
              </Text>
            )}
          </fieldset>
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
