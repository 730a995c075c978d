import { Group, Textarea, TextInput } from '@mantine/core';
import type { ResultOf } from 'gql.tada';
import { graphql, type SendResult, send } from '../graphql.ts';
import { t } from '../language.ts';
import { numberOf, useFields } from '../ui/fields.ts';
import { FormDialog, type Submission } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';

export const SupplierFields = graphql(
  `fragment SupplierFields on Supplier { id version name code email phone leadTimeDays notes }`,
);
export type Supplier = ResultOf<typeof SupplierFields>;
const CreateSupplier = graphql(
  `mutation CreateSupplier($input: CreateSupplierInput!, $idempotencyKey: String) {
      createSupplier(input: $input, idempotencyKey: $idempotencyKey) { supplier { id } } }`,
);
const UpdateSupplier = graphql(
  `mutation UpdateSupplier($id: ID!, $input: UpdateSupplierInput, $ifVersion: String, $idempotencyKey: String) {
      updateSupplier(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        supplier { id } } }`,
);

/** Creates or changes a supplier. */
export function SupplierDialog({ supplier }: { supplier?: Supplier }) {
  const fields = useFields({
    name: supplier?.name ?? '',
    code: supplier?.code ?? '',
    email: supplier?.email ?? '',
    phone: supplier?.phone ?? '',
    leadTimeDays: supplier?.leadTimeDays ?? ('' as number | string),
    notes: supplier?.notes ?? '',
  });
  const { values, text, amount } = fields;
  const { name, code, email, phone, leadTimeDays, notes } = values;
  const input = {
    name,
    code: code || null,
    email: email || null,
    phone: phone || null,
    leadTimeDays: numberOf(leadTimeDays),
    notes: notes || null,
  };
  const save = async ({ version }: Submission): Promise<SendResult<object>> =>
    supplier ? send(UpdateSupplier, { id: supplier.id, input, ifVersion: version }) : send(CreateSupplier, { input });
  return (
    <FormDialog
      opener={supplier ? t('Edit') : t('New supplier')}
      {...(!supplier && { act: 'new-supplier' })}
      variant={supplier ? 'default' : 'filled'}
      title={supplier?.name ?? t('New supplier')}
      submit={supplier ? t('Save') : t('Create')}
      version={supplier?.version}
      send={save}
      done={() => notify(t('Saved.'))}
      fields={fields}
    >
      {errors => (
        <>
          <Group grow align="flex-start">
            <TextInput label={t('Name')} data-autofocus {...text('name', errors)} />
            <TextInput label={t('Code')} {...text('code', errors)} />
          </Group>
          <Group grow align="flex-start">
            <TextInput label={t('Email')} type="email" {...text('email', errors)} />
            <TextInput label={t('Phone')} type="tel" {...text('phone', errors)} />
          </Group>
          <NumberField label={t('Usual lead time in days')} {...amount('leadTimeDays', errors)} />
          <Textarea label={t('Notes')} autosize minRows={1} {...text('notes', errors)} />
        </>
      )}
    </FormDialog>
  );
}
