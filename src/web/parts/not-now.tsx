import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { addDays, date, startOf, today } from '../format.ts';
import { graphql, type SendResult, send } from '../graphql.ts';
import { t } from '../language.ts';
import { Action } from '../ui/action.tsx';
import { notifyProblems, notifyWithUndo } from '../ui/notify.tsx';

/*
 * Snoozing or dismissing an insight, for all users, and undoing that.
 */

const Dismiss = graphql(
  `mutation DismissInsight($id: ID!, $idempotencyKey: String) {
      dismissInsight(id: $id, idempotencyKey: $idempotencyKey) { insight { id } } }`,
);
const Snooze = graphql(
  `mutation SnoozeInsight($id: ID!, $input: SnoozeInsightInput!, $idempotencyKey: String) {
      snoozeInsight(id: $id, input: $input, idempotencyKey: $idempotencyKey) { insight { id } } }`,
);
const Reopen = graphql(
  `mutation ReopenInsight($id: ID!, $idempotencyKey: String) {
      reopenInsight(id: $id, idempotencyKey: $idempotencyKey) { insight { id } } }`,
);
const reopen = (id: string) => send(Reopen, { id });
const BACK = t('It is on the list again.');

const TERMS = [
  ['tomorrow', 1],
  [t('in a week'), 7],
  [t('in a month'), 30],
] as const;

/** Snoozes or dismisses an insight. */
export function NotNow({ id, title }: { id: string; title: string }) {
  const decide = async (notice: string, act: () => Promise<SendResult<object>>) => {
    const { problems } = await act();
    if (problems) notifyProblems(problems);
    else notifyWithUndo(notice, () => reopen(id), BACK);
  };
  const snooze = (days: number) => {
    const day = addDays(today(), days);
    const until = startOf(day);
    return decide(t('Snoozed until {day}.', { day: date(day) }), () => send(Snooze, { id, input: { until } }));
  };
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="inherit" aria-label={t('Not now: {title}', { title })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Show it again')}</Menu.Label>
        {TERMS.map(([words, days]) => (
          <Menu.Item key={words} onClick={() => void snooze(days)}>
            {words.charAt(0).toUpperCase() + words.slice(1)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          onClick={() => void decide(t('Dismissed: it comes back if it gets worse.'), () => send(Dismiss, { id }))}
        >
          {t('Only if it gets worse')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Reactivates a snoozed or dismissed insight. */
export const BringBack = ({ id }: { id: string }) => (
  <Action label={t('Bring back')} size="compact-sm" send={() => reopen(id)} notice={BACK} />
);
