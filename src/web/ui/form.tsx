import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type ChangeEvent,
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { readAllAgain } from '../following.ts';
import type { Problem, SendResult } from '../graphql.ts';
import { t } from '../language.ts';
import { isKept, keptWords } from '../outbox.ts';
import { useLostRight } from '../session.ts';
import { Dialog } from './dialog.tsx';
import { notify, notifyProblems, notifyWithUndo } from './notify.tsx';
import { Problems, UnshownProblems } from './page.tsx';
import { Discard, useUnsavedGuard } from './unsaved-guard.tsx';

/** What was refused, by the path of the field that caused it (`items[0].quantity`). */
export interface Errors {
  /** The problem of the field. A control that asks for it shows it. */
  at(field: string): string | undefined;
  /** Problems that no control has asked for: they belong to no field on the screen. */
  rest(): Problem[];
}

export function errorsOf(problems: readonly Problem[]): Errors {
  const askedFields = new Set<string>();
  return {
    at(field) {
      askedFields.add(field);
      return problems.find(problem => problem.field === field)?.message;
    },
    rest: () => problems.filter(({ field }) => field === null || !askedFields.has(field)),
  };
}

/** Rendered after the fields, so that all of them have asked. */
const Rest = ({ errors }: { errors: Errors }) => <Problems problems={errors.rest()} />;

type FieldEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** The values of a form, and for each of them the props of its control. */
export function useFields<Values extends object>(initial: Values) {
  const [values, setValues] = useState(initial);
  const change = (part: Partial<Values>) => setValues(old => ({ ...old, ...part }));
  // The initial values may change after the form was opened, such as the user's default location.
  const before = useRef(initial);
  useEffect(() => {
    const late = Object.entries(initial).filter(
      ([name, value]) => before.current[name as keyof Values] === null && value !== null,
    );
    before.current = initial;
    if (late.length > 0)
      setValues(old => ({
        ...old,
        ...Object.fromEntries(late.filter(([name]) => old[name as keyof Values] === null)),
      }));
  });
  const put = (name: keyof Values, value: unknown) => change({ [name]: value } as Partial<Values>);
  type Name<Value> = { [N in keyof Values]: Values[N] extends Value ? N : never }[keyof Values] & string;
  return {
    values,
    change,
    /** Resets all fields to their current initial values. */
    reset: () => setValues(initial),
    /** A text field. `path` is the field's name in the service, if it differs. */
    text: (name: Name<string>, errors: Errors, path: string = name) => ({
      value: values[name] as string,
      onChange: (event: FieldEvent) => put(name, event.currentTarget.value),
      error: errors.at(path),
    }),
    amount: (name: Name<number | string>, errors: Errors, path: string = name) => ({
      value: values[name] as number | string,
      onChange: (value: number | string) => put(name, value),
      error: errors.at(path),
      min: 0,
      decimalScale: 4,
    }),
    /** One of several options, or none. */
    choice: (name: Name<string | null>, errors: Errors, path: string = name) => ({
      value: values[name] as string | null,
      onChange: (value: string | null) => put(name, value),
      error: errors.at(path),
    }),
    /** Always one of several options. */
    pick: (name: Name<string>, errors: Errors, path: string = name) => ({
      value: values[name] as string,
      onChange: (value: string | null) => value !== null && put(name, value),
      error: errors.at(path),
      allowDeselect: false,
    }),
    check: (name: Name<boolean>, errors: Errors, path: string = name) => ({
      checked: values[name] as boolean,
      onChange: (event: FieldEvent) => put(name, (event.currentTarget as HTMLInputElement).checked),
      error: errors.at(path),
    }),
  };
}

/** The values without empty ones. */
export const withoutEmpty = <Values extends object>(
  values: Values,
): { [N in keyof Values]?: Exclude<Values[N], null> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null)) as never;

/** The value of a number field; null if it is empty. */
export const numberOf = (value: number | string): number | null => (value === '' ? null : Number(value));

