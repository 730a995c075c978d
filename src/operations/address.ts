import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/*
 * The commands of the CLI run beside the service, and are not told its PORT. Those that print a link to the web app
 * read here where the service of the same DATA_DIR serves, or last served.
 */

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_URLS'>;

/** Undefined where the database is not the embedded one: other services may use other folders, or this one. */
const fileOf = ({ DATA_DIR, DATABASE_URL, DATABASE_URLS }: Place): string | undefined =>
  DATABASE_URL === undefined && DATABASE_URLS === undefined ? join(DATA_DIR, 'address') : undefined;

/** Keeps where this process serves; on a disk that takes nothing it serves all the same. */
export async function keepAddress(config: Place, address: string): Promise<void> {
  const file = fileOf(config);
  if (file !== undefined) await writeFile(file, `${address}\n`).catch(() => undefined);
}

/** Where a service with this embedded database serves, as far as it is known. */
export async function keptAddress(config: Place): Promise<string | undefined> {
  const file = fileOf(config);
  return file === undefined ? undefined : (await readFile(file, 'utf8').catch(() => '')).trim() || undefined;
}
