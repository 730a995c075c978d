import { setTimeout } from 'node:timers/promises';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const DAY_MS = 86_400_000;
/** Nearly every test file takes less. */
const LAST_MS = 120_000;

const withoutNumber = text => text.replaceAll(/\?file=\d+/g, '');

/**
 * Tests run in the global object of their process (see runtime.js). What Jest changes there for a test file is reverted
 * after it.
 */
export default class {
  global = globalThis;

  constructor({ projectConfig }, { console: testConsole }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.testConsole = testConsole;
    const { console, process } = globalThis;
    const { exit, getBuiltinModule } = process;
    this.restore = () => {
      globalThis.console = console;
      Object.assign(process, { exit, getBuiltinModule });
    };
  }

  /** Many tests say what day it is when they begin, and the service says it later: none begins just before midnight. */
  async setup() {
    const leftMs = DAY_MS - (Date.now() % DAY_MS);
    if (leftMs < LAST_MS) await setTimeout(leftMs);
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.restore();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is none: the runtime loads modules as Node does. */
  getVmContext() {
    return null;
  }

  /** Shows file names without their number in failures and logs. */
  handleTestEvent({ name, test }) {
    if (name === 'test_done')
      for (const error of test.errors.flat())
        if (typeof error?.stack === 'string') error.stack = withoutNumber(error.stack);
    if (name === 'run_finish')
      for (const line of this.testConsole.getBuffer() ?? []) line.origin = withoutNumber(line.origin);
  }
}
