import Sequencer from '@jest/test-sequencer';

/**
 * The longest test files, longest first: a long one that starts last would run alone at the end. By default Jest starts
 * with the largest files.
 */
const FIRST = [
  'web/pages',
  'web/flows',
  'web/trust',
  'web/work',
  'web/figures',
  'web/scans',
  'web/sending',
  'questions/demo-questions.long',
  'lifecycle',
  'processes',
  'campaign.long',
  'pods',
  'graphql/sockets',
  'demo',
  'rest/hostile',
  'events/asyncapi',
  'imports/round-trips',
  'forecasting/accuracy.long',
  'database/guards',
  'database/replica',
  'operations/organization-files',
  'tenants',
  'mcp/mcp',
  'domain/reconciliation',
  'conditional-writes',
  'domain/planning/insights/insights',
  'events/kill',
  'faces',
  'domain/planning/reports/stock',
  'domain/stock-transfers',
  'clients/typescript',
  'cli',
  'roles',
  'events/sse',
  'access/sign-in',
  'rest/exports',
  'rest/requests',
  'store/search',
  'figures/report',
  'domain/traces',
  'lists',
  'following',
  'forecasting/opening',
  'forecasting/demand',
  'imports/imports',
  'domain/purchase-orders',
  'domain/orders-races',
  'domain/return-authorizations',
  'questions/evaluation',
  'mail',
  'papers/papers',
  'model',
  'domain/cycle-counts',
  'webhooks/filters',
  'domain/new-business',
  'domain/orders',
  'domain/planning/forecasts/forecasts',
  'domain/planning/replenishment/plans',
  'operations/monitoring',
  'operations/restore',
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
