import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t } from '../language.ts';
import { giveToScanner, usePlaceForCodes } from './scan-turns.ts';

interface DialogProps extends Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children' | 'closeOnEscape'> {
  /** Something is on its way, which cannot be cancelled: it stays until that is answered. */
  busy?: boolean;
  /** It has fields: a click beside it does not close it. */
  hasFields?: boolean;
}

/** A dialog. Once it is closed, the keyboard goes on where it was opened. */
export function Dialog({ onClose, busy = false, hasFields = false, size = 'md', ...props }: DialogProps) {
  useFocusReturned(props.opened);
  useFocusKept(props.opened);
  usePlaceForCodes('dialog', code => giveToScanner(new Set(), code), props.opened && !hasFields);
  return (
    <Modal
      {...props}
      size={size}
      onClose={() => busy || onClose()}
      closeOnClickOutside={!hasFields}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('Close'), disabled: busy }}
    />
  );
}

/**
 * Gives the focus back to what had it when the dialog was opened. If that is gone then or soon, as the button that
 * cancels what is cancelled now, its surroundings have the focus: nothing that a scanner's Enter would press.
 */
function useFocusReturned(opened: boolean): void {
  const wasOpened = useRef(false);
  const opener = useRef<HTMLElement[]>([]);
  // Before a field of the dialog takes the focus.
  if (opened && !wasOpened.current) opener.current = withSurroundings(document.activeElement);
  wasOpened.current = opened;
  useEffect(() => {
    if (!opened) return;
    return () => {
      // Once the dialog has let go of it, and what was done has changed the page.
      requestAnimationFrame(() => {
        const { activeElement } = document;
        if (activeElement && activeElement !== document.body && !activeElement.closest('[role=dialog]')) return;
        focusWhereItIs(opener.current);
      });
    };
  }, [opened]);
}

const FOCUSABLE = 'a[href], button:enabled, input:enabled:not([type=hidden]), textarea:enabled, select:enabled';

/**
 * Where to go on once this element is gone: behind it, else before it. After a line is removed, at the next to remove.
 */
function nearest(element: HTMLElement, dialog: Element): HTMLElement[] {
  const all = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const at = all.indexOf(element);
  const near = [element, ...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).reverse()];
  if (!element.matches('[data-removes]')) return near;
  return [...near.filter(each => each.matches('[data-removes]')), ...near.filter(each => each.matches('button'))];
}

/** What has the focus in the dialog may be taken away, as a line that is removed: the keyboard stays in the dialog. */
function useFocusKept(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    let near: HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      const dialog = target instanceof HTMLElement && target.closest('[role=dialog]');
      if (dialog) near = nearest(target, dialog);
    };
    const removal = new MutationObserver(() => {
      if (document.activeElement === document.body)
        near.find(each => each.isConnected && each.checkVisibility() && !each.matches(':disabled'))?.focus();
    });
    document.addEventListener('focusin', note);
    removal.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      removal.disconnect();
    };
  }, [opened]);
}

/** Focuses the first of these that is there, and the next one if that is taken away while it has the focus. */
function focusWhereItIs(chain: readonly HTMLElement[]): void {
  const at = chain.findIndex(each => each.isConnected && each.checkVisibility() && !each.matches(':disabled'));
  const element = chain[at];
  if (!element) return;
  focusOn(element);
  const removal = new MutationObserver(() => {
    if (element.isConnected) return;
    leave();
    if (document.activeElement === document.body) focusWhereItIs(chain.slice(at + 1));
  });
  const leave = () => {
    removal.disconnect();
    document.removeEventListener('focusin', leave);
  };
  removal.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', leave);
}

function withSurroundings(element: Element | null): HTMLElement[] {
  const all: HTMLElement[] = [];
  for (let each = element; each && each !== document.body; each = each.parentElement)
    if (each instanceof HTMLElement) all.push(each);
  return all;
}

function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus({ preventScroll: true });
}
