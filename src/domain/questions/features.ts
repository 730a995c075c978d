import { conceptsIn } from './concepts.ts';
import { framed } from './intents.ts';
import { singular } from './normalize.ts';

/**
 * What the classifier sees of a sentence. Names, dates and numbers have already become placeholders such as `{item}`,
 * so nothing is learnt about any catalogue: words, pairs of words, and the skeleton of concepts and placeholders,
 * which is the same in every language.
 */
export function featuresOf(sentence: readonly string[]): string[] {
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
