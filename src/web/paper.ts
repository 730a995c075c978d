import { useSyncExternalStore } from 'react';

/*
 * What is printed is dark on white, whatever the screen shows, and whole: what is rendered only while it is in view is
 * all there for paper.
 */

const watchers = new Set<() => void>();
let isOnPaper = false;
/** The color scheme of the screen. */
let scheme: string | undefined;

function turn(toPaper: boolean): void {
  if (toPaper === isOnPaper) return;
  isOnPaper = toPaper;
  const { dataset } = document.documentElement;
  if (toPaper) scheme = dataset['mantineColorScheme'];
  dataset['mantineColorScheme'] = toPaper ? 'light' : scheme;
  watchers.forEach(watcher => watcher());
}
addEventListener('beforeprint', () => turn(true));
addEventListener('afterprint', () => turn(false));
// A preview of paper on the screen, as the browsers' developer tools have it.
matchMedia('print').addEventListener('change', ({ matches }) => turn(matches));

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Whether the page is being printed. What depends on it is rendered before the page is. */
export const useOnPaper = (): boolean => useSyncExternalStore(watch, () => isOnPaper);
