import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import { expect, test } from '@jest/globals';

test('the AsyncAPI parser finds no problem in schema/asyncapi.json', async () => {
  const text = readFileSync(new URL('../../schema/asyncapi.json', import.meta.url), 'utf8');
  const { document, diagnostics } = await new Parser().parse(text);
  // 0 is an error, 1 a warning.
  expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
  expect(document!.operations().all()).toHaveLength(4);
});
