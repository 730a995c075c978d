import { Button, Group, type MantineColorScheme, PasswordInput, Radio, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { words } from '../format.ts';
import type { Problem } from '../graphql.ts';
import { useColors } from '../me.ts';
import { usePlaceOfWork } from '../parts/default-place.ts';
import { FactList } from '../parts/document.tsx';
import { changePassword, type Session, switchOrganization, useSession } from '../session.ts';
import { errorsOf, said, useFields } from '../ui/form.tsx';
import { Page, Section } from '../ui/page.tsx';
import { PASSWORD_MIN } from './sign-in.tsx';

const ROLES: { readonly [scope: string]: string } = {
  admin: 'Owner: everything',
  write: 'Manager: read and write',
  read: 'Viewer: read',
};

/** The person who is signed in: who they are, for which organization they act, and their password. */
export function AccountPage() {
  const state = useSession();
  if (state.status !== 'signed-in') return null;
  const { session } = state;
  const [scope = ''] = session.scopes;
  return (
    <Page title="Your account">
      <FactList
        facts={[
          ['Name', session.name],
          ['Email', session.email],
          ['Organization', session.organization?.name],
          ['Role', ROLES[scope] ?? words(scope)],
        ]}
      />
      {session.organizations.length > 1 && <Organizations session={session} />}
      <Preferences />
      <Password />
    </Page>
  );
}

function Organizations({ session }: { session: Session }) {
  const [chosen, choose] = useState(session.organization?.slug ?? '');
  return (
    <Section title="Organization">
      <Radio.Group aria-label="Organization" value={chosen} onChange={choose}>
        <Stack gap="sm">
          {session.organizations.map(({ slug, name }) => (
            <Radio key={slug} value={slug} label={name} />
          ))}
        </Stack>
      </Radio.Group>
      <Button
        mt="md"
        w="fit-content"
        disabled={chosen === session.organization?.slug}
        onClick={() => void switchOrganization(chosen)}
      >
        Switch
      </Button>
    </Section>
  );
}

const COLORS = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the device' },
];

/** What follows the person from device to device. */
function Preferences() {
  const { colors, choose } = useColors();
  const { place, places, choose: work } = usePlaceOfWork();
  return (
    <Section title="Wherever you sign in">
      <Stack maw={360}>
        <Select
          label="Place of work"
          description="What forms begin with"
          placeholder="None"
          clearable
          data={places.map(({ id, name }) => ({ value: id, label: name }))}
          value={place}
          onChange={work}
        />
        <Radio.Group label="Colors" value={colors} onChange={chosen => choose(chosen as MantineColorScheme)}>
          <Group gap="md" mt={6}>
            {COLORS.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Group>
        </Radio.Group>
      </Stack>
    </Section>
  );
}

const EMPTY = { current: '', next: '', again: '' };

function Password() {
  const { values, text, reset } = useFields(EMPTY);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [busy, setBusy] = useState(false);
  const errors = useMemo(() => errorsOf(problems), [problems]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (values.next !== values.again)
      return setProblems([{ code: 'VALIDATION_FAILED', message: 'This is not the same.', field: 'again' }]);
    setBusy(true);
    const { problems: found = [] } = await changePassword(values.current, values.next);
    setBusy(false);
    setProblems(found);
    if (found.length > 0) return;
    reset();
    said('Your password is changed. Everywhere else you are signed out.');
  };
  const shown = { 'aria-label': 'Show the password' };
  return (
    <Section title="Password">
      <form onSubmit={submit} noValidate>
        <Stack maw={360}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            visibilityToggleButtonProps={shown}
            {...text('current', errors, 'current_password')}
          />
          <PasswordInput
            label="New password"
            description={`At least ${PASSWORD_MIN} characters`}
            autoComplete="new-password"
            visibilityToggleButtonProps={shown}
            {...text('next', errors, 'new_password')}
          />
          <PasswordInput
            label="New password again"
            autoComplete="new-password"
            visibilityToggleButtonProps={shown}
            {...text('again', errors)}
          />
          {errors.rest().map(({ message }) => (
            <Text key={message} size="sm" c="var(--bad)" role="alert">
              {message}
            </Text>
          ))}
          <Button type="submit" loading={busy} w="fit-content">
            Change password
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
