import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../language.ts';
import type { Problem } from '../problems.ts';
import { translated } from '../translation.ts';

/*
 * Notices at the edge of the screen.
 */

const closeButton = { closeButtonProps: { 'aria-label': t('Close') } };
/** Says that something was done, for a few seconds. */
export const notify = (message: string) =>
  notifications.show({ message, color: 'pine', autoClose: 3500, ...closeButton });
/** A notice with a button to undo, as long as it is on the screen. */
export function notifyWithUndo(
  message: string,
  undo: () => Promise<{ problems?: readonly Problem[] }>,
  undone: string,
): void {
  const id = crypto.randomUUID();
  let isTaken = false;
  const takeBack = async () => {
    // The notice fades out: a double click hits its button twice.
    if (isTaken) return;
    isTaken = true;
    notifications.hide(id);
    const { problems } = await undo();
    if (problems) notifyProblems(problems);
    else notify(undone);
  };
  notifications.show({
    id,
    color: 'pine',
    autoClose: 10_000,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{message}</span>
        <Button size="compact-sm" variant="default" onClick={() => void takeBack()} style={{ flex: 'none' }}>
          {t('Undo')}
        </Button>
      </Group>
    ),
    ...closeButton,
  });
}
/** What was done, and should be checked: it stays until it is closed. */
export const notifyWarning = (message: string) =>
  notifications.show({
    title: t('Please check'),
    message: translated(message),
    color: 'yellow',
    autoClose: false,
    ...closeButton,
  });
/** Says that something was not done, for longer. */
export const notifyFailure = (message: string) =>
  notifications.show({ title: t('Not done'), message, color: 'red', autoClose: 8000, ...closeButton });
/** Shows each problem as a failure: for actions without a form to show them in. */
export const notifyProblems = (problems: readonly Problem[]) =>
  problems.forEach(({ message }) => notifyFailure(message));
