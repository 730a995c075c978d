import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { LocationSelect, VariantSelect } from './choose.tsx';
import { FormDialog, said } from './form.tsx';

const Adjust = graphql(`
  mutation Adjust($input: CreateInventoryAdjustmentInput!, $idempotencyKey: String) {
    createInventoryAdjustment(input: $input, idempotencyKey: $idempotencyKey) { inventoryAdjustment { id sku inventoryLevel { id quantityOnHand } } }
  }
`);
const REASONS = ['CORRECTION', 'STOCK_IN', 'DAMAGE', 'SHRINKAGE', 'THEFT', 'OTHER'] as const;

/** Changes stock by an amount, or to what was counted. */
export function AdjustButton({ sku, lotTracked = false, variant = 'filled' }: { sku?: string; lotTracked?: boolean; variant?: string }) {
  const [form, setForm] = useState({ sku: sku ?? null as string | null, locationId: null as string | null, how: 'quantityChange', amount: '' as number | string, reason: 'CORRECTION' as (typeof REASONS)[number], note: '', lotNumber: '' });
  const change = (part: Partial<typeof form>) => setForm(old => ({ ...old, ...part }));
  const input = () => ({
    sku: form.sku ?? '',
    locationId: form.locationId ?? '',
    [form.how]: form.amount === '' ? null : Number(form.amount),
    reason: form.reason,
    ...(form.note && { note: form.note }),
    ...(form.lotNumber && { lotNumber: form.lotNumber }),
  });
  return (
    <FormDialog
      opener={open => <Button onClick={open} variant={variant}>Adjust stock</Button>}
      title="Adjust stock"
      submit="Adjust"
      fields={['sku', 'locationId', 'quantityChange', 'setQuantity', 'reason', 'note', 'lotNumber']}
      send={() => send(Adjust, { input: input() })}
      done={({ createInventoryAdjustment: { inventoryAdjustment } }) => {
        said(`${inventoryAdjustment.sku}: ${inventoryAdjustment.inventoryLevel.quantityOnHand} on hand now.`);
        change({ amount: '', note: '' });
      }}
    >
      {errors => (
        <>
          {sku === undefined && <VariantSelect value={form.sku} onChange={value => change({ sku: value })} error={errors.at('sku')} />}
          <LocationSelect value={form.locationId} onChange={value => change({ locationId: value })} error={errors.at('locationId')} />
          <Select label="How" allowDeselect={false} value={form.how} onChange={value => change({ how: value ?? 'quantityChange' })} data={[{ value: 'quantityChange', label: 'Change by (use − to take away)' }, { value: 'setQuantity', label: 'Set to what is there' }]} />
          <NumberInput label="Quantity" value={form.amount} onChange={amount => change({ amount })} decimalScale={4} error={errors.at(form.how) ?? errors.at('quantityChange')} data-autofocus />
          {lotTracked && <TextInput label="Lot number" value={form.lotNumber} onChange={event => change({ lotNumber: event.currentTarget.value })} error={errors.at('lotNumber') ?? errors.at('lotId')} />}
          <Select label="Reason" allowDeselect={false} value={form.reason} onChange={reason => change({ reason: (reason ?? 'CORRECTION') as (typeof REASONS)[number] })} data={REASONS.map(reason => ({ value: reason, label: words(reason) }))} error={errors.at('reason')} />
          <Textarea label="Note" value={form.note} onChange={event => change({ note: event.currentTarget.value })} autosize minRows={1} error={errors.at('note')} />
        </>
      )}
    </FormDialog>
  );
}
