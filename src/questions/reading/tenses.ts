import { isWord } from '../languages/dictionary.ts';
import { LISTS } from '../words/parts.ts';
import { hasWord, meaningOf } from './item.ts';
import type { Setting } from './requests.ts';
import type { Sentence } from './sentence.ts';

/* Whether something is over, or is to come: by its verb, "next" and "last", and its days. */

/** Whether all of these days are over, as far as that is said. */
export const areOver = (dates: Setting['reading']['dates']): boolean =>
  dates.length > 0 && dates.every(({ side }) => side === 'past' || side === 'open');
/** Whether it is of days around this one, and not of today. */
export const isLong = ({ side, period: { from, to } }: Setting['reading']['dates'][number]): boolean =>
  side === 'now' && from !== to;
/** Whether one of the dates lies ahead. */
export const isAheadIn = (dates: Setting['reading']['dates']): boolean => dates.some(({ side }) => side === 'future');

/** Whether the next one is asked for: "when is the next delivery". */
export const isNext = (sentence: Sentence): boolean => sentence.free('latest').some(item => hasWord('next', item));
/** "The last", and not the next. */
export const isNewest = (sentence: Sentence): boolean => sentence.free('latest').some(item => !hasWord('next', item));
/** "When was it last sold". */
export const asksLast = (sentence: Sentence): boolean => sentence.hears('when') && isNewest(sentence);
/** When something is to be, and not when it was. */
export const asksAhead = (sentence: Sentence): boolean =>
  sentence.hears('when') && !isOver(sentence) && !isNewest(sentence);
/** "Deliveries": what suppliers send, and not what is ordered from them. */
export const isOfDeliveries = (sentence: Sentence): boolean => sentence.hears('delivery');

/** Whether the verb is in the past: what was delivered, not what is to come. German "was" asks. */
export const isOver = ({ items, main }: Sentence): boolean =>
  items.some(({ text }) => isWord('past', text) && !(main !== 'english' && isWord('what', text, main)));

/** "Due", "expected". */
export const isToCome = (sentence: Sentence): boolean =>
  sentence.items.some(item => meaningOf(item, 'part')?.part === LISTS.COMING);

/** Whether it asks for what comes, and not only for purchase orders. */
export const isDue = (sentence: Sentence): boolean =>
  isOfDeliveries(sentence) ||
  sentence.items.some(({ meanings }) =>
    meanings.some(
      meaning =>
        (meaning.kind === 'part' && ['on_order', 'incoming', 'units_received'].includes(meaning.part.measures[0]!)) ||
        (meaning.kind === 'topic' && meaning.topic === 'forecast') ||
        meaning.kind === 'state',
    ),
  );
