import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { words } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { LocationSelect, VariantSelect } from './choose.tsx';
import { FormDialog, given, numberOf, said, useFields } from './form.tsx';

const Adjust = graphql(`
  mutation Adjust($input: CreateInventoryAdjustmentInput!, $idempotencyKey: String) {
    createInventoryAdjustment(input: $input, idempotencyKey: $idempotencyKey) { inventoryAdjustment { id sku inventoryLevel { id quantityOnHand } } }
  }
`);
const REASONS = ['CORRECTION', 'STOCK_IN', 'DAMAGE', 'SHRINKAGE', 'THEFT', 'OTHER'] as const;

/** Changes stock by an amount, or to what was counted. */
export function AdjustButton({
  sku,
  lotTracked = false,
  variant = 'filled',
}: {
  sku?: string;
  lotTracked?: boolean;
  variant?: string;
}) {
  const { values, change, text, amount, choice, pick } = useFields({
    sku: sku ?? (null as string | null),
    locationId: null as string | null,
    how: 'quantityChange',
    amount: '' as number | string,
    reason: 'CORRECTION' as (typeof REASONS)[number],
    note: '',
    lotNumber: '',
  });
  const input = () => ({
    sku: values.sku ?? '',
    locationId: values.locationId ?? '',
    [values.how]: numberOf(values.amount),
    reason: values.reason,
    ...given({ note: values.note, lotNumber: values.lotNumber }),
  });
  return (
    <FormDialog
      opener={open => (
        <Button onClick={open} variant={variant}>
          Adjust stock
        </Button>
      )}
      title="Adjust stock"
      submit="Adjust"
      send={() => send(Adjust, { input: input() })}
      done={({ createInventoryAdjustment: { inventoryAdjustment } }) => {
        said(`${inventoryAdjustment.sku}: ${inventoryAdjustment.inventoryLevel.quantityOnHand} on hand now.`);
        change({ amount: '', note: '' });
      }}
    >
      {errors => (
        <>
          {sku === undefined && <VariantSelect {...choice('sku', errors)} />}
          <LocationSelect {...choice('locationId', errors)} />
          <Select
            label="How"
            data={[
              { value: 'quantityChange', label: 'Change by (use − to take away)' },
              { value: 'setQuantity', label: 'Set to what is there' },
            ]}
            {...pick('how', errors)}
          />
          <NumberInput label="Quantity" data-autofocus {...amount('amount', errors, values.how)} min={undefined} />
          {lotTracked && <TextInput label="Lot number" {...text('lotNumber', errors)} />}
          <Select
            label="Reason"
            data={REASONS.map(reason => ({ value: reason, label: words(reason) }))}
            {...pick('reason', errors)}
          />
          <Textarea label="Note" autosize minRows={1} {...text('note', errors)} />
        </>
      )}
    </FormDialog>
  );
}
