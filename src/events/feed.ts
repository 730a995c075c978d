import { sql } from 'kysely';
import { z } from 'zod';
import { snake } from '../kernel/case.ts';
import { refuse } from '../kernel/errors.ts';
import { listQuery, query } from '../kernel/operation.ts';
import { paging, type SortKey } from '../kernel/page.ts';
import { type Shape, shapeOf } from '../kernel/shape.ts';
import type { Db } from '../kernel/unit.ts';
import { readPage } from '../store/rows.ts';
import { ofTenant } from '../store/tenant.ts';
import type { LoggedEvent } from './log.ts';
import { EVENT_AREAS, EVENT_TYPES, readableTypes } from './table.ts';

/** Version of the API that the data of events follows: docs/api.md, "Shape of an event". */
export const API_VERSION = 'v1';

/** An event as every channel shows it. */
export const EventView = z
  .object({
    id: z.uuid().meta({ description: 'Identifier of the event.' }),
    type: z.string().meta({ description: `What happened: ${EVENT_TYPES.join(', ')}.` }),
    position: z.int().meta({ description: 'Rises by one with each event of the organization; resume from it.' }),
    epoch: z.string().meta({
      description:
        'Changes when the service is restored from a backup: positions of different epochs cannot be compared, so read everything again.',
    }),
    occurredAt: z.iso.datetime().meta({ description: 'When it happened.' }),
    apiVersion: z.string().meta({ description: 'Version of the API that the data follows.' }),
    organizationId: z.uuid().meta({ description: 'The organization of the event.' }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'The data of the event, as in REST.' }),
  })
  .meta({ id: 'Event', description: 'An event, as in webhooks, subscriptions and the log.' });

/** The input of a position in the event log. */
export const position = () => z.int().min(0, 'Must be a position.').max(Number.MAX_SAFE_INTEGER);

const FORMULAS: { readonly [field: string]: () => string } = {
  apiVersion: () => `'${API_VERSION}'`,
  epoch: () => '(select g.epoch from event_epochs g)',
};

/** The columns of an event's fields in the log. */
const logged: Shape = {
  ...shapeOf(EventView),
  table: 'events',
  fields: shapeOf(EventView).fields.map(field =>
    FORMULAS[field.name] ? { ...field, formula: FORMULAS[field.name] } : { ...field, column: snake(field.name) },
  ),
};

const inOrder: SortKey[] = [{ field: 'position', sql: sql`t.position`, direction: 'asc', type: 'bigint' }];

/**
 * Refuses `cursor_ahead` for a position that was never assigned: a client waiting behind it, for example after a
 * restored backup, would wait in silence.
 */
export function requireReached(after: number, head: number): void {
  if (after <= head) return;
  const message = `The last position is ${head}: ${after} is of another log, or of this one before it was restored. Read everything anew.`;
  refuse('cursor_ahead', message, { field: 'after', details: { head } });
}

/** The last position of the organization that the connection sees. */
export async function headOf(db: Db): Promise<number> {
  const { rows } = await sql<{ head: number }>`select event_head() as head`.execute(db);
  return rows[0]!.head;
}

/** The number of all events that are kept: their positions have no gap. */
async function countAll(db: Db): Promise<number> {
  const { rows } = await sql<{
    kept: number;
  }>`select coalesce(max(position) - min(position) + 1, 0) as kept from events t where ${ofTenant('t')}`.execute(db);
  return rows[0]!.kept;
}

const EventHead = z
  .object({
    position: z.int().meta({ description: 'Position of the last event of the organization; 0 before the first.' }),
    epoch: z.string().meta({ description: "The log's epoch, as in an event." }),
  })
  .meta({ id: 'EventHead', description: 'The end of the event log.' });

/** The parameters of a read of events: their types, and a position to start after. */
const which = {
  after: position().optional().meta({ description: 'Only events after this position.' }),
  types: z
    .array(z.enum(EVENT_TYPES))
    .min(1)
    .max(EVENT_TYPES.length)
    .optional()
    .meta({ description: 'Only these types.' }),
};

/** The parameters of the event stream; it is served by the face that can stream. */
export const followEvents = { area: EVENT_AREAS, kind: 'query', input: z.strictObject(which) } as const;

/** An event as webhooks and the stream carry it: docs/api.md, "Shape of an event". */
export const bodyOf = (
  {
    id,
    type,
    position: at,
    epoch,
    occurredAt,
    organizationId,
    data,
  }: Omit<LoggedEvent, 'sequence' | 'data'> & { data: object },
  more: object = {},
): string =>
  JSON.stringify({
    id,
    type,
    position: at,
    epoch,
    occurred_at: occurredAt,
    api_version: API_VERSION,
    organization_id: organizationId,
    ...more,
    data,
  });

/**
 * The same as a CloudEvent in structured JSON:
 * https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
 */
export const cloudEventOf = (
  { id, type, position: at, epoch, occurredAt, organizationId, data }: Parameters<typeof bodyOf>[0],
  more: object = {},
): string =>
  JSON.stringify({
    specversion: '1.0',
    id,
    source: `/organizations/${organizationId}`,
    type,
    time: occurredAt,
    datacontenttype: 'application/json',
    position: at,
    epoch,
    ...more,
    data,
  });

export const getEventHead = query('getEventHead', {
  area: EVENT_AREAS,
  summary:
    'Returns the position of the last event. Request it first, then read your data and follow the events `after` it: nothing is missed.',
  input: z.strictObject({}),
  output: EventHead,
  async run({ db }) {
    const { rows } = await sql<z.infer<typeof EventHead>>`
      select event_head() as position, (select g.epoch from event_epochs g) as epoch`.execute(db);
    return rows[0]!;
  },
});

export const listEvents = listQuery('listEvents', {
  area: EVENT_AREAS,
  summary:
    'Lists the events of the areas that the key may read, in the order of their positions. Events are kept for 30 days.',
  refuses: ['cursor_ahead'],
  input: z.strictObject({ ...which, ...paging }),
  output: EventView,
  async run({ db, wants, caller }, { after, types, ...page }) {
    const readable = readableTypes(caller, types);
    const all = readable.length === EVENT_TYPES.length;
    const conditions = [sql`t.position > ${after ?? 0}`, ...(all ? [] : [sql`t.type = any(${readable})`])];
    // A poller has no use for the total, and counting a month of events at every poll would cost too much.
    const hasTotal = wants.total && after === undefined;
    const found = await readPage(db, logged, conditions, page, { ...wants, total: hasTotal && !all }, inOrder);
    if (after !== undefined && found.rows.length === 0) requireReached(after, await headOf(db));
    return hasTotal && all ? { ...found, total: await countAll(db) } : found;
  },
});
