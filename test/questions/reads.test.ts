import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../src/kernel/operation.ts';
import type { ToolRead } from '../../src/questions/reads/read.ts';
import { reads } from '../../src/questions/reads/reads.ts';
import { type ToolName, toolCall, toolNames, tools } from '../../src/questions/tools.ts';
import { populate } from '../support/make.ts';
import { populateFactory } from '../support/manufacturing.ts';
import { type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
const today = new Date().toISOString().slice(0, 10);
let tenant: Tenant;
let empty: Tenant;

beforeAll(async () => {
  [tenant, empty] = [await world.tenant(), await world.tenant()];
  await populate(tenant);
  await populateFactory(tenant);
});

const period = { from: '2026-01-01', to: '2999-12-31' };
const items = { skus: ['SKU'], productIds: ['019f0000-0000-7000-8000-00000000dead'], categories: ['Tea'] };
const places = { locationIds: ['019f0000-0000-7000-8000-00000000dead'], locationType: 'store' };

/** Every value that a tool's arguments can take, one at a time and all together. */
function variations(tool: ToolName): object[] {
  const shape: { [name: string]: { safeParse(value: unknown): { success: boolean } } } = tools[tool].arguments.shape;
  const samples = [
    period,
    'SO-000001',
    true,
    false,
    1,
    'asc',
    'desc',
    ['SKU'],
    ['019f0000-0000-7000-8000-00000000dead'],
    today,
    ...'open overdue count average revenue orders quantity dead slow overstock forward backward pending active received planned draft in_progress fulfilled location product category supplier reason condition day week month quarter year 90+ 31-60 store sale receipt damage theft sellable expired price sku reorder_point on_time lead_time name critical low_stock available'.split(
      ' ',
    ),
  ];
  const fitting = Object.entries(shape).map(
    ([name, schema]) => [name, samples.filter(sample => schema.safeParse(sample).success)] as const,
  );
  const least = Object.fromEntries(
    fitting.filter(([name]) => !shape[name]!.safeParse(undefined).success).map(([name, values]) => [name, values[0]]),
  );
  const all = Object.fromEntries(
    fitting.flatMap(([name, values]) => (name === 'aggregate' || values.length === 0 ? [] : [[name, values[0]]])),
  );
  return [
    least,
    all,
    { ...least, ...('skus' in shape ? items : {}), ...('locationIds' in shape ? places : {}) },
    ...fitting.flatMap(([name, values]) => values.map(value => ({ ...least, [name]: value }))),
  ];
}

const readWith = (caller: Caller, tool: ToolName, given: object) => {
  const read = reads[tool] as ToolRead<unknown>;
  return read.run({ db: caller.database.read(caller.organizationId), caller, today }, toolCall(tool, given).arguments);
};

describe.each(toolNames)('%s', tool => {
  it('reads with every argument that it takes, and answers the columns that it promises', async () => {
    for (const given of variations(tool)) {
      const { rows, total, columns = tools[tool].columns } = await readWith(tenant.caller, tool, given);
      expect(total).toBeGreaterThanOrEqual(rows.length);
      for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining([...columns]));
    }
  });

  it('copes with an organization that has nothing', async () => {
    for (const given of variations(tool))
      expect((await readWith(empty.caller, tool, given)).rows.length).toBeLessThanOrEqual(tool === 'help' ? 50 : 1);
  });
});
