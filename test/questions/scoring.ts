import { readFileSync } from 'node:fs';
import { type Lexicon, memoryLexicon } from '../../src/questions/lexicon.ts';
import { type Understanding, understand } from '../../src/questions/understand.ts';
import { roastery, today } from './roastery.ts';

export interface Expected {
  question: string;
  intent: string;
  status: 'answered' | Exclude<Understanding['status'], 'answerable'>;
  slots: { [slot: string]: string | number | boolean | string[] };
}
export interface Scored {
  expected: Expected;
  got: Understanding;
  rightIntent: boolean;
  rightStatus: boolean;
  missed: string[];
  extra: string[];
  /** Of the processor: another process's load is not ours. */
  tookMs: number;
}
export interface Scores {
  questions: number;
  intent: number;
  status: number;
  slotsF1: number;
  p95Ms: number;
}

export const readSet = (name: string): Expected[] =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Expected[];

/** Turns of a tool that count only where a question expects them; naming one more is no fault. */
const optional = new Set([
  'measure',
  'field',
  'groupBy',
  'order',
  'sortBy',
  'aggregate',
  'kind',
  'direction',
  'reason',
  'entryType',
  'condition',
  'severity',
  'type',
]);

/** Slots as comparable strings: `period=2026-10-01..2026-10-31`, `location=Berlin Warehouse`. */
function flat(slots: { [slot: string]: unknown }): string[] {
  return Object.entries(slots).map(([name, value]) => `${name}=${shown(value)}`);
}
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).sort().join(',');
  if (typeof value !== 'object' || value === null) return String(value);
  if ('name' in value) return String(value.name);
  return 'from' in value && 'to' in value ? `${String(value.from)}..${String(value.to)}` : JSON.stringify(value);
}

const nameOf = (slot: string): string => slot.split('=')[0]!;
/** "the last 30 days" is a period and a number of days; a set that names one of them means both. */
const isSaidTwice = (slot: string, wanted: readonly string[]): boolean =>
  ['days', 'period'].includes(nameOf(slot)) && wanted.some(other => ['days', 'period'].includes(nameOf(other)));

export async function score(set: readonly Expected[], lexicon: Lexicon = memoryLexicon(roastery)): Promise<Scored[]> {
  const scored: Scored[] = [];
  for (const expected of set) {
    const started = process.cpuUsage();
    const got = await understand(expected.question, lexicon, { today, modules: ['traceability', 'manufacturing'] });
    const { user, system } = process.cpuUsage(started);
    const tookMs = (user + system) / 1000;
    const wanted = flat(expected.slots);
    const found = flat({ ...got.slots });
    scored.push({
      expected,
      got,
      tookMs,
      rightStatus: (got.status === 'answerable' ? 'answered' : got.status) === expected.status,
      // What was not understood on purpose has no intent to be right about: an honest refusal or "unknown" counts by its status.
      rightIntent:
        got.intent === expected.intent ||
        (['unknown', 'refused'].includes(expected.status) && got.status === expected.status),
      missed: wanted.filter(slot => !found.includes(slot)),
      extra:
        expected.status === 'answered'
          ? found.filter(slot => !wanted.includes(slot) && !optional.has(nameOf(slot)) && !isSaidTwice(slot, wanted))
          : [],
    });
  }
  return scored;
}

export function scores(scored: readonly Scored[]): Scores {
  const share = (test: (one: Scored) => boolean): number => scored.filter(test).length / scored.length;
  const right = scored.reduce(
    (sum, { expected, missed }) => sum + Object.keys(expected.slots).length - missed.length,
    0,
  );
  const wrong = scored.reduce((sum, { missed, extra }) => sum + missed.length + extra.length, 0);
  const times = scored.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return {
    questions: scored.length,
    intent: share(one => one.rightIntent),
    status: share(one => one.rightStatus),
    slotsF1: (2 * right) / (2 * right + wrong),
    p95Ms: times[Math.floor(times.length * 0.95)]!,
  };
}

/** The same questions with one letter swapped, doubled, dropped or replaced in one of their longer words. Names and codes are hit too. */
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
