import { Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { readAllAgain } from '../following.ts';
import { quantity, words } from '../format.ts';
import type { Problem, SendResult } from '../graphql.ts';
import { t } from '../language.ts';
import { book, isKept, keptWords } from '../outbox.ts';
import { useFields, withoutEmpty } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { RemoveButton } from '../ui/remove-button.tsx';
import { LocationSelect, VariantSelect } from './choose.tsx';
import { lotMissing, type Scan, type ScannedVariant, scanCode } from './codes.ts';
import { useDefaultPlace } from './default-place.ts';
import { QuantityField } from './lines.tsx';
import { nameOf, useLocations } from './locations.ts';
import { LotSelect } from './lot-select.tsx';
import { amountIn, ScanField, useScanOutcome } from './scan-field.tsx';

export const WASTE_REASONS = ['DAMAGED', 'EXPIRED', 'SPOILAGE', 'CONTAMINATION', 'PRODUCTION', 'OTHER'] as const;
export type Reason = (typeof WASTE_REASONS)[number];

/** Something to be written off. */
export interface WasteLine {
  /** The idempotency key: the same one for every attempt. */
  key: string;
  sku: string;
  name: string;
  lotTracked: boolean;
  lotId: string | null;
  lotNumber: string | null;
  amount: number | string;
  /** Its location, if the lines differ in it. */
  place?: { id: string; name: string };
}

/** A line with an idempotency key of its own. */
export const wasteLine = (line: Omit<WasteLine, 'key'>): WasteLine => ({ ...line, key: crypto.randomUUID() });
const ofVariant = ({ sku, name, product, lotTracked }: ScannedVariant) => ({
  sku,
  name: [product.name, name].filter(Boolean).join(', '),
  lotTracked,
});

interface WasteProps {
  opener: string | ((open: () => void) => ReactNode);
  compact?: boolean;
  act?: string;
  /** The initial lines; read when the dialog opens. */
  begin?: { lines: readonly WasteLine[]; reason: Reason };
  done?(): void;
}

/**
 * Writes off what was scanned piece by piece, or chosen. Each line becomes a record of its own; refused lines stay,
 * with the reason.
 */
export function WasteDialog({ opener, compact = false, act, begin, done }: WasteProps) {
  const fields = useFields({
    locationId: useDefaultPlace(),
    reason: (begin?.reason ?? 'DAMAGED') as string,
    notes: '',
    lines: (begin?.lines ?? []) as readonly WasteLine[],
  });
  const { values, text, choice, pick } = fields;
  const locations = useLocations();
  const { latest, put, add, scan, outcome, forget } = useWasteLines(values.lines, lines => fields.change({ lines }));
  const record = async (): Promise<SendResult<{ count: number }>> => {
    const lines = latest.current;
    if (lines.length === 0)
      return {
        problems: [{ code: 'VALIDATION_FAILED', message: t('Scan or choose what is disposed of.'), field: 'lines' }],
      };
    const { remaining, problems, keptCount } = await bookEach(lines, values, id => nameOf(locations, id));
    readAllAgain();
    if (keptCount > 0) notify(keptWords());
    const count = lines.length - remaining.length - keptCount;
    if (problems.length === 0) return { data: { count } };
    put(remaining);
    if (count > 0) notify(t('{count, plural, one {# line} other {# lines}} recorded; those left were not.', { count }));
    return { problems };
  };
  const isPlaced = values.lines.length > 0 && values.lines.every(({ place }) => place);
  return (
    <FormDialog
      opener={opener}
      variant={compact ? 'default' : 'filled'}
      compact={compact}
      {...(act && { act })}
      title={t('Record waste')}
      submit={t('Record')}
      size="lg"
      fields={{
        reset() {
          fields.reset();
          forget();
        },
      }}
      send={record}
      done={({ count }) => {
        if (count > 0) notify(t('{count, plural, one {# line} other {# lines}} written off.', { count }));
        done?.();
      }}
    >
      {errors => (
        <Stack>
          <ScanField scan={scan} outcome={outcome} />
          <Group grow align="flex-start">
            {!isPlaced && <LocationSelect {...choice('locationId', errors)} />}
            <Select
              label={t('Reason')}
              data={WASTE_REASONS.map(value => ({ value, label: words(value) }))}
              {...pick('reason', errors)}
            />
          </Group>
          <VariantSelect
            label={t('Or choose')}
            value={null}
            onChange={(_, variant) => variant && add({ ...ofVariant(variant), lotId: null, lotNumber: null }, 1)}
            onEntered={() => false}
            error={errors.at('lines')}
          />
          {values.lines.map((line, index) => (
            <Line
              key={line.key}
              line={line}
              locationId={line.place?.id ?? values.locationId}
              problem={errors.at(`lines[${index}]`)}
              change={part => put(latest.current.map(each => (each.key === line.key ? { ...each, ...part } : each)))}
              remove={() => put(latest.current.filter(each => each.key !== line.key))}
            />
          ))}
          <Textarea label={t('Notes')} autosize minRows={1} {...text('notes', errors)} />
        </Stack>
      )}
    </FormDialog>
  );
}

/** The lines, to which scans add, each piece of the same item or lot to its line; a number sets the last one's. */
function useWasteLines(lines: readonly WasteLine[], change: (lines: readonly WasteLine[]) => void) {
  const { outcome, report, forget } = useScanOutcome();
  const latest = useRef(lines);
  latest.current = lines;
  /** The line of the last scan. */
  const last = useRef<string>(undefined);
  const put = (next: readonly WasteLine[]) => {
    latest.current = next;
    change(next);
  };
  const add = (line: Omit<WasteLine, 'key' | 'amount'>, count: number) => {
    const same = latest.current.find(each => !each.place && each.sku === line.sku && each.lotId === line.lotId);
    const amount = Number(same?.amount ?? 0) + count;
    const fresh = wasteLine({ ...line, amount });
    last.current = same?.key ?? fresh.key;
    put(same ? latest.current.map(each => (each === same ? { ...each, amount } : each)) : [...latest.current, fresh]);
    report(
      true,
      `${line.sku}${line.lotNumber ? t(', lot {lotNumber}', { lotNumber: line.lotNumber }) : ''}: ${quantity(amount)}.`,
    );
  };
  const take = (found: Scan, code: string) => {
    const { variant, lot, gs1 } = found;
    if (!variant) return report(false, t('Nothing has the barcode, SKU or lot number {code}.', { code }));
    const missing = lotMissing(found);
    if (missing) return report(false, missing);
    add({ ...ofVariant(variant), lotId: lot?.id ?? null, lotNumber: lot?.lotNumber ?? null }, gs1?.count ?? 1);
  };
  const scan = async (signal: AbortSignal, code: string) => {
    const { scan: found, problems } = await scanCode(code, signal);
    const typed = amountIn(code);
    const line = latest.current.find(({ key }) => key === last.current);
    if (typed !== undefined && line && !found?.variant) {
      put(latest.current.map(each => (each === line ? { ...each, amount: typed } : each)));
      return report(true, `${line.sku}: ${quantity(typed)}.`);
    }
    if (found) take(found, code);
    else report(false, problems?.[0]?.message ?? t('Nothing has the barcode, SKU or lot number {code}.', { code }));
  };
  return { latest, put, add, scan, outcome, forget };
}

/** Fields that all lines share. */
const OF_ALL = ['locationId', 'reason', 'notes'];

/** Books one line after the other. Those that were refused remain, with their problems. */
async function bookEach(
  lines: readonly WasteLine[],
  { locationId, reason, notes }: { locationId: string | null; reason: string; notes: string },
  nameAt: (locationId: string | null) => string,
): Promise<{ remaining: WasteLine[]; problems: Problem[]; keptCount: number }> {
  const remaining: WasteLine[] = [];
  const problems: Problem[] = [];
  let keptCount = 0;
  for (const line of lines) {
    const place = line.place?.name ?? nameAt(locationId);
    const result = await book(
      'recordWaste',
      {
        input: {
          sku: line.sku,
          locationId: line.place?.id ?? locationId ?? '',
          quantity: Number(line.amount || 0),
          reason: reason as Reason,
          ...(line.lotId && { lotRecordId: line.lotId }),
          ...withoutEmpty({ notes }),
        },
      },
      {
        title: t('Waste at {place}', { place }),
        path: '/waste',
        lines: [{ sku: line.sku, quantity: Number(line.amount || 0) }],
      },
      { key: line.key, isAway: keptCount > 0, isOneOfMany: true },
    );
    if (isKept(result.data)) keptCount += 1;
    if (!result.problems) continue;
    const at = remaining.length;
    // A retry gets a new key, unless the outcome of the first attempt is unknown.
    remaining.push(
      result.problems.some(({ code }) => code === 'UNREACHABLE') ? line : { ...line, key: crypto.randomUUID() },
    );
    problems.push(
      ...result.problems.map(each => ({
        ...each,
        field: OF_ALL.includes(each.field ?? '') ? each.field : `lines[${at}]`,
      })),
    );
  }
  return { remaining, problems, keptCount };
}

interface LineProps {
  line: WasteLine;
  locationId: string | null;
  problem: string | undefined;
  change(part: Partial<WasteLine>): void;
  remove(): void;
}

function Line({ line, locationId, problem, change, remove }: LineProps) {
  const { sku, name, lotNumber, lotTracked, place } = line;
  const title = `${sku}${lotNumber ? ` ${t('of lot {lotNumber}', { lotNumber })}` : ''}`;
  return (
    <fieldset className="plain" aria-label={title}>
      <Group justify="space-between" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={550} lineClamp={2}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            <span className="mono">{sku}</span>
            {lotNumber && ` ${t('· lot {lotNumber}', { lotNumber })}`}
            {place && ` · ${place.name}`}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap">
          <QuantityField
            aria-label={t('Quantity of {called}', { called: title })}
            value={line.amount}
            onChange={amount => change({ amount })}
            error={problem !== undefined}
          />
          <RemoveButton label={t('Remove {called}', { called: title })} onClick={remove} />
        </Group>
      </Group>
      {problem && (
        <Text size="xs" c="var(--bad)" mt={4} role="alert">
          {problem}
        </Text>
      )}
      {lotTracked && !lotNumber && locationId && (
        <LotSelect
          sku={sku}
          locationId={locationId}
          value={line.lotId}
          onChange={lotId => change({ lotId })}
          error={undefined}
        />
      )}
    </fieldset>
  );
}
