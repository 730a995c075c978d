import { useState } from 'react';
import { useOrganization } from '../session.ts';

/** What nobody can read from the data: steps that were left out or looked at, and whether the page was left. Kept in this browser. */
const noteOf = (slug: string) => `welcome ${slug}`;
function notedFor(slug: string): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(noteOf(slug)) ?? '[]') as string[];
  } catch {
    return [];
  }
}

const LEFT = 'left';
/** Somebody went to bring in what they have: the first stock does not end the steps that are still to come. */
export const BEGUN = 'begun';

export interface Noted {
  noted: readonly string[];
  note(step: string): void;
  leave(): void;
}

/** Whether the page of the first steps is still to be shown, while no stock has moved or once they were begun, and a way to note what was done about it. */
export function useWelcome(): Noted & { isLeft: boolean; isBegun: boolean } {
  const { slug } = useOrganization();
  const [noted, setNoted] = useState(() => notedFor(slug));
  const note = (step: string) => {
    const all = [...new Set([...noted, step])];
    localStorage.setItem(noteOf(slug), JSON.stringify(all));
    setNoted(all);
  };
  return { isLeft: noted.includes(LEFT), isBegun: noted.includes(BEGUN), noted, note, leave: () => note(LEFT) };
}
