import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { makeDemo } from '../../src/demo/demo.ts';
import { listInsights } from '../../src/domain/planning/insights/insights.ts';
import { makePlans } from '../../src/domain/planning/replenishment/make-plans.ts';
import { createReplenishmentPlan, listPlanSuggestions } from '../../src/domain/planning/replenishment/plans.ts';
import { askQuestion } from '../../src/questions/ask-question.ts';
import { clientOf } from '../support/http.ts';
import { type Tenant, tenantOf, useWorld } from '../support/world.ts';
import { type Facts, factsOf } from './facts.ts';
import { type Answered, type Case, judge } from './kit.ts';
import { operatorCases } from './operators.ts';
import { casesOf } from './templates.ts';

/*
 * Questions about the demo organization, from templates: conditions, exclusions, thresholds, ratios, comparisons, time,
 * documents, lots, production, purchases, waste, several parts, five languages. The right answers come from separate
 * SQL.
 */

const world = useWorld();
let demo: Tenant;
let facts: Facts;

beforeAll(async () => {
  const { key } = (await makeDemo(world.database))!;
  expect(key).toMatch(/^swk_/);
  const { rows } = await sql<{ id: string; slug: string }>`select id, slug from organizations`.execute(world.owner);
  demo = tenantOf(world.database, rows[0]!);
  facts = await factsOf(world.owner, demo.id);
});

const ask = async (question: string, context?: object): Promise<Answered> =>
  (await demo.run(askQuestion, { question, ...(context && { context }) })) as never as Answered;

const SEED = 20_261_122;
test.each<[string, () => Case[] | Promise<Case[]>]>([
  ['unseen templates', () => casesOf(facts, 'unseen', SEED, 1)],
  ['fresh templates', () => casesOf(facts, 'fresh', SEED, 1)],
  ['questions of operators', () => operatorCases(world.owner, facts.today)],
])('of %s at least 85 %% are answered rightly, and at most 3 %% wrongly without saying so', async (_, casesIn) => {
  const cases = await casesIn();
  const outcome = { right: 0, back: 0, wrong: 0 };
  const told: string[] = [];
  for (const { question, truth } of cases) {
    const answer = await ask(question);
    const judged = judge(answer, truth);
    outcome[judged] += 1;
    if (judged !== 'right') told.push(`${judged}: ${question}`);
  }
  const share = (count: number) => count / cases.length;
  expect(cases.length).toBeGreaterThan(60);
  expect({ told, isRight: share(outcome.right) >= 0.85, isHonest: share(outcome.wrong) <= 0.03 }).toMatchObject({
    isRight: true,
    isHonest: true,
  });
});

test('a refused question changes nothing, and shows nothing', async () => {
  const before = await sql<{ count: number }>`select count(*) as count from ledger_entries`.execute(world.owner);
  for (const { question, truth } of casesOf(facts, 'unseen', 5, 1).filter(({ truth }) => truth.status)) {
    const { status, data } = await ask(question);
    expect([question, status === 'answered', data, truth.status]).toEqual([question, false, [], truth.status]);
  }
  const after = await sql<{ count: number }>`select count(*) as count from ledger_entries`.execute(world.owner);
  expect(after.rows).toEqual(before.rows);
});

test('the answer to a question, and to a follow-up, matches the result of its request', async () => {
  const { url } = await world.serve();
  const rest = clientOf(`${url}/api/v1`, await demo.key('read'));
  const first = (await demo.run(askQuestion, {
    question: 'margin by category last month in Munich',
  })) as never as Asked;
  const then = (await demo.run(askQuestion, { question: 'and in Hamburg?', context: first.query })) as never as Asked;
  for (const { query, data } of [first, then])
    expect((await rest(`${query.method} ${query.path}`, query.body)).body.data).toEqual(data);
  expect(then.query.body).toMatchObject({
    measures: ['margin'],
    filters: [{ field: 'location', op: 'in', value: ['HAM'] }],
  });
});

interface Asked extends Answered {
  query: { method: string; path: string; body: { [name: string]: unknown } };
}

test('the demo has at most twenty insights; its raw materials are planned in time, and nothing is bought without a supplier', async () => {
  const insights = await demo.list(listInsights, { perPage: 100 });
  expect(insights.rows.length).toBeGreaterThan(3);
  expect(insights.rows.length).toBeLessThanOrEqual(20);
  const { id } = (await demo.run(createReplenishmentPlan, {})) as { id: string };
  await makePlans(world.database);
  const { rows: bought } = await demo.list(listPlanSuggestions, { planId: id, type: 'purchase', perPage: 200 });
  const { rows: made } = await demo.list(listPlanSuggestions, { planId: id, type: 'production', perPage: 200 });
  const { rows: used } = await sql<{ id: string }>`
    select distinct i.variant_id as id
    from recipe_items i join recipes r on r.organization_id = i.organization_id and r.id = i.recipe_id
    where i.organization_id = ${demo.id} and r.active`.execute(world.owner);
  const materials = bought.filter(row => used.some(each => each.id === row['variantId']));
  expect(made.length).toBeGreaterThan(0);
  expect(materials.length).toBeGreaterThan(0);
  for (const row of materials) expect([row['sku'], row['supplierId']]).toEqual([row['sku'], expect.any(String)]);
  // What can still be ordered in time arrives when it is needed; everything else is ordered today.
  const today = (
    await sql<{ today: string }>`select (now() at time zone time_zone)::date::text as today from organizations`.execute(
      world.owner,
    )
  ).rows[0]!.today;
  for (const row of bought)
    expect([row['sku'], (row['arrivesOn'] as string) <= (row['needBy'] as string) || row['orderBy'] === today]).toEqual(
      [row['sku'], true],
    );
});
