import { conceptsIn } from './concepts.ts';
import { framed } from './intents.ts';
import { singular } from './normalize.ts';

const preamble = new RegExp(
  '^(?:(?:hi|hey|hello|ok|okay|so|well|please|kindly|now|quick question|just curious|um|uh|right|sorry|excuse me|good morning|good afternoon|morning|' +
    'i (?:just |also |really |would |do )*(?:need|want|like|wish|have|am trying|was wondering|wonder|am wondering|am looking)(?: to (?:know|see|find out|understand|check|get|ask|hear))?(?: for)?|(?:can|could|would|will) (?:you|u|i|we)(?: please| kindly| just| quickly)? (?:tell|show|give|help|let|get|find out|look up|check|see|explain|list|know|have)(?: me| us)?(?: find out| see| know| understand)?|' +
    '(?:tell|show|give|get|let|find)(?: me| us)(?: know| see)?(?: the)?|do you know|any idea|any chance you know|my (?:boss|colleague|manager) (?:wants|asks|needs)(?: to know)?|bitte|sag mir|zeig mir|kannst du mir (?:sagen|zeigen)|por favor|dime|puedes decirme|dis moi|peux tu me dire|s il vous plait|me diga|voce pode me dizer|dimmi|puoi dirmi|per favore) )+(?=\\S+ \\S)',
);
const closing =
  /(?<=\S+ \S+)(?: (?:please|thanks|thank you|right now|at the moment|currently|at present|as of now|bitte|gracias|merci|grazie|obrigado|by any chance|or what|for me|asap|these days))+$/;

/** Politeness and announcements say nothing about what is asked. */
const withoutPreamble = (sentence: readonly string[]): string[] =>
  sentence.join(' ').replace(preamble, '').replace(closing, '').split(' ');

/** "{item}, {item} and {item}" is asked about as one item is. */
function listsAsOne(sentence: readonly string[]): string[] {
  const one: string[] = [];
  for (let at = 0; at < sentence.length; at++) {
    const word = sentence[at]!;
    const isJoint = /^(and|or|und|oder|y|o|et|ou|e)$/.test(word) && one.at(-1) === sentence[at + 1];
    if (listed.test(one.at(-1) ?? '') && (isJoint || word === one.at(-1))) continue;
    one.push(word);
  }
  return one;
}
const listed = /^\{(item|unknown|category|code)\}$/;

/**
 * What the classifier sees of a sentence. Names, dates and numbers have already become placeholders such as `{item}`,
 * so nothing is learnt about any catalogue: words, pairs of words, and the skeleton of concepts and placeholders,
 * which is the same in every language.
 */
export function featuresOf(asked: readonly string[]): string[] {
  const sentence = listsAsOne(withoutPreamble(asked));
  const words = sentence.map(word => (word.startsWith('{') ? word : singular(word)));
  const features = new Set<string>(['*']);
  words.forEach((word, i) => {
    features.add(word);
    if (word.length > 5 && !word.startsWith('{')) features.add(`${word.slice(0, 5)}~`);
    features.add(`${words[i - 1] ?? '^'} ${word}`);
  });
  features.add(`${words.at(-1)} $`);

  const skeleton: string[] = [];
  conceptsIn(sentence).forEach((concepts, i) => {
    if (sentence[i]!.startsWith('{')) skeleton.push(sentence[i]!);
    for (const concept of concepts) skeleton.push(`#${concept}`);
  });
  skeleton.forEach((part, i) => {
    features.add(part);
    if (i > 0) features.add(`${skeleton[i - 1]}>${part}`);
    for (let j = i + 1; j < skeleton.length; j++) features.add([part, skeleton[j]!].sort().join('+'));
  });
  features.add(skeleton.length === 0 ? '#none' : `#size${Math.min(4, skeleton.length)}`);
  const hints = [...framed(sentence)].sort();
  for (const hint of hints) features.add(`=${hint}`);
  features.add(`==${hints.join()}`);
  return [...features];
}
