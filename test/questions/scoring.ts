import { readFileSync } from 'node:fs';
import type { Lexicon } from '../../src/questions/names/lexicon.ts';
import { intentOf } from '../../src/questions/reading/requests.ts';
import { type Understanding, understand } from '../../src/questions/reading/understand.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery, today } from './roastery.ts';

interface Expected {
  question: string;
  intent: string;
  status: string;
  slots: { [slot: string]: string | number | boolean | string[] };
}
export interface Scored {
  expected: Expected;
  got: Understanding;
  intent: string;
  rightIntent: boolean;
  rightStatus: boolean;
  /** Named in the question and missing in what was understood. */
  missed: string[];
  named: number;
}

export const readSet = (name: string): Expected[] =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Expected[];

/**
 * The slots that name something: goods, locations, suppliers, documents. Other slots are ways to express a query, which
 * rows verify better.
 */
const NAMES = [
  'sku',
  'product',
  'category',
  'location',
  'locations',
  'supplier',
  'lotNumber',
  'number',
  'products',
  'skus',
];
const namesIn = (slots: Expected['slots']): string[] =>
  Object.entries(slots).flatMap(([name, value]) => (NAMES.includes(name) ? [value].flat().map(String) : []));

export async function score(
  set: readonly Expected[],
  { lexicon = memoryLexicon(roastery), day = today }: { lexicon?: Lexicon; day?: string } = {},
): Promise<Scored[]> {
  const scored: Scored[] = [];
  for (const expected of set) {
    const got = await understand(expected.question, lexicon, day);
    const status = got.request ? 'answered' : got.handedBack!.status;
    const intent = got.request ? intentOf(got.request) : got.handedBack!.intent;
    const understood = JSON.stringify([got.slots, got.request]);
    const named = expected.status === 'answered' ? namesIn(expected.slots) : [];
    scored.push({
      expected,
      got,
      intent,
      rightStatus: status === expected.status,
      // A question that is not to be understood has no right intent.
      rightIntent:
        intent === expected.intent || (['unknown', 'refused'].includes(status) && status === expected.status),
      missed: named.filter(name => !understood.includes(name)),
      named: named.length,
    });
  }
  return scored;
}

export function scores(scored: readonly Scored[]) {
  const share = (test: (one: Scored) => boolean): number => scored.filter(test).length / scored.length;
  const sum = (of: (one: Scored) => number): number => scored.reduce((total, one) => total + of(one), 0);
  return {
    questions: scored.length,
    intent: share(one => one.rightIntent),
    status: share(one => one.rightStatus),
    names: 1 - sum(({ missed }) => missed.length) / sum(({ named }) => named),
  };
}

/**
 * The same questions with one letter swapped, doubled, dropped or replaced in one of their longer words, names and
 * codes included.
 */
export function withTypos(set: readonly Expected[], seed: number): Expected[] {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
  return set.map(expected => {
    const words = [...expected.question.matchAll(/(?<![\p{L}\p{N}-])\p{L}{4,}(?![\p{L}\p{N}-])/gu)];
    if (words.length === 0) return expected;
    const word = words[random(words.length)]!;
    const at = 1 + random(word[0].length - 2);
    const letters = [...word[0]];
    const kind = random(4);
    if (kind === 0) [letters[at], letters[at + 1]] = [letters[at + 1]!, letters[at]!];
    else if (kind === 1) letters.splice(at, 0, letters[at]!);
    else if (kind === 2) letters.splice(at, 1);
    else letters[at] = 'abcdefghijklmnopqrstuvwxyz'[random(26)]!;
    return {
      ...expected,
      question:
        expected.question.slice(0, word.index) +
        letters.join('') +
        expected.question.slice(word.index + word[0].length),
    };
  });
}
