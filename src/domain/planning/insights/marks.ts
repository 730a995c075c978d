import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Db, Unit } from '../../../kernel/unit.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { type Finding, SEVERITIES, type Severity } from './insight.ts';

/*
 * Decisions about insights: dismissed, or snoozed until later, for the whole organization. As insights are computed
 * each time, they are identified by an id that stays the same while they are about the same thing.
 */

export const STATUSES = ['open', 'snoozed', 'dismissed'] as const;

const InsightMarkSchema = defineEntity({
  name: 'InsightMark',
  tableName: 'insight_marks',
  comment: 'An insight that was dismissed or snoozed: by whom, and how urgent it was then.',
  properties: {
    organizationId: p.uuid().primary(),
    insightId: p.uuid().primary().comment('The insight.'),
    status: p.enum(['snoozed', 'dismissed'] as const).comment('What was decided.'),
    until: p.datetime(3).nullable().comment('Until when it is snoozed.'),
    severity: p.enum(SEVERITIES).comment('Its severity then.'),
    urgency: p.double().comment('What was at stake then.'),
    actor: p.string().length(260).comment('Who decided.'),
    markedAt: p.datetime(3).comment('When.'),
  },
});
export class InsightMark extends InsightMarkSchema.class {}
InsightMarkSchema.setClass(InsightMark);

export interface Mark {
  status: 'snoozed' | 'dismissed';
  until: string | null;
  severity: Severity;
  urgency: number;
  actor: string;
}
export type Marks = ReadonlyMap<string, Mark>;

/** Twice as much at stake is a new situation. */
const WORSE = 2;

/** Whether it stays hidden: until its time is up, or it has become worse than it was. */
export const isHidden = (mark: Mark, { severity, urgency }: Pick<Finding, 'severity' | 'urgency'>): boolean =>
  (mark.until === null || Date.parse(mark.until) > Date.now()) &&
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(mark.severity) &&
  urgency <= mark.urgency * WORSE;

/** What users have decided about insights, by the id of the insight. */
export async function readMarks(db: Db): Promise<Marks> {
  const { rows } = await sql<Mark & { insightId: string }>`
    select m.insight_id as "insightId", m.status, m.until, m.severity, m.urgency, m.actor
    from insight_marks m where ${ofTenant('m')}`.execute(db);
  return new Map(rows.map(row => [row.insightId, row]));
}

/** Snoozes or dismisses an insight as it is now: if it gets worse than this, it is shown again. */
export async function setMark(
  unit: Unit,
  insightId: string,
  { status, until }: { status: Mark['status']; until: Date | null },
  { severity, urgency }: Pick<Finding, 'severity' | 'urgency'>,
): Promise<void> {
  await sql`
    insert into insight_marks (organization_id, insight_id, status, until, severity, urgency, actor, marked_at)
    values (${unit.organizationId}, ${insightId}, ${status}, ${until}, ${severity}, ${urgency},
        ${unit.actor}, ${unit.now()})
    on conflict (organization_id, insight_id)
    do update set status = excluded.status, until = excluded.until, severity = excluded.severity,
      urgency = excluded.urgency, actor = excluded.actor, marked_at = excluded.marked_at`.execute(unit.db);
}

/** Forgets what was decided about these insights. */
export async function removeMarks(unit: Unit, insightIds: readonly string[]): Promise<void> {
  await sql`delete from insight_marks m where ${ofTenant('m')} and m.insight_id = any(${insightIds}::uuid[])`.execute(
    unit.db,
  );
}
