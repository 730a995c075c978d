import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { levels, type Weights, zeroLevel } from '../classifier.ts';
import { featuresOf } from '../features.ts';
import { clean, tokenize } from '../normalize.ts';
import { type Intent, intents } from '../tools.ts';

/**
 * `node src/questions/training/train.ts` reads the sentences beside it and writes `../weights.json`.
 * With `--print` it only shows them. The same sentences give the same weights: every choice is drawn from one seeded sequence.
 */

export interface Sentence {
  intent: Intent;
  /** Which line it came from: variations of one line must not be split between training and checking. */
  line: number;
  words: string[];
  isForeign: boolean;
}

const variationsPerLine = 16;
const epochs = 24;
const averaged = 12;
const foreignFiles = new Set(['german.txt', 'romance.txt']);
const featuresKept = 12000;

/** A small seeded generator (mulberry32); Math.random would make every training different. */
function makeRandom(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function readSentences(directory: URL): Sentence[] {
  const random = makeRandom(7);
  const sentences: Sentence[] = [];
  let line = 0;
  for (const file of readdirSync(directory)
    .filter(name => name.endsWith('.txt'))
    .sort()) {
    let intent: Intent | undefined;
    for (const text of readFileSync(new URL(file, directory), 'utf8').split('\n')) {
      if (text.startsWith('# ')) intent = intents.find(known => known === text.slice(2).trim());
      else if (text.trim() !== '') {
        if (!intent) throw new Error(`${file}: no such intent above "${text}"`);
        line++;
        for (const variation of variations(text, random))
          sentences.push({ intent, line, words: variation, isForeign: foreignFiles.has(file) });
      }
    }
  }
  return sentences;
}

/** Some of the sentences a line with `(this|or that)` stands for; the first is the line's own first choices. */
function variations(line: string, random: () => number): string[][] {
  const parts = line.split(/[()]/).map((part, i) => (i % 2 === 0 ? [part] : part.split('|')));
  const total = parts.reduce((product, options) => product * options.length, 1);
  const seen = new Set<string>();
  for (let tries = 0; seen.size < Math.min(variationsPerLine, total) && tries < variationsPerLine * 4; tries++) {
    seen.add(
      parts
        .map(options => options[Math.floor(random() * options.length)])
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  }
  return [...seen].map(sentence =>
    sentence
      .split(/(\{\w+\})/)
      .flatMap(part =>
        part.startsWith('{') ? [placeholder(part, random)] : tokenize(clean(part)).map(token => token.text),
      ),
  );
}

/** Items are sometimes ones nobody knows, and dates sometimes only a month's name. */
function placeholder(name: string, random: () => number): string {
  const roll = random();
  if (name === '{item}') return roll < 0.12 ? '{unknown}' : roll < 0.18 ? '{category}' : name;
  if (name === '{past}' || name === '{future}') return roll < 0.2 ? '{date}' : name;
  if (name === '{place}' || name === '{supplier}') return roll < 0.06 ? '{unknown}' : name;
  return name;
}

export function train(sentences: readonly Sentence[]): Weights {
  const random = makeRandom(11);
  const examples = sentences.map(sentence => ({
    target: intents.indexOf(sentence.intent),
    features: featuresOf(sentence.words),
    line: sentence.line,
  }));
  const lines = new Map<string, Set<number>>();
  const sizes = new Map<number, number>();
  for (const { features, line } of examples) {
    sizes.set(line, (sizes.get(line) ?? 0) + 1);
    for (const feature of features) lines.set(feature, (lines.get(feature) ?? new Set()).add(line));
  }
  const index = new Map([...lines].filter(([, from]) => from.size > 1).map(([feature], i) => [feature, i]));
  const weights = Array.from({ length: index.size }, () => new Float64Array(intents.length));
  const sums = Array.from({ length: index.size }, () => new Float64Array(intents.length));
  const squares = Array.from({ length: index.size }, () => new Float64Array(intents.length).fill(1e-8));

  const encoded = examples.map(example => ({
    ...example,
    ids: example.features.flatMap(feature => index.get(feature) ?? []),
    weight: 1 / Math.sqrt(sizes.get(example.line)!),
  }));
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(encoded, random);
    for (const { ids, target, weight } of encoded) {
      // A quarter of the features is hidden each time, so that no single word decides alone.
      const shown = ids.filter(() => random() > 0.25);
      const scores = new Float64Array(intents.length);
      for (const id of shown) for (let c = 0; c < scores.length; c++) scores[c]! += weights[id]![c]!;
      const highest = Math.max(...scores);
      const odds = scores.map(score => Math.exp(score - highest));
      const sum = odds.reduce((a, b) => a + b, 0);
      for (let c = 0; c < scores.length; c++) {
        const error = odds[c]! / sum - (c === target ? 1 : 0);
        if (Math.abs(error) < 1e-4) continue;
        for (const id of shown) {
          const gradient = weight * error + 5e-4 * weights[id]![c]!;
          squares[id]![c]! += gradient * gradient;
          weights[id]![c]! -= (0.12 * gradient) / Math.sqrt(squares[id]![c]!);
        }
      }
    }
    // The mean of the last rounds depends less on the order of the sentences than the very last does.
    if (epoch >= epochs - averaged) sums.forEach((row, id) => row.forEach((_, c) => (row[c]! += weights[id]![c]!)));
  }
  return quantize(
    [...index.keys()],
    sums.map(row => row.map(sum => sum / averaged)),
    sentences,
  );
}

function shuffle<T>(items: T[], random: () => number): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
}

/** The features that matter most, each weight one character. */
function quantize(names: string[], weights: Float64Array[], sentences: readonly Sentence[]): Weights {
  const strength = (row: Float64Array): number => Math.max(...row.map(Math.abs));
  const kept = names
    .map((name, i) => ({ name, row: weights[i]! }))
    .sort((a, b) => strength(b.row) - strength(a.row))
    .slice(0, featuresKept);
  const step = Math.max(...kept.map(({ row }) => strength(row))) / zeroLevel;
  const level = (value: number): string => levels[Math.round(value / step) + zeroLevel]!;
  kept.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    intents: [...intents],
    step: Number(step.toPrecision(6)),
    words: wordsOf(sentences.filter(sentence => !sentence.isForeign)),
    foreignWords: wordsOf(sentences.filter(sentence => sentence.isForeign)),
    features: Object.fromEntries(kept.map(({ name, row }) => [name, Array.from(row, level).join('')])),
  };
}

/** Words of questions about the business; words met only out of its scope stay unknown on purpose. */
function wordsOf(sentences: readonly Sentence[]): string[] {
  const lines = new Map<string, Set<number>>();
  for (const { intent, words, line } of sentences) {
    if (intent === 'out_of_scope') continue;
    for (const word of words) if (/^[a-z]+$/.test(word)) lines.set(word, (lines.get(word) ?? new Set()).add(line));
  }
  return [...lines].sort(([a, m], [b, n]) => n.size - m.size || (a < b ? -1 : 1)).map(([word]) => word);
}

/** One feature a line, so that a change of the sentences shows in the diff. */
export function serialize({ features, ...rest }: Weights): string {
  const rows = Object.entries(features).map(([name, row]) => `${JSON.stringify(name)}:"${row}"`);
  return `${JSON.stringify(rest).slice(0, -1)},"features":{\n${rows.join(',\n')}\n}}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const weights = train(readSentences(new URL('./', import.meta.url)));
  if (process.argv.includes('--print')) process.stdout.write(serialize(weights));
  else writeFileSync(new URL('../weights.json', import.meta.url), serialize(weights));
}
