import type { Socket } from 'node:net';
import pg from 'pg';

/*
 * What this service uses of pg 8.23.0's internals; tested in test/internals/internals.test.ts.
 */

/**
 * The socket of a connection, to send several statements in one packet (`cork`). Relies on `client.connection.stream`.
 * To ask for upstream: pipelining.
 */
export const socketOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** The answers to several statements in one text, which the driver returns as a list and its types do not know. */
export const answersOf = (answers: pg.QueryResult): readonly pg.QueryResult[] =>
  answers as unknown as readonly pg.QueryResult[];

type Connection = pg.Client['connection'];

/** The driver's result: the columns, what converts their values, and a row to copy. */
interface Columns {
  fields: pg.FieldDef[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface DriversQuery extends pg.Query {
  readonly name: string;
  readonly _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

const DriversQuery = pg.Query as unknown as new (
  statement: pg.QueryConfig,
  done: (error: Error | undefined, result: pg.QueryResult) => void,
) => DriversQuery;

/** The columns of a connection's prepared statements, and the connection without the question about them. */
interface Descriptions {
  readonly columns: Map<string, Columns>;
  readonly silent: Connection;
}

const descriptions = new WeakMap<Connection, Descriptions>();

const descriptionsOf = (connection: Connection): Descriptions => {
  let known = descriptions.get(connection);
  if (!known) {
    const silent = Object.create(connection, { describe: { value: () => undefined } }) as Connection;
    descriptions.set(connection, (known = { columns: new Map(), silent }));
  }
  return known;
};

class DescribedOnce extends DriversQuery {
  override prepare(connection: Connection): void {
    const { columns, silent } = descriptionsOf(connection);
    const known = columns.get(this.name);
    if (!known) return super.prepare(connection);
    Object.assign(this._result, known);
    this._accumulateRows = true;
    super.prepare(silent);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    const { columns } = descriptionsOf(connection);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (!columns.has(this.name)) columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    super.handleCommandComplete(message, connection);
  }
}

/**
 * Runs a prepared statement. The driver asks for the columns each time; here each connection is told once, as they stay
 * the same while the statement does. Relies on `Query.prepare`, which calls `connection.describe`, and on what
 * `Query.handleRowDescription` leaves in the result.
 */
export const askPrepared = (client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(new DescribedOnce(statement, (error, result) => (error ? reject(error) : resolve(result))));
  }).catch((error: Error) => {
    // As the driver does: the stack leads to who asked.
    Error.captureStackTrace(error);
    throw error;
  });
