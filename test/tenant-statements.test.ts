import { expect, test } from '@jest/globals';
import { withoutTenant } from './support/tenant-statements.ts';

const COLUMNS = new Map([
  ['orders', 'organization_id'],
  ['order_items', 'organization_id'],
  ['organizations', 'id'],
]);
const unnamed = async (text: string) => (await withoutTenant([text], COLUMNS)).flatMap(({ tables }) => tables);

test.each([
  'select * from orders where organization_id = $1',
  'select 1 from organizations where id = $1',
  'select * from orders o join order_items i on i.organization_id = o.organization_id and i.order_id = o.id where o.organization_id = $1',
  'select * from orders o join order_items i using (organization_id) where i.organization_id = $1',
  'select (select count(*) from order_items i where i.organization_id = o.organization_id) from orders o where o.organization_id = $1',
  "update orders t set status = w.status from unnest($1::uuid[]) as w (id) where t.organization_id = 'x' and t.id = w.id",
  'insert into orders (organization_id, id) values ($1, $2) on conflict do nothing',
  'with orders as (select 1 as id) select * from orders',
  "select * from orders o where (o.organization_id, o.id) in (('a', 'b'))",
  'delete from orders where organization_id = $1',
  'begin read only',
])('names its tenant: %s', async text => {
  expect(await unnamed(text)).toEqual([]);
});

test.each([
  ['select * from orders where id = $1', ['orders']],
  ['select * from orders where organization_id = $1 or true', ['orders']],
  ['select * from orders o join order_items i on i.order_id = o.id where o.organization_id = $1', ['order_items i']],
  ['select * from orders o join order_items i on i.organization_id = o.organization_id', ['orders o', 'order_items i']],
  ['select * from orders where organization_id = $1 and id in (select order_id from order_items)', ['order_items']],
  ['with x as (select id from orders) select * from x', ['orders']],
  ['with x as (select 1) select * from x join orders o on o.organization_id = x.organization_id', ['orders o']],
  ['select 1 where exists (select 1 from orders o where o.organization_id is not null)', ['orders o']],
  ['select 1 union all select 1 from organizations', ['organizations']],
  ['delete from orders using order_items i where orders.organization_id = $1', ['order_items i']],
  ['insert into order_items (organization_id, id) select organization_id, id from orders', ['orders']],
  ['insert into orders (id) values ($1)', ['orders']],
])('does not: %s', async (text, tables) => {
  expect(await unnamed(text)).toEqual(tables);
});
