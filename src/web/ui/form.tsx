import { Alert, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
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
import { versionFound } from '../problems.ts';
import { Dialog } from './dialog.tsx';
import { type Errors, errorsOf } from './fields.ts';
import { codeEndedBy } from './keystrokes.ts';
import { notify } from './notify.tsx';
import { Problems, UnshownProblems } from './page.tsx';
import { giveToScanner, STILL_LOOKING, Turns, TurnsContext, useFormForGoods, usePlaceForCodes } from './scan-turns.ts';
import { focusAfter } from './typed-code.ts';
import { Discard, LostRight, useUnsavedGuard } from './unsaved-guard.tsx';

/** Rendered after the fields, so that all of them have asked. */
const Rest = ({ errors }: { errors: Errors }) => <Problems problems={errors.rest()} />;

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

interface FormProps<Data> {
  /** The label of the button that opens the form, or the button itself. */
  opener: string | ((open: () => void) => ReactNode);
  /** The variant of that button. */
  variant?: string;
  compact?: boolean;
  title: string;
  submit: string;
  /** The color of the button that submits it: red if that takes something away. */
  color?: string;
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
  /** It takes goods, piece by piece: also opened by scanning one of them on its page. */
  takesGoods?: boolean;
  /** The version of the record that it changes: what others have changed meanwhile is never overwritten unasked. */
  version?: string | undefined;
}

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
  const begin = (code?: string) => {
    turns.end();
    fields?.reset();
    from.current = version;
    foundVersion.current = undefined;
    setTurns(new Turns(code, unsaved.typed));
    setProblems([]);
  };
  const open = (code?: string) => {
    begin(code);
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
  color,
  size = 'md',
  children,
  disabled = false,
  act,
  takesGoods = false,
  ...dialogProps
}: FormProps<Data>) {
  const { opened, open, busy, problems, errors, data, close, submit, unsaved, progress, stop, turns, overtaken } =
    useDialog(dialogProps);
  useOpenedByAddress(act, open);
  useFormForGoods(open, takesGoods && !opened);
  const isDone = data !== undefined && dialogProps.result !== undefined;
  usePlaceForCodes('dialog', code => giveToScanner(isDone ? new Set() : turns.scanners, code), opened);
  return (
    <>
      {typeof opener === 'string' ? (
        <Button
          variant={variant}
          size={compact ? 'compact-sm' : 'sm'}
          {...(compact && { 'aria-label': `${opener}: ${title}` })}
          onClick={() => open()}
        >
          {opener}
        </Button>
      ) : (
        opener(() => open())
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
                    <Button type="submit" loading={busy} disabled={disabled} {...(color && { color })}>
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

const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent)
    .join(' ');

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
  const [said, setSaid] = useState<{ text: string; problems: readonly Problem[] }>();
  useEffect(() => {
    const wrong = problems.length > 0 && form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!wrong) return;
    // A screen reader says nothing of a field that has the focus already.
    if (wrong === document.activeElement) setSaid({ text: descriptionOf(wrong), problems });
    wrong.focus();
  }, [problems]);
  const sendAtOnce = (event: KeyboardEvent) => {
    use();
    // Steps of a number are no input to the browser either.
    if (/^Arrow(Up|Down)$/.test(event.key) && (event.target as Element).closest('.mantine-NumberInput-root')) onTyped();
    if (event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) return form.current?.requestSubmit();
    if (codeEndedBy(event.nativeEvent) === undefined || event.isDefaultPrevented()) return;
    if (event.target instanceof HTMLTextAreaElement) return;
    // A scanner sends nothing.
    event.preventDefault();
    focusAfter(event.target as HTMLElement);
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
      // A choice is no input to the browser. Its list is elsewhere on the page.
      onClick={({ target }) => (target as Element).closest('[role=option]') && onTyped()}
      onKeyDown={sendAtOnce}
      onPointerDown={({ target }) => {
        use();
        if ((target as Element).closest('.mantine-NumberInput-controls')) onTyped();
      }}
      noValidate
    >
      {children}
      <VisuallyHidden role="alert">{said?.problems === problems && said.text}</VisuallyHidden>
    </form>
  );
}
