import { ActionIcon, Loader, Popover } from '@mantine/core';
import { useDisclosure, useInterval } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { useLiveRefresh } from '../live.ts';
import { translated } from '../translation.ts';
import { isNotifying, isShownFirst } from './desktop-notifications.ts';

const UnreadNotifications = graphql(
  `query UnreadNotifications {
      notifications(first: 5, filter: { unread: true }) { totalCount nodes { id title message } } }`,
);

const News = lazy(() => import('./news.tsx').then(({ News }) => ({ default: News })));

/**
 * How often to poll for notifications without events (something is late, or done). Low stock appears soon after it
 * moved.
 */
const LOOK_MS = 15_000;
const SOON_MS = 4000;
const SHOWN_MAX = 99;

/** The number of unread notifications, and the list. */
export function Bell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { data, refresh } = useData(UnreadNotifications, {});
  const look = () => void ((!document.hidden || isNotifying()) && refresh());
  useInterval(look, LOOK_MS, { autoInvoke: true });
  useLiveRefresh(look, SOON_MS);
  useDesktopNotifications(data?.notifications.nodes);
  const unread = data?.notifications.totalCount ?? 0;
  return (
    <Popover
      opened={opened}
      onChange={opened => !opened && close()}
      position="bottom-end"
      width={400}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          pos="relative"
          aria-label={unread > 0 ? t('Notifications: {unread} unread', { unread }) : t('Notifications')}
          onClick={toggle}
        >
          <IconBell size={20} stroke={1.7} aria-hidden />
          {unread > 0 && (
            <span className="unread" aria-hidden>
              {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)" aria-label={t('Notifications')}>
        <Suspense fallback={<Loader size="sm" m="md" aria-label={t('Loading')} />}>
          <News close={close} changed={refresh} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Shows new notifications outside the page, if the user asked for that; not those that existed when the page was
 * opened.
 */
function useDesktopNotifications(news: readonly { id: string; title: string; message: string }[] | undefined): void {
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!news) return;
    const fresh = known.current ? news.filter(({ id }) => !known.current!.has(id)) : [];
    known.current = new Set([...(known.current ?? []), ...news.map(({ id }) => id)]);
    if (!isNotifying()) return;
    for (const { id, title, message } of fresh.filter(({ id }) => isShownFirst(id))) {
      // Some browsers have the API without an implementation: phones, outside of an installed app.
      try {
        new Notification(translated(title), { body: translated(message), tag: id, icon: '/icon.svg' }).onclick = () =>
          focus();
      } catch {
        return;
      }
    }
  }, [news]);
}
