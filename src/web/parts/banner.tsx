import { ActionIcon, Group, Menu, Text, Tooltip, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { IconBuilding, IconCheck, IconLock, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { since } from '../format.ts';
import { t } from '../language.ts';
import { useLiveStatus } from '../live.ts';
import { useColors } from '../me.ts';
import { signOut, switchOrganization, useSession } from '../session.ts';
import { useLeavingApp } from '../ui/unsaved-guard.tsx';
import { Bell } from './bell.tsx';
import { usePlaceOfWork } from './default-place.ts';

/** The right end of the banner: connection, notifications, user. */
export const Banner = () => (
  <Group gap={6} wrap="nowrap">
    <LiveBadge />
    <Bell />
    <SchemeToggle />
    <PersonMenu />
  </Group>
);

const LIVE = {
  connecting: [t('Connecting'), t('Connecting to the live feed.')],
  live: [
    t('Live'),
    t('Lists and records show what happens within seconds. Reports and answers stay as they were when opened.'),
  ],
  reconnecting: [t('Reconnecting'), t('The connection was lost; what was missed will be shown as soon as it is back.')],
  stale: [t('Stale'), t('There has been no connection for a while: figures may be out of date.')],
  ended: [t('Ended'), t('What is shown is not updated any more.')],
} as const;

function LiveBadge() {
  const { status, asOf, caughtUp } = useLiveStatus();
  const [label, hint] = LIVE[status];
  return (
    <Tooltip
      label={`${hint}${asOf && status !== 'live' ? ` ${t('As of {asOf}.', { asOf: since(asOf.toISOString()) })}` : ''}${caughtUp ? ` ${t('{caughtUp, plural, one {# change was} other {# changes were}} caught up.', { caughtUp })}` : ''}`}
      multiline
      maw={260}
    >
      <Group
        gap={8}
        wrap="nowrap"
        px={8}
        role="status"
        aria-label={t('Live feed: {label}', { label })}
        data-live={status}
      >
        <span className={`dot ${status}`} aria-hidden />
        <Text size="sm" visibleFrom="md">
          {label}
        </Text>
      </Group>
    </Tooltip>
  );
}

function SchemeToggle() {
  const { choose } = useColors();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="inherit"
      size="lg"
      // Phones have little room here; "Your account" offers it too.
      visibleFrom="sm"
      aria-label={other === 'dark' ? t('Use the dark scheme') : t('Use the light scheme')}
      onClick={() => choose(other)}
    >
      {scheme === 'dark' ? <IconSun size={19} stroke={1.7} /> : <IconMoon size={19} stroke={1.7} />}
    </ActionIcon>
  );
}

/** The location that the user works at: the default in forms. */
function PlaceOfWork() {
  const { place, places, choose } = usePlaceOfWork();
  if (places.length < 2) return null;
  return (
    <>
      <Menu.Label>{t('Work location, preselected in forms')}</Menu.Label>
      {places.map(({ id, name }) => (
        <Menu.Item
          key={id}
          onClick={() => choose(id === place ? null : id)}
          leftSection={<IconCheck size={16} style={{ visibility: id === place ? 'visible' : 'hidden' }} />}
        >
          {name}
          {id === place && <VisuallyHidden> {t('(chosen)')}</VisuallyHidden>}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}

function PersonMenu() {
  const session = useSession();
  const { question, leave } = useLeavingApp();
  if (session.status !== 'signed-in') return null;
  const { name, email, organization, organizations } = session.session;
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" c="inherit" size="lg" aria-label={t('Your account')}>
            <IconUserCircle size={21} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <div style={{ padding: '8px 12px' }}>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {email}
            </Text>
          </div>
          <Menu.Divider />
          {organizations.length > 1 && (
            <>
              <Menu.Label>{t('Switch organization')}</Menu.Label>
              {organizations.map(({ slug, name }) => (
                <Menu.Item
                  key={slug}
                  leftSection={<IconBuilding size={16} />}
                  disabled={slug === organization?.slug}
                  onClick={() => leave(() => void switchOrganization(slug))}
                >
                  {name}
                  {slug === organization?.slug && ` ${t('(now)')}`}
                </Menu.Item>
              ))}
              <Menu.Divider />
            </>
          )}
          <PlaceOfWork />
          <Menu.Item component={Link} to={'/account' as never} leftSection={<IconLock size={16} />}>
            {t('Account and password')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => leave(() => void signOut())}>
            {t('Sign out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question}
    </>
  );
}
