import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useEffect, useMemo, useState } from 'react';
import { date, quantity, today } from '../format.ts';
import { graphql, type Problem, type SendResult, send } from '../graphql.ts';
import { t } from '../language.ts';
import { readAll } from '../lists.ts';
import { useReportedProblems } from '../problems.ts';
import { useMay, useOrganization } from '../session.ts';
import { Action, Refusals } from '../ui/action.tsx';
import { notifyProblems } from '../ui/notify.tsx';
import { Loading, Problems } from '../ui/page.tsx';
import { UnsentInput } from '../ui/unsaved-guard.tsx';
import {
  amountOf,
  CreatePlan,
  documentsOf,
  type Edit,
  type Edits,
  groupsOf,
  isChosen,
  isOpen,
  type Plan,
  quantityOf,
  type Suggestion,
  Suggestions,
  totalOf,
} from './plan.ts';
import { SuggestionGroup, totalText } from './plan-group.tsx';

/* A plan is reviewed, changed and applied, and says what was made of it. */

const Apply = graphql(
  `mutation ApplyReplenishmentPlan($id: ID!, $input: ApplyReplenishmentPlanInput!, $idempotencyKey: String) {
      applyReplenishmentPlan(id: $id, input: $input, idempotencyKey: $idempotencyKey) {
        appliedPlan { purchaseOrders { id number } stockTransfers { id number } productionBatches { id number } } } }`,
);
type AppliedPlan = ResultOf<typeof Apply>['applyReplenishmentPlan']['appliedPlan'];

/** As many as are shown and applied in one transaction; urgent ones come first. */
const SHOWN_MAX = 1000;
/** Groups are expanded up to this many lines on the screen. */
const OPEN_LINES = 40;

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
  useReportedProblems(state.problems, retry);
  return { rows: state.start === start ? state.rows : undefined, next: state.next, problems: state.problems, retry };
}

/** The lines of a plan, as they are reviewed and applied. */
export function Worklist({ plan, begin }: { plan: Plan; begin(): void }) {
  /** The cursors of the parts seen so far, the current one last. */
  const [starts, setStarts] = useState<readonly (string | null)[]>([null]);
  const { rows, next, problems, retry } = useSuggestions(plan.id, plan.appliedAt, starts.at(-1)!);
  const [edits, setEdits] = useState<Edits>({});
  /** As they were when the plan was applied: what was left out then is no input that is lost. */
  const [sentEdits, setSentEdits] = useState(edits);
  const [opened, setOpened] = useState<{ readonly [key: string]: boolean }>({});
  const [refusal, setRefusal] = useState<{
    problems: readonly Problem[];
    asked: readonly string[];
    changed: string[];
  }>();
  const [appliedPlan, setMade] = useState<AppliedPlan>();
  const mayWrite = useMay('write');
  const groups = useMemo(() => groupsOf(rows ?? []), [rows]);
  const edit = (ids: readonly string[], part: Edit) =>
    setEdits(old => ({ ...old, ...Object.fromEntries(ids.map(id => [id, { ...old[id], ...part }])) }));
  if (!rows) return problems.length > 0 ? <Problems problems={problems} retry={retry} /> : <Loading height={360} />;

  const chosenSuggestions = rows.filter(each => isChosen(each, edits));
  const apply = async (force: boolean) => {
    const chosenIds = chosenSuggestions.map(({ id }) => id);
    const changedSuggestions = chosenSuggestions.filter(each => edits[each.id]?.amount !== undefined);
    const { data, problems: refusals } = await send(Apply, {
      id: plan.id,
      input: {
        suggestionIds: chosenIds,
        quantities: changedSuggestions.map(each => ({ suggestionId: each.id, quantity: quantityOf(each, edits) })),
        force,
      },
    });
    setRefusal(refusals && { problems: refusals, asked: chosenIds, changed: changedSuggestions.map(({ id }) => id) });
    if (data) {
      setMade(data.applyReplenishmentPlan.appliedPlan);
      setSentEdits(edits);
    }
    return data ? { data } : { problems: refusals };
  };
  /** The problem of a suggestion, found by the path of its fields in the request. */
  const problemAt = (suggestionId: string) =>
    refusal?.problems.find(
      ({ field }) =>
        refusal.asked[Number(/^suggestionIds\[(\d+)\]/.exec(field ?? '')?.[1] ?? -1)] === suggestionId ||
        refusal.changed[Number(/^quantities\[(\d+)\]/.exec(field ?? '')?.[1] ?? -1)] === suggestionId,
    )?.message;
  const openRows = rows.filter(isOpen);
  let linesSoFar = 0;
  return (
    // Refusals are shown below, at their line if there is one.
    <Refusals value={{ problems: refusal?.problems ?? [], report: () => undefined }}>
      <UnsentInput is={edits !== sentEdits} />
      {appliedPlan && <AppliedPlanNotice plan={appliedPlan} />}
      {refusal && <PlanRefusals problems={refusal.problems} plan={plan} begin={begin} anyway={() => apply(true)} />}
      <Problems problems={problems} retry={retry} />
      {plan.startsOn && plan.startsOn < today() && openRows.length > 0 && (
        <Text size="sm" c="var(--warn)">
          {t('This plan begins on {startsOn}: compute again before you apply it.', { startsOn: date(plan.startsOn) })}
        </Text>
      )}
      {rows.length < plan.suggestionCount && (
        <PartNavigation
          lines={rows.length}
          total={plan.suggestionCount}
          part={starts.length}
          previous={() => setStarts(old => old.slice(0, -1))}
          next={next ? () => setStarts(old => [...old, next]) : undefined}
        />
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
        <ApplyBar chosen={chosenSuggestions} of={openRows.length} edits={edits} apply={() => apply(false)} />
      )}
    </Refusals>
  );
}

