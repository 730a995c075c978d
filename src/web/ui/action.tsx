import { Button, Group, Stack } from '@mantine/core';
import { createContext, useContext, useState } from 'react';
import type { Problem, SendResult } from '../graphql.ts';
import { t } from '../language.ts';
import { isKept, keptWords } from '../outbox.ts';
import { versionFound } from '../problems.ts';
import { Dialog } from './dialog.tsx';
import { notify, notifyProblems, notifyWithUndo } from './notify.tsx';

/** Where the refusal of a button is shown: in a notice, unless its surroundings have a place for it. */
export const Refusals = createContext<{ problems: readonly Problem[]; report(problems: readonly Problem[]): void }>({
  problems: [],
  report: notifyProblems,
});

interface ActionProps<Data> {
  label: string;
  /** With the version that was shown before, or the one that is overwritten after a question. */
  send(version?: string): Promise<SendResult<Data>>;
  notice?: string;
  /** Undoes the action, offered while its notice is on the screen. */
  undo?(): Promise<SendResult<object>>;
  variant?: string;
  /** Asks for confirmation first, under this title. */
  confirm?: string;
  title?: string;
  /** Whether it takes nothing away: by default the main action of a page, which leads on, does not. */
  isGentle?: boolean;
  color?: string;
  size?: string;
}

/** A button that does one thing, after a confirmation if it cannot be undone. */
export function Action<Data>({
  label,
  send,
  notice: message,
  undo,
  variant = 'default',
  confirm,
  title = `${label}?`,
  isGentle = variant === 'filled',
  color,
  size = 'sm',
}: ActionProps<Data>) {
  const [busy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  /** Somebody else has changed it meanwhile: to this version. */
  const [foundVersion, setFound] = useState<string>();
  const { report } = useContext(Refusals);
  const question = foundVersion === undefined ? confirm : t('Saving yours replaces what the other person has saved.');
  const leave = () => {
    setAsking(false);
    setFound(undefined);
  };
  const act = async () => {
    // The question fades out: a double click hits its button twice.
    if (busy || (question && !isAsking)) return;
    setBusy(true);
    const { data, problems } = await send(foundVersion);
    setBusy(false);
    const version = versionFound(problems);
    setFound(version);
    setAsking(version !== undefined);
    if (version !== undefined) return;
    report(problems ?? []);
    if (isKept(data)) return notify(keptWords());
    if (problems || !message) return;
    if (undo) notifyWithUndo(message, undo, t('Undone.'));
    else notify(message);
  };
  return (
    <>
      <Button
        variant={variant}
        loading={busy && !isAsking}
        size={size}
        onClick={() => (confirm ? setAsking(true) : void act())}
        {...(color && { color })}
      >
        {label}
      </Button>
      {question && (
        <Dialog
          opened={isAsking}
          onClose={leave}
          busy={busy}
          title={foundVersion === undefined ? title : t('Somebody else has changed this meanwhile.')}
        >
          <Stack>
            <span>{question}</span>
            <Group justify="flex-end">
              <Button variant="default" data-autofocus disabled={busy} onClick={leave}>
                {isGentle ? t('Cancel') : t('Keep')}
              </Button>
              <Button {...(!isGentle && { color: 'red' })} loading={busy} onClick={act}>
                {label}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
