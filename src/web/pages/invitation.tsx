import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { date } from '../format.ts';
import { acceptInvitation, type Invited, previewInvitation, signOut, useSession } from '../session.ts';
import { Door, PASSWORD_MIN, SignIn, useForm } from './sign-in.tsx';

const ROLES: { readonly [role: string]: string } = {
  owner: 'an owner, who may do everything',
  manager: 'a manager, who may read and write',
  viewer: 'a viewer, who may read',
};

/** Where a link from an organization leads. What it proves is behind the #, which no server gets to see with the address. */
export function Invitation() {
  const [token] = useState(() => location.hash.slice(1));
  const [invited, setInvited] = useState<Invited>();
  const [problem, setProblem] = useState<string>();
  const [wantsSignIn, setWantsSignIn] = useState(false);
  const session = useSession();
  const isIn = session.status === 'signed-in';
  useEffect(() => {
    void previewInvitation(token).then(({ data, problem }) => (data ? setInvited(data) : setProblem(problem)));
  }, [token]);
  if (!invited)
    return (
      <Door title="Invitation" hint={problem ? 'This link leads nowhere.' : 'One moment…'} problem={problem}>
        <Button component="a" href="/" variant="default">
          To the sign-in
        </Button>
      </Door>
    );
  if (!isIn && wantsSignIn) return <SignIn expired={false} />;
  return (
    <Door
      title={`Join ${invited.organization}`}
      hint={`${invited.email} is invited as ${ROLES[invited.role] ?? invited.role}, until ${date(invited.expiresAt)}.`}
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
          You are signed in as <b>{email}</b>. The organization is added to this account.
        </Text>
        {problem && (
          <Text size="sm" c="var(--bad)" role="alert">
            {problem}
          </Text>
        )}
        <Button type="submit" loading={busy} size="md">
          Join
        </Button>
        <Button variant="subtle" onClick={() => void signOut()}>
          This is not me
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
          label="Choose a password"
          description={`At least ${PASSWORD_MIN} characters that only you know`}
          autoComplete="new-password"
          minLength={PASSWORD_MIN}
          required
          withAsterisk={false}
          autoFocus
          error={problem}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <Button type="submit" loading={busy} size="md">
          Join
        </Button>
        <Button variant="subtle" onClick={signIn}>
          I have an account: sign in first
        </Button>
      </Stack>
    </form>
  );
}
