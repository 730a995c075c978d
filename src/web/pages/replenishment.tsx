import { Alert, Button, Card, Group, Loader, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconClipboardCheck, IconClipboardList } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { date, quantity, time, today } from '../format.ts';
import { graphql, type Problem, readAll, send, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { useLocations } from '../parts/locations.ts';
import {
  amountOf,
  documentsOf,
  type Edit,
  type Edits,
  groupsOf,
  isChosen,
  isOpen,
  type Plan,
  PlanFields,
  quantityOf,
  type Suggestion,
  Suggestions,
  totalOf,
} from '../parts/plan.ts';
import { SuggestionGroup, totalText } from '../parts/plan-group.tsx';
import { useReported } from '../problems.ts';
import { useMay, useOrganization } from '../session.ts';
import { Action, FormDialog, Refusals, useFields } from '../ui/form.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { Empty, Loading, Page, Problems } from '../ui/page.tsx';
import { refused } from '../ui/said.tsx';

const Plans = graphql(
  `query ReplenishmentPlans { replenishmentPlans(first: 10, sort: CREATED_AT_DESC) { totalCount nodes { ...PlanFields } } }`,
  [PlanFields],
);
const One = graphql(`query ReplenishmentPlan($id: ID!) { replenishmentPlan(id: $id) { ...PlanFields } }`, [PlanFields]);
const Create = graphql(
  `mutation CreateReplenishmentPlan($input: CreateReplenishmentPlanInput!, $idempotencyKey: String) { createReplenishmentPlan(input: $input, idempotencyKey: $idempotencyKey) { replenishmentPlan { id } } }`,
);
const Apply = graphql(
  `mutation ApplyReplenishmentPlan($id: ID!, $input: ApplyReplenishmentPlanInput!, $idempotencyKey: String) { applyReplenishmentPlan(id: $id, input: $input, idempotencyKey: $idempotencyKey) { appliedPlan { purchaseOrders { id number } stockTransfers { id number } productionBatches { id number } } } }`,
);
type Made = ResultOf<typeof Apply>['applyReplenishmentPlan']['appliedPlan'];

const PATH = '/replenishment';
const LOOK_MS = 1000;
/** As many as are shown and applied in one transaction; urgent ones come first. */
const SHOWN_MAX = 1000;
/** Groups are expanded up to this many lines on the screen. */
const OPEN_LINES = 40;

const isUnderWay = ({ status }: Plan) => status === 'PENDING' || status === 'RUNNING';

/** What to buy, move and make: computed, reviewed and applied. */
export function Replenishment() {
  const { plan: id = '' } = useSearch({ strict: false }) as { plan?: string };
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const list = useData(Plans, {});
  const named = useData(One, { id }, { pause: id === '' });
  const plans = list.data?.replenishmentPlans.nodes ?? [];
  const older = (list.data?.replenishmentPlans.totalCount ?? 0) - plans.length;
  const plan = id ? (named.data?.replenishmentPlan ?? undefined) : plans[0];
  const refresh = id ? named.refresh : list.refresh;
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
      {(list.loading || (id !== '' && named.loading)) && <Loading height={360} />}
      {id !== '' && named.data && !plan && (
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

const termsOf = ({ locationIds, horizonDays, demand, serviceLevel, include }: Plan) => ({
  ...(locationIds && { locationIds }),
  horizonDays,
  demand,
  serviceLevel,
  include: include.map(each => each.toUpperCase()) as Suggestion['type'][],
});

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
        send(Create, {
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

// ---- reviewing and applying ----

interface Lines {
  rows?: readonly Suggestion[];
  /** The cursor of this part, and of the next one. */
  start: string | null;
  next?: string | null;
  problems: readonly Problem[];
  turn: number;
}

/** The suggestions of a plan from `start` on, most urgent first, as of its last application. */
function useSuggestions(planId: string, appliedAt: string | null, start: string | null) {
  const [state, setState] = useState<Lines>({ start: null, problems: [], turn: 0 });
  const { turn } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew once something was applied, and when it is tried again
  useEffect(() => {
    const stop = new AbortController();
    void readAll(Suggestions, { filter: { planId } }, () => undefined, stop.signal, SHOWN_MAX, start).then(
      read =>
        read &&
        setState(old => ({
          ...old,
          ...(read.rows && { rows: read.rows, next: read.next ?? null, start }),
          problems: read.problems ?? [],
        })),
    );
    return () => stop.abort();
  }, [planId, appliedAt, start, turn]);
  const retry = useMemo(() => () => setState(old => ({ ...old, turn: old.turn + 1 })), []);
  useReported(state.problems, retry);
  return { rows: state.start === start ? state.rows : undefined, next: state.next, problems: state.problems, retry };
}

function Worklist({ plan, begin }: { plan: Plan; begin(): void }) {
  /** The cursors of the parts seen so far, the current one last. */
  const [starts, setStarts] = useState<readonly (string | null)[]>([null]);
  const { rows, next, problems, retry } = useSuggestions(plan.id, plan.appliedAt, starts.at(-1)!);
  const [edits, setEdits] = useState<Edits>({});
  const [opened, setOpened] = useState<{ readonly [key: string]: boolean }>({});
  const [refusal, setRefusal] = useState<{
    problems: readonly Problem[];
    asked: readonly string[];
    changed: string[];
  }>();
  const [made, setMade] = useState<Made>();
  const { currency } = useOrganization();
  const mayWrite = useMay('write');
  const groups = useMemo(() => groupsOf(rows ?? []), [rows]);
  const edit = (ids: readonly string[], part: Edit) =>
    setEdits(old => ({ ...old, ...Object.fromEntries(ids.map(id => [id, { ...old[id], ...part }])) }));
  if (!rows) return problems.length > 0 ? <Problems problems={problems} retry={retry} /> : <Loading height={360} />;

  const chosen = rows.filter(each => isChosen(each, edits));
  const apply = async (force: boolean) => {
    const asked = chosen.map(({ id }) => id);
    const changed = chosen.filter(each => edits[each.id]?.amount !== undefined);
    const { data, problems: told } = await send(Apply, {
      id: plan.id,
      input: {
        suggestionIds: asked,
        quantities: changed.map(each => ({ suggestionId: each.id, quantity: quantityOf(each, edits) })),
        force,
      },
    });
    setRefusal(told && { problems: told, asked, changed: changed.map(({ id }) => id) });
    if (data) setMade(data.applyReplenishmentPlan.appliedPlan);
    return data ? { data } : { problems: told };
  };
  /** The problem of a suggestion, found by the path of its fields in the request. */
  const problemAt = (suggestionId: string) =>
    refusal?.problems.find(
      ({ field }) =>
        refusal.asked[Number(/^suggestionIds\[(\d+)\]/.exec(field ?? '')?.[1] ?? -1)] === suggestionId ||
        refusal.changed[Number(/^quantities\[(\d+)\]/.exec(field ?? '')?.[1] ?? -1)] === suggestionId,
    )?.message;
  const empty = chosen.filter(each => Number(amountOf(each, edits) || 0) <= 0);
  const openRows = rows.filter(isOpen);
  let linesSoFar = 0;
  return (
    // Refusals are shown below, at their line if there is one.
    <Refusals value={{ problems: refusal?.problems ?? [], report: () => undefined }}>
      {made && <Done made={made} />}
      {refusal && <Refused problems={refusal.problems} plan={plan} begin={begin} anyway={() => apply(true)} />}
      <Problems problems={problems} retry={retry} />
      {plan.startsOn && plan.startsOn < today() && openRows.length > 0 && (
        <Text size="sm" c="var(--warn)">
          {t('This plan begins on {startsOn}: compute again before you apply it.', { startsOn: date(plan.startsOn) })}
        </Text>
      )}
      {rows.length < plan.suggestionCount && (
        <Group gap="sm" role="navigation" aria-label={t('Lines')}>
          <Text size="sm" c="dimmed">
            {t('Lines {from} to {to} of {total}, most urgent first. Only these are applied.', {
              from: quantity((starts.length - 1) * SHOWN_MAX + 1),
              to: quantity((starts.length - 1) * SHOWN_MAX + rows.length),
              total: quantity(plan.suggestionCount),
            })}
          </Text>
          <Button
            size="xs"
            variant="default"
            disabled={starts.length === 1}
            onClick={() => setStarts(old => old.slice(0, -1))}
          >
            {t('Previous')}
          </Button>
          <Button size="xs" variant="default" disabled={!next} onClick={() => next && setStarts(old => [...old, next])}>
            {t('Next {shownMax}', { shownMax: quantity(SHOWN_MAX) })}
          </Button>
        </Group>
      )}
      {groups.map(group => {
        const isFirst = linesSoFar < OPEN_LINES;
        linesSoFar += group.suggestions.length;
        const isOpened = opened[group.key] ?? isFirst;
        return (
          <SuggestionGroup
            key={group.key}
            group={group}
            edits={edits}
            edit={edit}
            problemAt={problemAt}
            opened={isOpened}
            toggle={() => setOpened(old => ({ ...old, [group.key]: !isOpened }))}
            mayWrite={mayWrite}
          />
        );
      })}
      {mayWrite && openRows.length > 0 && (
        <Card padding="md" className="bottom-bar" role="region" aria-label={t('What is chosen')}>
          <Group justify="space-between" gap="sm">
            <div>
              <Text size="sm" fw={600}>
                {chosen.length > 0
                  ? t('{chosen} of {openRows, plural, one {# line} other {# lines}}: {documents}', {
                      chosen: quantity(chosen.length),
                      openRows: openRows.length,
                      documents: documentsOf(chosen),
                    })
                  : t('{chosen} of {openRows, plural, one {# line} other {# lines}}', {
                      chosen: quantity(chosen.length),
                      openRows: openRows.length,
                    })}
              </Text>
              <Text size="sm" c="dimmed">
                {empty.length > 0
                  ? t('{empty, plural, one {# line has} other {# lines have}} no quantity.', { empty: empty.length })
                  : totalText(totalOf(chosen, edits, currency))}
              </Text>
            </div>
            {chosen.length === 0 || empty.length > 0 ? (
              <Button disabled>{t('Apply')}</Button>
            ) : (
              <Action
                label={t('Apply')}
                title={t('Apply the plan?')}
                variant="filled"
                isGentle
                confirm={t(
                  'All created at once, or none: {chosen}. Nothing is sent to a supplier and nothing moves until you do that there.',
                  { chosen: documentsOf(chosen) },
                )}
                send={() => apply(false)}
              />
            )}
          </Group>
        </Card>
      )}
    </Refusals>
  );
}

const isAtLine = ({ field }: Problem) => /^(suggestionIds|quantities)\[\d+\]/.test(field ?? '');

interface RefusedProps {
  problems: readonly Problem[];
  plan: Plan;
  begin(): void;
  anyway(): Promise<unknown>;
}

/**
 * Why nothing was created. If stock has changed since the plan was computed, it can be computed again or applied
 * anyway.
 */
function Refused({ problems, plan, begin, anyway }: RefusedProps) {
  const [busy, setBusy] = useState(false);
  const isOvertaken = problems.some(({ code }) => code === 'VERSION_CONFLICT');
  const again = async () => {
    setBusy(true);
    const { problems: told } = await send(Create, { input: termsOf(plan) });
    setBusy(false);
    if (told) refused(told);
    else begin();
  };
  const skus = problems.flatMap(({ details }) => (details?.['skus'] as string[] | undefined) ?? []);
  return (
    <Alert
      color={isOvertaken ? 'orange' : 'red'}
      variant="outline"
      icon={<IconAlertTriangle />}
      title={isOvertaken ? t('Stock has moved since this plan was computed') : t('Nothing was created')}
      role="alert"
    >
      {isOvertaken ? (
        <>
          <Text size="sm">
            {skus.length > 0
              ? t('Nothing was created. Moved: {skus}. Compute again to plan with current stock.', {
                  skus: skus.join(', '),
                })
              : t('Nothing was created. Compute again to plan with current stock.')}
          </Text>
          <Group gap="xs" mt="xs">
            <Button size="xs" loading={busy} onClick={() => void again()}>
              {t('Compute again')}
            </Button>
            <Button size="xs" variant="default" onClick={() => void anyway()}>
              {t('Apply anyway')}
            </Button>
          </Group>
        </>
      ) : (
        <>
          {problems.some(isAtLine) && <Text size="sm">{t('See the lines below for the reasons.')}</Text>}
          {problems
            .filter(problem => !isAtLine(problem))
            .map(({ message }) => (
              <Text size="sm" key={message}>
                {message}
              </Text>
            ))}
        </>
      )}
    </Alert>
  );
}

/** How many documents of a kind have a link of their own; the list has them all. */
const LINKED_MAX = 20;

/** The documents that were created: purchase orders are to be reviewed first. */
function Done({ made }: { made: Made }) {
  const kinds = [
    {
      documents: made.purchaseOrders,
      path: '/purchase-orders',
      search: { status: 'DRAFT' },
      words: (count: number) =>
        t('{count, plural, one {# draft purchase order} other {# draft purchase orders}}', { count }),
    },
    {
      documents: made.stockTransfers,
      path: '/transfers',
      search: {},
      words: (count: number) => t('{count, plural, one {# transfer} other {# transfers}}', { count }),
    },
    {
      documents: made.productionBatches,
      path: '/production',
      search: {},
      words: (count: number) => t('{count, plural, one {# production batch} other {# production batches}}', { count }),
    },
  ].filter(({ documents }) => documents.length > 0);
  const count = kinds.reduce((sum, { documents }) => sum + documents.length, 0);
  return (
    <Alert
      color="pine"
      variant="outline"
      icon={<IconCheck />}
      title={t('{documents, plural, one {# document} other {# documents}} created', { documents: count })}
      role="status"
    >
      {made.purchaseOrders.length > 0 && (
        <Text size="sm" mb={4}>
          {t('Purchase orders are drafts: review and submit them.')}
        </Text>
      )}
      <Stack gap={4}>
        {kinds.map(({ documents, path, search, words }) => (
          <Group key={path} gap="md">
            <Link className="link" to={path as never} search={search as never}>
              {words(documents.length)}
            </Link>
            {documents.length <= LINKED_MAX &&
              documents.map(({ id, number }) => (
                <Link key={id} className="link" to={`${path}/${id}` as never}>
                  {number}
                </Link>
              ))}
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
