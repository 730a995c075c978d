import { Button, Group, Modal, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Problem, Sent } from '../graphql.ts';
import { Problems } from './page.tsx';

export const said = (message: string) => notifications.show({ message, color: 'pine', autoClose: 3500 });
export const refused = (problems: readonly Problem[]) => problems.forEach(({ message }) => notifications.show({ title: 'Not done', message, color: 'red', autoClose: 8000 }));

/** Errors by field path (`items[0].quantity`), and what belongs to no field that is on the screen. */
export interface Errors {
  at(field: string): string | undefined;
}

interface FormProps<Data> {
  /** Opens the form. */
  opener(open: () => void): ReactNode;
  title: string;
  submit: string;
  size?: string;
  /** Fields that the form shows; a problem of any other field is shown above the buttons. */
  fields: readonly string[];
  children(errors: Errors): ReactNode;
  send(): Promise<Sent<Data>>;
  done?(data: Data): void;
  /** Shown in place of the form once it is sent, with a way to close. */
  result?(data: Data): ReactNode;
  disabled?: boolean;
}

/** A form in a dialog. Problems appear at the field that caused them. */
export function FormDialog<Data>({ opener, title, submit, size = 'md', fields, children, send, done, result, disabled }: FormProps<Data>) {
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [data, setData] = useState<Data>();
  const close = () => {
    setOpened(false);
    setProblems([]);
    setData(undefined);
  };
  const submitted = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const sent = await send();
    setBusy(false);
    if (sent.problems) return setProblems(sent.problems);
    setProblems([]);
    done?.(sent.data);
    if (result) setData(sent.data);
    else close();
  };
  const isShown = (field: string | null) => field !== null && fields.some(shown => field === shown || field.startsWith(`${shown}[`) || field.startsWith(`${shown}.`));
  const errors: Errors = { at: field => problems.find(problem => problem.field === field)?.message };
  return (
    <>
      {opener(() => setOpened(true))}
      <Modal opened={opened} onClose={close} title={title} size={size} closeButtonProps={{ 'aria-label': 'Close' }}>
        {data !== undefined && result ? (
          <Stack>
            {result(data)}
            <Group justify="flex-end"><Button onClick={close}>Done</Button></Group>
          </Stack>
        ) : (
          <form onSubmit={submitted} noValidate>
            <Stack>
              {children(errors)}
              <Problems problems={problems.filter(problem => !isShown(problem.field))} />
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>Cancel</Button>
                <Button type="submit" loading={busy} disabled={disabled ?? false}>{submit}</Button>
              </Group>
            </Stack>
          </form>
        )}
      </Modal>
    </>
  );
}

interface ActionProps<Data> {
  label: string;
  send(): Promise<Sent<Data>>;
  said?: string;
  variant?: string;
  /** Asked before it happens; for what cannot be taken back. */
  confirm?: string;
  color?: string;
  size?: string;
}

/** A button that does one thing, after a question if it cannot be taken back. */
export function Action<Data>({ label, send, said: message, variant = 'default', confirm, color, size = 'sm' }: ActionProps<Data>) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const act = async () => {
    setBusy(true);
    const { problems } = await send();
    setBusy(false);
    setAsking(false);
    if (problems) refused(problems);
    else if (message) said(message);
  };
  return (
    <>
      <Button variant={variant} loading={busy && !asking} size={size} onClick={() => (confirm ? setAsking(true) : void act())} {...(color && { color })}>{label}</Button>
      {confirm && (
        <Modal opened={asking} onClose={() => setAsking(false)} title={`${label}?`} closeButtonProps={{ 'aria-label': 'Close' }}>
          <Stack>
            <span>{confirm}</span>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsking(false)}>Keep</Button>
              <Button color="red" loading={busy} onClick={act}>{label}</Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </>
  );
}
