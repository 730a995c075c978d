import { readSet, type Scored, score, scores, withTypos } from '../test/questions/scoring.ts';

/** `node bench/questions.ts [set]` prints how well questions are understood, and every one that is not. */

const name = process.argv[2] ?? 'evaluation';
const set = readSet(name);
await score(set.slice(0, 5));
const plain = await score(set);
const misspelt = await score(withTypos(set, 1));

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
for (const [label, result] of [
  [name, plain],
  ['one typo each', misspelt],
] as const) {
  const { questions, intent, status, slotsF1, p95Ms } = scores(result);
  console.log(
    `${label}: ${questions} questions, intent ${percent(intent)}, status ${percent(status)}, slots F1 ${slotsF1.toFixed(3)}, p95 ${p95Ms.toFixed(1)} ms`,
  );
}

const fault = ({ expected, got, missed, extra }: Scored): string =>
  `  ${expected.question}\n    ${got.intent} (${got.confidence}) ${got.status}${got.intent === expected.intent ? '' : `, expected ${expected.intent}`}${(got.status === 'answerable' ? 'answered' : got.status) === expected.status ? '' : ` instead of ${expected.status}`}${missed.length > 0 ? `; missed ${missed.join(', ')}` : ''}${extra.length > 0 ? `; extra ${extra.join(', ')}` : ''}`;
const isFaulty = ({ rightIntent, rightStatus, missed, extra }: Scored): boolean =>
  !rightIntent || !rightStatus || missed.length > 0 || extra.length > 0;
console.log(plain.filter(isFaulty).map(fault).join('\n'));
if (process.argv.includes('--typos')) console.log(`with typos:\n${misspelt.filter(isFaulty).map(fault).join('\n')}`);

const confusion = new Map<string, number>();
for (const { expected, got, rightIntent } of plain)
  if (!rightIntent)
    confusion.set(
      `${expected.intent} -> ${got.intent}`,
      (confusion.get(`${expected.intent} -> ${got.intent}`) ?? 0) + 1,
    );
console.log(
  [...confusion]
    .sort(([, a], [, b]) => b - a)
    .map(([pair, count]) => `${count} ${pair}`)
    .join('\n'),
);
