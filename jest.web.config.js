import base from './jest.config.js';

/** Tests in a real browser: `npm run test:web`. */
export default {
  ...base,
  roots: ['<rootDir>/test/web'],
  testPathIgnorePatterns: [],
  testTimeout: 60_000,
  maxWorkers: 2,
};
