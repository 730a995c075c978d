import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../language.ts';
import type { Problem } from '../problems.ts';
import { translated } from '../translated.ts';

/*
 * Notices at the edge of the screen.
 */

const closing = { closeButtonProps: { 'aria-label': t('Close') } };
export const said = (message: string) => notifications.show({ message, color: 'pine', autoClose: 3500, ...closing });
/** A notice with a button to undo, as long as it is on the screen. */
export function saidWithUndo(
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
    if (problems) refused(problems);
    else said(undone);
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
    ...closing,
  });
}
/** What was done, and should be checked: it stays until it is closed. */
export const warned = (message: string) =>
  notifications.show({
    title: t('Please check'),
    message: translated(message),
    color: 'yellow',
    autoClose: false,
    ...closing,
  });
export const notDone = (message: string) =>
  notifications.show({ title: t('Not done'), message, color: 'red', autoClose: 8000, ...closing });
export const refused = (problems: readonly Problem[]) => problems.forEach(({ message }) => notDone(message));
