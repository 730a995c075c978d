export default {
  testEnvironment: '<rootDir>/test/support/environment.js',
  roots: ['<rootDir>/test'],
  testPathIgnorePatterns: ['<rootDir>/test/web/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' } }] },
  globalSetup: '<rootDir>/test/support/setup.ts',
  globalTeardown: '<rootDir>/test/support/teardown.ts',
  testTimeout: 30_000,
  maxWorkers: 2,
};
