import { Button, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { ResultOf } from 'gql.tada';
import { BOOKINGS } from '../bookings.ts';
import { inUnit, signed, words } from '../format.ts';
import { graphql, send, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { book } from '../outbox.ts';
import { useOrganization } from '../session.ts';
import { numberOf, useFields, withoutEmpty } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { notify, notifyWithUndo } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { Rich } from '../ui/rich.tsx';
import { LocationSelect, VariantSelect } from './choose.tsx';
import { useDefaultPlace } from './default-place.ts';
import { nameOf, useLocations } from './locations.ts';

const There = graphql(
  `query StockThere($sku: String!, $locationId: ID!) { inventoryLevels(first: 1,
        filter: { sku: $sku, locationId: $locationId }) { nodes { id quantityOnHand variant { id unit } } } }`,
);
const REASONS = ['CORRECTION', 'STOCK_IN', 'DAMAGE', 'SHRINKAGE', 'THEFT', 'OTHER'] as const;

/** The number keys of some phones have no minus, so the direction is chosen. */
const WAYS = { add: t('Add ~stock'), takeAway: t('Take away'), setTo: t('Set to what is there') } as const;
type Way = keyof typeof WAYS;

/** Changes stock by an amount, or to a counted total. The dialog says what is booked where, and what is there now. */
export function AdjustButton({
  sku,
  lotTracked = false,
  variant = 'filled',
  act,
}: {
  sku?: string;
  lotTracked?: boolean;
  variant?: string;
  act?: string;
}) {
  const place = useDefaultPlace();
  const locations = useLocations();
  const fields = useFields({
    sku: sku ?? (null as string | null),
    lotTracked,
    locationId: place,
    way: 'add' as Way,
    amount: '' as number | string,
    unitCost: '' as number | string,
    reason: 'CORRECTION' as (typeof REASONS)[number],
    note: '',
    lotNumber: '',
  });
  const { values, change, text, amount, choice, pick } = fields;
  const isSetting = values.way === 'setTo';
  const stated = numberOf(values.amount);
  const changeBy = stated !== null && values.way === 'takeAway' ? -stated : stated;
  const input = () => ({
    sku: values.sku ?? '',
    locationId: values.locationId ?? '',
    [isSetting ? 'setQuantity' : 'quantityChange']: changeBy,
    reason: values.reason,
    ...withoutEmpty({
      note: values.note,
      lotNumber: values.lotNumber,
      unitCost: values.way === 'takeAway' ? null : numberOf(values.unitCost),
    }),
  });
  const adjust = () => {
    const variables = { input: input() };
    if (isSetting) return send(BOOKINGS.adjustStock.mutation, variables);
    const { sku, locationId } = variables.input;
    return book('adjustStock', variables, {
      title: t('Adjust stock of {sku}', {
        sku: t('{adjusted} at {name}', { adjusted: sku, name: nameOf(locations, locationId) }),
      }),
      path: '/movements',
      lines: [{ sku, quantity: changeBy ?? 0 }],
    });
  };
  const { currency } = useOrganization();
  return (
    <FormDialog
      opener={open => (
        <Button onClick={open} variant={variant}>
          {t('Adjust stock')}
        </Button>
      )}
      {...(act && { act })}
      title={values.sku ? t('Adjust stock of {sku}', { sku: values.sku }) : t('Adjust stock')}
      submit={t('Adjust')}
      fields={fields}
      send={adjust}
      done={({ createInventoryAdjustment: { inventoryAdjustment } }) => tell(inventoryAdjustment, values)}
    >
      {errors => (
        <>
          {sku === undefined && (
            <VariantSelect
              {...choice('sku', errors)}
              onChange={(chosen, found, lotNumber = '') =>
                change({ sku: chosen, lotTracked: found?.lotTracked ?? false, lotNumber })
              }
            />
          )}
          <LocationSelect {...choice('locationId', errors)} />
          {values.sku && values.locationId && (
            <OnHand sku={values.sku} locationId={values.locationId} place={nameOf(locations, values.locationId)} />
          )}
          <SegmentedControl
            fullWidth
            aria-label={t('How')}
            data={Object.entries(WAYS).map(([value, label]) => ({ value, label }))}
            value={values.way}
            onChange={way => change({ way: way as Way })}
          />
          <NumberField
            label={t('Quantity')}
            {...amount('amount', errors, isSetting ? 'setQuantity' : 'quantityChange')}
          />
          {values.way !== 'takeAway' && (
            <MoneyInput
              label={t('Unit cost, {currency}', { currency })}
              description={t('Of the stock added. Leave empty for the average there.')}
              {...amount('unitCost', errors)}
            />
          )}
          {values.lotTracked && <TextInput label={t('Lot number')} {...text('lotNumber', errors)} />}
          <Select
            label={t('Reason')}
            data={REASONS.map(reason => ({ value: reason, label: words(reason) }))}
            {...pick('reason', errors)}
          />
          <Textarea label={t('Note')} autosize minRows={1} {...text('note', errors)} />
        </>
      )}
    </FormDialog>
  );
}

type Adjustment = ResultOf<typeof BOOKINGS.adjustStock.mutation>['createInventoryAdjustment']['inventoryAdjustment'];

/** Says what was booked and, where that can be said in return, offers to undo it. */
function tell(
  { sku: adjusted, quantityChange, locationId, inventoryLevel: level }: Adjustment,
  { lotTracked, lotNumber }: { lotTracked: boolean; lotNumber: string },
): void {
  const at = t('{adjusted} at {name}', { adjusted, name: level.location.name });
  const message = t('{at}: {quantityChange}, {quantityOnHand} on hand now.', {
    at,
    quantityChange: signed(quantityChange),
    quantityOnHand: inUnit(level.quantityOnHand, level.variant.unit),
  });
  // Without a lot number it is unknown which lots it came from.
  if (quantityChange === 0 || (lotTracked && lotNumber === '')) return void notify(message);
  const opposite = {
    sku: adjusted,
    locationId,
    quantityChange: -quantityChange,
    reason: 'CORRECTION' as const,
    note: t('Undone.'),
    ...withoutEmpty({ lotNumber }),
  };
  notifyWithUndo(
    message,
    () => send(BOOKINGS.adjustStock.mutation, { input: opposite }),
    t('{at}: undone, by the opposite entry.', { at }),
  );
}

/** The current stock of the variant and location in the form. */
function OnHand({ sku, locationId, place }: { sku: string; locationId: string; place: string }) {
  const { data } = useData(There, { sku, locationId });
  if (!data) return null;
  const level = data.inventoryLevels.nodes[0];
  return (
    <Text size="sm" c="dimmed" role="status">
      <Rich
        of="{quantityOnHand} of <span>{sku}</span> at {place} now."
        values={{ quantityOnHand: inUnit(level?.quantityOnHand ?? 0, level?.variant.unit), sku, place }}
        parts={{ span: <span className="mono" /> }}
      />
    </Text>
  );
}
