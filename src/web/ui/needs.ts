import { useCallback, useEffect, useState } from 'react';
import type { Needs, TextWidths } from './columns.tsx';

/** No column needs more than this, in pixels: longer texts are broken into two lines. */
const WIDTH_MAX = 260;

/**
 * What the columns of a table need for their contents, as measured: the widths of texts differ by language, font and
 * organization, so that no figure in the code is right. A need never shrinks. `learn` measures the rows that are there;
 * `areFontsThere` tells when to measure again.
 */
export function useNeeds() {
  const [needs, setNeeds] = useState<Needs>(new Map());
  const [areFontsThere, setFontsThere] = useState(document.fonts.status === 'loaded');
  useEffect(() => {
    void document.fonts.ready.then(() => setFontsThere(true));
  }, []);
  const learn = useCallback((table: HTMLElement, columns: readonly { title: string }[]) => {
    const found = measureNeeds(table, columns);
    setNeeds(known => {
      const more = [...found].filter(([title, { whole }]) => whole > (known.get(title)?.whole ?? 0));
      return more.length > 0 ? new Map([...known, ...more]) : known;
    });
  }, []);
  return { needs, learn, areFontsThere };
}

/** The pixels of the widest cell of each column, its head included, if none were broken or cut. */
function measureNeeds(table: HTMLElement, columns: readonly { title: string }[]): Needs {
  const rows = [...table.querySelectorAll('.grid-head, .grid-row[data-index]')].map(row => [
    ...row.querySelectorAll<HTMLElement>(':scope > [role]:not(.tick)'),
  ]);
  const widest = (how: string) => {
    table.classList.add('measuring', how);
    const found = columns.map((_, at) =>
      Math.max(0, ...rows.map(cells => cells[at]?.getBoundingClientRect().width ?? 0)),
    );
    table.classList.remove('measuring', how);
    return found.map(Math.ceil);
  };
  const [wholes, words] = [widest('whole'), widest('broken')];
  const needs = new Map<string, TextWidths>();
  for (const [at, { title }] of columns.entries()) {
    // A field is as wide as its column.
    if (rows.some(cells => cells[at]?.querySelector('input, select'))) continue;
    const whole = Math.min(WIDTH_MAX, wholes[at]!);
    needs.set(title, { whole, broken: Math.min(whole, Math.max(words[at]!, Math.ceil(whole * ON_TWO_LINES))) });
  }
  return needs;
}
/** The first of two lines is seldom full. */
const ON_TWO_LINES = 0.65;
