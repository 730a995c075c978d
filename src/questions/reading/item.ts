import type { Group } from '../../figures/dimensions.ts';
import { isWord } from '../languages/dictionary.ts';
import type { CodeLink, Span } from '../names/codes.ts';
import type { NameMatch } from '../names/names.ts';
import type { CountedUnit, Meaning } from '../words/words.ts';

/* One item of a question, and what it may mean. */

/** A name, a code, a time, a number or a phrase. */
export interface Item extends Span {
  text: string;
  meanings: readonly Meaning[];
  name?: NameMatch;
  code?: CodeLink;
  /** The index of its range of days. */
  date?: number;
  days?: number;
  number?: number;
  /** What the number counts, by the sign next to it. */
  sign?: CountedUnit;
  /** Whether a slot has taken it. */
  taken: boolean;
}

/** A kind of meaning. */
export type Kind = Meaning['kind'];
/** The meanings of this kind. */
export type OfKind<K extends Kind> = Extract<Meaning, { kind: K }>;

/** The meaning of this kind that a word may have. */
export const meaningOf = <K extends Kind>(item: Item | undefined, kind: K): OfKind<K> | undefined =>
  item?.meanings.find(meaning => meaning.kind === kind) as OfKind<K> | undefined;

/** Whether it may be of one of these kinds. */
export const isA = (item: Item | undefined, ...kinds: readonly Kind[]): boolean =>
  kinds.some(kind => meaningOf(item, kind) !== undefined);

/** Whether it names something, by its name or its code. */
export const isNamed = (item: Item | undefined): boolean => (item?.name ?? item?.code) !== undefined;

/** The group that it says rows are of: a place is a location. */
export const groupOf = (item: Item | undefined): Group | undefined =>
  meaningOf(item, 'place') ? 'location' : meaningOf(item, 'group')?.group;

/** Whether one of its words has this name: "still to come" has `still`. */
export const hasWord = (name: string, { text }: Item): boolean => text.split(' ').some(word => isWord(name, word));

/** Connecting words that do not affect the words around them. */
const SMALL: readonly Kind[] = ['empty', 'within', 'from', 'unit', 'present'];
/** Whether the word says nothing by itself: an article, a preposition, a unit, "there is". */
export const isSmall = (item: Item | undefined): boolean => isA(item, ...SMALL);
