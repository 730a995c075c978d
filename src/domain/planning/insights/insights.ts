import { z } from 'zod';
import { byId, future } from '../../../kernel/inputs.ts';
import { type Caller, command, listQuery } from '../../../kernel/operation.ts';
import { pageOf, paging } from '../../../kernel/page.ts';
import type { Db, Unit } from '../../../kernel/unit.ts';
import type { Row } from '../../../kernel/view.ts';
import { computedBeside } from '../../../store/beside.ts';
import { isUuid, notFoundUnless } from '../../../store/record.ts';
import { Location } from '../../locations.ts';
import { Variant } from '../../variants.ts';
import { atPlaces } from './at-places.ts';
import { type Insight as Group, grouped } from './groups.ts';
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
import { type Finding, idOf, SEVERITIES, TYPES } from './insight.ts';
import { isHidden, type Mark, type Marks, readMarks, removeMarks, STATUSES, setMark } from './marks.ts';
import { withPatterns } from './patterns.ts';
import { readPlaces } from './places.ts';

/** The maximum number of findings in an insight. */
const FINDINGS_SHOWN = 100;

const type = () => z.enum(TYPES).meta({ id: 'InsightType', description: 'Type of the insight.' });
const severity = () => z.enum(SEVERITIES).meta({ id: 'InsightSeverity', description: 'Urgency by fixed rules.' });

const status = () => z.enum(STATUSES).meta({ id: 'InsightStatus' });

/** The fields of an insight and of each of its findings. */
const insightFields = {
  type: type(),
  severity: severity(),
  title: z.string().meta({ description: 'Title in a few words.' }),
  message: z.string().meta({ description: 'Message in a sentence or two, with the figures.' }),
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
    description:
      'Type of any other record concerned: stock_transfer, order, production_batch, supplier, or what is missing.',
  }),
  referenceId: z.uuid().nullable().meta({ description: 'The id of that record.' }),
  metrics: z.record(z.string(), z.unknown()).meta({ description: 'The figures behind it.' }),
  suggestedAction: z.record(z.string(), z.unknown()).meta({
    description:
      'Suggested action: a type, and the method, path and payload of the request that carries it out; `missing` names what its payload lacks, `requests` lists several.',
  }),
};

const InsightFinding = z
  .object({
    id: z.uuid().meta({ description: 'Identifier, with which it can be dismissed or snoozed on its own.' }),
    ...insightFields,
  })
  .meta({ id: 'InsightFinding', description: 'One of the findings that an insight consists of.' });

const Insight = z
  .object({
    id: z.uuid().meta({ description: 'Identifier, stable for as long as the insight is about the same thing.' }),
    ...insightFields,
    findingCount: z.int().meta({ description: 'Number of findings that its action resolves.' }),
    findings: z
      .array(InsightFinding)
      .meta({ description: `Those findings, the most urgent first: at most ${FINDINGS_SHOWN}.` }),
    status: status().meta({ description: 'Whether it is open, or was dismissed or snoozed.' }),
    snoozedUntil: z.iso.datetime().nullable().meta({ description: 'Until when it is snoozed.' }),
    markedBy: z.string().nullable().meta({ description: 'Who dismissed or snoozed it.' }),
  })
  .meta({
    id: 'Insight',
    description: 'A problem that one action resolves, with its evidence and that action.',
  });

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

/** One after the other: otherwise they would take half of the connections that all requests share. */
async function findInsights(db: Db, modules: Caller['modules']): Promise<Finding[]> {
  const hasLots = modules.has('traceability');
  const found = atPlaces(await readPlaces(db, modules.has('manufacturing')));
  for (const find of FINDERS.filter(each => hasLots || !OF_LOTS.has(each))) found.push(...(await find(db)));
  return found;
}

const insights = computedBeside((db, { caller }) => findInsights(db, caller.modules), {
  keyOf: ({ modules }) => [...modules].sort().join(),
  prepare: withPatterns,
});

/** What a decision about this id refers to: what was shown, if it took long to find. */
async function findingsFor({ organizationId, db }: Unit, caller: Caller, id: string): Promise<Finding[]> {
  notFoundUnless('insight', isUuid(id));
  return insights.keptOf(organizationId, caller) ?? findInsights(db, caller.modules);
}

export const listInsights = listQuery('listInsights', {
  area: 'reports',
  mayLag: true,
  summary: 'Lists what needs attention, most urgent first. An insight covers everything that one action resolves.',
  input: z.strictObject({
    type: type().optional().meta({ description: 'Only insights with a finding of this type.' }),
    severity: severity().optional(),
    status: status()
      .default('open')
      .meta({ description: 'Default: open insights, without dismissed and snoozed ones.' }),
    ...paging,
  }),
  output: Insight,
  async run(reading, input) {
    const { organizationId, caller } = reading;
    const { result: findings, asOf } = await insights.of(reading);
    // A dismissed insight must not be seen again by whoever dismissed it, however far a replica is behind.
    const rows = decided(organizationId, findings, await readMarks(caller.database.read(organizationId)))
      .filter(({ status: decision }) => decision === input.status)
      .filter(({ insight }) => !input.severity || insight.severity === input.severity)
      .filter(({ insight }) => !input.type || insight.findings.some(each => each.type === input.type))
      .map(each => shown(organizationId, each));
    return { ...pageOf(rows, input), ...(asOf && { asOf, meta: { asOf } }) };
  },
});

