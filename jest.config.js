export default {
  testEnvironment: '<rootDir>/test/support/environment.js',
  runtime: '<rootDir>/test/support/runtime.js',
  // Node runs TypeScript itself.
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  injectGlobals: false,
  roots: ['<rootDir>/test'],
  testPathIgnorePatterns: ['<rootDir>/test/web/'],
  globalSetup: '<rootDir>/test/support/setup.ts',
  globalTeardown: '<rootDir>/test/support/teardown.ts',
  testTimeout: 30_000,
  maxWorkers: 2,
  // Modules stay for as long as their process: a process that has grown is replaced between two files.
  workerIdleMemoryLimit: '1GB',
};
