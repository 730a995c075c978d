import base from './jest.config.js';

/** Tests in a real browser: `npm run test:web`. The limit is for what never happens. */
export default {
  ...base,
  roots: ['<rootDir>/test/web'],
  testPathIgnorePatterns: [],
  testTimeout: 900_000,
  maxWorkers: 2,
};
