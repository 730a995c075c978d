import { Button, Group, Loader, ScrollArea, Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { since } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery, type RowOf, usePages } from '../lists.ts';
import { translated } from '../translation.ts';
import type { Address } from '../ui/address.ts';
import { More } from '../ui/more.tsx';
import { notifyProblems } from '../ui/notify.tsx';
import { Problems } from '../ui/page.tsx';
import { isNotifying, mayNotify, setNotifying } from './desktop-notifications.ts';

const Latest = pagedQuery(
  graphql(
    `query Notifications($after: String) { notifications(first: 50, after: $after) { pageInfo { hasNextPage endCursor }
          nodes { id title message occurredAt read subjectType subjectId locationId details } } }`,
  ),
  data => data.notifications,
);
const MarkRead = graphql(
  `mutation ReadNotifications($input: ReadNotificationsInput, $idempotencyKey: String) {
      readNotifications(input: $input, idempotencyKey: $idempotencyKey) { notificationsRead { unread } } }`,
);
type Item = RowOf<typeof Latest>;

/** The page about the subject of a notification. */
const ADDRESSES: { readonly [subject in Item['subjectType']]: (item: Item) => Address } = {
  VARIANT: ({ details, locationId }) => ({
    to: '/inventory',
    search: { q: String(details['sku']), ...(locationId && { location: locationId }) },
  }),
  PURCHASE_ORDER: ({ subjectId }) => ({ to: `/purchase-orders/${subjectId}` }),
  STOCK_TRANSFER: ({ subjectId }) => ({ to: `/transfers/${subjectId}` }),
  ORDER: ({ subjectId }) => ({ to: `/orders/${subjectId}` }),
  WEBHOOK_SUBSCRIPTION: () => ({ to: '/settings', search: { tab: 'webhooks' } }),
  IMPORT: ({ subjectId }) => ({ to: '/import', search: { id: subjectId } }),
  REPLENISHMENT_PLAN: ({ subjectId }) => ({ to: '/replenishment', search: { plan: subjectId } }),
};

/** Notifications, newest first, unread ones marked. */
export function News({ close, changed }: { close(): void; changed(): void }) {
  const page = usePages(Latest.query, {}, Latest.pick, { isReport: true });
  const { problems, loading } = page;
  // Pages that were read before still say unread.
  const [readUntil, setReadUntil] = useState('');
  const items = page.rows.map(item => (item.occurredAt <= readUntil ? { ...item, read: true } : item));
  const [newest] = items;
  const note = async (input: { ids: string[] } | { until: string }) => {
    const { problems } = await send(MarkRead, { input }, { isOneOfMany: true });
    if (problems) return notifyProblems(problems);
    if ('until' in input) setReadUntil(input.until);
    page.refresh();
    changed();
  };
  return (
    <>
      <Group justify="space-between" px="md" py="xs">
        <Text fw={600}>{t('Notifications')}</Text>
        {newest && items.some(({ read }) => !read) && (
          <Button variant="subtle" size="compact-sm" onClick={() => void note({ until: newest.occurredAt })}>
            {t('Mark all as read')}
          </Button>
        )}
      </Group>
      <ScrollArea.Autosize mah="min(60vh, 480px)" type="auto">
        {loading && <Loader size="sm" m="md" aria-label={t('Loading')} />}
        <Problems problems={problems} />
        {!loading && items.length === 0 && problems.length === 0 && (
          <Text size="sm" c="dimmed" px="md" pb="md">
            {t('Nothing is low, late or failed.')}
          </Text>
        )}
        <ul className="news">
          {items.map(item => (
            <NewsItem
              key={item.id}
              item={item}
              open={() => {
                close();
                if (!item.read) void note({ ids: [item.id] });
              }}
            />
          ))}
        </ul>
        <div className="news-more">
          <More page={page} />
        </div>
      </ScrollArea.Autosize>
      {/* Below a list that is still to come it would move from under the pointer, which then opens what came. */}
      {!loading && mayNotify() && <Outside />}
    </>
  );
}

function NewsItem({ item, open }: { item: Item; open(): void }) {
  const { to, search = {} } = ADDRESSES[item.subjectType](item);
  return (
    <li className={item.read ? undefined : 'new'}>
      <Link to={to as never} search={search as never} onClick={open}>
        <Group justify="space-between" wrap="nowrap" gap="sm" align="baseline">
          <Text size="sm" fw={item.read ? 450 : 620}>
            {translated(item.title)}
          </Text>
          <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
            {since(item.occurredAt)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {translated(item.message)}
        </Text>
      </Link>
    </li>
  );
}

/** Asks for permission only after a click. */
function Outside() {
  const [on, setOn] = useState(isNotifying);
  return (
    <div className="outside">
      <Switch
        size="sm"
        label={t('Notify me outside this page too')}
        checked={on}
        onChange={({ currentTarget }) => void setNotifying(currentTarget.checked).then(setOn)}
      />
    </div>
  );
}
