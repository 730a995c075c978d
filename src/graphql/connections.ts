import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import type { Page } from '../kernel/page.ts';
import { type Class, classNamed } from './types.ts';

/* Relay connections: the types that lists return, and how a page becomes one. */

const connections = new Map<Class, Class>();
let PageInfo: Class | undefined;

function pageInfoType(): Class {
  if (PageInfo) return PageInfo;
  PageInfo = classNamed('PageInfo');
  ObjectType('PageInfo', { description: 'Position of a page in its list.' })(PageInfo);
  Field(() => Boolean)(PageInfo.prototype, 'hasNextPage');
  Field(() => Boolean)(PageInfo.prototype, 'hasPreviousPage');
  Field(() => String, { nullable: true })(PageInfo.prototype, 'startCursor');
  Field(() => String, { nullable: true })(PageInfo.prototype, 'endCursor');
  return PageInfo;
}

/** A Relay connection over a type; one over records can be followed. */
export function connectionType(type: Class, ofRecords: boolean): Class {
  const known = connections.get(type);
  if (known) return known;
  const Edge = classNamed(`${type.name}Edge`);
  ObjectType(Edge.name)(Edge);
  Field(() => String)(Edge.prototype, 'cursor');
  Field(() => type)(Edge.prototype, 'node');
  const Connection = classNamed(`${type.name}Connection`);
  ObjectType(Connection.name)(Connection);
  Field(() => [Edge])(Connection.prototype, 'edges');
  Field(() => [type], { description: 'The nodes, without edges.' })(Connection.prototype, 'nodes');
  const info = pageInfoType();
  Field(() => info)(Connection.prototype, 'pageInfo');
  Field(() => Int, { nullable: true, description: 'Number of records on all pages. Counted only if requested.' })(
    Connection.prototype,
    'totalCount',
  );
  if (ofRecords)
    Field(() => GraphQLDateTimeISO, {
      nullable: true,
      description: 'With the filter `updatedSince`: the value to send next, so that no change is missed.',
    })(Connection.prototype, 'nextUpdatedSince');
  connections.set(type, Connection);
  return Connection;
}

/** A page as the connection that these types describe. */
export const connection = ({ rows, total, nextCursor, cursorOf, page, meta }: Page) => ({
  nodes: rows,
  get edges() {
    return rows.map(node => ({ node, cursor: cursorOf(node) }));
  },
  totalCount: total ?? null,
  nextUpdatedSince: meta?.['nextUpdatedSince'] ?? null,
  pageInfo: {
    hasNextPage: nextCursor !== null,
    hasPreviousPage: page === undefined,
    startCursor: rows[0] ? cursorOf(rows[0]) : null,
    endCursor: rows.length > 0 ? cursorOf(rows.at(-1)!) : null,
  },
});
