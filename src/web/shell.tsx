import {
  ActionIcon,
  AppShell,
  Burger,
  Center,
  Group,
  Loader,
  Menu,
  ScrollArea,
  Text,
  Tooltip,
  useComputedColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBuilding,
  IconCheck,
  IconLock,
  IconLogout,
  IconMoon,
  IconPlugConnectedX,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { since, time } from './format.ts';
import { useOnChange } from './hooks.ts';
import { t } from './language.ts';
import { startLive, stopLive, useLiveStatus } from './live.ts';
import { useColors, useColorsOfPerson, useSpokenTo } from './me.ts';
import { NewPassword, Nowhere, SignIn } from './pages/sign-in.tsx';
import { Bell } from './parts/bell.tsx';
import { usePlaceOfWork } from './parts/default-place.ts';
import { Outbox } from './parts/outbox.tsx';
import { Search } from './parts/search.tsx';
import { Shortcuts } from './parts/shortcuts.tsx';
import { menuAt, useIsOffered } from './places.ts';
import { signOut, switchOrganization, useOrganization, useSession } from './session.ts';
import { Untold } from './ui/page.tsx';

/** Who is not signed in sees the sign-in, whatever the address (but that of an invitation); the address is where they go next. */
export function Shell() {
  const session = useSession();
  const isInvited = useLocation({ select: ({ pathname }) => pathname === '/invitation' });
  const isIn = session.status === 'signed-in' && session.session.organization !== null && !isInvited;
  useEffect(() => {
    if (!isIn) return;
    startLive();
    return stopLive;
  }, [isIn]);
  if (session.status === 'unknown')
    return (
      <Center h="100dvh">
        <Loader size="sm" aria-label={t('Loading')} />
      </Center>
    );
  if (isInvited) return <Outlet />;
  if (session.status === 'signed-out') return <SignIn expired={session.expired} />;
  if (session.session.mustChangePassword) return <NewPassword email={session.session.email} />;
  if (!session.session.organization) return <Nowhere session={session.session} />;
  return <Rooms />;
}

function Rooms() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const organization = useOrganization();
  const path = useLocation({ select: location => location.pathname });
  useOnChange(path, close);
  useColorsOfPerson();
  useSpokenTo();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <Shortcuts />
      <a className="skip" href="#main">
        {t('Skip to content')}
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? t('Close menu') : t('Open menu')}
            />
            <img src="/icon.svg" alt="" width={28} height={28} />
            <Text fw={640} truncate visibleFrom="xs">
              {organization.name}
            </Text>
          </Group>
          <Search />
          <Group gap={6} wrap="nowrap">
            <LiveBadge />
            <Bell />
            <SchemeToggle />
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('Main')}>
        <ScrollArea>
          <Navigation />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <div style={{ maxWidth: 1280, margin: '0 auto' }}>
          <LostConnection />
          <Outbox />
          <Untold />
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function Navigation() {
  const isOffered = useIsOffered();
  const path = useLocation({ select: location => location.pathname });
  return (
    <nav className="nav" aria-label={t('Pages')}>
      {menuAt(path).map(({ heading = '', places }) => (
        <div key={places[0]!.to}>
          {heading && <p className="heading">{heading}</p>}
          {places.filter(isOffered).map(({ to, label, icon: Icon, within }) => (
            <Link
              key={to}
              to={to}
              className={within && 'within'}
              activeOptions={{ exact: to === '/' }}
              activeProps={{ className: within ? 'within active' : 'active' }}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              {label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

const LIVE = {
  connecting: [t('Connecting'), t('Connecting to the live feed.')],
  live: [
    t('Live'),
    t('Lists and records show what happens within seconds. Reports and answers are as of when they were opened.'),
  ],
  reconnecting: [t('Reconnecting'), t('The connection was lost; what was missed will be shown as soon as it is back.')],
  stale: [t('Stale'), t('There has been no connection for a while: figures may be out of date.')],
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

/** Said on every page, for figures that look live and are not mislead. */
function LostConnection() {
  const { status, asOf } = useLiveStatus();
  if (!asOf || (status !== 'reconnecting' && status !== 'stale')) return null;
  return (
    <Group className={`lost ${status}`} gap="xs" wrap="nowrap" mb="md">
      <IconPlugConnectedX size={18} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm">
        {status === 'stale'
          ? t('No connection. Figures are as of {asOf}; what was missed appears as soon as the connection is back.', {
              asOf: time(asOf.toISOString()),
            })
          : t('Reconnecting. Figures are as of {asOf}; what was missed appears as soon as the connection is back.', {
              asOf: time(asOf.toISOString()),
            })}
      </Text>
    </Group>
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
      aria-label={other === 'dark' ? t('Use the dark scheme') : t('Use the light scheme')}
      onClick={() => choose(other)}
    >
      {scheme === 'dark' ? <IconSun size={19} stroke={1.7} /> : <IconMoon size={19} stroke={1.7} />}
    </ActionIcon>
  );
}

/** Where this person works: what forms begin with. */
function PlaceOfWork() {
  const { place, places, choose } = usePlaceOfWork();
  if (places.length < 2) return null;
  return (
    <>
      <Menu.Label>{t('Place of work: what forms begin with')}</Menu.Label>
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
  if (session.status !== 'signed-in') return null;
  const { name, email, organization, organizations } = session.session;
  return (
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
            <Menu.Label>{t('Act for')}</Menu.Label>
            {organizations.map(({ slug, name }) => (
              <Menu.Item
                key={slug}
                leftSection={<IconBuilding size={16} />}
                disabled={slug === organization?.slug}
                onClick={() => void switchOrganization(slug)}
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
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
