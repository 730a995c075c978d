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
  'tenants',
  'mcp/mcp',
  'events/kill',
  'conditional-writes',
  'domain/planning/insights/insights',
  'papers/papers',
  'rest/requests',
  'rest/exports',
  'forecasting/opening',
  'operations/organization-files',
  'domain/reconciliation',
  'questions/evaluation',
  'domain/return-authorizations',
  'database/replica',
  'faces',
  'roles',
  'access/sign-in',
  'domain/purchase-orders',
  'domain/orders-races',
  'figures/report',
  'model',
  'clients/typescript',
  'events/sse',
  'mail',
  'following',
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