/** For a form that writes many records: it shows how far it is, and can be stopped. */
export interface Submission {
  signal: AbortSignal;
  /** The version of the record that the form was opened with, for `ifVersion`. */
  version: string | undefined;
  onProgress(done: number, of: number): void;
}

/** The answer of a form that was stopped. */
export const stoppedAfter = (done: number, of: number): { problems: Problem[] } => ({
  problems: [{ code: 'STOPPED', message: t('Stopped: {done} of {of} are saved.', { done, of }), field: null }],
});

/** What looks up a code. The signal says that its form was closed meanwhile: its answer is for nobody. */
type Look = (signal: AbortSignal) => Promise<void>;

/** Outside of a form codes are looked up at once, and nothing is sent. */
const TurnsContext = createContext<Pick<Turns, 'take' | 'unconfirmedCodes'>>({
  take: look => void look(new AbortController().signal),
  unconfirmedCodes: new Set(),
});

/**
 * What looks up codes in a form: they arrive faster than answers, so each waits for the one before. What is sent
 * meanwhile would lack them, so the form is not sent until all are known.
 */
export function useInTurn<Given extends unknown[]>(work: (signal: AbortSignal, ...given: Given) => Promise<void>) {
  const turns = useContext(TurnsContext);
  const latest = useRef(work);
  latest.current = work;
  return (...given: Given): void => turns.take(signal => latest.current(signal, ...given));
}

/** What takes a code that was typed without Enter: the form does so before it is sent. */
export function useUnconfirmedCode(take: () => void): void {
  const { unconfirmedCodes } = useContext(TurnsContext);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const say = () => latest.current();
    unconfirmedCodes.add(say);
    return () => void unconfirmedCodes.delete(say);
  }, [unconfirmedCodes]);
}

const STILL_LOOKING: Problem = {
  code: 'VALIDATION_FAILED',
  message: t('A scan is still being looked up. Look at what it was, then send this.'),
  field: null,
};
const NOT_LOOKED_UP: Problem = {
  code: 'INTERNAL_ERROR',
  message: t('A scan could not be looked up: scan it again.'),
  field: null,
};

/** The queue of a form from its opening to its closing. */
class Turns {
  #last = Promise.resolve();
  readonly #closing = new AbortController();
  /** How many codes are not known yet. */
  pendingCount = 0;
  /** Fields that may have a code which nobody has entered. */
  readonly unconfirmedCodes = new Set<() => void>();

  readonly end = (): void => this.#closing.abort();

  readonly take = (look: Look): void => {
    const { signal } = this.#closing;
    this.pendingCount += 1;
    // A fault in one of them must not end the queue.
    this.#last = this.#last
      .then(() => (signal.aborted ? undefined : look(signal)))
      .catch(fault => {
        if (signal.aborted) return;
        reportError(fault);
        notifyProblems([NOT_LOOKED_UP]);
      });
    void this.#last.then(() => {
      this.pendingCount -= 1;
    });
  };
}

interface FormProps<Data> {
  /** The label of the button that opens the form, or the button itself. */
  opener: string | ((open: () => void) => ReactNode);
  /** The variant of that button. */
  variant?: string;
  compact?: boolean;
  title: string;
  submit: string;
  size?: string;
  children(errors: Errors): ReactNode;
  send(going: Submission): Promise<SendResult<Data>>;
  done?(data: Data): void;
  /** Shown in place of the form once it is sent, with a button to close. */
  result?(data: Data): ReactNode;
  disabled?: boolean;
  /**
   * The fields, which are reset whenever the form is opened, so that cancelled input does not return. Null if there are
   * none.
   */
  fields: { reset(): void } | null;
  /** Also opened by the URL, with `?act=` this. */
  act?: string;
  /** The version of the record that it changes: what others have changed meanwhile is never overwritten unasked. */
  version?: string | undefined;
}

/** The version that the record has, if it is not the one that was to be changed. */
export const versionFound = (problems: readonly Problem[] | undefined): string | undefined =>
  problems?.find(({ code }) => code === 'PRECONDITION_FAILED')?.details?.['version'] as string | undefined;

