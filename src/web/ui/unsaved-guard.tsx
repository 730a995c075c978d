import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { t } from '../language.ts';
import { hold, letGo } from '../typing.ts';

/**
 * Tracks whether something was typed into an open form: Escape, closing and going back (a phone's back gesture) then
 * ask before it is lost. While it is being sent it stays: what is on its way cannot be cancelled, and whoever saw it
 * close would believe that nothing had happened.
 */
export function useUnsavedGuard(opened: boolean) {
  const isTyped = useRef(false);
  const isSending = useRef(false);
  const [leaving, setLeaving] = useState<{ leave(): void; stay(): void }>();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => (isTyped.current || isSending.current) && current.pathname !== next.pathname,
    enableBeforeUnload: () => isTyped.current || isSending.current,
    disabled: !opened,
    withResolver: true,
  });
  useEffect(() => {
    if (blocker.status === 'blocked' && isSending.current) blocker.reset();
  }, [blocker]);
  useEffect(() => {
    // A session that ended over it begins again.
    if (isTyped.current) hold(isTyped);
    return () => letGo(isTyped);
  }, []);
  const question = blocker.status === 'blocked' ? { leave: blocker.proceed, stay: blocker.reset } : leaving;
  return {
    typed() {
      isTyped.current = true;
      hold(isTyped);
    },
    sending: (is: boolean) => void (isSending.current = is),
    forget() {
      isTyped.current = false;
      letGo(isTyped);
      setLeaving(undefined);
    },
    /** Set while the form asks whether to discard the input. */
    question,
    /** Closes the form, after a question if input would be lost. */
    before(close: () => void) {
      if (isSending.current) return;
      if (!isTyped.current) return close();
      setLeaving({ leave: close, stay: () => setLeaving(undefined) });
    },
  };
}

/** Asks whether to discard the input of a form. */
export function Discard({ leave, stay }: { leave(): void; stay(): void }) {
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
      <Button variant="default" autoFocus onClick={keep}>
        {t('Keep')}
      </Button>
      <Button color="red" onClick={leave}>
        {t('Discard changes')}
      </Button>
    </Group>
  );
}
