import { expect, test } from '@jest/globals';
import { stories } from '../../src/demo/stories.ts';

/* What the demo does at the same time. */

/** Lets everything run that need not wait. */
const turn = () => new Promise(resolve => setImmediate(resolve));

/** Stories that end when they are told to, and what has begun. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const story = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  return { begun, story, end: (name: string) => ends.get(name)! };
}

test('a story waits for those before it that share a subject, and for no other', async () => {
  const { begun, story, end } = held();
  const { tell, told } = stories();
  await tell(['Berlin', 'Hamburg'], story('transfer'));
  await tell(['Hamburg'], story('sale in Hamburg'));
  await tell(['Munich'], story('sale in Munich'));
  await turn();
  expect(begun).toEqual(['transfer', 'sale in Munich']);
  end('transfer').resolve();
  await turn();
  expect(begun).toEqual(['transfer', 'sale in Munich', 'sale in Hamburg']);
  let isTold = false;
  const all = told().then(() => (isTold = true));
  end('sale in Munich').resolve();
  await turn();
  expect(isTold).toBe(false);
  end('sale in Hamburg').resolve();
  await all;
});

test('four at a time', async () => {
  const { begun, story, end } = held();
  const { tell } = stories();
  for (const name of ['1', '2', '3', '4']) await tell([], story(name));
  const fifth = tell([], story('5'));
  await turn();
  expect(begun).toEqual(['1', '2', '3', '4']);
  end('2').resolve();
  await fifth;
  await turn();
  expect(begun.at(-1)).toBe('5');
});

test('what fails ends it once nothing is running any more, and what waits for it does not begin', async () => {
  const { begun, story, end } = held();
  const { tell, told } = stories();
  await tell(['Berlin'], story('sale'));
  await tell(['Munich'], story('other'));
  await tell(['Berlin'], story('next'));
  let outcome: unknown;
  const all = told().catch((error: unknown) => (outcome = error));
  await turn();
  end('sale').reject(new Error('no database'));
  await turn();
  expect(outcome).toBeUndefined();
  end('other').resolve();
  await all;
  expect(outcome).toEqual(new Error('no database'));
  expect(begun).toEqual(['sale', 'other']);
});
