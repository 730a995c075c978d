import { Anchor, Tabs } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { t } from '../../language.ts';
import { useMay } from '../../session.ts';
import { Empty, Page } from '../../ui/page.tsx';
import { Rich } from '../../ui/rich.tsx';
import { TabRow } from '../../ui/tabs.tsx';
import { ApiKeys } from './keys.tsx';
import { Organization } from './organization.tsx';
import { Places } from './places.tsx';
import { Shops } from './shops.tsx';
import { Users } from './users.tsx';
import { Webhooks } from './webhooks.tsx';

const TABS: readonly (readonly [value: string, label: string, panel: ComponentType])[] = [
  ['keys', t('API keys'), ApiKeys],
  ['webhooks', t('Webhooks'), Webhooks],
  ['shops', t('Shops'), Shops],
  ['users', t('Users'), Users],
  ['places', t('Locations'), Places],
  ['organization', t('Organization'), Organization],
];

/** The settings of the organization, a tab each. Needs the right `admin`. */
export function Settings() {
  const { tab = 'keys' } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const isAdmin = useMay('admin');
  if (!isAdmin)
    return (
      <Page title={t('Settings')}>
        <Empty icon={IconKey} title={t('For owners only')}>
          {t('Ask an owner of the organization.')}
        </Empty>
      </Page>
    );
  return (
    <Page
      title={t('Settings')}
      hint={
        <Rich
          of="For developers: <rest>REST reference</rest> · <graphiql>GraphiQL</graphiql> · From a spreadsheet: <import>Import</import>"
          parts={{
            rest: <Anchor href="/docs" size="sm" underline="always" />,
            graphiql: <Anchor href="/graphql" size="sm" underline="always" />,
            import: <Anchor component={Link} to={'/import' as never} size="sm" underline="always" />,
          }}
        />
      }
    >
      <Tabs
        value={tab}
        onChange={value => void navigate({ to: '/settings', search: { tab: value ?? 'keys' } as never })}
        keepMounted={false}
      >
        <TabRow label={t('Settings')} active={tab} tabs={TABS.map(([value, label]) => ({ value, label }))} />
        {TABS.map(([value, , Panel]) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