/** The states of a dialog: opened, sent, refused or done. */
function useDialog<Data>({
  send,
  done,
  result,
  fields,
  version,
}: Pick<FormProps<Data>, 'send' | 'done' | 'result' | 'fields' | 'version'>) {
  const [opened, setOpened] = useState(false);
  const [turns, setTurns] = useState(() => new Turns());
  const from = useRef(version);
  const foundVersion = useRef<string>(undefined);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [data, setData] = useState<Data>();
  const errors = useMemo(() => errorsOf(problems), [problems]);
  const unsaved = useUnsavedGuard(opened);
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const stop = useRef<AbortController>(undefined);
  const close = () => {
    stop.current?.abort();
    turns.end();
    unsaved.forget();
    setOpened(false);
    setProblems([]);
    setData(undefined);
  };
  const submit = async () => {
    // Enter in a field sends a form whose button is at work already, or whose dialog is fading out.
    if (busy || !opened) return;
    for (const say of turns.unconfirmedCodes) say();
    if (turns.pendingCount > 0) return setProblems([STILL_LOOKING]);
    setBusy(true);
    unsaved.sending(true);
    stop.current = new AbortController();
    const outcome = await send({
      signal: stop.current.signal,
      version: from.current,
      onProgress: (done, of) => setProgress({ done, of }),
    });
    setProgress(undefined);
    setBusy(false);
    unsaved.sending(false);
    foundVersion.current = versionFound(outcome.problems);
    // What is there now.
    if (foundVersion.current !== undefined) readAllAgain();
    if (outcome.problems) return setProblems(outcome.problems);
    setProblems([]);
    unsaved.forget();
    if (isKept(outcome.data)) {
      notify(keptWords());
      return close();
    }
    done?.(outcome.data);
    if (result) setData(outcome.data);
    else close();
  };
  const begin = () => {
    turns.end();
    fields?.reset();
    from.current = version;
    foundVersion.current = undefined;
    setTurns(new Turns());
    setProblems([]);
  };
  const open = () => {
    begin();
    setOpened(true);
  };
  /** Somebody else has changed the record meanwhile: what is theirs is the beginning, or is overwritten. */
  const conflict = foundVersion.current !== undefined &&
    problems.some(({ code }) => code === 'PRECONDITION_FAILED') && {
      isRead: version !== from.current,
      begin() {
        unsaved.forget();
        begin();
      },
      overwrite() {
        from.current = foundVersion.current;
        void submit();
      },
    };
  return {
    overtaken: conflict,
    opened,
    open,
    busy,
    problems,
    errors,
    data,
    close,
    submit,
    unsaved,
    progress,
    stop: () => stop.current?.abort(),
    turns,
  };
}

/** A form in a dialog. Problems are shown at the field that caused them. */
export function FormDialog<Data>({
  opener,
  variant = 'filled',
  compact = false,
  title,
  submit: submitLabel,
  size = 'md',
  children,
  disabled = false,
  act,
  ...dialogProps
}: FormProps<Data>) {
  const { opened, open, busy, problems, errors, data, close, submit, unsaved, progress, stop, turns, overtaken } =
    useDialog(dialogProps);
  useOpenedByAddress(act, open);
  const isDone = data !== undefined && dialogProps.result !== undefined;
  return (
    <>
      {typeof opener === 'string' ? (
        <Button
          variant={variant}
          size={compact ? 'compact-sm' : 'sm'}
          {...(compact && { 'aria-label': `${opener}: ${title}` })}
          onClick={open}
        >
          {opener}
        </Button>
      ) : (
        opener(open)
      )}
      <Dialog
        opened={opened}
        onClose={() => unsaved.before(close)}
        busy={busy}
        hasFields
        // A result may be shown only once, as a secret is.
        closeOnEscape={!isDone}
        title={title}
        size={size}
      >
        {isDone && dialogProps.result ? (
          <Stack>
            {dialogProps.result(data)}
            <Group justify="flex-end">
              <Button onClick={close}>{t('Done')}</Button>
            </Group>
          </Stack>
        ) : (
          <Form onSubmit={submit} onTyped={unsaved.typed} problems={problems}>
            <Stack>
              <TurnsContext value={turns}>{children(errors)}</TurnsContext>
              {overtaken ? <ConflictAlert {...overtaken} /> : <Rest errors={errors} />}
              <UnshownProblems />
              <LostRight />
              {busy && <LongWait />}
              <div className="form-foot">
                {unsaved.question ? (
                  <Discard {...unsaved.question} />
                ) : (
                  <Group justify="flex-end">
                    {progress && (
                      <Text size="sm" flex={1} role="status">
                        {t('{done} of {chosen, plural, one {# row} other {# rows}}', {
                          done: progress.done,
                          chosen: progress.of,
                        })}
                      </Text>
                    )}
                    <Button variant="default" disabled={busy && !progress} onClick={progress ? stop : close}>
                      {progress ? t('Stop') : t('Cancel')}
                    </Button>
                    <Button type="submit" loading={busy} disabled={disabled}>
                      {submitLabel}
                    </Button>
                  </Group>
                )}
              </div>
            </Stack>
          </Form>
        )}
      </Dialog>
    </>
  );
}