interface PartNavigationProps {
  /** How many lines this part shows, and how many there are. */
  lines: number;
  total: number;
  /** Which part it is, from 1 on. */
  part: number;
  previous(): void;
  next: (() => void) | undefined;
}

/** A plan of very many lines is shown in parts. */
function PartNavigation({ lines, total, part, previous, next }: PartNavigationProps) {
  return (
    <Group gap="sm" role="navigation" aria-label={t('Lines')}>
      <Text size="sm" c="dimmed">
        {t('Lines {from} to {to} of {total}, most urgent first. Only these are applied.', {
          from: quantity((part - 1) * SHOWN_MAX + 1),
          to: quantity((part - 1) * SHOWN_MAX + lines),
          total: quantity(total),
        })}
      </Text>
      <Button size="xs" variant="default" disabled={part === 1} onClick={previous}>
        {t('Previous')}
      </Button>
      <Button size="xs" variant="default" disabled={!next} onClick={next}>
        {t('Next {shownMax}', { shownMax: quantity(SHOWN_MAX) })}
      </Button>
    </Group>
  );
}

interface ApplyBarProps {
  chosen: readonly Suggestion[];
  /** How many could be chosen. */
  of: number;
  edits: Edits;
  apply(): Promise<SendResult<unknown>>;
}

/** What is chosen, what that comes to, and the button that applies it. */
function ApplyBar({ chosen, of: openCount, edits, apply }: ApplyBarProps) {
  const { currency } = useOrganization();
  const empty = chosen.filter(each => Number(amountOf(each, edits) || 0) <= 0);
  return (
    <Card padding="md" className="bottom-bar" role="region" aria-label={t('What is chosen')}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600}>
            {chosen.length > 0
              ? t('{chosen} of {openRows, plural, one {# line} other {# lines}}: {documents}', {
                  chosen: quantity(chosen.length),
                  openRows: openCount,
                  documents: documentsOf(chosen),
                })
              : t('{chosen} of {openRows, plural, one {# line} other {# lines}}', {
                  chosen: quantity(chosen.length),
                  openRows: openCount,
                })}
          </Text>
          <Text size="sm" c="dimmed">
            {empty.length > 0
              ? t('{empty, plural, one {# line has} other {# lines have}} no quantity.', {
                  empty: empty.length,
                })
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
            send={apply}
          />
        )}
      </Group>
    </Card>
  );
}

const isAtLine = ({ field }: Problem) => /^(suggestionIds|quantities)\[\d+\]/.test(field ?? '');

/** How it was computed, to compute it again. */
const termsOf = ({ locationIds, horizonDays, demand, serviceLevel, include }: Plan) => ({
  ...(locationIds && { locationIds }),
  horizonDays,
  demand,
  serviceLevel,
  include: include.map(each => each.toUpperCase()) as Suggestion['type'][],
});

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
function PlanRefusals({ problems, plan, begin, anyway }: RefusedProps) {
  const [busy, setBusy] = useState(false);
  const isOvertaken = problems.some(({ code }) => code === 'VERSION_CONFLICT');
  const again = async () => {
    setBusy(true);
    const { problems: told } = await send(CreatePlan, { input: termsOf(plan) });
    setBusy(false);
    if (told) notifyProblems(told);
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
function AppliedPlanNotice({ plan }: { plan: AppliedPlan }) {
  const kinds = [
    {
      documents: plan.purchaseOrders,
      path: '/purchase-orders',
      search: { status: 'DRAFT' },
      words: (count: number) =>
        t('{count, plural, one {# draft purchase order} other {# draft purchase orders}}', { count }),
    },
    {
      documents: plan.stockTransfers,
      path: '/transfers',
      search: {},
      words: (count: number) => t('{count, plural, one {# transfer} other {# transfers}}', { count }),
    },
    {
      documents: plan.productionBatches,
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
      {plan.purchaseOrders.length > 0 && (
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
