import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { notFound, refuse } from '../kernel/errors.ts';
import { byId, changes, code, metadata, name, ruled, target } from '../kernel/inputs.ts';
import { allows, type Caller, command, listQuery, query } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Unit } from '../kernel/unit.ts';
import {
  conditionsOf,
  createdSince,
  equals,
  filterInput,
  filtersOf,
  type ListInput,
  ordersOf,
  readList,
  sortAlone,
  sortInput,
} from '../store/list.ts';
import { create, isUuid, lockById, notFoundUnless, remove, TenantRecord } from '../store/record.ts';
import { readById } from '../store/rows.ts';

/*
 * A way of looking at a list, stored under a name: its filters, its order, its columns. Their form is the client's;
 * docs/api.md, "Views".
 */

const ViewSchema = defineEntity({
  name: 'View',
  tableName: 'views',
  extends: TenantRecord,
  comment: 'A way of looking at a list, saved under a name: for its owner or for everyone.',
  uniques: [{ properties: ['organizationId', 'list', 'ownerId', 'name'] }],
  properties: {
    name: p.string().length(200).comment('Its name.'),
    list: p.string().length(100).comment('The list it belongs to, as the client names it, such as `orders`.'),
    settings: p.json<{ [key: string]: unknown }>().comment("The client's settings, stored as they are."),
    shared: p.boolean().comment('Whether everyone sees it, or only its owner.'),
    owner: p.string().length(260).comment('Its owner: a key or a user.'),
    ownerId: p.uuid().nullable().comment('Id of the owning key or member.'),
  },
});
export class View extends ViewSchema.class {}
ViewSchema.setClass(View);

const area = 'reports' as const;
const input = z.strictObject({
  name: name(),
  list: code(),
  settings: metadata().default({}),
  shared: z.boolean().default(false),
});

const filters = filtersOf(View, {
  list: equals('list', code()),
  shared: equals('shared', z.boolean()),
  createdSince,
});
const orders = ordersOf(View);

const isSeenBy = (view: { shared: unknown; ownerId: unknown }, { actorId }: Pick<Caller, 'actorId'>): boolean =>
  view.shared === true || (actorId !== undefined && view.ownerId === actorId);

export const listViews = listQuery('listViews', {
  area,
  summary: "Lists the caller's own views and those that are shared.",
  input: ruled(filterInput(filters).extend({ sort: sortInput(View, orders) }), sortAlone),
  output: View,
  run({ db, wants, caller }, given) {
    const seen = sql`(t.shared or t.owner_id = ${caller.actorId ?? null}::uuid)`;
    return readList(db, View, [seen, ...conditionsOf(filters, given)], given as ListInput, wants, orders);
  },
});

export const getView = query('getView', {
  area,
  summary: "Returns one view: the caller's own or a shared one.",
  input: byId(),
  output: View,
  async run({ db, caller }, { id }) {
    const view = notFoundUnless('view', isUuid(id) && (await readById(db, shapeOf(View), id)));
    return isSeenBy(view as never, caller) ? view : notFound('view');
  },
});

/** A shared view may be changed only by those who may change what everybody sees. */
function refuseToShare(caller: Caller): void {
  const scope = `${area}:write` as const;
  if (!allows(caller.scopes, scope))
    refuse('insufficient_scope', `Sharing a view, or changing a shared one, needs the scope ${scope}.`, {
      details: { scope },
    });
}

export const createView = command('createView', {
  area,
  isOwn: true,
  summary: 'Saves a view of a list under a name. Sharing it needs `reports:write`.',
  refuses: ['already_exists'],
  input,
  output: View,
  async run(unit, given, caller) {
    if (given.shared) refuseToShare(caller);
    return create(unit, View, { ...given, owner: unit.actor, ownerId: unit.actorId ?? null });
  },
});

/** A view that the caller may see: neither the existence nor the version of another's is revealed. */
async function lockSeen(unit: Unit, id = ''): Promise<View> {
  const view = await lockById(unit, View, id);
  return isSeenBy(view, unit) ? view : notFound('view');
}

/** The caller's own view, or a shared one if the caller is an admin. */
async function lockOwn(unit: Unit, id: string, caller: Caller): Promise<View> {
  const view = await lockSeen(unit, id);
  if (view.shared) refuseToShare(caller);
  if (view.ownerId !== caller.actorId && !allows(caller.scopes, 'admin'))
    refuse('insufficient_scope', 'Only the owner of a shared view, or an admin, may change or remove it.', {
      details: { scope: 'admin' },
    });
  return view;
}

export const updateView = command('updateView', {
  area,
  isOwn: true,
  summary: 'Renames a view, changes what it shows, or shares it, which needs `reports:write`.',
  refuses: ['already_exists'],
  input: changes(input).extend({ id: target() }),
  output: View,
  lock: lockSeen,
  async run(unit, { id, ...given }, caller) {
    const view = await lockOwn(unit, id, caller);
    if (given.shared) refuseToShare(caller);
    return unit.em.assign(view, given);
  },
});

export const deleteView = command('deleteView', {
  area,
  isOwn: true,
  summary: 'Removes a view; a shared one needs `reports:write`.',
  input: byId(),
  output: View,
  lock: lockSeen,
  run: async (unit, { id }, caller) => remove(unit, await lockOwn(unit, id, caller)),
});