/** Somebody else has changed the record since the form was opened. */
export function ConflictAlert({ isRead, begin, overwrite }: { isRead: boolean; begin(): void; overwrite(): void }) {
  return (
    <Alert color="red" variant="outline" role="alert" title={t('Somebody else has changed this meanwhile.')}>
      <Text size="sm">{t('Saving yours replaces what the other person has saved.')}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" disabled={!isRead} onClick={begin}>
          {t('Begin again with theirs')}
        </Button>
        <Button size="xs" variant="default" onClick={overwrite}>
          {t('Save mine all the same')}
        </Button>
      </Group>
    </Alert>
  );
}

/** What whoever types here may no longer do, as far as it is known: the form stays, so that it can be read. */
function LostRight() {
  const lost = useLostRight();
  if (!lost) return null;
  return (
    <Alert color="red" variant="outline" role="alert" title={lost}>
      {t('What you have typed stays here until you close this, so that you can copy it.')}
    </Alert>
  );
}

const UNANSWERED_MS = 8000;

/** Said of what takes long. Every request has an end: graphql.ts. */
function LongWait() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), UNANSWERED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isLong && (
      <Text size="sm" role="status">
        {t('There is no answer yet. If none comes within a minute, it can be sent again: it is saved only once.')}
      </Text>
    )
  );
}

/** Opens the dialog that the URL asks for, once: the parameter is removed. */
function useOpenedByAddress(act: string | undefined, open: () => void): void {
  const requestedAct = (useSearch({ strict: false }) as { act?: string }).act;
  const navigate = useNavigate();
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (act === undefined || requestedAct !== act) return;
    latest.current();
    void navigate({ to: '.', search: (({ act: _, ...rest }: { act?: string }) => rest) as never, replace: true });
  }, [act, requestedAct, navigate]);
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const FIELDS = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)';
const isChoice = (field: Field) => field.getAttribute('aria-haspopup') === 'listbox';
/** What is chosen is in a hidden field; its name may be read later. */
const isEmpty = (field: Field) =>
  field.value === '' &&
  !field.closest('.mantine-InputWrapper-root')?.nextElementSibling?.matches('input[type=hidden]:not([value=""])');

/** Where to begin: in the first field, unless it is a choice that is made already, such as the place of work. */
function startOf(form: HTMLFormElement): Field | undefined {
  const fields = [...form.querySelectorAll<Field>(FIELDS)];
  const [first] = fields;
  if (!first || !isChoice(first) || isEmpty(first)) return first;
  return fields.find(field => isChoice(field) && isEmpty(field)) ?? fields.find(isEmpty) ?? first;
}

/**
 * The form of a dialog. The field to begin in has the focus, so that scanners and keyboards can type immediately, and
 * after a refusal the first field that it is about. Ctrl+Enter submits the form from any field.
 */
