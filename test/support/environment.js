import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's Node environment over an ordinary global object. Its own stands behind interceptors, so that each `Math`, `Map` or `Number` in the
 * service costs a look-up in JavaScript: forecasts took nine times as long as outside of tests.
 */
export default class extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
}
