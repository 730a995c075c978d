import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

/*
 * The table of abuses that the hostile campaign tries, one after the other. A new kind is a line here. Each is carried
 * out by a tenant with a valid key of its own, or by a stranger, repeatedly and several at once, for the length of its
 * turn.
 */

/** What the attacker has: a key with all rights in an organization of its own, and a product of 500 variants. */
export interface Attacker {
  url: string;
  key: string;
  productId: string;
  locationId: string;
}

export interface Abuse {
  name: string;
  /** How many run at the same time. */
  atOnce: number;
  /** Does it once. The response does not matter, as long as there is one. */
  attack(attacker: Attacker): Promise<unknown>;
}

const post = async ({ url, key }: Attacker, path: string, body: string): Promise<unknown> => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body,
    signal: AbortSignal.timeout(30_000),
  });
  return response.arrayBuffer();
};

const graphql = (attacker: Attacker, query: string, variables: object = {}) =>
  post(attacker, '/graphql', JSON.stringify({ query, variables }));

const inCircles = (times: number): string => (times === 0 ? 'sku' : `product { variants { ${inCircles(times - 1)} } }`);

const repeated = (times: number, text: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => text(index)).join(' ');

/** Opens a socket, does something with it, and closes it. */
async function onSocket({ url, key }: Attacker, query: string, ms: number): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } })),
  );
  // Admitted, or refused.
  await Promise.race([once(socket, 'message'), closed]);
  if (socket.readyState === socket.OPEN) {
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    await Promise.race([sleep(ms), closed]);
  }
  socket.terminate();
}

const DEEP = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;

// Made once: an efficient attacker wastes no time of its own.
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, index]));
const MANY_FIELDS = JSON.stringify(fields(40_000));
const MANY_SMALL_OBJECTS = JSON.stringify({ adjustments: Array.from({ length: 990 }, () => fields(50)) });
const MANY_ITEMS = JSON.stringify({
  query:
    'mutation ($input: CreateInventoryAdjustmentsInput!) { createInventoryAdjustments(input: $input) { bulkInventoryAdjustment { applied } } }',
  variables: {
    input: { adjustments: Array.from({ length: 20_000 }, () => ({ locationId: 'x', quantityChange: 0 })) },
  },
});

/** An ordinary neighbor, for comparison. */
export const HARMLESS: Abuse = {
  name: 'an ordinary list',
  atOnce: 8,
  attack: async ({ url, key }) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${url}/api/v1/inventory_levels?per_page=20`, { headers })).arrayBuffer();
  },
};

export const ABUSES: readonly Abuse[] = [
  {
    name: 'GraphQL: lists in circles, five levels of 500',
    atOnce: 4,
    attack: attacker => graphql(attacker, `{ product(id: "${attacker.productId}") { variants { ${inCircles(4)} } } }`),
  },
  {
    name: 'GraphQL: as many nodes as are allowed, and more',
    atOnce: 100,
    attack: attacker => graphql(attacker, `{ product(id: "${attacker.productId}") { variants { ${inCircles(1)} } } }`),
  },
  {
    name: 'GraphQL: introspection with aliases',
    atOnce: 4,
    attack: attacker =>
      graphql(
        attacker,
        `{ __schema { types { ${repeated(60, index => `a${index}: fields { type { fields { name } } }`)} } } }`,
      ),
  },
  {
    name: 'GraphQL: documents that are slow to validate, each another one',
    atOnce: 4,
    attack: attacker =>
      graphql(
        attacker,
        `query q${Math.random().toString(36).slice(2)} { product(id: "1") { ${repeated(110, index => `...f${index}`)} }
            } ${repeated(110, index => `fragment f${index} on Product { variants { product { name } } }`)}`,
      ),
  },
  {
    name: 'GraphQL: 20,000 wrong items in a list',
    atOnce: 2,
    attack: attacker => post(attacker, '/graphql', MANY_ITEMS),
  },
  {
    name: 'GraphQL: metadata 50,000 levels deep',
    atOnce: 4,
    attack: attacker =>
      post(
        attacker,
        '/graphql',
        `{"query": "mutation ($input: CreateLocationInput!) { createLocation(input: $input) { location { id } } }", "variables": {"input": {"name": "x", "metadata": ${DEEP}}}}`,
      ),
  },
  {
    name: 'GraphQL: a subscription by POST',
    atOnce: 8,
    attack: attacker => graphql(attacker, 'subscription { events { position } }'),
  },
  {
    name: 'Sockets: replays with lists in circles',
    atOnce: 8,
    attack: attacker =>
      onSocket(
        attacker,
        `subscription { inventoryUpdated(after: 0) { data { inventoryLevel { variant { ${inCircles(1)} } } } } }`,
        1000,
      ),
  },
  {
    name: 'Sockets: positions that do not exist',
    atOnce: 16,
    attack: attacker => onSocket(attacker, 'subscription { events(after: 1000000000) { position } }', 100),
  },
  {
    name: 'REST: 40,000 unknown fields',
    atOnce: 2,
    attack: attacker => post(attacker, '/api/v1/orders', MANY_FIELDS),
  },
  {
    name: 'REST: as many unknown fields as are read',
    atOnce: 2,
    attack: attacker => post(attacker, '/api/v1/inventory_adjustments/bulk', MANY_SMALL_OBJECTS),
  },
];
