import { expect, test } from '@jest/globals';
import { BROKEN, brokenText } from '../bench/campaign/broken.ts';

test.each(BROKEN)('the build with the bug $name can still be made', async build => {
  expect(await brokenText(build)).toContain(build.instead);
});
