import { isWord } from '../languages/dictionary.ts';
import { isWithin, type Span } from '../names/codes.ts';
import { fold } from '../words/fold.ts';
import { isCommon } from '../words/vocabulary.ts';
import { type Item, isSmall, meaningOf } from './item.ts';
import { quoted, type Reading } from './reading.ts';
import type { Sentence } from './sentence.ts';

/* Words that no request shows and that an answer can do without, if it names them. */

/** Whether it names nothing, is no number and no time, and means nothing to us. */
const isBlank = ({ meanings, name, code, date, days, number }: Item): boolean =>
  meanings.length === 0 && !name && !code && date === undefined && days === undefined && number === undefined;

/** An everyday word that restricts nothing. */
export const isAside = (reading: Reading, item: Item): boolean =>
  isBlank(item) && isCommon(item.text) && !isWord('weighty', item.text) && isTyped(reading, item);

/** Words that are so long are hardly ever other ones with a letter missing or wrong. */
const TYPED_MIN = 7;
/** Whether it was typed so: what is only nearly an everyday word may be a name. */
const isTyped = (reading: Reading, { text, first, end }: Item): boolean =>
  text.length >= TYPED_MIN || fold(quoted(reading, { first, end })) === text;

/** A longer word that was taken for another that says nothing may be one that says something. */
export function isMistaken(reading: Reading, item: Item): boolean {
  const typed = fold(quoted(reading, item));
  const isWord = item.end === item.first + 1 && /^[a-z]{4,}$/.test(typed);
  const isSwapped = [...typed].sort().join('') === [...item.text].sort().join('');
  return isWord && isSmall(item) && !isSwapped && Math.abs(typed.length - item.text.length) < 2;
}

/** "Size B": a capital letter names something; a small one is what is left of a word. */
export const isLetter = (reading: Reading, item: Item): boolean =>
  item.first > 0 && item.text !== 'i' && /^[A-Z]$/.test(quoted(reading, item));

/** "My mangos, …" may be what is asked about. */
const FRAME_MIN = 3;
/**
 * What is said around the question, between signs, of whoever asks: "quick one before my meeting: …", "my boss wants to
 * know: …". It names nothing and says nothing of stock.
 */
export function framesIn({ items }: Sentence, { text, tokens }: Reading): Span[] {
  const clauses: Item[][] = [[]];
  for (const [at, item] of items.entries()) {
    const last = items[at - 1];
    if (last && /[,:;–—]| - /.test(text.slice(tokens[last.end - 1]!.end, tokens[item.first]!.start))) clauses.push([]);
    clauses.at(-1)!.push(item);
  }
  const isFrame = (clause: readonly Item[]) =>
    clause.length >= FRAME_MIN &&
    clause.some(item => isWord('person', item.text)) &&
    clause.some(isBlank) &&
    clause.every(item => isBlank(item) || (meaningOf(item, 'empty') !== undefined && item.number === undefined));
  return clauses.length < 2
    ? []
    : clauses.filter(isFrame).map(clause => ({ first: clause[0]!.first, end: clause.at(-1)!.end }));
}

/** The spans of words that are named together: those of a frame, and what stands side by side. */
export function runsOf(words: readonly Span[], frames: readonly Span[] = []): Span[] {
  const spans = words.map(word => frames.find(frame => isWithin(word, frame)) ?? word);
  const runs: Span[] = [];
  for (const { first, end } of spans.toSorted((one, other) => one.first - other.first)) {
    const last = runs.at(-1);
    if (last && first <= last.end) runs[runs.length - 1] = { first: last.first, end: Math.max(last.end, end) };
    else runs.push({ first, end });
  }
  return runs;
}
