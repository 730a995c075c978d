// Jest itself, the migrations before the first test and the loading of packages use the compile cache too.
import './src/operations/preload.js';

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
  testSequencer: '<rootDir>/test/support/sequencer.js',
  // For what never ends. A busy machine takes its time, and how long something takes is asked of `npm run bench`.
  testTimeout: 180_000,
  // Twice the two cores that this is made for: many tests wait for seconds.
  maxWorkers: 4,
  // Modules stay for as long as their process: a process that has grown is replaced between two files.
  workerIdleMemoryLimit: '1GB',
  // Giving back that memory takes longer than the half second after which Jest suspects that something is still open.
  workerGracefulExitTimeout: 10_000,
};
