import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Problem } from '../graphql.ts';
import { t } from '../language.ts';
import { translated } from '../problems.ts';
import { OWN_SCRIPT, shownOrganization } from '../session.ts';
import { Problems } from './page.tsx';

/** What the service calls a filter, and the values that it spells in capitals only for GraphQL. */
const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
const CAPITALS = ['status', 'entryType', 'sort', 'type'];
/** `NAME_DESC` is `-name` there. */
const inRest = (value: string) => {
  const [, field, direction] = /^(.+)_(asc|desc)$/.exec(value) ?? [];
  return field === undefined ? value : `${direction === 'desc' ? '-' : ''}${field}`;
};

/** Asks REST as whoever is signed in; every request says for which organization. */
export function ask(
  path: string,
  { headers = {}, ...init }: RequestInit & { headers?: { [name: string]: string } } = {},
) {
  const organization = shownOrganization();
  return fetch(`/api/v1${path}`, {
    ...init,
    headers: { ...OWN_SCRIPT, ...headers, ...(organization !== undefined && { 'x-organization': organization }) },
  });
}

/** The problems of an answer that is no success. */
export async function problemsIn(response: Response): Promise<Problem[]> {
  const body = (await response.json().catch(() => ({}))) as { errors?: Problem[] };
  return (
    body.errors?.map(translated) ?? [{ code: '', message: t('The service cannot be reached. Try again.'), field: null }]
  );
}

/** Hands the reader a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

interface ExportProps {
  /** The list as REST calls it. */
  list: string;
  filter?: object;
}

/** The whole of a list as a sheet, filtered as it is on the screen. */
export function Export({ list, filter = {} }: ExportProps) {
  const [reading, setReading] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const start = async () => {
    setReading(true);
    setProblems([]);
    const said = Object.entries(filter).flatMap(([name, value]) =>
      value === undefined || value === null || value === ''
        ? []
        : [[snake(name), CAPITALS.includes(name) ? inRest(String(value).toLowerCase()) : String(value)]],
    );
    const query = new URLSearchParams([...said, ['csv', 'spreadsheet']] as string[][]);
    try {
      const response = await ask(`/${list}?${query}`, { headers: { accept: 'text/csv' } });
      if (response.ok)
        saveFile(`${list.split('/').at(-1)}-${new Date().toISOString().slice(0, 10)}.csv`, await response.blob());
      else setProblems(await problemsIn(response));
    } catch {
      setProblems([{ code: '', message: t('The export was cut off. Try again.'), field: null }]);
    }
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
