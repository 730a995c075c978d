import { t } from './language.ts';
import { PLACES, type Place } from './places.ts';

/*
 * The frame and the heading of a page stand there with the first bytes, before any of the app is fetched: first.ts
 * draws them as this person saw them last, which this browser keeps. What the app draws takes their place, and what was
 * typed meanwhile is not lost.
 */

/** What is kept: the words of one language, and what one organization offers the person. */
export interface Outline {
  language: string;
  slug: string;
  organization: string;
  hasSeveral: boolean;
  search: string;
  menu: { heading: string; places: Pick<Place, 'to' | 'label' | 'within'>[] }[];
}

const STORAGE_KEY = 'outline';

/** Remembers the frame of the app as this person sees it, so that the next visit can show it at once. */
export function keepOutline(
  of: Pick<Outline, 'language' | 'slug' | 'organization' | 'hasSeveral'>,
  isOffered: (place: Place) => boolean,
): void {
  const menu = PLACES.map(({ heading = '', places }) => ({
    heading,
    places: places.filter(isOffered).map(({ to, label, within }) => ({ to, label, ...(within && { within }) })),
  })).filter(({ places }) => places.length > 0);
  localStorage.setItem(
    STORAGE_KEY,
    JSON.stringify({ ...of, search: t('Find or do anything'), menu } satisfies Outline),
  );
}

/** Whoever comes next may be somebody else. */
export const forgetOutline = (): void => localStorage.removeItem(STORAGE_KEY);

const part = (selector: string) => document.querySelector<HTMLElement>(`#outline ${selector}`);

/** What somebody typed before the app was there. */
export function typedEarly(): { text: string; isIn: boolean; isEntered: boolean } | undefined {
  const field = part('input') as HTMLInputElement | null;
  return field
    ? { text: field.value, isIn: field === document.activeElement, isEntered: 'entered' in field.dataset }
    : undefined;
}

/** The app itself has drawn this, or nothing will: with the last of its parts, the outline goes as well. */
export function endOutline(...parts: ('head' | 'menu' | 'page')[]): void {
  for (const each of parts) part(`.frame-${each}`)?.remove();
  if (parts.length === 0 || !part('div')) document.getElementById('outline')?.remove();
}
