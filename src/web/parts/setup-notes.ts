import { useState } from 'react';
import { useOrganization } from '../session.ts';

/**
 * What the data cannot say: which steps were skipped or visited, and whether the page was closed. Stored in this
 * browser.
 */
const keyOfNotes = (slug: string) => `welcome ${slug}`;
function notesOf(slug: string): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(keyOfNotes(slug)) ?? '[]') as string[];
  } catch {
    return [];
  }
}

const LEFT = 'left';
/** Somebody has started to import data: its first stock does not end the remaining steps. */
export const BEGUN = 'begun';

export interface SetupNotes {
  noted: readonly string[];
  note(step: string): void;
  leave(): void;
}

/**
 * Whether to show the page of first steps (until stock moves, or while they are in progress), and a way to record
 * progress.
 */
export function useWelcome(): SetupNotes & { isLeft: boolean; isBegun: boolean } {
  const { slug } = useOrganization();
  const [noted, setNoted] = useState(() => notesOf(slug));
  const note = (step: string) => {
    const all = [...new Set([...noted, step])];
    localStorage.setItem(keyOfNotes(slug), JSON.stringify(all));
    setNoted(all);
  };
  return { isLeft: noted.includes(LEFT), isBegun: noted.includes(BEGUN), noted, note, leave: () => note(LEFT) };
}