interface MarkedInsight {
  insight: Group;
  status: (typeof STATUSES)[number];
  mark: Mark | undefined;
}

/**
 * Insights with the decisions about each: of findings that were hidden alone, those of the same status are grouped
 * together.
 */
function decided(organizationId: string, findings: readonly Finding[], marks: Marks): MarkedInsight[] {
  const markOf = (id: string, about: Pick<Finding, 'severity' | 'urgency'>) => {
    const mark = marks.get(id);
    return mark && isHidden(mark, about) ? mark : undefined;
  };
  const byStatus = Map.groupBy(findings, each => markOf(idOf(organizationId, each), each)?.status ?? 'open');
  return STATUSES.flatMap(status =>
    grouped(organizationId, byStatus.get(status) ?? []).map(insight => {
      const [finding] = insight.findings as [Finding];
      const mark = status === 'open' ? markOf(insight.id, insight) : marks.get(idOf(organizationId, finding));
      return { insight, status: mark?.status ?? 'open', mark };
    }),
  );
}

const EMPTY = { variantId: null, sku: null, locationId: null, lotId: null, purchaseOrderId: null };

/** A finding as it is returned, on its own or as part of an insight. */
const answered = ({ reference, ...about }: Pick<Finding, 'reference'>): Row => ({
  ...EMPTY,
  ...about,
  referenceType: reference?.type ?? null,
  referenceId: reference?.id ?? null,
});

function shown(organizationId: string, { insight, status: decision, mark }: MarkedInsight): Row {
  const { id, about, urgency: _, findings, ...rest } = insight;
  return {
    ...answered(about),
    ...rest,
    id,
    findingCount: findings.length,
    findings: findings
      .slice(0, FINDINGS_SHOWN)
      .map(({ urgency, words, ...each }) => ({ ...answered(each), id: idOf(organizationId, { ...each, urgency }) })),
    status: decision,
    snoozedUntil: mark?.until ?? null,
    markedBy: mark?.actor ?? null,
  };
}

/** Stores the decision about an insight, or about one of its findings. Refuses `not_found` for any other id. */
async function mark(
  unit: Unit,
  caller: Caller,
  markedId: string,
  decision: Parameters<typeof setMark>[2],
): Promise<Row> {
  const { organizationId, db } = unit;
  const findings = await findingsFor(unit, caller, markedId);
  const [one] = findings.filter(each => idOf(organizationId, each) === markedId);
  const all = decided(organizationId, findings, await readMarks(db));
  const of = notFoundUnless('insight', one ?? all.map(({ insight }) => insight).find(({ id }) => id === markedId));
  await setMark(unit, markedId, decision, of);
  const isMarked = ({ insight }: MarkedInsight) => insight.id === markedId || (one && insight.findings.includes(one));
  const [marked] = decided(organizationId, findings, await readMarks(db)).filter(isMarked);
  return shown(organizationId, marked!);
}

export const dismissInsight = command('dismissInsight', {
  area: 'reports',
  summary: 'Dismisses an insight for everyone, until its situation gets worse.',
  input: byId(),
  output: Insight,
  run: (unit, { id }, caller) => mark(unit, caller, id, { status: 'dismissed', until: null }),
});

export const snoozeInsight = command('snoozeInsight', {
  area: 'reports',
  summary: 'Hides an insight for everyone until the given time, or until its situation gets worse.',
  input: byId().extend({ until: future().meta({ description: 'When it is shown again.' }) }),
  output: Insight,
  run: (unit, { id, until }, caller) => mark(unit, caller, id, { status: 'snoozed', until }),
});

export const reopenInsight = command('reopenInsight', {
  area: 'reports',
  summary: 'Reopens an insight that was dismissed or snoozed, with all of its findings.',
  input: byId(),
  output: Insight,
  async run(unit, { id }, caller) {
    const { organizationId, db } = unit;
    const findings = await findingsFor(unit, caller, id);
    const idsOf = ({ insight }: MarkedInsight) => insight.findings.map(each => idOf(organizationId, each));
    const isMeant = (each: MarkedInsight) => each.insight.id === id || idsOf(each).includes(id);
    const meant = decided(organizationId, findings, await readMarks(db)).filter(isMeant);
    notFoundUnless('insight', meant[0]);
    // One of several findings is reopened alone.
    const marked = meant.flatMap(each => (each.insight.id === id ? [id, ...idsOf(each)] : [id]));
    await removeMarks(unit, marked);
    const now = decided(organizationId, findings, await readMarks(db)).filter(isMeant);
    return shown(organizationId, (now.find(each => each.status === 'open') ?? now[0])!);
  },
});
