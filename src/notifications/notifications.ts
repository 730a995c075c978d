import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { Location } from '../domain/locations.ts';
import { AREAS } from '../kernel/areas.ts';
import { refuse } from '../kernel/errors.ts';
import { id, ruled, timestamp } from '../kernel/inputs.ts';
import { type Caller, command, listQuery } from '../kernel/operation.ts';
import { afterCursor, encodeCursor, orderBy, type Page, type Paging, paging, type SortKey } from '../kernel/page.ts';
import type { Db, Wants } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { ofTenant } from '../store/tenant.ts';
import { type Details, KINDS, type NotificationType, SUBJECTS, TYPES, toldTo } from './kinds.ts';

/*
 * Notifications, and which of them the caller has read: docs/api.md, "Notifications". A reader is a member or a key.
 * Everything up to a certain time is read, and of the newer ones those that are stored here one by one.
 */

const NotificationReadSchema = defineEntity({
  name: 'NotificationRead',
  tableName: 'notification_reads',
  comment: 'A notification that was read, and by whom.',
  indexes: [{ properties: ['readAt'] }],
  properties: {
    organizationId: p.uuid().primary(),
    readerId: p.uuid().primary().comment('The member or API key.'),
    notificationId: p.uuid().primary(),
    readAt: p.datetime(3),
  },
});
export class NotificationRead extends NotificationReadSchema.class {}
NotificationReadSchema.setClass(NotificationRead);

const NotificationMarkSchema = defineEntity({
  name: 'NotificationMark',
  tableName: 'notification_marks',
  comment: 'The time up to which an actor has read all notifications.',
  indexes: [{ properties: ['readUntil'] }],
  properties: {
    organizationId: p.uuid().primary(),
    readerId: p.uuid().primary().comment('The member or API key.'),
    readUntil: p.datetime(3),
  },
});
export class NotificationMark extends NotificationMarkSchema.class {}
NotificationMarkSchema.setClass(NotificationMark);

const Notification = z
  .object({
    id: z.uuid().meta({ description: 'Identifier, stable for as long as the notification is shown.' }),
    type: z.enum(TYPES).meta({ id: 'NotificationType', description: 'Type of the notification.' }),
    title: z.string().meta({ description: 'Title in a few words.' }),
    message: z.string().meta({ description: 'Message in a sentence, with the figures.' }),
    occurredAt: z.iso.datetime().meta({ description: 'When it happened.' }),
    read: z.boolean().meta({ description: 'Whether the caller has read it.' }),
    subjectType: z.enum(SUBJECTS).meta({ id: 'NotificationSubject', description: 'The variant it applies to.' }),
    subjectId: z.uuid().meta({ description: 'The id of that record.' }),
    locationId: z
      .uuid()
      .nullable()
      .meta({ description: 'The location concerned.', relation: { name: 'location', target: Location } }),
    details: z.record(z.string(), z.unknown()).meta({ description: 'The figures behind it.' }),
  })
  .meta({ id: 'Notification', description: 'Something that the caller should know.' });

interface NotificationRow {
  id: string;
  type: NotificationType;
  details: Details;
}

const shown = ({ type, details, ...row }: NotificationRow & Row): Row => ({
  ...row,
  type,
  details,
  title: KINDS[type].title(details),
  message: KINDS[type].message(details),
});

const order: SortKey[] = [
  { field: 'occurredAt', sql: sql`n.at`, direction: 'desc', type: 'timestamptz' },
  { field: 'id', sql: sql`n.id`, direction: 'desc', type: 'uuid' },
];

/** The time up to which the caller has read everything: at least that of their creation. */
const readUntil = ({ actorId }: Pick<Caller, 'actorId'>) => sql`
  greatest((select m.read_until from notification_marks m
        where ${ofTenant('m')} and m.reader_id = ${actorId ?? null}::uuid),
    (select b.accepted_at from members b where ${ofTenant('b')} and b.id = ${actorId ?? null}::uuid),
    (select k.created_at from api_keys k where ${ofTenant('k')} and k.id = ${actorId ?? null}::uuid),
        '-infinity'::timestamptz)`;

/** The caller's notifications as `n`, with whether they have been read. */
const notificationsOf = (caller: Caller, onlyUnread = false): RawBuilder<unknown> => sql`
  (select t.*, t.at <= ${readUntil(caller)} or t.id in (
      select r.notification_id from notification_reads r
          where ${ofTenant('r')} and r.reader_id = ${caller.actorId ?? null}::uuid) as read
    from (${toldTo(caller, onlyUnread ? readUntil(caller) : undefined)}) t) n`;

const FIELDS = sql`n.id, n.type, n.at as "occurredAt", n.read, n.subject_type as "subjectType",
  n.subject_id as "subjectId", n.location_id as "locationId", n.details`;

