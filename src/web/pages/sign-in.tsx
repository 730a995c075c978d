import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { t } from '../language.ts';
import { useBookingCount } from '../outbox.ts';
import {
  changePassword,
  readSession,
  type Session,
  type SessionState,
  signIn,
  signOut,
  switchOrganization,
} from '../session.ts';

export const PASSWORD_MIN = 10;

/** The layout for users who are not signed in: one sheet in the middle. */
export function Door({
  title,
  hint,
  problem,
  children,
}: {
  title: string;
  hint: ReactNode;
  problem: string | undefined;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Stockwright`;
  }, [title]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p={{ base: 'lg', sm: 36 }} w="100%" maw={400} shadow="sm">
        <Stack gap="md">
          <img src="/icon.svg" alt="" width={44} height={44} />
          <div>
            <Title order={1}>{title}</Title>
            <Text c="dimmed" size="sm" mt={4}>
              {hint}
            </Text>
          </div>
          {problem && (
            <Alert color="red" variant="outline" role="alert">
              {problem}
            </Alert>
          )}
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

/** A form that is sent immediately; `act` returns the problem, if any. */
export function useForm(act: (data: { [name: string]: string }) => Promise<string | undefined>) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = Object.fromEntries(new FormData(event.currentTarget)) as { [name: string]: string };
    setBusy(true);
    setProblem(await act(data));
    setBusy(false);
  };
  return { problem, busy, submit };
}

/** The page for users who are not signed in. */
export function Entrance({ session }: { session: Exclude<SessionState, { status: 'unknown' }> }) {
  // A one-time password that was just typed need not be typed again.
  const [typed, setTyped] = useState('');
  if (session.status === 'signed-out') return <SignIn expired={session.expired} onTyped={setTyped} />;
  if (session.isEnded) return <SignIn expired keeps onTyped={setTyped} />;
  if (session.session.mustChangePassword) return <NewPassword email={session.session.email} typed={typed} />;
  return <NoOrganization session={session.session} removedFrom={session.removedFrom} />;
}

/** Asks for email and password. With `keeps` it lies over the page, whose input is still there. */
export function SignIn({
  expired,
  keeps = false,
  onTyped,
}: {
  expired: boolean;
  keeps?: boolean;
  onTyped?(password: string): void;
}) {
  useSignedInElsewhere(keeps);
  const { problem, busy, submit } = useForm(({ email = '', password = '' }) => {
    onTyped?.(password);
    return signIn(email, password);
  });
  const keptCount = useBookingCount();
  return (
    <Door
      title={t('Sign in')}
      hint={
        keeps
          ? t('Your session has ended. Sign in again to go on where you were; what you have typed is still there.')
          : expired
            ? t('Your session has ended. Sign in to come back to this page.')
            : t('Stockwright: stock that adds up, live.')
      }
      problem={problem}
    >
      {keptCount > 0 && (
        <Alert color="var(--warn)" variant="outline" role="status">
          {t(
            '{count, plural, one {# entry} other {# entries}} on this device not sent yet. They are sent once the people who made them sign in.',
            { count: keptCount },
          )}
        </Alert>
      )}
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            name="email"
            type="email"
            label={t('Email')}
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
          />
          <PasswordInput
            name="password"
            label={t('Password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
          />
          <Button type="submit" loading={busy} size="md">
            {t('Sign in')}
          </Button>
        </Stack>
      </form>
    </Door>
  );
}

/** Whoever has signed in again in another tab goes on here too. */
function useSignedInElsewhere(isEnded: boolean): void {
  useEffect(() => {
    if (!isEnded) return;
    const look = () => void readSession();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, [isEnded]);
}

function NewPassword({ email, typed }: { email: string; typed: string }) {
  const { problem, busy, submit } = useForm(
    async ({ current = typed, next = '' }) => (await changePassword(current, next)).problems?.[0]?.message,
  );
  return (
    <Door
      title={t('Choose your password')}
      hint={t(
        '{email}: the one-time password has been used. Choose a password that only you know, of at least {passwordMin} characters.',
        { email, passwordMin: PASSWORD_MIN },
      )}
      problem={problem}
    >
      <form onSubmit={submit}>
        <Stack>
          {typed === '' && (
            <PasswordInput
              name="current"
              label={t('One-time password')}
              autoComplete="current-password"
              required
              withAsterisk={false}
              autoFocus
            />
          )}
          <PasswordInput
            name="next"
            label={t('New password')}
            autoComplete="new-password"
            minLength={PASSWORD_MIN}
            required
            withAsterisk={false}
            autoFocus={typed !== ''}
          />
          <Button type="submit" loading={busy} size="md">
            {t('Set password')}
          </Button>
          <Button variant="subtle" onClick={() => void signOut()}>
            {t('Sign in as someone else')}
          </Button>
        </Stack>
      </form>
    </Door>
  );
}

/** Signed in without an organization: not a member of any, or no longer of the chosen one. */
function NoOrganization({
  session: { email, organizations },
  removedFrom,
}: {
  session: Session;
  removedFrom: { name: string } | undefined;
}) {
  return (
    <Door
      title={organizations.length > 0 ? t('Choose an organization') : t('No organization')}
      hint={
        organizations.length > 0
          ? t('{email} is not working in any organization here at the moment.', { email })
          : t('{email} is not a member of any organization here. Open the link of an invitation to join one.', {
              email,
            })
      }
      problem={removedFrom && t('You are no longer a member of {name}.', { name: removedFrom.name })}
    >
      {organizations.map(({ slug, name }) => (
        <Button key={slug} variant="default" onClick={() => void switchOrganization(slug)}>
          {name}
        </Button>
      ))}
      <Button variant="subtle" onClick={() => void signOut()}>
        {t('Sign out')}
      </Button>
    </Door>
  );
}
