import { readFileSync } from 'node:fs';
import { featuresOf } from './features.ts';
import type { Intent } from './tools.ts';

/**
 * A logistic regression over the features of a sentence. Its weights are trained by `training/train.ts` from the
 * sentences beside it and kept in `weights.json`: one character of 64 levels per feature and intent.
 */
export interface Weights {
  intents: Intent[];
  /** What one level is worth. */
  step: number;
  features: { [feature: string]: string };
  /** Words of the training sentences, most frequent first: known, and what typos are mended to. */
  words: string[];
  /** The same of the other languages. */
  foreignWords: string[];
}

export const levels = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
export const zeroLevel = 31;

export const loadWeights = (): Weights =>
  JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')) as Weights;

export interface Guess {
  intent: Intent;
  probability: number;
}

export function makeClassifier(weights: Weights): (sentence: readonly string[]) => Guess[] {
  const rows = new Map(
    Object.entries(weights.features).map(([feature, row]) => [
      feature,
      Float32Array.from(row, level => (levels.indexOf(level) - zeroLevel) * weights.step),
    ]),
  );
  return sentence => {
    const scores = new Float64Array(weights.intents.length);
    for (const feature of featuresOf(sentence)) {
      const row = rows.get(feature);
      if (row) for (let i = 0; i < scores.length; i++) scores[i]! += row[i]!;
    }
    const highest = Math.max(...scores);
    const odds = scores.map(score => Math.exp(score - highest));
    const sum = odds.reduce((a, b) => a + b, 0);
    return weights.intents
      .map((intent, i) => ({ intent, probability: odds[i]! / sum }))
      .sort((a, b) => b.probability - a.probability);
  };
}
