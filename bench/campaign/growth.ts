import { readdir, readFile } from 'node:fs/promises';
import type { Rig } from './rig.ts';
import type { Service } from './service.ts';

/*
 * What must not grow while the service runs: memory and open files of the processes that live through all faults,
 * connections to the database, and waiting work.
 */

export interface Size {
  processes: { [name: string]: { megabytes: number; files: number } };
  connections: number;
  /** Events without a position, and deliveries that are due. */
  waiting: number;
}

const MORE_MEGABYTES = 100;
const MORE_FILES = 20;
const MORE_CONNECTIONS = 10;

/** The size of these processes according to Linux, and the database's connections and waiting work. */
export async function sizeOf({ cluster }: Rig, services: readonly Service[]): Promise<Size> {
  const [found] = await cluster.ask<{ connections: number; waiting: number }>(
    `select (select count(*)::int from pg_stat_activity where application_name like 'stockwright%') as connections,
       (select count(*)::int from events where position is null)
         + (select count(*)::int from webhook_deliveries
             where status in ('pending', 'retrying') and next_attempt_at < now()) as waiting`,
  );
  const processes = await Promise.all(
    services.map(async service => {
      const status = await readFile(`/proc/${service.pid()}/status`, 'utf8');
      const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]);
      const files = (await readdir(`/proc/${service.pid()}/fd`)).length;
      return [service.name, { megabytes: Math.round(kilobytes / 1024), files }] as const;
    }),
  );
  return { ...found!, processes: Object.fromEntries(processes) };
}

/** What grew between the two by more than chance, in words. */
export function growth(from: Size, to: Size): string[] {
  const more = (what: string, before: number, after: number, allowed: number) =>
    after > before + allowed ? [`${what} grew from ${before} to ${after}.`] : [];
  return [
    ...Object.entries(to.processes).flatMap(([name, { megabytes, files }]) => [
      ...more(`The memory of ${name}, in MB,`, from.processes[name]!.megabytes, megabytes, MORE_MEGABYTES),
      ...more(`The open files of ${name}`, from.processes[name]!.files, files, MORE_FILES),
    ]),
    ...more('Connections to the database', from.connections, to.connections, MORE_CONNECTIONS),
  ];
}

export const inWords = ({ processes, connections, waiting }: Size): string =>
  [
    ...Object.entries(processes).map(([name, { megabytes, files }]) => `${name} ${megabytes} MB, ${files} files`),
    `${connections} connections`,
    `${waiting} waiting`,
  ].join('; ');
