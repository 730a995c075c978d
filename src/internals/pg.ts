import type { Socket } from 'node:net';
import type pg from 'pg';

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
