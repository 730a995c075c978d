import Sequencer from '@jest/test-sequencer';

/**
 * The longest test files, longest first: a long one that starts last would run alone at the end. By default Jest starts
 * with the largest files.
 */
const FIRST = [
  'questions/demo-questions',
  'lifecycle',
  'campaign',
  'graphql/sockets',
  'access/sign-in',
  'pods',
  'tenants',
  'processes',
  'roles',
  'rest/hostile',
  'events/sse',
  'graphql/people',
  'rest/requests',
  'database/guards',
  'access/sessions',
  'webhooks/dispatcher',
  'faces',
  'access/rights',
  'domain/planning/insights/insights',
  'domain/planning/reports/stock',
  'model',
  'operations/organization-files',
  'events/kill',
  'mcp/mcp',
  'forecasting/forecast',
  'demo',
  'imports/round-trips',
  'domain/planning/replenishment/plans',
  'lists',
  'domain/stock-transfers',
  'clients/typescript',
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
