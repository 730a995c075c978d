import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { usePlaces } from '../places.ts';
import { later } from '../ui/later.ts';

const Keyboard = later(() => import('./keyboard.tsx').then(({ Keyboard }) => Keyboard));

/** How long to wait for the key after G. */
const CHORD_MS = 1500;
/** How long to wait for the rest of a code, which a scanner types wherever the cursor is. */
const CODE_MS = 60;
/** More keys than those of a shortcut, without a pause between them. */
const CODE_KEYS = 3;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]'));

/**
 * What had the focus is gone: an action that is done offers itself no more, and a search has led to another page. The
 * browser would go on at the top of the page, with the menu before everything.
 */
function focusPage(): void {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
}

/**
 * Keyboard shortcuts: `/` and Ctrl K search, G and a key go to a page, N creates what the page is about, `?` lists them
 * all.
 */
export function Shortcuts() {
  const [opened, setOpened] = useState<boolean>();
  const { places, acts } = usePlaces();
  const navigate = useNavigate();
  const chordStart = useRef(-Infinity);
  const hadFocus = useRef(false);
  const latest = useRef({ places, acts, navigate });
  latest.current = { places, acts, navigate };
  useEffect(() => {
    const act = ({ key, timeStamp }: KeyboardEvent) => {
      const { places, acts, navigate } = latest.current;
      // The time of the key itself: a busy page may hear of it late.
      const isChord = timeStamp - chordStart.current < CHORD_MS;
      chordStart.current = -Infinity;
      const place = isChord ? places.find(each => each.key === key) : undefined;
      if (place) void navigate({ to: place.to });
      else if (key === 'g') chordStart.current = timeStamp;
      else if (key === '?') setOpened(true);
      else if (key === 'n') {
        const here = acts.find(({ address }) => address.to === location.pathname && address.search?.['act'] === 'new');
        if (here) void navigate({ to: '.', search: (old: object) => ({ ...old, act: 'new' }) } as never);
      }
    };
    let keys: KeyboardEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const actOnKeys = () => {
      if (keys.length < CODE_KEYS) keys.forEach(act);
      keys = [];
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && !event.shiftKey && hadFocus.current) focusPage();
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift' || isTyping(event.target)) return;
      keys.push(event);
      clearTimeout(timer);
      timer = setTimeout(actOnKeys, CODE_MS);
    };
    const takeFocus = () => (hadFocus.current = true);
    addEventListener('keydown', press);
    addEventListener('focusin', takeFocus);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', press);
      removeEventListener('focusin', takeFocus);
    };
  }, []);
  return <Suspense>{opened !== undefined && <Keyboard opened={opened} close={() => setOpened(false)} />}</Suspense>;
}
