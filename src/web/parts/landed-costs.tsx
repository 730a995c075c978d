import { Group, Select, TextInput } from '@mantine/core';
import { money } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { useOrganization } from '../session.ts';
import { numberOf, useFields, withoutEmpty } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { notify } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { Section } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';

const Create = graphql(
  `mutation CreateLandedCost($input: CreateLandedCostInput!, $idempotencyKey: String) {
      createLandedCost(input: $input, idempotencyKey: $idempotencyKey) { landedCost { id value } } }`,
);

/** A currency other than the organization's, and its exchange rate. */
export function CurrencyFields({
  fields: { values, text, amount },
  errors,
  rated = true,
}: {
  fields: Pick<
    ReturnType<typeof useFields<{ currency: string; exchangeRate: number | string }>>,
    'values' | 'text' | 'amount'
  >;
  errors: Parameters<ReturnType<typeof useFields<{ currency: string }>>['text']>[1];
  /** Whether a rate can be entered. */
  rated?: boolean;
}) {
  const { currency } = useOrganization();
  const isForeign = values.currency !== '' && values.currency !== currency;
  return (
    <Group grow align="flex-start">
      <TextInput label={t('Currency')} placeholder={currency} maxLength={3} {...text('currency', errors)} />
      {isForeign && rated && (
        <NumberField
          label={t('One {currency} in {own}', { currency: values.currency, own: currency })}
          {...amount('exchangeRate', errors)}
          decimalScale={6}
        />
      )}
    </Group>
  );
}

/** The currency fields of the input. */
export const currencyInput = ({ currency, exchangeRate }: { currency: string; exchangeRate: number | string }) => ({
  currency: currency.toUpperCase() || null,
  exchangeRate: currency ? numberOf(exchangeRate) : null,
});

/** Adds costs of received goods besides their price. */
export function LandedCostButton({ purchase }: { purchase: { id: string; currency: string | null } }) {
  const { currency } = useOrganization();
  const fields = useFields({
    description: '',
    amount: '' as number | string,
    currency: '',
    exchangeRate: '' as number | string,
    allocateBy: 'VALUE' as 'VALUE' | 'QUANTITY',
  });
  const { values, text, amount, pick } = fields;
  return (
    <FormDialog
      opener={t('Add a cost')}
      variant="default"
      title={t('Further costs')}
      submit={t('Add')}
      fields={fields}
      send={() =>
        send(Create, {
          input: {
            purchaseOrderId: purchase.id,
            description: values.description,
            amount: numberOf(values.amount) ?? 0,
            allocateBy: values.allocateBy,
            ...withoutEmpty(currencyInput(values)),
          },
        })
      }
      done={({ createLandedCost: { landedCost } }) =>
        notify(t('{landedCost} allocated.', { landedCost: money(landedCost.value, currency) }))
      }
    >
      {errors => (
        <>
          <TextInput
            label={t('What for')}
            placeholder={t('Freight, duty, a correction')}
            {...text('description', errors)}
          />
          <MoneyInput
            label={t('Amount')}
            description={t('Negative to correct an overcharge.')}
            currency={values.currency}
            {...amount('amount', errors)}
            min={undefined}
          />
          <CurrencyFields
            fields={fields as never}
            errors={errors}
            rated={values.currency.toUpperCase() !== purchase.currency}
          />
          <Select
            label={t('Allocated by')}
            data={[
              { value: 'VALUE', label: t('Value of the lines') },
              { value: 'QUANTITY', label: t('Quantity of the lines') },
            ]}
            {...pick('allocateBy', errors)}
          />
        </>
      )}
    </FormDialog>
  );
}

interface LandedCost {
  id: string;
  description: string;
  value: number;
  items: readonly { valueOnHand: number; valueSold: number; valueAdjusted: number }[];
}

/** The additional costs of the goods, and how they were allocated. */
export function LandedCosts({ rows }: { rows: readonly LandedCost[] }) {
  const { currency } = useOrganization();
  if (rows.length === 0) return null;
  const sum = (row: LandedCost, part: 'valueOnHand' | 'valueSold' | 'valueAdjusted') =>
    money(
      row.items.reduce((total, item) => total + item[part], 0),
      currency,
    );
  return (
    <Section title={t('Landed costs')}>
      <Rows
        rows={rows}
        empty={null}
        columns={[
          { title: 'What for', show: row => row.description },
          { title: 'Amount', number: true, show: row => money(row.value, currency) },
          { title: 'In stock', number: true, from: 'sm', show: row => sum(row, 'valueOnHand') },
          { title: 'Sold', number: true, from: 'sm', show: row => sum(row, 'valueSold') },
          { title: 'Otherwise', number: true, from: 'md', show: row => sum(row, 'valueAdjusted') },
        ]}
      />
    </Section>
  );
}
