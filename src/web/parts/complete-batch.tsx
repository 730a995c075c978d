import { Group, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { inUnit, quantity } from '../format.ts';
import { t } from '../language.ts';
import { book } from '../outbox.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { notify } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { lotRefused, scanCode } from './codes.ts';
import { nameOfItem } from './document.tsx';
import { amountIn, ScanField, ScannedOnly, useScanOutcome } from './scan-field.tsx';

interface Input {
  id: string;
  sku: string;
  plannedQuantity: number;
  variant: {
    name: string | null;
    barcode: string | null;
    lotTracked: boolean;
    unit: string;
    product: { name: string };
  };
}

interface Batch {
  id: string;
  number: string;
  sku: string;
  plannedQuantity: number;
  location: { name: string };
  variant: { lotTracked: boolean; unit: string };
  inputs: readonly Input[];
}

/** A quantity of an input, and the lot that it came from. */
interface LotQuantity {
  lotId: string | null;
  lotNumber: string | null;
  amount: number;
}

/** What was entered for one input: quantities used and wasted, and the lots, if they were scanned. */
interface InputUsage {
  actual?: number | string;
  waste?: number | string;
  taken?: readonly LotQuantity[];
}

/** Fields beside each ingredient. */
const SMALL = { size: 'xs', w: 110, min: 0, decimalScale: 4 } as const;

const sumOf = (taken: readonly LotQuantity[]) => taken.reduce((sum, { amount }) => sum + amount, 0);

/** The lots, if all of the quantity was scanned from lots; waste is booked on the last one. */
function lotsOf({ actual, waste, taken = [] }: InputUsage) {
  if (taken.length === 0 || taken.some(({ lotId }) => lotId === null) || sumOf(taken) !== Number(actual)) return null;
  return taken.map(({ lotId, amount }, at) => ({
    lotId: lotId!,
    quantity: amount + (at === taken.length - 1 ? Number(waste ?? 0) : 0),
  }));
}

interface Values {
  made: number | string;
  lotNumber: string;
  cost: number | string;
  used: { readonly [id: string]: InputUsage };
  isScanned: boolean;
}

/** How much of an input was used: as planned unless changed, or what was scanned. */
const usedOf = ({ id, plannedQuantity }: Input, { used, isScanned }: Values) =>
  used[id]?.actual ?? (isScanned ? 0 : plannedQuantity);

const completionInput = (batch: Batch, values: Values) => ({
  actualQuantityProduced: Number(values.made || 0),
  ...(values.lotNumber && { lotNumber: values.lotNumber }),
  ...(values.cost !== '' && { additionalCost: Number(values.cost) }),
  inputs: batch.inputs.map(input => {
    const lots = lotsOf(values.used[input.id] ?? {});
    return {
      productionBatchInputId: input.id,
      actualQuantity: Number(usedOf(input, values) || 0),
      wasteQuantity: Number(values.used[input.id]?.waste ?? 0),
      ...(lots && { lots }),
    };
  }),
});

/** What is entered about a batch, by hand or scanned. */
function useCompletion(batch: Batch) {
  const fields = useFields<Values>({
    made: batch.plannedQuantity,
    lotNumber: '',
    cost: '',
    used: {},
    isScanned: false,
  });
  const { outcome, report, forget } = useScanOutcome();
  // A scan may follow before the one before is on the screen.
  const latest = useRef(fields.values);
  latest.current = fields.values;
  const last = useRef<{ input: Input; lotId: string | null }>(undefined);
  const change = (part: Partial<Values>) => {
    latest.current = { ...latest.current, ...part };
    fields.change(part);
  };
  const changeUsage = (id: string, part: InputUsage) =>
    change({ used: { ...latest.current.used, [id]: { ...latest.current.used[id], ...part } } });

  /** Adds to the quantity of an input, or sets it, from the scanned lot. */
  const take = (input: Input, lotId: string | null, number: string | null, count: number, isAll = false) => {
    const before = latest.current.isScanned ? (latest.current.used[input.id]?.taken ?? []) : [];
    if (!latest.current.isScanned) change({ isScanned: true, used: {} });
    const same = before.find(portion => portion.lotId === lotId);
    const next = same
      ? before.map(portion => (portion === same ? { ...same, amount: isAll ? count : same.amount + count } : portion))
      : [...before, { lotId, lotNumber: number, amount: count }];
    changeUsage(input.id, { taken: next, actual: sumOf(next) });
    last.current = { input, lotId };
    report(true, usageText(input, number, sumOf(next)));
  };
  const scan = async (signal: AbortSignal, code: string) => {
    const here = batch.inputs.find(({ sku, variant: { barcode } }) => sku === code || barcode === code);
    if (here) return take(here, null, null, 1);
    const { scan: found, problems } = await scanCode(code, signal);
    const input = batch.inputs.find(({ sku }) => sku === found?.variant?.sku);
    const refused = input && found && lotRefused(found);
    if (refused) return report(false, refused);
    if (input) return take(input, found?.lot?.id ?? null, found?.lot?.lotNumber ?? null, found?.gs1?.count ?? 1);
    const amount = amountIn(code);
    if (amount !== undefined && last.current && !found?.variant) {
      const { input: lastInput, lotId } = last.current;
      const portion = latest.current.used[lastInput.id]?.taken?.find(each => each.lotId === lotId);
      return take(lastInput, lotId, portion?.lotNumber ?? null, amount, true);
    }
    report(false, problems?.[0]?.message ?? foreignText(batch, code, found?.variant?.sku));
  };
  return {
    fields,
    outcome,
    scan,
    changeUsage,
    /** Back to what was planned. */
    plan() {
      last.current = undefined;
      change({ isScanned: false, used: {} });
    },
    reset() {
      fields.reset();
      last.current = undefined;
      forget();
    },
  };
}

const usageText = ({ sku, plannedQuantity }: Input, number: string | null, sum: number): string => {
  const values = { sku, next: quantity(sum), plannedQuantity: quantity(plannedQuantity) };
  return number
    ? t('{sku}, lot {number}: {next} of {plannedQuantity} planned.', { number, ...values })
    : t('{sku}: {next} of {plannedQuantity} planned.', values);
};

/** Why a code is of no use to this batch. */
function foreignText(batch: Batch, code: string, sku: string | undefined): string {
  if (sku === undefined) return t('Nothing has the barcode, SKU or lot number {code}.', { code });
  if (sku === batch.sku) return t('{sku} is what is made, not what goes in.', { sku });
  return t('{sku} does not go into this batch.', { sku });
}

/**
 * The output and inputs of a batch: as planned unless changed, or as scanned. Once anything was scanned, only scanned
 * quantities are booked: docs/api.md, "Scanning".
 */
export function CompleteBatch({ batch }: { batch: Batch }) {
  const { fields, outcome, scan, changeUsage, plan, reset } = useCompletion(batch);
  const { values, text, amount } = fields;
  const title = t('Complete {number} at {name}', { number: batch.number, name: batch.location.name });
  const made = Number(values.made || 0);
  const send = () =>
    book(
      'completeBatch',
      { id: batch.id, input: completionInput(batch, values) },
      {
        title,
        path: `/production/${batch.id}`,
        lines: [
          { sku: batch.sku, quantity: made },
          ...batch.inputs.map(input => ({ sku: input.sku, quantity: Number(usedOf(input, values) || 0) })),
        ],
      },
    );
  return (
    <FormDialog
      opener={t('Complete')}
      title={title}
      submit={t('Complete')}
      size="lg"
      takesGoods
      fields={{ reset }}
      send={send}
      done={() =>
        notify(
          t('{made} of {sku} are in stock at {name}.', {
            made: quantity(made),
            sku: batch.sku,
            name: batch.location.name,
          }),
        )
      }
    >
      {errors => (
        <>
          <ScanField scan={scan} outcome={outcome} />
          {values.isScanned && (
            <ScannedOnly text={t('Only what was scanned is recorded as used.')} reset={plan}>
              {t('Fill in what was planned')}
            </ScannedOnly>
          )}
          <NumberField
            label={t('Produced of {sku}', { sku: batch.sku })}
            description={t('{amount} planned', { amount: inUnit(batch.plannedQuantity, batch.variant.unit) })}
            {...amount('made', errors, 'actualQuantityProduced')}
          />
          {batch.variant.lotTracked && (
            <TextInput label={t('Lot number')} placeholder={t('Automatic ~number')} {...text('lotNumber', errors)} />
          )}
          <MoneyInput
            label={t('Further cost')}
            description={t('Labor or energy, for all of it: added to what went in.')}
            {...amount('cost', errors, 'additionalCost')}
          />
          {batch.inputs.map((input, index) => (
            <UsageFields
              key={input.id}
              input={input}
              used={usedOf(input, values)}
              usage={values.used[input.id] ?? {}}
              errorAt={name => errors.at(`inputs[${index}].${name}`)}
              change={part => changeUsage(input.id, part)}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

interface UsageFieldsProps {
  input: Input;
  used: number | string;
  usage: InputUsage;
  errorAt(name: string): string | undefined;
  change(part: InputUsage): void;
}

/** An ingredient: how much of it was used and wasted, and of which lots. */
function UsageFields({ input, used, usage, errorAt, change }: UsageFieldsProps) {
  const { sku, plannedQuantity, variant } = input;
  const portions = (lotsOf(usage) && usage.taken) ?? [];
  const problem = errorAt('lots') ?? errorAt('lots[0].quantity');
  return (
    <fieldset className="plain" aria-label={sku}>
      <Group align="flex-end" gap="xs">
        <div style={{ flex: '1 1 200px', minWidth: 0 }}>
          <Text size="sm" fw={550}>
            {nameOfItem(input)}
          </Text>
          <Text size="xs" c="dimmed">
            <span className="mono">{sku}</span> ·{' '}
            {t('{amount} planned', { amount: inUnit(plannedQuantity, variant.unit) })}
          </Text>
          {portions.length > 0 && (
            <Text size="xs" c="dimmed">
              {portions
                .map(({ amount, lotNumber }) =>
                  t('{amount} of {lotNumber}', {
                    amount: inUnit(amount, variant.unit),
                    lotNumber: lotNumber ?? '–',
                  }),
                )
                .join(', ')}
            </Text>
          )}
          {problem && (
            <Text size="xs" c="var(--bad)" role="alert">
              {problem}
            </Text>
          )}
        </div>
        <NumberField
          {...SMALL}
          label={t('Used')}
          aria-label={t('Used of {sku}', { sku })}
          value={used}
          onChange={actual => change({ actual })}
          error={errorAt('actualQuantity')}
        />
        <NumberField
          {...SMALL}
          label={t('Wasted')}
          aria-label={t('Wasted of {sku}', { sku })}
          value={usage.waste ?? 0}
          onChange={waste => change({ waste })}
          error={errorAt('wasteQuantity')}
        />
      </Group>
    </fieldset>
  );
}
