import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../language.ts';
import { useLostRight } from '../session.ts';
import { hold, isTyping, letGo } from '../typing.ts';
import { Dialog } from './dialog.tsx';

interface Answers {
  leave(): void;
  stay(): void;
}

const addressOf = ({ pathname, search }: { pathname: string; search: object }) => pathname + JSON.stringify(search);

/** The answers to whether to leave, while that is asked: before a link, going back or a reload would lose input. */
function useLeaving(isUnsaved: () => boolean, disabled = false): Answers | undefined {
  const blocker = useBlocker({
    // What a page notes in its own address leads nowhere.
    shouldBlockFn: ({ current, next, action }) =>
      isUnsaved() &&
      addressOf(current) !== addressOf(next) &&
      (action !== 'REPLACE' || current.pathname !== next.pathname),
    enableBeforeUnload: isUnsaved,
    disabled,
    withResolver: true,
  });
  return blocker.status === 'blocked' ? { leave: blocker.proceed, stay: blocker.reset } : undefined;
}

/**
 * Tracks whether something was typed into an open form: Escape, closing and going back (a phone's back gesture) then
 * ask before it is lost. While it is being sent it stays: what is on its way cannot be cancelled, and whoever saw it
 * close would believe that nothing had happened.
 */
export function useUnsavedGuard(opened: boolean) {
  const isTyped = useRef(false);
  const isSending = useRef(false);
  const [closing, setClosing] = useState<Answers>();
  const leaving = useLeaving(() => isTyped.current || isSending.current, !opened);
  useEffect(() => {
    if (isSending.current) leaving?.stay();
  }, [leaving]);
  useEffect(() => {
    // A session that ended over it begins again.
    if (isTyped.current) hold(isTyped);
    return () => letGo(isTyped);
  }, []);
  return {
    typed() {
      isTyped.current = true;
      hold(isTyped);
    },
    sending: (is: boolean) => void (isSending.current = is),
    forget() {
      isTyped.current = false;
      letGo(isTyped);
      setClosing(undefined);
    },
    /** Set while the form asks whether to discard the input. */
    question: leaving ?? closing,
    /** Closes the form, after a question if input would be lost. */
    before(close: () => void) {
      if (isSending.current) return;
      if (!isTyped.current) return close();
      setClosing({ leave: close, stay: () => setClosing(undefined) });
    },
  };
}

/** Asks whether to discard the input of a form. */
export function Discard({ leave, stay }: Answers) {
  // Restores the focus, as a scanner types into the focused field.
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  const keep = () => {
    stay();
    before?.focus();
  };
  return (
    <Group justify="flex-end" role="alertdialog" aria-label={t('Discard your changes?')}>
      <Text size="sm" flex="1 1 160px">
        {t('Discard your changes?')}
      </Text>
      <AnswerButtons leave={leave} stay={keep} />
    </Group>
  );
}

const AnswerButtons = ({ leave, stay }: Answers) => (
  <>
    <Button variant="default" autoFocus onClick={stay}>
      {t('Keep')}
    </Button>
    <Button color="red" onClick={leave}>
      {t('Discard changes')}
    </Button>
  </>
);

/** Does something that leads away without a link, such as signing out; before input is lost by that, it asks. */
export function useLeavingApp(): { question: ReactNode; leave(act: () => void): void } {
  const [act, setAct] = useState<() => void>();
  const stay = () => setAct(undefined);
  const question = (
    <Dialog opened={act !== undefined} onClose={stay} title={t('Discard your changes?')}>
      <Group justify="flex-end">
        <AnswerButtons leave={() => (stay(), act?.())} stay={stay} />
      </Group>
    </Dialog>
  );
  return { question, leave: wanted => (isTyping() ? setAct(() => wanted) : wanted()) };
}

/** What whoever types here may no longer do, as far as it is known: the form stays, so that it can be read. */
export function LostRight() {
  const lost = useLostRight();
  if (!lost) return null;
  return (
    <Alert color="red" variant="outline" role="alert" title={lost}>
      {t('What you have typed stays here until you close this, so that you can copy it.')}
    </Alert>
  );
}

/** For input on a page, as the guard is for a dialog: leaving asks before it is lost. `what` says more about it. */
export function UnsentInput({ is, what }: { is: boolean; what?: string }) {
  const isUnsent = useRef(is);
  isUnsent.current = is;
  const question = useLeaving(() => isUnsent.current);
  useEffect(() => {
    if (!is) return;
    hold(isUnsent);
    return () => letGo(isUnsent);
  }, [is]);
  return (
    <>
      {is && <LostRight />}
      <Dialog opened={question !== undefined} onClose={() => question?.stay()} title={t('Discard your changes?')}>
        <Stack>
          {what && <span>{what}</span>}
          {question && (
            <Group justify="flex-end">
              <AnswerButtons {...question} />
            </Group>
          )}
        </Stack>
      </Dialog>
    </>
  );
}
