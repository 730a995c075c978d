import { z } from 'zod';
import { byId, future } from '../../../kernel/inputs.ts';
import { type Caller, command, listQuery, type Reading } from '../../../kernel/operation.ts';
import { pageOf, paging } from '../../../kernel/page.ts';
import type { Db, Unit } from '../../../kernel/unit.ts';
import type { Row } from '../../../kernel/view.ts';
import { notFoundUnless } from '../../../store/record.ts';
import { Location } from '../../locations.ts';
import { Variant } from '../../products.ts';
import { atPlaces } from './at-places.ts';
import {
  duplicateOrders,
  incompleteItems,
  lateTransfers,
  missingIngredients,
  priceJumps,
  recalledStock,
  slowSuppliers,
  unfillableOrders,
  unusualWaste,
} from './in-documents.ts';
import { countVariances, expiringLots, latePurchaseOrders } from './in-records.ts';
import { type Finding, idOf, ranked, SEVERITIES, TYPES } from './insight.ts';
import { isHidden, type Marks, readMarks, STATUSES, setMark } from './marks.ts';
import { keepPatterns } from './patterns.ts';
import { readPlaces } from './places.ts';

const type = () => z.enum(TYPES).meta({ id: 'InsightType', description: 'Type of the insight.' });
const severity = () => z.enum(SEVERITIES).meta({ id: 'InsightSeverity', description: 'Urgency by fixed rules.' });

const status = () => z.enum(STATUSES).meta({ id: 'InsightStatus' });

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
    referenceType: z.string().nullable().meta({
      description: 'What else it is about: stock_transfer, order, production_batch, supplier, or what is missing.',
    }),
    referenceId: z.uuid().nullable().meta({ description: 'The id of that.' }),
    status: status().meta({ description: 'Whether it is open, or was dismissed or snoozed.' }),
    snoozedUntil: z.iso.datetime().nullable().meta({ description: 'Until when it is snoozed.' }),
    markedBy: z.string().nullable().meta({ description: 'Who dismissed or snoozed it.' }),
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
    return findInsights(db, caller.modules);
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

const FINDERS = [
  expiringLots,
  recalledStock,
  unusualWaste,
  latePurchaseOrders,
  lateTransfers,
  countVariances,
  missingIngredients,
  unfillableOrders,
  duplicateOrders,
  slowSuppliers,
  priceJumps,
  incompleteItems,
];
const OF_LOTS: ReadonlySet<unknown> = new Set([expiringLots, recalledStock, unusualWaste]);

/** One after the other: they would take half of the connections that all requests share. */
async function findInsights(db: Db, modules: Caller['modules']): Promise<Finding[]> {
  const hasLots = modules.has('traceability');
  const found = atPlaces(await readPlaces(db, modules.has('manufacturing')));
  for (const find of FINDERS.filter(each => hasLots || !OF_LOTS.has(each))) found.push(...(await find(db)));
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
    status: status()
      .default('open')
      .meta({ description: 'Open ones unless told; dismissed and snoozed ones are kept apart.' }),
    ...paging,
    perPage: paging.perPage.removeDefault().default(SHOWN).meta({ description: 'Maximum number of rows.' }),
  }),
  output: Insight,
  async run(reading, input) {
    const { organizationId, db } = reading;
    const findings = await insightsOf(reading);
    const marks = await readMarks(db);
    const rows = findings
      .filter(
        each => (!input.type || each.type === input.type) && (!input.severity || each.severity === input.severity),
      )
      .map(finding => shown(organizationId, finding, marks))
      .filter(row => row['status'] === input.status);
    return pageOf(rows, input);
  },
});

const EMPTY = { variantId: null, sku: null, locationId: null, lotId: null, purchaseOrderId: null };

/** As it is answered, with what was decided about it. */
function shown(organizationId: string, finding: Finding, marks: Marks): Row {
  const { urgency: _, reference, ...rest } = finding;
  const id = idOf(organizationId, finding);
  const mark = marks.get(id);
  const hidden = mark !== undefined && isHidden(mark, finding);
  return {
    id,
    ...EMPTY,
    ...rest,
    referenceType: reference?.type ?? null,
    referenceId: reference?.id ?? null,
    status: hidden ? mark.status : 'open',
    snoozedUntil: hidden ? mark.until : null,
    markedBy: hidden ? mark.actor : null,
  };
}

/** Keeps what was decided about an insight that there is. Refuses `not_found` for any other. */
async function mark(
  unit: Unit,
  caller: Caller,
  insightId: string,
  decision: Parameters<typeof setMark>[2],
): Promise<Row> {
  const findings = await findInsights(unit.db, caller.modules);
  const finding = notFoundUnless(
    'insight',
    findings.find(each => idOf(unit.organizationId, each) === insightId),
  );
  await setMark(unit, insightId, decision, finding);
  return shown(unit.organizationId, finding, await readMarks(unit.db));
}

export const dismissInsight = command('dismissInsight', {
  area: 'reports',
  summary: 'Dismisses an insight for everybody, until its situation gets worse.',
  input: byId(),
  output: Insight,
  run: (unit, { id }, caller) => mark(unit, caller, id, { status: 'dismissed', until: null }),
});

export const snoozeInsight = command('snoozeInsight', {
  area: 'reports',
  summary: 'Hides an insight for everybody until then, or until its situation gets worse.',
  input: byId().extend({ until: future().meta({ description: 'Until when.' }) }),
  output: Insight,
  run: (unit, { id, until }, caller) => mark(unit, caller, id, { status: 'snoozed', until }),
});