async function readNews(
  db: Db,
  caller: Caller,
  conditions: readonly RawBuilder<unknown>[],
  { perPage, ...place }: Paging,
  { wants, onlyUnread }: { wants: Wants; onlyUnread: boolean },
): Promise<Page> {
  const page = place.cursor === undefined ? (place.page ?? 1) : undefined;
  const all = sql.join([sql`true`, ...conditions], sql` and `);
  const after = place.cursor === undefined ? sql`true` : afterCursor(order, place.cursor);
  const source = notificationsOf(caller, onlyUnread);
  // They are found as a whole anyway, so they are counted on the way; but not behind a cursor or the last page.
  const counted = wants.total && page !== undefined ? sql`count(*) over ()` : sql`null::bigint`;
  const { rows: found } = await sql<NotificationRow & Row & { all_rows: number | null }>`
    select ${FIELDS}, ${counted} as all_rows from ${source} where ${all} and ${after} order by ${orderBy(order)}
    limit ${perPage + 1} offset ${page === undefined ? 0 : (page - 1) * perPage}`.execute(db);
  const total = wants.total
    ? (found[0]?.all_rows ??
      (await sql<{ total: number }>`select count(*) as total from ${source} where ${all}`.execute(db)).rows[0]!.total)
    : undefined;
  const rows = found.map(({ all_rows: _, ...row }) => row as NotificationRow & Row);
  const more = rows.length > perPage;
  if (more) rows.pop();
  const cursorOf = (row: Row) => encodeCursor(order, row);
  return {
    rows: rows.map(shown),
    perPage,
    ...(page !== undefined && { page }),
    ...(total !== undefined && { total }),
    nextCursor: more ? cursorOf(rows.at(-1)!) : null,
    cursorOf,
  };
}

export const listNotifications = listQuery('listNotifications', {
  area: AREAS,
  summary:
    'Lists the notifications of the last 30 days that the caller may read, newest first. The number of unread ones is the total of `unread=true`.',
  input: z.strictObject({
    unread: z
      .boolean()
      .optional()
      .meta({ description: 'Only unread notifications (true), or only read ones (false).' }),
    types: z.array(z.enum(TYPES)).min(1).max(TYPES.length).optional().meta({ description: 'Only these types.' }),
    ...paging,
  }),
  output: Notification,
  run({ db, wants, caller }, { unread, types, ...place }) {
    const conditions = [
      ...(unread === undefined ? [] : [sql`n.read = ${!unread}`]),
      ...(types ? [sql`n.type = any(${types}::text[])`] : []),
    ];
    return readNews(db, caller, conditions, place, { wants, onlyUnread: unread === true });
  },
});

const NotificationsRead = z
  .object({ unread: z.int().meta({ description: 'Number of notifications still unread.' }) })
  .meta({ id: 'NotificationsRead', description: 'Result of marking notifications as read.' });

/**
 * A notification that appears with a slightly earlier time (of an event whose transaction ended late) must not count as
 * read: within that margin, each is recorded individually.
 */
const SETTLED = sql`interval '5 minutes'`;
const IDS_MAX = 200;

export const readNotifications = command('readNotifications', {
  area: AREAS,
  isOwn: true,
  summary: 'Marks these notifications, or all up to a time, as read, for the caller only.',
  input: ruled(
    z.strictObject({
      ids: z.array(id()).min(1).max(IDS_MAX).optional().meta({ description: 'The notifications to mark as read.' }),
      until: timestamp()
        .optional()
        .meta({ description: 'Marks all up to this time, such as that of the newest one shown. Default: all.' }),
    }),
    ({ ids, until }) =>
      ids !== undefined && until !== undefined ? [{ path: ['until'], message: 'Give this or ids, not both.' }] : [],
  ),
  output: NotificationsRead,
  async run(unit, { ids, until }, caller) {
    const { db, organizationId } = unit;
    const { rows } = await sql<{ last: string; settled: string }>`
      select x.last, x.last - ${SETTLED} as settled
      from (select least(${until ?? null}::timestamptz, now()) as last) x`.execute(db);
    const { last, settled } = rows[0]!;
    const { actorId } = caller;
    if (actorId === undefined) return refuse('bad_request', 'Only a person or an API key reads notifications.');
    const chosen = ids ? sql`n.id = any(${ids}::uuid[])` : sql`n.at > ${settled} and n.at <= ${last}`;
    await sql`
      insert into notification_reads (organization_id, reader_id, notification_id, read_at)
      select ${organizationId}, ${actorId}, n.id, now() from ${notificationsOf(caller)} where ${chosen} and not n.read
      on conflict do nothing`.execute(db);
    if (!ids)
      await sql`
        insert into notification_marks as m (organization_id, reader_id, read_until)
        values (${organizationId}, ${actorId}, ${settled})
        on conflict (organization_id, reader_id)
        do update set read_until = greatest(m.read_until, excluded.read_until)`.execute(db);
    const left = await sql<{ unread: number }>`
      select count(*) as unread from ${notificationsOf(caller, true)} where not n.read`.execute(db);
    return left.rows[0]!;
  },
});
