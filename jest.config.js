import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Of Jest itself, of its workers and of what they start.
process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));
enableCompileCache(process.env.NODE_COMPILE_CACHE);

export default {
  testEnvironment: '<rootDir>/test/support/environment.js',
  runtime: '<rootDir>/test/support/runtime.js',
  // Node runs TypeScript itself.
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  injectGlobals: false,
  roots: ['<rootDir>/test'],
  // Those have configurations of their own.
  testPathIgnorePatterns: ['<rootDir>/test/web/', '\\.long\\.test\\.ts$'],
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
