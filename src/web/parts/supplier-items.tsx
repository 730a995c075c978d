import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ResultOf } from 'gql.tada';
import { quantity, unitName } from '../format.ts';
import { priceOfOne } from '../format-more.ts';
import { graphql, type SendResult, send } from '../graphql.ts';
import { t } from '../language.ts';
import { useMay, useOrganization } from '../session.ts';
import { Action } from '../ui/action.tsx';
import { type Errors, numberOf, useFields } from '../ui/fields.ts';
import { FormDialog, type Submission } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { notify } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { RemoveButton } from '../ui/remove-button.tsx';
import type { RowColumn } from '../ui/rows.tsx';
import { Status } from '../ui/status.tsx';
import { SupplierSelect, VariantSelect } from './choose.tsx';

/*
 * The terms of suppliers: unit, minimum quantity, price and lead time.
 */

export const SupplierItemFields = graphql(
  `fragment SupplierItemFields on SupplierItem { id version supplierId supplier { name } sku supplierSku
      purchaseUnit unitsPerPurchaseUnit minOrderQuantity orderMultiple leadTimeDays priceBreaks {
        minQuantity unitCost } currency preferred active variant { id productId name unit product { name } } }`,
);
type SupplierItem = ResultOf<typeof SupplierItemFields>;
const Create = graphql(
  `mutation CreateSupplierItem($input: CreateSupplierItemInput!, $idempotencyKey: String) {
      createSupplierItem(input: $input, idempotencyKey: $idempotencyKey) { supplierItem { id } } }`,
);
const Update = graphql(
  `mutation UpdateSupplierItem($id: ID!, $input: UpdateSupplierItemInput, $ifVersion: String, $idempotencyKey: String) {
      updateSupplierItem(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        supplierItem { id } } }`,
);
const Delete = graphql(
  `mutation DeleteSupplierItem($id: ID!, $idempotencyKey: String) {
      deleteSupplierItem(id: $id, idempotencyKey: $idempotencyKey) { supplierItem { id } } }`,
);

interface Unit {
  purchaseUnit: string;
  unitsPerPurchaseUnit: number;
}

/** `case of 24 each`, or the variant's own unit. */
const purchaseUnitText = ({ purchaseUnit, unitsPerPurchaseUnit }: Unit, baseUnit: string): string =>
  unitsPerPurchaseUnit === 1
    ? unitName(purchaseUnit)
    : t('{purchaseUnit} of {unitsPerPurchaseUnit} {baseUnit}', {
        purchaseUnit,
        unitsPerPurchaseUnit: quantity(unitsPerPurchaseUnit),
        baseUnit: unitName(baseUnit),
      });

