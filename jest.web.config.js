import base from './jest.config.js';

/** Tests in a real browser: `npm run test:web`. Times are for a machine at a quarter of the usual speed. */
export default {
  ...base,
  roots: ['<rootDir>/test/web'],
  testPathIgnorePatterns: [],
  testTimeout: 300_000,
  maxWorkers: 2,
};
