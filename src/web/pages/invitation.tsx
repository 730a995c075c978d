import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { date } from '../format.ts';
import { t } from '../language.ts';
import { acceptInvitation, type InvitationPreview, previewInvitation, signOut, useSession } from '../session.ts';
import { Rich } from '../ui/rich.tsx';
import { Door, PASSWORD_MIN, SignIn, useForm } from './sign-in.tsx';

const ROLES: { readonly [role: string]: string } = {
  owner: t('an owner, who may do everything'),
  manager: t('a manager, who may read and write'),
  viewer: t('a viewer, who may read'),
};

/** The target of an invitation link. Its token is behind the #, which is not sent to any server with the address. */
export function Invitation() {
  const [token] = useState(() => location.hash.slice(1));
  const [invited, setInvited] = useState<InvitationPreview>();
  const [problem, setProblem] = useState<string>();
  const [wantsSignIn, setWantsSignIn] = useState(false);
  const session = useSession();
  const isIn = session.status === 'signed-in';
  useEffect(() => {
    void previewInvitation(token).then(({ data, problem }) => (data ? setInvited(data) : setProblem(problem)));
  }, [token]);
  if (!invited)
    return (
      <Door title={t('Invitation')} hint={problem ? t('This link is not valid.') : t('One moment…')} problem={problem}>
        <Button component="a" href="/" variant="default">
          {isIn ? t('Go to the dashboard') : t('Go to sign-in')}
        </Button>
      </Door>
    );
  if (!isIn && wantsSignIn) return <SignIn expired={false} />;
  return (
    <Door
      title={t('Join {organization}', { organization: invited.organization })}
      hint={t('{email} is invited as {roles}, until {expiresAt}.', {
        email: invited.email,
        roles: ROLES[invited.role] ?? invited.role,
        expiresAt: date(invited.expiresAt),
      })}
      problem={undefined}
    >
      {isIn ? (
        <AsWhoIsHere token={token} email={session.session.email} />
      ) : (
        <WithPassword token={token} signIn={() => setWantsSignIn(true)} />
      )}
    </Door>
  );
}

function AsWhoIsHere({ token, email }: { token: string; email: string }) {
  const { problem, busy, submit } = useForm(() => acceptInvitation(token));
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          <Rich
            of="You are signed in as <b>{email}</b>. The organization is added to this account."
            values={{ email }}
            parts={{ b: <b /> }}
          />
        </Text>
        {problem && (
          <Text size="sm" c="var(--bad)" role="alert">
            {problem}
          </Text>
        )}
        <Button type="submit" loading={busy} size="md">
          {t('Join')}
        </Button>
        <Button variant="subtle" onClick={() => void signOut()}>
          {t('This is not me')}
        </Button>
      </Stack>
    </form>
  );
}

function WithPassword({ token, signIn }: { token: string; signIn: () => void }) {
  const { problem, busy, submit } = useForm(({ password = '' }) => acceptInvitation(token, password));
  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          name="password"
          label={t('Choose a password')}
          description={t('At least {passwordMin} characters that only you know', { passwordMin: PASSWORD_MIN })}
          autoComplete="new-password"
          minLength={PASSWORD_MIN}
          required
          withAsterisk={false}
          autoFocus
          error={problem}
          visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
        />
        <Button type="submit" loading={busy} size="md">
          {t('Join')}
        </Button>
        <Button variant="subtle" onClick={signIn}>
          {t('I have an account: sign in first')}
        </Button>
      </Stack>
    </form>
  );
}
