import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import base from './jest.config.js';

// Of jest.config.js only a slice: test/support/slice.ts.
process.env.TEST_WHOLE = 'true';

const root = fileURLToPath(new URL('test/', import.meta.url));
// Those in the browser have a configuration of their own: `TEST_WHOLE=true npm run test:web`.
const isLong = file =>
  file.endsWith('.long.test.ts') ||
  (/^(?!web[\\/]).*\.test\.ts$/.test(file) && readFileSync(root + file, 'utf8').includes("support/slice.ts'"));

/** Tests that take long, and all of the sweeps of which `npm test` takes a slice: `npm run test:long`. */
export default {
  ...base,
  testPathIgnorePatterns: [],
  // For what never ends, as in the other; making the whole demo takes half a minute of processor time.
  testTimeout: 600_000,
  testMatch: readdirSync(root, { recursive: true })
    .filter(isLong)
    .map(file => `<rootDir>/test/${file.replaceAll('\\', '/')}`),
};
