import { Burger, Button, Center, Group, Loader, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Activity, lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { forgetAsked, keepAsked } from './early.ts';
import { reportMissedEvents } from './following.ts';
import { time } from './format.ts';
import { untilSettled } from './graphql.ts';
import { useIsLeft, useOnChange } from './hooks.ts';
import { language, t } from './language.ts';
import { startLive, stopLive, useLiveStatus } from './live.ts';
import { useColorsOfPerson, useLanguageOfPage } from './me.ts';
import { endOutline, forgetOutline, keepOutline } from './outline.ts';
import { Outbox } from './parts/outbox.tsx';
import { Search } from './parts/search.tsx';
import { Shortcuts } from './parts/shortcuts.tsx';
import { menuAt, placeAt, useIsOffered } from './places.ts';
import { useHasSeveral, useMay, useOrganization, useSession } from './session.ts';
import { Afterwards } from './ui/afterwards.tsx';
import { fetchParts, later } from './ui/later.ts';
import { Empty, Page, UnshownProblems } from './ui/page.tsx';

const Banner = later(() => import('./parts/banner.tsx').then(({ Banner }) => Banner));
const Door = lazy(() => import('./pages/sign-in.tsx').then(({ Entrance }) => ({ default: Entrance })));

/**
 * Users who are not signed in see the sign-in page at every address except an invitation's; afterwards they continue at
 * that address. Where a session ends, the page behind is hidden and does nothing, but keeps what was typed.
 */
export function Shell() {
  const session = useSession();
  const isInvited = useLocation({ select: ({ pathname }) => pathname === '/invitation' });
  const isIn = session.status === 'signed-in' && session.session.organization !== null && !isInvited;
  const isEnded = session.status === 'signed-in' && session.isEnded === true;
  useEffect(() => {
    if (!isIn || isEnded) return;
    startLive();
    return stopLive;
  }, [isIn, isEnded]);
  useEffect(() => {
    if (session.status === 'unknown') return;
    if (session.status === 'signed-out' || isEnded) {
      forgetOutline();
      forgetAsked();
    }
    if (!isIn) endOutline();
    void firstView().then(() => {
      if (isIn) keepAsked();
      fetchParts();
    });
  }, [session.status, isIn, isEnded]);
  if (session.status === 'unknown') return <PageSkeleton />;
  if (isInvited) return <Outlet />;
  return (
    <>
      {isIn && (
        <Activity mode={isEnded ? 'hidden' : 'visible'}>
          <Rooms />
        </Activity>
      )}
      {(!isIn || isEnded) && (
        <Suspense fallback={<PageSkeleton />}>
          <Door session={session} />
        </Suspense>
      )}
    </>
  );
}

/** What was asked for first is on the screen; or takes so long that the rest does not wait for it. */
const firstView = () => Promise.race([untilSettled(), new Promise(resolve => setTimeout(resolve, FIRST_MS))]);
const FIRST_MS = 1500;

const PageSkeleton = () => (
  <Center h="100dvh">
    <Loader size="sm" aria-label={t('Loading')} />
  </Center>
);

function Rooms() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const organization = useOrganization();
  const hasSeveral = useHasSeveral();
  const path = useLocation({ select: location => location.pathname });
  useOnChange(path, close);
  useColorsOfPerson();
  useLanguageOfPage();
  const isOffered = useIsOffered();
  useLayoutEffect(() => {
    endOutline('head');
  }, []);
  const wasHidden = useRef(false);
  useEffect(() => {
    // Nobody has followed events while it was hidden.
    if (wasHidden.current) reportMissedEvents();
    return () => void (wasHidden.current = true);
  }, []);
  useEffect(() => {
    // Also where what is shown has no heading.
    void untilSettled().then(() => endOutline('head', 'page'));
  }, []);
  useEffect(() => {
    keepOutline({ language, slug: organization.slug, organization: organization.name, hasSeveral }, isOffered);
  });
  return (
    <>
      <Shortcuts />
      <a className="skip" href="#main">
        {t('Skip to content')}
      </a>
      {/* The last class is what the lock of scrolling below a dialog looks for (react-remove-scroll-bar). */}
      <header className="frame-head right-scroll-bar-position">
        <div className="frame-name">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={opened ? t('Close menu') : t('Open menu')}
          />
          <img src="/icon.svg" alt="" width={28} height={28} />
          <b>{organization.name}</b>
        </div>
        <Search />
        <div className="banner">
          <Suspense>
            <Banner />
          </Suspense>
        </div>
      </header>
      <Afterwards>
        <Menu isOpen={opened} />
      </Afterwards>
      <main className="frame-main" id="main" tabIndex={-1}>
        <div>
          <OrganizationNotice />
          <LostConnection />
          <Outbox />
          <UnshownProblems />
          <ShownPage />
        </div>
      </main>
    </>
  );
}

/** A page of a module that is off can neither be read nor create anything; its address may be in a bookmark. */
function ShownPage() {
  const { modules } = useOrganization();
  const isAdmin = useMay('admin');
  const place = placeAt(useLocation({ select: location => location.pathname }));
  const isLeft = useIsLeft();
  // A page that is left takes no more clicks and keys: the dialog that one opens would go with what was typed into it.
  if (!place?.module || modules.includes(place.module))
    return (
      <div className="page" inert={isLeft} aria-busy={isLeft}>
        <Outlet />
      </div>
    );
  return (
    <Page title={place.label}>
      <Empty
        icon={place.icon}
        title={t('This module is off')}
        action={
          isAdmin && (
            <Button component={Link} to="/settings" search={{ tab: 'organization' } as never}>
              {t('Settings')}
            </Button>
          )
        }
      >
        {t('An administrator can turn it on in the settings of the organization.')}
      </Empty>
    </Page>
  );
}

/** A phone has no room for it in the head: whoever belongs to several organizations sees which one they act for. */
function OrganizationNotice() {
  const { name } = useOrganization();
  return useHasSeveral() && <p className="acting">{name}</p>;
}

function Menu({ isOpen }: { isOpen: boolean }) {
  useLayoutEffect(() => {
    endOutline('menu');
  }, []);
  return (
    <div className={`frame-menu ${isOpen ? '' : 'closed'}`}>
      <Navigation />
    </div>
  );
}

function Navigation() {
  const isOffered = useIsOffered();
  const path = useLocation({ select: location => location.pathname });
  return (
    <nav className="nav" aria-label={t('Pages')}>
      {menuAt(path, isOffered).map(({ heading = '', places }) => (
        <div key={places[0]!.to}>
          {heading && <p className="heading">{heading}</p>}
          {places.map(({ to, label, icon: Icon, within }) => (
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

/** Shown on every page, so that figures that look live do not mislead. */
function LostConnection() {
  const { status, asOf } = useLiveStatus();
  if (!asOf || status === 'connecting' || status === 'live') return null;
  return (
    <Group className={`lost ${status}`} gap="xs" wrap="nowrap" mb="md">
      <IconPlugConnectedX size={18} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm">{outOfDate(status, time(asOf.toISOString()))}</Text>
    </Group>
  );
}

function outOfDate(status: 'reconnecting' | 'stale' | 'ended', asOf: string): string {
  if (status === 'ended') return t('Figures are as of {asOf}, and are not updated any more.', { asOf });
  return status === 'stale'
    ? t('No connection. Figures are as of {asOf}; what was missed appears as soon as the connection is back.', { asOf })
    : t('Reconnecting. Figures are as of {asOf}; what was missed appears as soon as the connection is back.', { asOf });
}
