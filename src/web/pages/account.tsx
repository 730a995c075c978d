import { Button, Group, type MantineColorScheme, PasswordInput, Radio, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { words } from '../format.ts';
import type { Problem } from '../graphql.ts';
import { LANGUAGES, type Language, t } from '../language.ts';
import { chooseLanguage, useColors, useLanguageOfPerson } from '../me.ts';
import { usePlaceOfWork } from '../parts/default-place.ts';
import { FactList } from '../parts/document.tsx';
import { changePassword, type Session, switchOrganization, useSession } from '../session.ts';
import { errorsOf, useFields } from '../ui/fields.ts';
import { notify } from '../ui/notify.tsx';
import { Page, Section } from '../ui/page.tsx';
import { UnsentInput, useLeavingApp } from '../ui/unsaved-guard.tsx';
import { PASSWORD_MIN } from './sign-in.tsx';

const ROLES: { readonly [scope: string]: string } = {
  admin: t('Owner: everything'),
  write: t('Manager: read and write'),
  read: t('Viewer: read'),
};

/** The signed-in user: who they are, their current organization, and their password. */
export function AccountPage() {
  const state = useSession();
  if (state.status !== 'signed-in') return null;
  const { session } = state;
  const [scope = ''] = session.scopes;
  return (
    <Page title={t('Your account')}>
      <FactList
        facts={[
          [t('Name'), session.name],
          [t('Email'), session.email],
          [t('Organization'), session.organization?.name],
          [t('Role'), ROLES[scope] ?? words(scope)],
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
  const { question, leave } = useLeavingApp();
  return (
    <Section title={t('Organization')}>
      <Radio.Group aria-label={t('Organization')} value={chosen} onChange={choose}>
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
        onClick={() => leave(() => void switchOrganization(chosen))}
      >
        {t('Switch')}
      </Button>
      {question}
    </Section>
  );
}

const COLORS = [
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
  { value: 'auto', label: t('Same as the device') },
];

const BROWSER = 'browser';
/** Each language by its own name. */
const LANGUAGE_CHOICES = [
  { value: BROWSER, label: t('Same as the browser') },
  ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
];

/** Settings that follow the user from device to device. */
function Preferences() {
  const { colors, choose } = useColors();
  const { place, places, choose: work } = usePlaceOfWork();
  const chosenLanguage = useLanguageOfPerson() ?? BROWSER;
  return (
    <Section title={t('Wherever you sign in')}>
      <Stack maw={360}>
        <Select
          label={t('Work location')}
          description={t('Preselected in forms')}
          placeholder={t('None')}
          clearable
          data={places.map(({ id, name }) => ({ value: id, label: name }))}
          value={place}
          onChange={work}
        />
        <Select
          label={t('Language')}
          allowDeselect={false}
          data={LANGUAGE_CHOICES}
          value={chosenLanguage}
          onChange={chosen => chosen && void chooseLanguage(chosen === BROWSER ? null : (chosen as Language))}
        />
        <Radio.Group label={t('Colors')} value={colors} onChange={chosen => choose(chosen as MantineColorScheme)}>
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

const EMPTY_PASSWORDS = { current: '', next: '', again: '' };

function Password() {
  const { values, text, reset } = useFields(EMPTY_PASSWORDS);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [busy, setBusy] = useState(false);
  const errors = useMemo(() => errorsOf(problems), [problems]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (values.next !== values.again)
      return setProblems([{ code: 'VALIDATION_FAILED', message: t('The two passwords differ.'), field: 'again' }]);
    setBusy(true);
    const { problems: found = [] } = await changePassword(values.current, values.next);
    setBusy(false);
    setProblems(found);
    if (found.length > 0) return;
    reset();
    notify(t('Your password has been changed. You have been signed out everywhere else.'));
  };
  const toggleProps = { 'aria-label': t('Show the password') };
  return (
    <Section title={t('Password')}>
      <form onSubmit={submit} noValidate>
        <Stack maw={360}>
          <UnsentInput is={Object.values(values).some(Boolean)} />
          <PasswordInput
            label={t('Current password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={toggleProps}
            {...text('current', errors, 'current_password')}
          />
          <PasswordInput
            label={t('New password')}
            description={t('At least {passwordMin} characters', { passwordMin: PASSWORD_MIN })}
            autoComplete="new-password"
            visibilityToggleButtonProps={toggleProps}
            {...text('next', errors, 'new_password')}
          />
          <PasswordInput
            label={t('New password again')}
            autoComplete="new-password"
            visibilityToggleButtonProps={toggleProps}
            {...text('again', errors)}
          />
          {errors.rest().map(({ message }) => (
            <Text key={message} size="sm" c="var(--bad)" role="alert">
              {message}
            </Text>
          ))}
          <Button type="submit" loading={busy} w="fit-content">
            {t('Change password')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