function leastText({ minOrderQuantity, orderMultiple }: SupplierItem): string {
  const parts = [
    minOrderQuantity !== null && `${quantity(minOrderQuantity)}`,
    orderMultiple !== null && t('multiples of {orderMultiple}', { orderMultiple: quantity(orderMultiple) }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : '–';
}

const pricesText = ({ priceBreaks, currency, variant }: SupplierItem, ownCurrency: string): string =>
  priceBreaks.length === 0
    ? '–'
    : priceBreaks
        .map(({ minQuantity, unitCost }, index) =>
          [
            priceOfOne(unitCost, currency ?? ownCurrency),
            (priceBreaks.length > 1 || minQuantity > 1) &&
              t('from {minQuantity}', { minQuantity: quantity(minQuantity) }),
            index === priceBreaks.length - 1 && t('per {unit}', { unit: unitName(variant.unit) }),
          ]
            .filter(Boolean)
            .join(' '),
        )
        .join(', ');

/** The columns with the terms; the columns before them name the supplier or the variant. */
export function useTerms(): readonly RowColumn<SupplierItem>[] {
  const ownCurrency = useOrganization().currency;
  const mayWrite = useMay('write');
  return [
    { title: 'Their code', from: 'md', show: item => <span className="mono">{item.supplierSku ?? '–'}</span> },
    { title: 'Bought by the', show: item => purchaseUnitText(item, item.variant.unit) },
    { title: 'Minimum order', from: 'md', show: leastText },
    {
      title: 'Lead time',
      from: 'sm',
      number: true,
      show: item =>
        item.leadTimeDays === null
          ? '–'
          : t('{leadTimeDays, plural, one {# day} other {# days}}', { leadTimeDays: item.leadTimeDays }),
    },
    { title: 'Price', from: 'sm', show: item => pricesText(item, ownCurrency) },
    {
      title: 'Standing',
      from: 'sm',
      show: item => (item.active ? item.preferred && <Status of="Preferred" /> : <Status of="off" />),
    },
    ...(mayWrite
      ? [{ title: 'Actions' as const, actions: true, show: (item: SupplierItem) => <SupplierItemDialog item={item} /> }]
      : []),
  ];
}

interface Break {
  key: number;
  minQuantity: number | string;
  unitCost: number | string;
}
let lastKey = 0;
const newBreak = (minQuantity: number | string = '', unitCost: number | string = ''): Break => ({
  key: (lastKey += 1),
  minQuantity,
  unitCost,
});

interface DialogProps {
  item?: SupplierItem;
  /** Known in advance for a new one: its variant or its supplier. */
  variant?: { sku: string; unit: string };
  supplierId?: string;
}

/** Creates or changes a supplier's terms for a variant. */
export function SupplierItemDialog({ item, variant, supplierId }: DialogProps) {
  const { currency } = useOrganization();
  const fields = useFields({
    supplierId: item?.supplierId ?? supplierId ?? (null as string | null),
    sku: item?.sku ?? variant?.sku ?? (null as string | null),
    supplierSku: item?.supplierSku ?? '',
    purchaseUnit: item?.purchaseUnit ?? unitName(variant?.unit ?? 'each'),
    unitsPerPurchaseUnit: item?.unitsPerPurchaseUnit ?? (1 as number | string),
    minOrderQuantity: item?.minOrderQuantity ?? ('' as number | string),
    orderMultiple: item?.orderMultiple ?? ('' as number | string),
    leadTimeDays: item?.leadTimeDays ?? ('' as number | string),
    currency: item?.currency ?? '',
    breaks: (item && item.priceBreaks.length > 0
      ? item.priceBreaks.map(({ minQuantity, unitCost }) => newBreak(minQuantity, unitCost))
      : [newBreak(1)]) as readonly Break[],
    preferred: item?.preferred ?? false,
    active: item?.active ?? true,
  });
  const { values, change, text, amount, choice, check } = fields;
  const filledBreaks = values.breaks.filter(({ unitCost }) => unitCost !== '');
  const terms = () => ({
    supplierSku: values.supplierSku || null,
    purchaseUnit: values.purchaseUnit,
    unitsPerPurchaseUnit: Number(values.unitsPerPurchaseUnit || 0),
    minOrderQuantity: numberOf(values.minOrderQuantity),
    orderMultiple: numberOf(values.orderMultiple),
    leadTimeDays: numberOf(values.leadTimeDays),
    currency: values.currency.toUpperCase() || null,
    priceBreaks: filledBreaks.map(({ minQuantity, unitCost }) => ({
      minQuantity: Number(minQuantity || 0),
      unitCost: Number(unitCost),
    })),
    preferred: values.preferred,
    active: values.active,
  });
  const save = async ({ version }: Submission): Promise<SendResult<object>> =>
    item
      ? send(Update, { id: item.id, input: terms(), ifVersion: version })
      : send(Create, { input: { supplierId: values.supplierId ?? '', sku: values.sku ?? '', ...terms() } });
  return (
    <FormDialog
      opener={item ? t('Edit') : t('Add')}
      compact
      variant="default"
      title={item ? t('{sku} from {name}', { sku: item.sku, name: item.supplier.name }) : t('How it is bought')}
      submit={t('Save')}
      size="lg"
      fields={fields}
      version={item?.version}
      send={save}
      done={() => notify(t('Saved.'))}
    >
      {errors => (
        <>
          {!item && !supplierId && <SupplierSelect data-autofocus {...choice('supplierId', errors)} />}
          {!item && !variant && (
            <VariantSelect value={values.sku} onChange={sku => change({ sku })} error={errors.at('sku')} />
          )}
          <Group grow align="flex-start">
            <TextInput
              label={t('Bought by the')}
              placeholder={t('case, sack, each')}
              {...text('purchaseUnit', errors)}
            />
            <NumberField
              label={t('{unit} in one {purchaseUnit}', {
                unit: variant?.unit ?? item?.variant.unit ?? t('Units'),
                purchaseUnit: values.purchaseUnit || t('of them'),
              })}
              {...amount('unitsPerPurchaseUnit', errors)}
            />
          </Group>
          <Group grow align="flex-start">
            <NumberField label={t('Minimum order')} placeholder={t('any')} {...amount('minOrderQuantity', errors)} />
            <NumberField
              label={t('In multiples of')}
              placeholder={t('any')}
              {...amount('orderMultiple', errors)}
              allowDecimal={false}
            />
            <NumberField
              label={t('Lead time, days')}
              placeholder={t('the usual')}
              {...amount('leadTimeDays', errors)}
              allowDecimal={false}
            />
          </Group>
          <Group grow align="flex-start">
            <TextInput label={t('Their code for it')} {...text('supplierSku', errors)} />
            <TextInput label={t('Currency')} placeholder={currency} maxLength={3} {...text('currency', errors)} />
          </Group>
          <Breaks
            breaks={values.breaks}
            kept={filledBreaks}
            unit={values.purchaseUnit}
            currency={values.currency}
            errors={errors}
            change={breaks => change({ breaks })}
          />
          <Checkbox
            label={t('Preferred')}
            description={t('Chosen before other suppliers of it. Among several, the cheapest is chosen.')}
            {...check('preferred', errors)}
          />
          {item && <Checkbox label={t('May be ordered')} {...check('active', errors)} />}
          {item && (
            <Action
              label={t('Remove')}
              size="compact-sm"
              send={() => send(Delete, { id: item.id })}
              notice={t('Removed.')}
              title={t('Remove {sku} from {name}?', { sku: item.sku, name: item.supplier.name })}
              confirm={t("Removes the supplier's unit, prices and lead time for it.")}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface BreaksProps {
  breaks: readonly Break[];
  /** The price breaks that are sent: problems refer to them by index. */
  kept: readonly Break[];
  unit: string;
  currency: string;
  errors: Errors;
  change(breaks: readonly Break[]): void;
}

/** The price of a base unit, by quantity. */
function Breaks({ breaks, kept, unit, currency, errors, change }: BreaksProps) {
  const alter = (key: number, part: Partial<Break>) =>
    change(breaks.map(each => (each.key === key ? { ...each, ...part } : each)));
  return (
    <fieldset className="plain" aria-label={t('Prices')}>
      <Stack gap="xs">
        {breaks.map((each, index) => {
          const at = (name: string) => errors.at(`priceBreaks[${kept.indexOf(each)}].${name}`);
          return (
            <Group key={each.key} gap="xs" align="flex-start" wrap="nowrap">
              <NumberField
                flex={1}
                label={index === 0 ? t('From ({unit})', { unit: unit || t('units') }) : undefined}
                aria-label={t('Quantity of price {index}', { index: index + 1 })}
                min={0}
                decimalScale={4}
                hideControls
                value={each.minQuantity}
                onChange={minQuantity => alter(each.key, { minQuantity })}
                error={at('minQuantity')}
              />
              <MoneyInput
                flex={1}
                currency={currency}
                label={index === 0 ? t('Cost of one base unit') : undefined}
                aria-label={t('Cost of price {index}', { index: index + 1 })}
                hideControls
                value={each.unitCost}
                onChange={unitCost => alter(each.key, { unitCost })}
                error={at('unitCost')}
              />
              <RemoveButton
                mt={index === 0 ? 24 : 0}
                label={t('Remove price {index}', { index: index + 1 })}
                onClick={() => change(breaks.filter(({ key }) => key !== each.key))}
              />
            </Group>
          );
        })}
        {errors.at('priceBreaks') && (
          <Text size="sm" c="var(--bad)">
            {errors.at('priceBreaks')}
          </Text>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={15} />}
          onClick={() => change([...breaks, newBreak(breaks.length === 0 ? 1 : '')])}
        >
          {breaks.length === 0 ? t('Add a price') : t('Add a price for a larger quantity')}
        </Button>
      </Stack>
    </fieldset>
  );
}
