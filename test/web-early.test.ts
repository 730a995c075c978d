import { expect, test } from '@jest/globals';

/* What the web app takes of what was requested before it was there; in a browser: test/web/live.test.ts. */

interface Early {
  fetchEarly(ask: typeof fetch): typeof fetch;
}
interface Following {
  tell(what: ReadonlyMap<string, undefined>): void;
}

test('an early answer is taken once, and not after something has happened', async () => {
  const [first, second] = ['First', 'Second'].map(name => `{"operationName":"${name}","query":"query ${name} { a }"}`);
  const answers = new Map([first, second].map(body => [body, Promise.resolve(new Response('early'))]));
  Object.assign(globalThis, {
    location: { pathname: '/', search: '' },
    early: { answers: Promise.resolve(answers) },
  });
  const room = new URL('../src/web/', import.meta.url).href;
  const { fetchEarly } = (await import(`${room}early.ts`)) as Early;
  const { tell } = (await import(`${room}following.ts`)) as Following;
  const take = fetchEarly(async () => new Response('asked anew'));
  const read = async (body: string) => (await take('/graphql', { body })).text();
  expect(await read(first!)).toBe('early');
  expect(await read(first!)).toBe('asked anew');
  tell(new Map([['InventoryLevel', undefined]]));
  expect(await read(second!)).toBe('asked anew');
});
