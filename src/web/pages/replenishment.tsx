import { Card, Group, Loader, MultiSelect, Select, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconClipboardCheck, IconClipboardList } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { memo, useCallback } from 'react';
import { quantity, time } from '../format.ts';
import { graphql, send, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { useLocations } from '../parts/locations.ts';
import { CreatePlan, type Plan, PlanFields } from '../parts/plan.ts';
import { Worklist } from '../parts/plan-worklist.tsx';
import { useMay } from '../session.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { Empty, Loading, Page, Problems } from '../ui/page.tsx';

const Plans = graphql(
  `query ReplenishmentPlans {
      replenishmentPlans(first: 10, sort: CREATED_AT_DESC) { totalCount nodes { ...PlanFields } } }`,
  [PlanFields],
);
const One = graphql(`query ReplenishmentPlan($id: ID!) { replenishmentPlan(id: $id) { ...PlanFields } }`, [PlanFields]);
const PATH = '/replenishment';
const LOOK_MS = 1000;
const isUnderWay = ({ status }: Plan) => status === 'PENDING' || status === 'RUNNING';

/** What to buy, move and make: computed, reviewed and applied. */
export function Replenishment() {
  const { plan: id = '' } = useSearch({ strict: false }) as { plan?: string };
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const list = useData(Plans, {});
  const planResult = useData(One, { id }, { pause: id === '' });
  const plans = list.data?.replenishmentPlans.nodes ?? [];
  const older = (list.data?.replenishmentPlans.totalCount ?? 0) - plans.length;
  const plan = id ? (planResult.data?.replenishmentPlan ?? undefined) : plans[0];
  const refresh = id ? planResult.refresh : list.refresh;
  useInterval(() => plan && isUnderWay(plan) && refresh(), LOOK_MS, { autoInvoke: true });
  const begin = useCallback(() => void navigate({ to: PATH as never, search: {} as never, replace: true }), [navigate]);
  return (
    <Page
      title={t('Replenishment')}
      hint={
        plan?.completedAt
          ? t(
              'Computed {completedAt} for {horizonDays, plural, one {# day} other {# days}}. What to buy, move and make, and by when.',
              { completedAt: time(plan.completedAt), horizonDays: plan.horizonDays },
            )
          : t('What to buy, move and make, and by when.')
      }
      actions={
        <>
          {plans.length > 1 && (
            <Select
              aria-label={t('Plan')}
              w={230}
              allowDeselect={false}
              value={plan?.id ?? null}
              data={[
                ...plans.map((each, index) => ({
                  value: each.id,
                  label:
                    index === 0 ? t('Latest, {createdAt}', { createdAt: time(each.createdAt) }) : time(each.createdAt),
                })),
                ...(older > 0
                  ? [{ value: 'older', label: t('{count} older', { count: quantity(older) }), disabled: true }]
                  : []),
              ]}
              onChange={chosen =>
                void navigate({ to: PATH as never, search: (chosen === plans[0]?.id ? {} : { plan: chosen }) as never })
              }
            />
          )}
          {mayWrite && plan && <Compute plan={plan} done={begin} />}
        </>
      }
    >
      <Problems problems={list.problems} retry={list.refresh} />
      {(list.loading || (id !== '' && planResult.loading)) && <Loading height={360} />}
      {id !== '' && planResult.data && !plan && (
        <Problems problems={[{ code: 'NOT_FOUND', message: t('There is no such plan.'), field: null }]} />
      )}
      {list.data && id === '' && !plan && (
        <Card>
          <Empty
            icon={IconClipboardList}
            title={t('No plan yet')}
            action={mayWrite && <Compute plan={undefined} done={begin} />}
          >
            {t(
              'A plan looks ahead day by day and says what to buy, move and make so that no location runs out, and why.',
            )}
          </Empty>
        </Card>
      )}
      {plan && <PlanView key={plan.id} plan={plan} begin={begin} />}
    </Page>
  );
}

/** The state of a plan, or its worklist. Memoized, because it has many lines. */
const PlanView = memo(function PlanView({ plan, begin }: { plan: Plan; begin(): void }) {
  if (isUnderWay(plan))
    return (
      <Card>
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden />
          <Text>{plan.status === 'PENDING' ? t('Waiting …') : t('Computing …')}</Text>
        </Group>
      </Card>
    );
  if (plan.status === 'FAILED')
    return (
      <Problems
        problems={[
          {
            code: 'FAILED',
            message: t('This plan could not be computed: {error}', { error: plan.error ?? '' }),
            field: null,
          },
        ]}
      />
    );
  if (plan.suggestionCount === 0)
    return (
      <Card>
        <Empty icon={IconClipboardCheck} title={t('Nothing has to be bought, moved or made')}>
          {t('What is in stock and on its way lasts for {horizonDays, plural, one {# day} other {# days}}.', {
            horizonDays: plan.horizonDays,
          })}
        </Empty>
      </Card>
    );
  return <Worklist plan={plan} begin={begin} />;
});

// ---- computing ----

const DEMANDS = [
  { value: 'LARGER', label: t('Forecast or reorder points, whichever requires more') },
  { value: 'FORECAST', label: t('Forecast') },
  { value: 'POLICY', label: t('Open documents and reorder points') },
];
const LEVELS = ['0.9', '0.95', '0.98', '0.99'].map(value => ({ value, label: `${quantity(Number(value) * 100)} %` }));

function Compute({ plan, done }: { plan: Plan | undefined; done(): void }) {
  const locations = useLocations();
  const fields = useFields({
    horizonDays: (plan?.horizonDays ?? 60) as number | string,
    demand: plan?.demand ?? ('LARGER' as Plan['demand']),
    serviceLevel: String(plan?.serviceLevel ?? 0.95),
    locationIds: (plan?.locationIds ?? []) as string[],
  });
  const { values, change, amount, pick } = fields;
  return (
    <FormDialog
      opener={plan ? t('Compute again') : t('Compute a plan')}
      variant={plan ? 'default' : 'filled'}
      title={t('Compute a plan')}
      submit={t('Compute')}
      fields={fields}
      send={() =>
        send(CreatePlan, {
          input: {
            horizonDays: Number(values.horizonDays || 0),
            demand: values.demand,
            serviceLevel: Number(values.serviceLevel),
            ...(values.locationIds.length > 0 && { locationIds: values.locationIds }),
          },
        })
      }
      done={done}
    >
      {errors => (
        <>
          <NumberField
            label={t('Days to look ahead')}
            {...amount('horizonDays', errors)}
            allowDecimal={false}
            min={1}
            max={180}
          />
          <Select label={t('Demand to plan for')} data={DEMANDS} {...pick('demand', errors)} />
          <Select
            label={t('Probability that safety stock suffices')}
            description={t('Where no policy sets the safety stock.')}
            data={LEVELS.some(({ value }) => value === values.serviceLevel) ? LEVELS : [...LEVELS, values.serviceLevel]}
            {...pick('serviceLevel', errors)}
          />
          <MultiSelect
            label={t('Only for these locations')}
            placeholder={values.locationIds.length === 0 ? t('All locations') : ''}
            data={locations.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name }))}
            value={values.locationIds}
            onChange={locationIds => change({ locationIds })}
            error={errors.at('locationIds')}
          />
        </>
      )}
    </FormDialog>
  );
}
