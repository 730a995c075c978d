import { Alert, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { readAllAgain } from '../following.ts';
import { quantity } from '../format.ts';
import type { Problem, SendResult } from '../graphql.ts';
import { t } from '../language.ts';
import { isKept } from '../outbox.ts';
import { Dialog } from './dialog.tsx';
import { notify, notifyFailure, notifyWithUndo } from './notify.tsx';

/** The ticked rows, to apply an action to each. */
export interface RowSelection {
  ids: ReadonlySet<string>;
  /** Ticks or unticks the row at this index; with `upTo`, all rows between it and the last one touched. */
  choose(at: number, isChosen: boolean, upTo: boolean): void;
  chooseAll(isChosen: boolean): void;
}

/** The ticked rows. A row that leaves the list is no longer ticked. */
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
  const selection: RowSelection = useMemo(
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

/** An action on each of the ticked rows. */
export interface BulkAct<Row> {
  label: string;
  /** The button of a menu that offers it, beside others with the same one. */
  menu?: string;
  /** Whether it is possible for this row; the action is offered if it is for any. */
  isFor?(row: Row): boolean;
  /**
   * Applies it to this row; `isAway`: the previous one was kept because the service could not be reached
   * (src/web/outbox.ts). A retry has the same key until there was a response, so nothing is done twice.
   */
  send(row: Row, key: string, isAway: boolean): Promise<SendResult<unknown>>;
  /** Asks for confirmation first. */
  confirm?: string;
  /** The notice afterwards: `12 orders reserved.` */
  notice(count: number): string;
  /** Undoes it for one row. */
  undo?(row: Row, key: string): Promise<SendResult<unknown>>;
}

interface SelectedProps<Row> {
  chosen: readonly Row[];
  drop(some: readonly Row[]): void;
  nameOf(row: Row): string;
  acts: readonly BulkAct<Row>[];
  /** Further actions on the ticked rows. */
  children?: ReactNode;
}

interface RefusalGroup {
  name: string;
  /** How many rows it stands for. */
  count: number;
  problems: readonly Problem[];
}

/** The actions on the ticked rows. Refused rows and those not reached are reported, and stay ticked. */
export function SelectionBar<Row extends { id: string }>({ chosen, drop, nameOf, acts, children }: SelectedProps<Row>) {
  const { run, stop, doneCount, refusals, forget } = useBulkActs({ chosen, drop, nameOf });
  const [openQuestion, setQuestion] = useState<BulkAct<Row>>();
  if (chosen.length === 0 && refusals.length === 0) return null;
  return (
    <section className="selected" aria-label={t('Selected')}>
      {chosen.length > 0 && (
        <Group gap="xs">
          <Text size="sm" fw={600} role="status">
            {doneCount === undefined
              ? t('{chosen} selected', { chosen: quantity(chosen.length) })
              : t('{done} of {chosen, plural, one {# row} other {# rows}}', {
                  done: quantity(doneCount),
                  chosen: chosen.length,
                })}
          </Text>
          {[...Map.groupBy(acts, ({ menu, label }) => menu ?? label)].map(([label, choices]) => (
            <ActButton
              key={label}
              label={label}
              choices={choices}
              chosen={chosen}
              isDisabled={doneCount !== undefined}
              go={act => (act.confirm ? setQuestion(act) : void run(act))}
            />
          ))}
          {children}
          {doneCount === undefined ? (
            <Button size="compact-sm" variant="subtle" onClick={() => drop(chosen)}>
              {t('Clear')}
            </Button>
          ) : (
            <Button size="compact-sm" variant="subtle" onClick={stop}>
              {t('Stop')}
            </Button>
          )}
        </Group>
      )}
      <Question of={openQuestion} close={() => setQuestion(undefined)} run={act => void run(act)} />
      {refusals.length > 0 && <RefusalsAlert refusals={refusals} close={forget} />}
    </section>
  );
}

interface ActButtonProps<Row> {
  label: string;
  /** Several are offered in a menu. */
  choices: readonly BulkAct<Row>[];
  chosen: readonly Row[];
  isDisabled: boolean;
  go(act: BulkAct<Row>): void;
}

/** The button of an action, or of the menu that offers it; it says for how many of the ticked rows it is possible. */
function ActButton<Row>({ label, choices, chosen, isDisabled, go }: ActButtonProps<Row>) {
  const act = choices[0]!;
  const count = chosen.filter(row => act.isFor?.(row) ?? true).length;
  const look = {
    size: 'compact-sm',
    variant: 'default',
    disabled: isDisabled,
    children: count === chosen.length ? label : `${label} ${quantity(count)}`,
  };
  if (count === 0) return null;
  if (!act.menu) return <Button {...look} onClick={() => go(act)} />;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button {...look} rightSection={<IconChevronDown size={14} />} />
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(each => (
          <Menu.Item key={each.label} onClick={() => go(each)}>
            {each.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface QuestionProps<Row> {
  of: BulkAct<Row> | undefined;
  close(): void;
  run(act: BulkAct<Row>): void;
}

/** Asks for confirmation of an action. */
function Question<Row>({ of, close, run }: QuestionProps<Row>) {
  /** What the question says, also while it fades out. */
  const last = useRef(of);
  if (of) last.current = of;
  return (
    <Dialog opened={of !== undefined} onClose={close} title={last.current && `${last.current.label}?`}>
      <Stack>
        <span>{last.current?.confirm}</span>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={close}>
            {t('Cancel')}
          </Button>
          <Button
            onClick={() => {
              close();
              if (of) run(of);
            }}
          >
            {last.current?.label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The rows that were refused, and why. */
function RefusalsAlert({ refusals, close }: { refusals: readonly RefusalGroup[]; close(): void }) {
  return (
    <Alert
      color="red"
      variant="outline"
      mt="xs"
      role="alert"
      title={t('{refused} not done', { refused: quantity(refusals.reduce((sum, { count }) => sum + count, 0)) })}
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={close}
    >
      {refusals.map(({ name, problems }) => (
        <Text size="sm" key={name}>
          {name}: {problems.map(({ message }) => message).join(' ')}
        </Text>
      ))}
    </Alert>
  );
}

/** Applies actions to the ticked rows, one action at a time, and tells what became of them. */
function useBulkActs<Row extends { id: string }>({
  chosen,
  drop,
  nameOf,
}: Pick<SelectedProps<Row>, 'chosen' | 'drop' | 'nameOf'>) {
  const [doneCount, setDone] = useState<number>();
  const [refusals, setRefusals] = useState<readonly RefusalGroup[]>([]);
  const stop = useRef<AbortController>(undefined);
  const keys = useRef(new Map<string, string>());
  const run = async ({ label, isFor = () => true, send, notice: noticeOf, undo }: BulkAct<Row>) => {
    const targets = chosen.filter(isFor);
    stop.current = new AbortController();
    const outcome = await toEach(targets, label, send, {
      keys: keys.current,
      onProgress: setDone,
      signal: stop.current.signal,
    });
    setDone(undefined);
    readAllAgain();
    drop([...outcome.done, ...outcome.kept]);
    if (outcome.kept.length > 0)
      notify(
        t('{kept, plural, one {# entry} other {# entries}} kept on this device until there is a connection.', {
          kept: outcome.kept.length,
        }),
      );
    const remaining = targets.length - outcome.done.length - outcome.kept.length - outcome.refused.length;
    setRefusals([
      ...outcome.refused.map(({ row, problems }) => ({ name: nameOf(row), problems, count: 1 })),
      ...(outcome.hopeless
        ? [
            {
              name: t('{left, plural, one {# row, still selected} other {# rows, still selected}}', {
                left: remaining,
              }),
              problems: outcome.hopeless,
              count: remaining,
            },
          ]
        : []),
    ]);
    if (remaining > 0 && !outcome.hopeless)
      notifyFailure(
        t(
          '{left, plural, one {# row was} other {# rows were}} not reached, and {left, plural, one {is} other {are}} still selected.',
          { left: remaining },
        ),
      );
    if (outcome.done.length === 0) return;
    const message = noticeOf(outcome.done.length);
    if (!undo) return notify(message);
    notifyWithUndo(
      message,
      async () => {
        const back = await toEach(outcome.done, '', undo);
        readAllAgain();
        const problems = [...back.refused.flatMap(each => each.problems), ...(back.hopeless ?? [])];
        return problems.length > 0 ? { problems } : { data: {} };
      },
      t('Undone.'),
    );
  };
  return { run, stop: () => stop.current?.abort(), doneCount, refusals, forget: () => setRefusals([]) };
}

/** Codes that would be the same for every following row. */
const HOPELESS = ['UNREACHABLE', 'UNAUTHENTICATED'];

interface BulkOptions {
  /** The keys of requests without a response, by action and row. */
  keys?: Map<string, string>;
  onProgress?(count: number): void;
  signal?: AbortSignal;
}

/** One after the other, until stopped. A refusal does not stop the rest, but an unreachable service does. */
async function toEach<Row extends { id: string }>(
  rows: readonly Row[],
  label: string,
  send: BulkAct<Row>['send'],
  { keys = new Map(), onProgress, signal }: BulkOptions = {},
) {
  const doneRows: Row[] = [];
  const keptRows: Row[] = [];
  const refusals: { row: Row; problems: readonly Problem[] }[] = [];
  for (const [index, row] of rows.entries()) {
    if (signal?.aborted) break;
    onProgress?.(index);
    const name = `${label} ${row.id}`;
    const key = keys.get(name) ?? crypto.randomUUID();
    keys.set(name, key);
    const { data, problems } = await send(row, key, keptRows.length > 0);
    const isHopeless = problems?.some(({ code }) => HOPELESS.includes(code));
    if (isHopeless) return { done: doneRows, kept: keptRows, refused: refusals, hopeless: problems };
    keys.delete(name);
    if (problems) refusals.push({ row, problems });
    else (isKept(data) ? keptRows : doneRows).push(row);
  }
  return { done: doneRows, kept: keptRows, refused: refusals, hopeless: undefined };
}