function Form({
  onSubmit,
  onTyped,
  problems,
  children,
}: {
  onSubmit(): void;
  onTyped(): void;
  problems: readonly Problem[];
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const pressStart = useRef<{ at: Field | undefined; isUsed: boolean }>(undefined);
  const use = () => {
    if (pressStart.current) pressStart.current.isUsed = true;
  };
  // Before the dialog chooses what to focus. A default may be read only after that: until somebody types, go on then.
  useLayoutEffect(() => {
    if (!form.current || pressStart.current?.isUsed) return;
    const { at } = pressStart.current ?? {};
    if (!pressStart.current && form.current.querySelector('[data-autofocus]')) {
      pressStart.current = { at: undefined, isUsed: true };
      return;
    }
    const start = startOf(form.current);
    pressStart.current = { at: start, isUsed: false };
    if (start === at) return;
    at?.removeAttribute('data-autofocus');
    start?.setAttribute('data-autofocus', 'true');
    if (at && at === document.activeElement) start?.focus();
  });
  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  const sendAtOnce = (event: KeyboardEvent) => {
    use();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  return (
    <form
      ref={form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
      onInput={() => {
        use();
        onTyped();
      }}
      onKeyDown={sendAtOnce}
      onPointerDown={use}
      noValidate
    >
      {children}
    </form>
  );
}

/** Where the refusal of a button is shown: in a notice, unless its surroundings have a place for it. */
export const Refusals = createContext<{ problems: readonly Problem[]; report(problems: readonly Problem[]): void }>({
  problems: [],
  report: notifyProblems,
});

interface ActionProps<Data> {
  label: string;
  /** With the version that was shown before, or the one that is overwritten after a question. */
  send(version?: string): Promise<SendResult<Data>>;
  notice?: string;
  /** Undoes the action, offered while its notice is on the screen. */
  undo?(): Promise<SendResult<object>>;
  variant?: string;
  /** Asks for confirmation first, under this title. */
  confirm?: string;
  title?: string;
  /** Whether it takes nothing away: by default the main action of a page, which leads on, does not. */
  isGentle?: boolean;
  color?: string;
  size?: string;
}

/** A button that does one thing, after a confirmation if it cannot be undone. */
export function Action<Data>({
  label,
  send,
  notice: message,
  undo,
  variant = 'default',
  confirm,
  title = `${label}?`,
  isGentle = variant === 'filled',
  color,
  size = 'sm',
}: ActionProps<Data>) {
  const [busy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  /** Somebody else has changed it meanwhile: to this version. */
  const [foundVersion, setFound] = useState<string>();
  const { report } = useContext(Refusals);
  const question = foundVersion === undefined ? confirm : t('Saving yours replaces what the other person has saved.');
  const leave = () => {
    setAsking(false);
    setFound(undefined);
  };
  const act = async () => {
    // The question fades out: a double click hits its button twice.
    if (busy || (question && !isAsking)) return;
    setBusy(true);
    const { data, problems } = await send(foundVersion);
    setBusy(false);
    const version = versionFound(problems);
    setFound(version);
    setAsking(version !== undefined);
    if (version !== undefined) return;
    report(problems ?? []);
    if (isKept(data)) return notify(keptWords());
    if (problems || !message) return;
    if (undo) notifyWithUndo(message, undo, t('Undone.'));
    else notify(message);
  };
  return (
    <>
      <Button
        variant={variant}
        loading={busy && !isAsking}
        size={size}
        onClick={() => (confirm ? setAsking(true) : void act())}
        {...(color && { color })}
      >
        {label}
      </Button>
      {question && (
        <Dialog
          opened={isAsking}
          onClose={leave}
          busy={busy}
          title={foundVersion === undefined ? title : t('Somebody else has changed this meanwhile.')}
        >
          <Stack>
            <span>{question}</span>
            <Group justify="flex-end">
              <Button variant="default" data-autofocus disabled={busy} onClick={leave}>
                {isGentle ? t('Cancel') : t('Keep')}
              </Button>
              <Button {...(!isGentle && { color: 'red' })} loading={busy} onClick={act}>
                {label}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
