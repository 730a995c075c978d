import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Problem } from '../graphql.ts';
import { t } from '../language.ts';
import { translated } from '../problems.ts';
import { goesOn, OWN_SCRIPT, shownHeaders } from '../session.ts';
import { Problems } from './page.tsx';

/** The REST name of a filter. Enum values are upper case only in GraphQL. */
const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
const CAPITALS = ['status', 'entryType', 'sort', 'type'];
/** `NAME_DESC` is `-name` in REST. */
const inRest = (value: string) => {
  const [, field, direction] = /^(.+)_(asc|desc)$/.exec(value) ?? [];
  return field === undefined ? value : `${direction === 'desc' ? '-' : ''}${field}`;
};

interface Names {
  [name: string]: string;
}

/** The service, or the network, has failed if nothing arrives for this long. */
const SILENT_MS = 60_000;

/**
 * Sends a REST request as the signed-in user, again if the session had ended and goes on. A large answer takes as long
 * as it takes, but not for ever: it fails once nothing more arrives.
 */
export async function ask(
  path: string,
  { headers = {}, silentMs = SILENT_MS, ...init }: RequestInit & { headers?: Names; silentMs?: number } = {},
): Promise<Response> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silentMs);
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silentMs);
  };
  try {
    const response = await fetch(`/api/v1${path}`, {
      ...init,
      signal: silence.signal,
      headers: { ...OWN_SCRIPT, ...headers, ...shownHeaders() },
    });
    restartTimer();
    if (response.status === 401) {
      clearTimeout(timer);
      return (await goesOn()) ? ask(path, { headers, silentMs, ...init }) : response;
    }
    const content = response.body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(part, out) {
          restartTimer();
          out.enqueue(part);
        },
        flush: () => clearTimeout(timer),
      }),
    );
    return new Response(content ?? null, response);
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
}

/** Downloads what is at this path as a sheet, and returns the problems, if any. */
export async function download(path: string, name: string): Promise<readonly Problem[]> {
  try {
    const response = await ask(path, { headers: { accept: 'text/csv' } });
    if (!response.ok) return await problemsIn(response);
    saveFile(name, await response.blob());
    return [];
  } catch {
    return [{ code: '', message: t('The export was cut off. Try again.'), field: null }];
  }
}

/** The problems in an unsuccessful response. */
export async function problemsIn(response: Response): Promise<Problem[]> {
  const body = (await response.json().catch(() => ({}))) as { errors?: Problem[] };
  return (
    body.errors?.map(translated) ?? [{ code: '', message: t('The service cannot be reached. Try again.'), field: null }]
  );
}

/** Downloads a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

interface ExportProps {
  /** The list's name in REST. */
  list: string;
  filter?: object;
}

/** Exports the complete list as a sheet, with the filter that is on the screen. */
export function Export({ list, filter = {} }: ExportProps) {
  const [reading, setReading] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const start = async () => {
    setReading(true);
    setProblems([]);
    const parameters = Object.entries(filter).flatMap(([name, value]) =>
      value === undefined || value === null || value === ''
        ? []
        : [[snake(name), CAPITALS.includes(name) ? inRest(String(value).toLowerCase()) : String(value)]],
    );
    const query = new URLSearchParams([...parameters, ['csv', 'spreadsheet']] as string[][]);
    const name = `${list.split('/').at(-1)}-${new Date().toISOString().slice(0, 10)}.csv`;
    setProblems(await download(`/${list}?${query}`, name));
    setReading(false);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={reading}
        onClick={() => void start()}
      >
        {t('Export')}
      </Button>
      <Problems problems={problems} />
    </>
  );
}
