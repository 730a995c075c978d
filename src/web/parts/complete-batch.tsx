import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { inUnit, quantity } from '../format.ts';
import { t } from '../language.ts';
import { book } from '../outbox.ts';
import { FormDialog, useFields } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { notify } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { lotRefused, scanCode } from './codes.ts';
import { nameOfItem } from './document.tsx';
import { amountIn, ScanField, useScanOutcome } from './scan-field.tsx';

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

/**
 * The output and inputs of a batch: as planned unless changed, or as scanned. Once anything was scanned, only scanned
 * quantities are booked: docs/api.md, "Scanning".
 */
export function CompleteBatch({ batch }: { batch: Batch }) {
  const fields = useFields({
    made: batch.plannedQuantity as number | string,
    lotNumber: '',
    cost: '' as number | string,
    used: {} as { readonly [id: string]: InputUsage },
    isScanned: false,
  });
  const { values, text, amount } = fields;
  const { made, lotNumber } = values;
  const { outcome, report, forget } = useScanOutcome();
  const latest = useRef(values);
  latest.current = values;
  const last = useRef<{ input: Input; lotId: string | null }>(undefined);
  const change = (part: Partial<typeof values>) => {
    latest.current = { ...latest.current, ...part };
    fields.change(part);
  };
  const tell = (id: string, part: InputUsage) =>
    change({ used: { ...latest.current.used, [id]: { ...latest.current.used[id], ...part } } });
  const usedOf = ({ id, plannedQuantity }: Input, { used, isScanned } = latest.current) =>
    used[id]?.actual ?? (isScanned ? 0 : plannedQuantity);
  const input = () => ({
    actualQuantityProduced: Number(made || 0),
    ...(lotNumber && { lotNumber }),
    ...(values.cost !== '' && { additionalCost: Number(values.cost) }),
    inputs: batch.inputs.map(each => {
      const lots = lotsOf(values.used[each.id] ?? {});
      return {
        productionBatchInputId: each.id,
        actualQuantity: Number(usedOf(each, values) || 0),
        wasteQuantity: Number(values.used[each.id]?.waste ?? 0),
        ...(lots && { lots }),
      };
    }),
  });

  /** Adds to the quantity of an input, or sets it, from the scanned lot. */
  const take = (each: Input, lotId: string | null, number: string | null, count: number, isAll = false) => {
    const before = latest.current.isScanned ? (latest.current.used[each.id]?.taken ?? []) : [];
    if (!latest.current.isScanned) change({ isScanned: true, used: {} });
    const same = before.find(portion => portion.lotId === lotId);
    const next = same
      ? before.map(portion => (portion === same ? { ...same, amount: isAll ? count : same.amount + count } : portion))
      : [...before, { lotId, lotNumber: number, amount: count }];
    tell(each.id, { taken: next, actual: sumOf(next) });
    last.current = { input: each, lotId };
    report(
      true,
      number
        ? t('{sku}, lot {number}: {next} of {plannedQuantity} planned.', {
            sku: each.sku,
            number,
            next: quantity(sumOf(next)),
            plannedQuantity: quantity(each.plannedQuantity),
          })
        : t('{sku}: {next} of {plannedQuantity} planned.', {
            sku: each.sku,
            next: quantity(sumOf(next)),
            plannedQuantity: quantity(each.plannedQuantity),
          }),
    );
  };
  const scan = async (signal: AbortSignal, code: string) => {
    const here = batch.inputs.find(({ sku, variant: { barcode } }) => sku === code || barcode === code);
    if (here) return take(here, null, null, 1);
    const { scan: found, problems } = await scanCode(code, signal);
    const each = batch.inputs.find(({ sku }) => sku === found?.variant?.sku);
    const refused = each && found && lotRefused(found);
    if (refused) return report(false, refused);
    if (each) return take(each, found?.lot?.id ?? null, found?.lot?.lotNumber ?? null, found?.gs1?.count ?? 1);
    const typed = amountIn(code);
    if (typed !== undefined && last.current && !found?.variant) {
      const { input: of, lotId } = last.current;
      const portion = latest.current.used[of.id]?.taken?.find(one => one.lotId === lotId);
      return take(of, lotId, portion?.lotNumber ?? null, typed, true);
    }
    if (problems) return report(false, problems[0]!.message);
    report(
      false,
      found?.variant
        ? found.variant.sku === batch.sku
          ? t('{sku} is what is made, not what goes in.', { sku: batch.sku })
          : t('{sku} does not go into this batch.', { sku: found.variant.sku })
        : t('Nothing has the barcode, SKU or lot number {code}.', { code }),
    );
  };
  return (
    <FormDialog
      opener={t('Complete')}
      title={t('Complete {number} at {name}', { number: batch.number, name: batch.location.name })}
      submit={t('Complete')}
      size="lg"
      fields={{
        reset() {
          fields.reset();
          last.current = undefined;
          forget();
        },
      }}
      send={() =>
        book(
          'completeBatch',
          { id: batch.id, input: input() },
          {
            title: t('Complete {number} at {name}', { number: batch.number, name: batch.location.name }),
            path: `/production/${batch.id}`,
            lines: [
              { sku: batch.sku, quantity: Number(made || 0) },
              ...batch.inputs.map(each => ({ sku: each.sku, quantity: Number(usedOf(each, values) || 0) })),
            ],
          },
        )
      }
      done={() =>
        notify(
          t('{made} of {sku} are in stock at {name}.', {
            made: quantity(Number(made || 0)),
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
            <Alert variant="outline" color="pine" p="xs">
              <Group justify="space-between" gap="xs">
                <Text size="sm">{t('Only what was scanned is recorded as used.')}</Text>
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => {
                    last.current = undefined;
                    change({ isScanned: false, used: {} });
                  }}
                >
                  {t('Fill in what was planned')}
                </Button>
              </Group>
            </Alert>
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
          {batch.inputs.map((each, index) => {
            const used = values.used[each.id] ?? {};
            const lots = lotsOf(used) && used.taken;
            const problem = errors.at(`inputs[${index}].lots`) ?? errors.at(`inputs[${index}].lots[0].quantity`);
            return (
              <fieldset className="plain" key={each.id} aria-label={each.sku}>
                <Group align="flex-end" gap="xs">
                  <div style={{ flex: '1 1 200px', minWidth: 0 }}>
                    <Text size="sm" fw={550}>
                      {nameOfItem(each)}
                    </Text>
                    <Text size="xs" c="dimmed">
                      <span className="mono">{each.sku}</span> ·{' '}
                      {t('{amount} planned', { amount: inUnit(each.plannedQuantity, each.variant.unit) })}
                    </Text>
                    {lots && (
                      <Text size="xs" c="dimmed">
                        {lots
                          .map(portion =>
                            t('{amount} of {lotNumber}', {
                              amount: inUnit(portion.amount, each.variant.unit),
                              lotNumber: portion.lotNumber ?? '–',
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
                    aria-label={t('Used of {sku}', { sku: each.sku })}
                    value={usedOf(each, values)}
                    onChange={actual => tell(each.id, { actual })}
                    error={errors.at(`inputs[${index}].actualQuantity`)}
                  />
                  <NumberField
                    {...SMALL}
                    label={t('Wasted')}
                    aria-label={t('Wasted of {sku}', { sku: each.sku })}
                    value={used.waste ?? 0}
                    onChange={waste => tell(each.id, { waste })}
                    error={errors.at(`inputs[${index}].wasteQuantity`)}
                  />
                </Group>
              </fieldset>
            );
          })}
        </>
      )}
    </FormDialog>
  );
}
