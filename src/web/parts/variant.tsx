import { Checkbox, Group, TextInput } from '@mantine/core';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { useOrganization } from '../session.ts';
import { type Errors, numberOf, useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { notify } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { wrongCheckDigit } from './barcode.ts';
import { SupplierSelect } from './choose.tsx';

const Create = graphql(
  `mutation CreateVariant($input: CreateVariantInput!, $idempotencyKey: String) {
      createVariant(input: $input, idempotencyKey: $idempotencyKey) { variant { id } } }`,
);
const Update = graphql(
  `mutation UpdateVariant($id: ID!, $input: UpdateVariantInput, $ifVersion: String, $idempotencyKey: String) {
      updateVariant(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        variant { id } } }`,
);

interface Values {
  sku: string;
  name: string;
  barcode: string;
  unit: string;
  unitCost: number | string;
  unitPrice: number | string;
  supplierId: string | null;
  shelfLifeDays: number | string;
  lotTracked: boolean;
}

/** A variant as the service returns it. */
type StoredVariant = Pick<Values, 'sku' | 'unit' | 'supplierId' | 'lotTracked'> & {
  id: string;
  name: string | null;
  barcode: string | null;
  unitCost: number | null;
  unitPrice: number | null;
  shelfLifeDays: number | null;
};

const EMPTY_VALUES: Values = {
  sku: '',
  name: '',
  barcode: '',
  unit: '',
  unitCost: '',
  unitPrice: '',
  supplierId: null,
  shelfLifeDays: '',
  lotTracked: false,
};

/** The fields of a variant: those of a stored one, or empty. */
export const useVariantFields = (stored?: StoredVariant) =>
  useFields<Values>(
    stored
      ? {
          ...stored,
          name: stored.name ?? '',
          barcode: stored.barcode ?? '',
          // The usual unit is called differently in each language: the field shows it as what is meant if left empty.
          unit: stored.unit === 'each' ? '' : stored.unit,
          unitCost: stored.unitCost ?? '',
          unitPrice: stored.unitPrice ?? '',
          shelfLifeDays: stored.shelfLifeDays ?? '',
        }
      : EMPTY_VALUES,
  );

/** The variant as input; empty fields are cleared. */
export const variantInput = ({
  sku,
  name,
  barcode,
  unit,
  unitCost,
  unitPrice,
  supplierId,
  shelfLifeDays,
  lotTracked,
}: Values) => ({
  sku,
  name: name || null,
  barcode: barcode || null,
  unit: unit || 'each',
  unitCost: numberOf(unitCost),
  unitPrice: numberOf(unitPrice),
  supplierId,
  shelfLifeDays: numberOf(shelfLifeDays),
  lotTracked,
});

interface VariantFieldsProps {
  fields: ReturnType<typeof useVariantFields>;
  errors: Errors;
  /** Its path in the input, such as `variants[0].`. */
  path?: string;
  /** Several variants: only the fields that they have in common. */
  ofSeveral?: boolean;
}

/** The fields of a variant, for forms that create one or several, or edit one. */
export function VariantFields({
  fields: { values, text, amount, choice, check },
  errors,
  path = '',
  ofSeveral = false,
}: VariantFieldsProps) {
  const { modules, currency } = useOrganization();
  const warning = wrongCheckDigit(values.barcode);
  return (
    <>
      <Group grow align="flex-start">
        {ofSeveral ? (
          <TextInput label={t('SKUs begin with')} {...text('sku', errors, 'variants')} />
        ) : (
          <>
            <TextInput label="SKU" {...text('sku', errors, `${path}sku`)} />
            <TextInput
              label={t('Barcode')}
              inputMode="numeric"
              {...text('barcode', errors, `${path}barcode`)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...(warning && { description: <span className="warned">{warning}</span> })}
            />
          </>
        )}
      </Group>
      <Group grow align="flex-start">
        {!ofSeveral && (
          <TextInput
            label={t('Variant')}
            placeholder={t('For example: 250 g')}
            {...text('name', errors, `${path}name`)}
          />
        )}
        <TextInput label={t('Unit')} placeholder={t('each')} {...text('unit', errors, `${path}unit`)} />
      </Group>
      <Group grow align="flex-start">
        <MoneyInput
          label={t('Unit cost, {currency}', { currency })}
          {...amount('unitCost', errors, `${path}unitCost`)}
        />
        <MoneyInput
          label={t('Unit price, {currency}', { currency })}
          {...amount('unitPrice', errors, `${path}unitPrice`)}
        />
      </Group>
      <SupplierSelect {...choice('supplierId', errors, `${path}supplierId`)} />
      {modules.includes('traceability') && (
        <>
          <Checkbox label={t('Keep its stock per lot')} {...check('lotTracked', errors, `${path}lotTracked`)} />
          {values.lotTracked && (
            <NumberField label={t('Shelf life in days')} {...amount('shelfLifeDays', errors, `${path}shelfLifeDays`)} />
          )}
        </>
      )}
    </>
  );
}

/** Another variant of a product. Its fields begin with what the others have in common, except for names and codes. */
export function AddVariant({
  productId,
  like,
  done,
}: {
  productId: string;
  like?: StoredVariant;
  done(id: string): void;
}) {
  const fields = useVariantFields(like && { ...like, sku: '', name: null, barcode: null });
  return (
    <FormDialog
      opener={t('Add a variant')}
      variant="default"
      title={t('Add a variant')}
      submit={t('Add')}
      send={() => send(Create, { input: { productId, ...variantInput(fields.values) } })}
      done={({ createVariant }) => done(createVariant.variant.id)}
      fields={fields}
    >
      {errors => <VariantFields fields={fields} errors={errors} />}
    </FormDialog>
  );
}

/** The button and dialog that edit a variant. */
export function EditVariant({ variant }: { variant: StoredVariant & { version: string } }) {
  const fields = useVariantFields(variant);
  return (
    <FormDialog
      opener={t('Edit variant')}
      variant="default"
      compact
      title={t('Edit {sku}', { sku: variant.sku })}
      submit={t('Save')}
      version={variant.version}
      send={({ version }) => send(Update, { id: variant.id, input: variantInput(fields.values), ifVersion: version })}
      done={() => notify(t('Saved.'))}
      fields={fields}
    >
      {errors => <VariantFields fields={fields} errors={errors} />}
    </FormDialog>
  );
}
