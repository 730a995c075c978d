import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { readAllAgain } from '../following.ts';
import { quantity } from '../format.ts';
import type { Problem, Sent } from '../graphql.ts';
import { t } from '../language.ts';
import { isKept } from '../outbox.ts';
import { notDone, said, saidWithUndo } from './said.tsx';

/** Rows that are ticked, to do the same to each. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Ticks the row at this place or takes its tick away; with `upTo` all between it and the last one that was touched. */
  choose(at: number, isChosen: boolean, upTo: boolean): void;
  chooseAll(isChosen: boolean): void;
}

/** What is ticked of these rows. A row that has left the list is ticked no longer. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(rows);
  latest.current = rows;
  const last = useRef(0);
  const mark = useCallback((some: readonly Row[], isChosen: boolean) => {
    setIds(old => {
      const next = new Set(old);
      for (const { id } of some) isChosen ? next.add(id) : next.delete(id);
      return next;
    });
  }, []);
  const selection: Selection = useMemo(
    () => ({
      ids,
      choose(at, isChosen, upTo) {
        const [first, end] = upTo ? [Math.min(at, last.current), Math.max(at, last.current)] : [at, at];
        mark(latest.current.slice(first, end + 1), isChosen);
        last.current = at;
      },
      chooseAll: isChosen => mark(latest.current, isChosen),
    }),
    [ids, mark],
  );
  return { selection, chosen: rows.filter(({ id }) => ids.has(id)), drop: (some: readonly Row[]) => mark(some, false) };
}

/** Something that is done to each of the rows that are ticked. */
export interface BulkAct<Row> {
  label: string;
  /** Whether it can be done to this one; it is not offered where it can be done to none. */
  isFor?(row: Row): boolean;
  /**
   * Does it to this one; `isAway`: the one before was kept, as nobody could be reached (src/web/outbox.ts). A repeat has the same key until there was an answer: what was done and not heard of is not
   * done again.
   */
  send(row: Row, key: string, isAway: boolean): Promise<Sent<unknown>>;
  /** Asked first. */
  confirm?: string;
  /** What was done: `12 orders reserved.` */
  said(count: number): string;
  /** Takes it back of one. */
  undo?(row: Row, key: string): Promise<Sent<unknown>>;
}

interface SelectedProps<Row> {
  chosen: readonly Row[];
  drop(some: readonly Row[]): void;
  nameOf(row: Row): string;
  acts: readonly BulkAct<Row>[];
  /** What else is done with them. */
  children?: ReactNode;
}

interface Refused {
  name: string;
  problems: readonly Problem[];
}

