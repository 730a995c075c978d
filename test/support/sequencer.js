import Sequencer from '@jest/test-sequencer';

/**
 * The longest test files, longest first: a long one that starts last would run alone at the end. By default Jest starts
 * with the largest files.
 */
const FIRST = [
  'web/pages',
  'web/sending',
  'web/flows',
  'web/trust',
  'web/work',
  'web/figures',
  'web/scans',
  'questions/demo-questions.long',
  'campaign.long',
  'forecasting/accuracy.long',
  'lifecycle',
  'processes',
  'pods',
  'domain/planning/insights/insights',
  'graphql/sockets',
  'faces',
  'database/guards',
  'demo',
  'domain/stock-transfers',
  'store/search',
  'operations/organization-files',
  'conditional-writes',
  'domain/cycle-counts',
  'imports/round-trips',
  'domain/planning/reports/stock',
  'lists',
  'domain/return-authorizations',
  'questions/ask-question',
  'questions/evaluation',
  'questions/figures',
  'domain/purchase-orders',
  'mcp/mcp',
  'events/kill',
  'imports/imports',
  'domain/orders-races',
  'papers/papers',
  'domain/traces',
  'figures/report',
  'rest/exports',
  'database/replica',
  'events/sse',
  'webhooks/filters',
  'model',
  'access/sign-in',
  'mail',
  'forecasting/opening',
  'cli',
  'clients/typescript',
  'domain/new-business',
  'domain/planning/replenishment/plans',
  'domain/lots',
  'roles',
  'rest/hostile',
  'database/released',
  'events/asyncapi',
  'domain/planning/forecasts/forecasts',
  'scopes',
  'domain/planning/pages',
  'webhooks/dispatcher',
  'domain/planning/insights/documents',
  'tenants',
  'domain/orders',
  'domain/planning/money',
  'following',
  'rest/requests',
  'questions/model',
  'access/sessions',
  'operations/restore',
  'notifications',
  'domain/availability',
  'domain/planning/insights/screened',
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
