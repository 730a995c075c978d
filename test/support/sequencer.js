import Sequencer from '@jest/test-sequencer';

/**
 * The longest test files, longest first: a long one that starts last would run alone at the end. By default Jest starts
 * with the largest files.
 */
const FIRST = [
  'lifecycle',
  'questions/demo-questions',
  'campaign',
  'access/sign-in',
  'roles',
  'rest/hostile',
  'tenants',
  'graphql/sockets',
  'processes',
  'access/sessions',
  'events/sse',
  'graphql/people',
  'database/guards',
  'domain/planning/insights/insights',
  'webhooks/dispatcher',
  'faces',
  'rest/requests',
  'operations/organization-files',
  'demo',
  'access/rights',
  'clients/typescript',
  'events/kill',
  'model',
].map(name => `/test/${name}.test.ts`);

export default class extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const at = FIRST.findIndex(name => path.replaceAll('\\', '/').endsWith(name));
      return at < 0 ? FIRST.length : at;
    };
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
}