/** What can be done to the rows that are ticked; of what was refused or not come to it says so, and leaves it ticked. */
export function Selected<Row extends { id: string }>({ chosen, drop, nameOf, acts, children }: SelectedProps<Row>) {
  const [done, setDone] = useState<number>();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [asking, setAsking] = useState<BulkAct<Row>>();
  const stop = useRef<AbortController>(undefined);
  const keys = useRef(new Map<string, string>());
  if (chosen.length === 0 && refused.length === 0) return null;
  const run = async ({ label, isFor = () => true, send, said: words, undo }: BulkAct<Row>) => {
    const meant = chosen.filter(isFor);
    stop.current = new AbortController();
    const through = await toEach(meant, label, send, {
      keys: keys.current,
      told: setDone,
      signal: stop.current.signal,
    });
    setDone(undefined);
    readAllAgain();
    drop([...through.done, ...through.kept]);
    if (through.kept.length > 0)
      said(
        t('{kept, plural, one {# booking} other {# bookings}} kept on this device until there is a connection.', {
          kept: through.kept.length,
        }),
      );
    setRefused(through.refused.map(({ row, problems }) => ({ name: nameOf(row), problems })));
    const left = meant.length - through.done.length - through.kept.length - through.refused.length;
    if (left > 0)
      notDone(
        t(
          '{left, plural, one {# row was} other {# rows were}} not come to, and {left, plural, one {is} other {are}} still ticked.',
          { left },
        ),
      );
    if (through.done.length === 0) return;
    const message = words(through.done.length);
    if (!undo) return said(message);
    saidWithUndo(
      message,
      async () => {
        const back = await toEach(through.done, '', undo);
        readAllAgain();
        const problems = back.refused.flatMap(each => each.problems);
        return problems.length > 0 ? { problems } : { data: {} };
      },
      t('Undone.'),
    );
  };
  return (
    <section className="selected" aria-label={t('Selected')}>
      {chosen.length > 0 && (
        <Group gap="xs">
          <Text size="sm" fw={600} role="status">
            {done === undefined
              ? t('{chosen} selected', { chosen: quantity(chosen.length) })
              : t('{done} of {chosen, plural, one {# row} other {# rows}}', {
                  done: quantity(done),
                  chosen: chosen.length,
                })}
          </Text>
          {acts.map(act => {
            const count = chosen.filter(row => act.isFor?.(row) ?? true).length;
            return (
              count > 0 && (
                <Button
                  key={act.label}
                  size="compact-sm"
                  variant="default"
                  disabled={done !== undefined}
                  onClick={() => (act.confirm ? setAsking(act) : void run(act))}
                >
                  {count === chosen.length ? act.label : `${act.label} ${quantity(count)}`}
                </Button>
              )
            );
          })}
          {children}
          {done === undefined ? (
            <Button size="compact-sm" variant="subtle" onClick={() => drop(chosen)}>
              {t('Clear')}
            </Button>
          ) : (
            <Button size="compact-sm" variant="subtle" onClick={() => stop.current?.abort()}>
              {t('Stop')}
            </Button>
          )}
        </Group>
      )}
      <Modal
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={`${asking?.label}?`}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Stack>
          <span>{asking?.confirm}</span>
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={() => setAsking(undefined)}>
              {t('Cancel')}
            </Button>
            <Button
              onClick={() => {
                setAsking(undefined);
                void run(asking!);
              }}
            >
              {asking?.label}
            </Button>
          </Group>
        </Stack>
      </Modal>
      {refused.length > 0 && (
        <Alert
          color="red"
          variant="outline"
          mt="xs"
          role="alert"
          title={t('{refused} not done', { refused: quantity(refused.length) })}
          withCloseButton
          closeButtonLabel={t('Close')}
          onClose={() => setRefused([])}
        >
          {refused.map(({ name, problems }) => (
            <Text size="sm" key={name}>
              {name}: {problems.map(({ message }) => message).join(' ')}
            </Text>
          ))}
        </Alert>
      )}
    </section>
  );
}

/** Codes of what would be the same for each that follows. */
const HOPELESS = ['UNREACHABLE', 'UNAUTHENTICATED'];

interface Going {
  /** By act and row: of what was sent and had no answer. */
  keys?: Map<string, string>;
  told?(count: number): void;
  signal?: AbortSignal;
}

/** One after the other, until it is stopped: what is refused stops none of the others, but where nobody answers it ends. */
async function toEach<Row extends { id: string }>(
  rows: readonly Row[],
  label: string,
  send: BulkAct<Row>['send'],
  { keys = new Map(), told, signal }: Going = {},
) {
  const done: Row[] = [];
  const kept: Row[] = [];
  const refused: { row: Row; problems: readonly Problem[] }[] = [];
  for (const [index, row] of rows.entries()) {
    if (signal?.aborted) break;
    told?.(index);
    const name = `${label} ${row.id}`;
    const key = keys.get(name) ?? crypto.randomUUID();
    keys.set(name, key);
    const { data, problems } = await send(row, key, kept.length > 0);
    const isHopeless = problems?.some(({ code }) => HOPELESS.includes(code));
    if (!isHopeless) keys.delete(name);
    if (problems) refused.push({ row, problems });
    else (isKept(data) ? kept : done).push(row);
    if (isHopeless) break;
  }
  return { done, kept, refused };
}
