import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readSentences } from '../../src/questions/training/train.ts';
import { readSet, type Scored, score, scores, withTypos } from './scoring.ts';

const set = readSet('evaluation');
let scored: Scored[] = [];
beforeAll(async () => {
  await score(set.slice(0, 20));
  scored = await score(set);
});

describe('understanding of the evaluation questions', () => {
  it('finds the intent of at least 90 %, with the slots at F1 0.92', () => {
    const result = scores(scored);
    expect(set.length).toBeGreaterThanOrEqual(220);
    expect(result.intent).toBeGreaterThanOrEqual(0.9);
    expect(result.status).toBeGreaterThanOrEqual(0.9);
    expect(result.slotsF1).toBeGreaterThanOrEqual(0.92);
  });

  it('does as well on questions kept apart until the engine was finished', async () => {
    const result = scores(await score(readSet('held-out')));
    expect(result.intent).toBeGreaterThanOrEqual(0.9);
    expect(result.slotsF1).toBeGreaterThanOrEqual(0.92);
  });

  it.each([1, 2, 3])('loses less than 5 points when every question has one typo (seed %i)', async seed => {
    const plain = scores(scored);
    const misspelt = scores(await score(withTypos(set, seed)));
    expect(plain.intent - misspelt.intent).toBeLessThan(0.05);
    expect(plain.slotsF1 - misspelt.slotsF1).toBeLessThan(0.05);
  });

  it('answers the same question the same way', async () => {
    expect((await score(set)).map(one => one.got)).toEqual(scored.map(one => one.got));
  });

  it('understands a question in less than 20 ms at the 95th percentile', () => {
    expect(scores(scored).p95Ms).toBeLessThan(20);
  });
});

describe('the trained weights', () => {
  const shipped = readFileSync(new URL('../../src/questions/weights.json', import.meta.url), 'utf8');
  const sentences = readSentences(new URL('../../src/questions/training/', import.meta.url));

  it('are those that the training sentences give', () => {
    // In a process of its own: the test runner's sandbox makes the same arithmetic ten times slower.
    const script = fileURLToPath(new URL('../../src/questions/training/train.ts', import.meta.url));
    expect(execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8', maxBuffer: 2 ** 22 })).toBe(shipped);
  }, 120_000);

  it('are smaller than 550 KB', () => {
    expect(Buffer.byteLength(shipped)).toBeLessThan(550_000);
  });

  it('have not been trained on the evaluation questions', () => {
    const trained = new Set(sentences.map(sentence => sentence.words.join(' ')));
    const seen = [...set, ...readSet('held-out')].filter(
      ({ question, slots }) =>
        Object.keys(slots).length > 0 && trained.has(question.toLowerCase().replace(/[?!.,]/g, '')),
    );
    expect(seen).toEqual([]);
  });
});
