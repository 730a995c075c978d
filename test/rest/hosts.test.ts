import { request } from 'node:http';
import { beforeAll, expect, test } from '@jest/globals';
import { type Tenant, useWorld } from '../support/world.ts';

/*
 * With a base domain each organization has its own base URL, https://<tenant>.<host>/api/v1 (docs/api.md,
 * "Organizations").
 */

const world = useWorld();
let url: string;
let tenant: Tenant;
let other: Tenant;
let key: string;

beforeAll(async () => {
  [tenant, other] = [await world.tenant(), await world.tenant()];
  key = await tenant.key();
  ({ url } = await world.serve({ BASE_DOMAIN: 'stock.example' }));
});

/** The status of a request with this Host header, which fetch cannot set. */
const at = (host: string, path = '/api/v1/organization') =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers: { host, authorization: `Bearer ${key}` } }, response => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });

test('a key is valid at the host of its organization', async () => {
  expect(await at(`${tenant.slug}.stock.example`)).toBe(200);
  expect(await at(`${tenant.slug.toUpperCase()}.Stock.Example:8443`)).toBe(200);
});

test('at the host of another organization, or of none, it is invalid', async () => {
  expect(await at(`${other.slug}.stock.example`)).toBe(401);
  expect(await at('nobody.stock.example')).toBe(401);
  expect(await at(`api.${tenant.slug}.stock.example`)).toBe(401);
});

test('on bare hosts and addresses the key alone decides', async () => {
  for (const host of ['127.0.0.1', 'localhost:3000', 'stock.example', `${other.slug}.elsewhere.example`])
    expect([host, await at(host)]).toEqual([host, 200]);
});

test('the same holds for GraphQL', async () => {
  const path = '/graphql?query=%7Borganization%7Bslug%7D%7D';
  expect(await at(`${tenant.slug}.stock.example`, path)).not.toBe(401);
  expect(await at(`${other.slug}.stock.example`, path)).toBe(401);
});
