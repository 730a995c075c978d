import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { usePlaces } from '../places.ts';
import { isScanning } from '../ui/keystrokes.ts';
import { later } from '../ui/later.ts';

const Keyboard = later(() => import('./keyboard.tsx').then(({ Keyboard }) => Keyboard));

/** How long to wait for the key after G. */
const CHORD_MS = 1500;

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
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && !event.shiftKey && hadFocus.current) focusPage();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isScanning(event)) return;
      const { places, acts, navigate } = latest.current;
      // The time of the key itself: a busy page may hear of it late.
      const isChord = event.timeStamp - chordStart.current < CHORD_MS;
      chordStart.current = -Infinity;
      const place = isChord ? places.find(({ key }) => key === event.key) : undefined;
      if (place) void navigate({ to: place.to });
      else if (event.key === 'g') chordStart.current = event.timeStamp;
      else if (event.key === '?') setOpened(true);
      else if (event.key === 'n') {
        const here = acts.find(({ address }) => address.to === location.pathname && address.search?.['act'] === 'new');
        if (!here) return;
        event.preventDefault();
        void navigate({ to: '.', search: (old: object) => ({ ...old, act: 'new' }) } as never);
      }
    };
    const takeFocus = () => (hadFocus.current = true);
    addEventListener('keydown', press);
    addEventListener('focusin', takeFocus);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('focusin', takeFocus);
    };
  }, []);
  return <Suspense>{opened !== undefined && <Keyboard opened={opened} close={() => setOpened(false)} />}</Suspense>;
}
