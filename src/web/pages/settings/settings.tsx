import { Anchor, Tabs } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useMay } from '../../session.ts';
import { Empty, Page } from '../../ui/page.tsx';
import { TabRow } from '../../ui/tabs.tsx';
import { ApiKeys } from './keys.tsx';
import { Organization } from './organization.tsx';
import { Places } from './places.tsx';
import { Shops } from './shops.tsx';
import { Users } from './users.tsx';
import { Webhooks } from './webhooks.tsx';

const TABS: readonly (readonly [value: string, label: string, panel: ComponentType])[] = [
  ['keys', 'API keys', ApiKeys],
  ['webhooks', 'Webhooks', Webhooks],
  ['shops', 'Shops', Shops],
  ['users', 'Users', Users],
  ['places', 'Locations', Places],
  ['organization', 'Organization', Organization],
];

export function Settings() {
  const { tab = 'keys' } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const isAdmin = useMay('admin');
  if (!isAdmin)
    return (
      <Page title="Settings">
        <Empty icon={IconKey} title="For owners only">
          Ask an owner of the organization.
        </Empty>
      </Page>
    );
  return (
    <Page
      title="Settings"
      hint={
        <>
          For developers:{' '}
          <Anchor href="/docs" size="sm" underline="always">
            REST reference
          </Anchor>{' '}
          ·{' '}
          <Anchor href="/graphql" size="sm" underline="always">
            GraphiQL
          </Anchor>{' '}
          · From a spreadsheet:{' '}
          <Anchor component={Link} to={'/import' as never} size="sm" underline="always">
            Import
          </Anchor>
        </>
      }
    >
      <Tabs
        value={tab}
        onChange={value => void navigate({ to: '/settings', search: { tab: value ?? 'keys' } as never })}
        keepMounted={false}
      >
        <TabRow label="Settings" active={tab} tabs={TABS.map(([value, label]) => ({ value, label }))} />
        {TABS.map(([value, , Panel]) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
