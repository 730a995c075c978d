import { z } from 'zod';
import { listQuery, type Reading } from '../../../kernel/operation.ts';
import { pageOf, paging } from '../../../kernel/page.ts';
import type { Db } from '../../../kernel/unit.ts';
import { Location } from '../../locations.ts';
import { Variant } from '../../products.ts';
import { atPlaces } from './at-places.ts';
import { countVariances, expiringLots, latePurchaseOrders } from './in-records.ts';
import { type Finding, idOf, ranked, SEVERITIES, TYPES } from './insight.ts';
import { keepPatterns } from './patterns.ts';
import { readPlaces } from './places.ts';

const type = () => z.enum(TYPES).meta({ id: 'InsightType', description: 'Type of the insight.' });
const severity = () => z.enum(SEVERITIES).meta({ id: 'InsightSeverity', description: 'Urgency by fixed rules.' });

const Insight = z
  .object({
    id: z.uuid().meta({ description: 'Identifier, stable for as long as the insight is about the same thing.' }),
    type: type(),
    severity: severity(),
    title: z.string().meta({ description: 'Title in a few words.' }),
    message: z.string().meta({ description: 'Message in a sentence, with the figures.' }),
    variantId: z
      .uuid()
      .nullable()
      .meta({ description: 'The variant concerned.', relation: { name: 'variant', target: Variant } }),
    sku: z.string().nullable().meta({ description: 'SKU of the variant.' }),
    locationId: z
      .uuid()
      .nullable()
      .meta({ description: 'The location concerned.', relation: { name: 'location', target: Location } }),
    lotId: z.uuid().nullable().meta({ description: 'The lot concerned.' }),
    purchaseOrderId: z.uuid().nullable().meta({ description: 'The purchase order concerned.' }),
    metrics: z.record(z.string(), z.unknown()).meta({ description: 'The figures behind it.' }),
    suggestedAction: z.record(z.string(), z.unknown()).meta({
      description: 'Suggested action: a type, and the method, path and payload of the request that carries it out.',
    }),
  })
  .meta({ id: 'Insight', description: 'A finding about the stock, with its evidence and a suggested action.' });

/** A look that took long is remembered for as long as it took, at most a minute (docs/api.md, "Insights"); any other is worth taking again. */
const REMEMBERED_MS_MAX = 60_000;
const LONG_MS = 3000;
const remembered = new Map<string, { until: number; findings: Promise<Finding[]> }>();

function insightsOf({ organizationId, db, caller }: Reading): Promise<Finding[]> {
  const known = remembered.get(organizationId);
  if (known && known.until > performance.now()) return known.findings;
  let beganAt = Infinity;
  const findings = keepPatterns(caller.database, organizationId).then(() => {
    beganAt = performance.now();
    return findInsights(db, caller.modules.has('traceability'));
  });
  // Whoever asks while it is being looked gets the same look.
  remembered.set(organizationId, { until: Infinity, findings });
  const forget = () => remembered.delete(organizationId);
  findings.then(() => {
    const tookMs = performance.now() - beganAt;
    if (tookMs < LONG_MS) forget();
    else remembered.set(organizationId, { until: performance.now() + Math.min(tookMs, REMEMBERED_MS_MAX), findings });
  }, forget);
  return findings;
}

/** One after the other: they would take half of the connections that all requests share. */
async function findInsights(db: Db, hasLots: boolean): Promise<Finding[]> {
  const found = atPlaces(await readPlaces(db));
  for (const find of [...(hasLots ? [expiringLots] : []), latePurchaseOrders, countVariances])
    found.push(...(await find(db)));
  return ranked(found);
}

/** How many are answered unless told: more than that nobody acts on. */
const SHOWN = 20;

export const listInsights = listQuery('listInsights', {
  area: 'reports',
  summary: 'Lists what needs attention, most urgent first.',
  input: z.strictObject({
    type: type().optional(),
    severity: severity().optional(),
    ...paging,
    perPage: paging.perPage.removeDefault().default(SHOWN).meta({ description: 'Maximum number of rows.' }),
  }),
  output: Insight,
  async run(reading, input) {
    const { organizationId } = reading;
    const findings = (await insightsOf(reading)).filter(
      each => (!input.type || each.type === input.type) && (!input.severity || each.severity === input.severity),
    );
    const empty = { variantId: null, sku: null, locationId: null, lotId: null, purchaseOrderId: null };
    return pageOf(
      findings.map(({ urgency: _, ...finding }) => ({
        id: idOf(organizationId, { urgency: 0, ...finding }),
        ...empty,
        ...finding,
      })),
      input,
    );
  },
});
