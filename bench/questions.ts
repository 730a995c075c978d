import { sql } from 'kysely';
import { openDatabase } from '../src/database/database.ts';
import { MODULES } from '../src/kernel/operation.ts';
import { askQuestion } from '../src/questions/ask-question.ts';
import { execute } from '../src/store/execute.ts';
import { factsOf } from '../test/questions/facts.ts';
import { type Answered, judge } from '../test/questions/kit.ts';
import { operatorCases } from '../test/questions/operators.ts';
import { casesOf, type TemplateSet } from '../test/questions/templates.ts';

/**
 * `DATABASE_URL=… node bench/questions.ts [operators | unseen | fresh] [seed]`: how many questions about the demo
 * organization are answered correctly, and which are not.
 */

const set = (process.argv[2] ?? 'operators') as TemplateSet | 'operators';
const url = process.env['DATABASE_URL'];
if (!url) throw new Error('Set DATABASE_URL to a database with the demo organization, as its owner.');
const database = await openDatabase(url);
const { rows } = await sql<{ id: string }>`select id from organizations where slug = 'demo'`.execute(database.system);
const organizationId = rows[0]!.id;
const caller = {
  organizationId,
  actor: 'bench',
  scopes: new Set(['admin'] as const),
  modules: new Set(MODULES),
  database,
};
const facts = await factsOf(database.system, organizationId);
const cases =
  set === 'operators'
    ? await operatorCases(database.system, facts.today)
    : casesOf(facts, set, Number(process.argv[3] ?? 1));
const outcome = { right: 0, back: 0, wrong: 0 };
for (const { topic, question, truth } of cases) {
  const { answer } = await execute(askQuestion, caller, { question }, { present: row => row as never as Answered });
  const judged = judge(answer, truth);
  outcome[judged] += 1;
  if (judged !== 'right') console.log(`${judged} (${topic}): ${question}`);
}
const share = (count: number) => `${((100 * count) / cases.length).toFixed(1)} %`;
console.log(
  `${set}: ${cases.length} questions, right ${share(outcome.right)}, handed back ${share(outcome.back)}, wrong ${share(outcome.wrong)}`,
);
await database.close();
