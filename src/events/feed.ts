import { sql } from 'kysely';
import { z } from 'zod';
import { snake } from '../kernel/case.ts';
import { listQuery } from '../kernel/operation.ts';
import { paging, type SortKey } from '../kernel/page.ts';
import { type Shape, shapeOf } from '../kernel/shape.ts';
import { readPage } from '../store/rows.ts';
import { EVENT_TYPES } from './table.ts';

/** Version of the API that the data of events follows: docs/api.md, "Shape of an event". */
export const API_VERSION = 'v1';

/** An event as it is told, on every way out. */
export const EventView = z
  .object({
    id: z.uuid().meta({ description: 'Identifier of the event.' }),
    type: z.string().meta({ description: `What happened: ${EVENT_TYPES.join(', ')}.` }),
    position: z.int().meta({ description: 'Rises by one with each event of the organization; resume from it.' }),
    occurredAt: z.iso.datetime().meta({ description: 'When it happened.' }),
    apiVersion: z.string().meta({ description: 'Version of the API that the data follows.' }),
    organizationId: z.uuid().meta({ description: 'The organization of the event.' }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'The data of the event, as in REST.' }),
  })
  .meta({ id: 'Event', description: 'An event, as in webhooks, subscriptions and the log.' });

export const position = () => z.int().min(0, 'Must be a position.').max(Number.MAX_SAFE_INTEGER);

/** Where each field of an event is in the log. */
const logged: Shape = {
  ...shapeOf(EventView),
  table: 'events',
  fields: shapeOf(EventView).fields.map(field =>
    field.name === 'apiVersion'
      ? { ...field, formula: () => `'${API_VERSION}'` }
      : { ...field, column: snake(field.name) },
  ),
};

const inOrder: SortKey[] = [{ field: 'position', sql: sql`t.position`, direction: 'asc', type: 'bigint' }];

export const listEvents = listQuery('listEvents', {
  area: 'webhooks',
  summary: 'Lists events in the order of their positions. Events are kept for 30 days.',
  input: z.strictObject({
    after: position().optional().meta({ description: 'Only events after this position.' }),
    types: z
      .array(z.enum(EVENT_TYPES))
      .min(1)
      .max(EVENT_TYPES.length)
      .optional()
      .meta({ description: 'Only of these types.' }),
    ...paging,
  }),
  output: EventView,
  run({ db, wants }, { after, types, ...page }) {
    const conditions = [sql`t.position > ${after ?? 0}`, ...(types ? [sql`t.type = any(${types})`] : [])];
    // A poller has no use for the total, and counting a month of events at every poll would cost much.
    return readPage(db, logged, conditions, page, { ...wants, total: wants.total && after === undefined }, inOrder);
  },
});
