import { Group, Select, Text } from '@mantine/core';
import { graphql, type SendResult, send } from '../graphql.ts';
import { t } from '../language.ts';
import { Action } from '../ui/action.tsx';
import { numberOf, useFields } from '../ui/fields.ts';
import { FormDialog, type Submission } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { LocationSelect } from './choose.tsx';

const Create = graphql(
  `mutation CreatePolicy($input: CreateInventoryPolicyInput!, $idempotencyKey: String) {
      createInventoryPolicy(input: $input, idempotencyKey: $idempotencyKey) { inventoryPolicy { id } } }`,
);
const Update = graphql(
  `mutation UpdatePolicy($id: ID!, $input: UpdateInventoryPolicyInput, $ifVersion: String, $idempotencyKey: String) {
      updateInventoryPolicy(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        inventoryPolicy { id } } }`,
);
const Delete = graphql(
  `mutation DeletePolicy($id: ID!, $idempotencyKey: String) {
      deleteInventoryPolicy(id: $id, idempotencyKey: $idempotencyKey) { inventoryPolicy { id } } }`,
);

type Source = 'BUY' | 'MAKE' | 'MOVE';
const SOURCES: readonly { value: Source; label: string }[] = [
  { value: 'BUY', label: t('It is bought') },
  { value: 'MAKE', label: t('It is made here') },
  { value: 'MOVE', label: t('It is moved from another location') },
];

interface Policy {
  id: string;
  version: string;
  locationId: string;
  reorderPoint: number;
  reorderQuantity: number;
  safetyStock: number | null;
  leadTimeDays: number | null;
  replenishmentSource: Source | null;
  sourceLocationId: string | null;
}

interface PolicyDialogProps {
  variantId: string;
  /** The location; to be chosen if undefined. */
  location?: { id: string; name: string };
  policy?: Policy | undefined;
}

/** When and how much of a variant to reorder at a location. */
export function PolicyDialog({ variantId, location, policy }: PolicyDialogProps) {
  const fields = useFields({
    locationId: location?.id ?? (null as string | null),
    reorderPoint: policy?.reorderPoint ?? ('' as number | string),
    reorderQuantity: policy?.reorderQuantity ?? ('' as number | string),
    safetyStock: policy?.safetyStock ?? ('' as number | string),
    leadTimeDays: policy?.leadTimeDays ?? ('' as number | string),
    replenishmentSource: policy?.replenishmentSource ?? (null as string | null),
    sourceLocationId: policy?.sourceLocationId ?? (null as string | null),
  });
  const { values, amount, choice } = fields;
  const terms = () => ({
    reorderPoint: Number(values.reorderPoint || 0),
    reorderQuantity: Number(values.reorderQuantity || 0),
    safetyStock: numberOf(values.safetyStock),
    leadTimeDays: numberOf(values.leadTimeDays),
    replenishmentSource: values.replenishmentSource as Source | null,
    sourceLocationId: values.replenishmentSource === 'MOVE' ? values.sourceLocationId : null,
  });
  const save = async ({ version }: Submission): Promise<SendResult<object>> =>
    policy
      ? send(Update, { id: policy.id, input: terms(), ifVersion: version })
      : send(Create, { input: { variantId, locationId: values.locationId ?? '', ...terms() } });
  return (
    <FormDialog
      opener={location ? (policy ? t('Edit') : t('Set')) : t('New policy')}
      variant="default"
      compact
      title={location ? t('When to reorder at {name}', { name: location.name }) : t('When to reorder')}
      submit={t('Save')}
      version={policy?.version}
      send={save}
      done={() => notify(t('Saved.'))}
      fields={fields}
    >
      {errors => (
        <>
          {!location && <LocationSelect {...choice('locationId', errors)} />}
          <Group grow align="flex-start">
            <NumberField
              label={t('Reorder point')}
              description={t('Low below')}
              data-autofocus
              {...amount('reorderPoint', errors)}
            />
            <NumberField
              label={t('Reorder quantity')}
              description={t('Order at least')}
              {...amount('reorderQuantity', errors)}
            />
          </Group>
          <Group grow align="flex-start">
            <NumberField
              label={t('Safety stock')}
              description={t('Buffer for uncertain demand')}
              placeholder={t('default')}
              {...amount('safetyStock', errors)}
            />
            <NumberField
              label={t('Lead time in days')}
              description={t('From order to receipt')}
              placeholder={t("the supplier's")}
              {...amount('leadTimeDays', errors)}
            />
          </Group>
          <Select
            label={t('Replenishment source')}
            placeholder={t('Inferred from recipes, transfers and orders')}
            clearable
            data={[...SOURCES]}
            clearButtonProps={{ 'aria-label': t('Inferred from recipes, transfers and orders') }}
            {...choice('replenishmentSource', errors)}
          />
          {values.replenishmentSource === 'MOVE' && (
            <LocationSelect label={t('Moved from')} {...choice('sourceLocationId', errors)} />
          )}
          <Text size="xs" c="dimmed">
            {t("Empty fields follow the supplier and the organization's defaults.")}
          </Text>
          {policy && (
            <Action
              label={t('Remove the policy')}
              size="compact-sm"
              send={() => send(Delete, { id: policy.id })}
              notice={t('Removed: the defaults apply.')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
