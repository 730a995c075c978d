import { afterAll, beforeAll } from '@jest/globals';
import pino from 'pino';
import { type Imports, startImports } from '../../src/imports/runner.ts';
import type { Row } from '../../src/kernel/view.ts';
import type { Client, Reply } from './http.ts';
import { until } from './live.ts';
import type { World } from './world.ts';

let imports: Imports | undefined;

/** A worker that runs imports during the tests of the file. */
export function useImports(world: World): void {
  beforeAll(() => {
    imports = startImports(world.database, pino({ level: 'error' }));
  });
  afterAll(async () => {
    await imports?.close();
  });
}

/** Looks for waiting imports now. */
export const wake = (): void => imports?.wake();

export interface Imported extends Row {
  id: string;
  status: string;
}

export const CSV = { 'content-type': 'text/csv' };
export const NDJSON = { 'content-type': 'application/x-ndjson' };

/** Waits until the import has ended, and returns it. */
export async function ended(client: Client, reply: Reply): Promise<Imported> {
  const { id } = reply.body.data as Imported;
  let found: Imported | undefined;
  await until(async () => {
    wake();
    found = (await client(`GET /imports/${id}`)).body.data as Imported;
    return ['completed', 'failed', 'cancelled'].includes(found.status);
  });
  return found!;
}

/** Imports a sheet and returns the result, or throws the refusal. */
export async function take(
  client: Client,
  query: string,
  sheet: string,
  headers: { [name: string]: string } = CSV,
): Promise<Imported> {
  const reply = await client(`POST /imports?${query}`, sheet, headers);
  if (reply.status !== 202) throw new Error(`${reply.status} ${reply.text}`);
  return ended(client, reply);
}

/** created, updated, unchanged, rejected. */
export const counts = (each: Imported): unknown[] => [
  each.status,
  each['rows_created'],
  each['rows_updated'],
  each['rows_unchanged'],
  each['rows_rejected'],
];

/** The problems of its rejected rows. */
export async function problems(client: Client, { id }: Imported): Promise<string[]> {
  const { body } = await client(`GET /imports/${id}/rows?status=rejected&per_page=200`);
  return (body.data as { row: number; errors: { code: string; field: string | null }[] }[]).flatMap(({ row, errors }) =>
    errors.map(({ code, field }) => `${row} ${code} ${field}`),
  );
}
