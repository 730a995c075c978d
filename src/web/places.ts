import {
  IconActivity,
  IconAdjustments,
  IconAlertTriangle,
  IconBookmark,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconCalendarDue,
  IconChartBar,
  IconChartDots3,
  IconChecklist,
  IconClipboardList,
  IconFlask,
  IconGauge,
  IconLayoutDashboard,
  IconMessageQuestion,
  IconPackage,
  IconReceipt,
  IconReceiptRefund,
  IconRoute,
  IconSettings,
  IconSparkles,
  IconTransfer,
  IconTrash,
  IconTruckDelivery,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { inSentence } from './format.ts';
import { t } from './language.ts';
import { REPORTS } from './report-list.ts';
import { type Right, useMay, useOrganization } from './session.ts';
import type { Address } from './ui/address.ts';

/*
 * The pages of the app and the actions that start there: the menu, the search and the keyboard shortcuts use this
 * table.
 */

export interface Place {
  to: string;
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  module?: string;
  right?: Right;
  /** The key that leads there after G. */
  key?: string;
  /** The page that it belongs to: it is in the menu only while somebody is there. */
  within?: string;
}

export const PLACES: readonly { heading?: string; places: readonly Place[] }[] = [
  { places: [{ to: '/', label: t('Dashboard'), icon: IconLayoutDashboard, key: 'd' }] },
  {
    heading: t('Stock'),
    places: [
      { to: '/inventory', label: t('Inventory'), icon: IconBuildingWarehouse, key: 'i' },
      { to: '/policies', label: t('Policies'), icon: IconAdjustments, within: '/inventory' },
      { to: '/reservations', label: t('Reservations'), icon: IconBookmark, within: '/inventory' },
      { to: '/products', label: t('Products'), icon: IconPackage, key: 'p' },
      { to: '/lots', label: t('Lots'), icon: IconRoute, module: 'traceability', key: 'l' },
      { to: '/expiry', label: t('Expiry'), icon: IconCalendarDue, module: 'traceability' },
      { to: '/waste', label: t('Waste'), icon: IconTrash, module: 'traceability' },
      { to: '/recalls', label: t('Recalls'), icon: IconAlertTriangle, module: 'traceability' },
      { to: '/counts', label: t('Counts'), icon: IconChecklist, key: 'c' },
      { to: '/movements', label: t('Movements'), icon: IconActivity, key: 'm' },
    ],
  },
  {
    heading: t('Work'),
    places: [
      { to: '/orders', label: t('Orders'), icon: IconReceipt, key: 'o' },
      { to: '/replenishment', label: t('Replenishment'), icon: IconClipboardList, key: 'n' },
      { to: '/purchase-orders', label: t('Purchase orders'), icon: IconTruckDelivery, key: 'u' },
      { to: '/suppliers', label: t('Suppliers'), icon: IconBuildingStore },
      { to: '/supplier-performance', label: t('Performance'), icon: IconGauge, within: '/suppliers' },
      { to: '/transfers', label: t('Transfers'), icon: IconTransfer, key: 't' },
      { to: '/returns', label: t('Returns'), icon: IconReceiptRefund, key: 'r' },
      { to: '/production', label: t('Production'), icon: IconFlask, module: 'manufacturing', key: 'b' },
    ],
  },
  {
    heading: t('Analysis'),
    places: [
      { to: '/ask', label: t('Ask'), icon: IconMessageQuestion, key: 'a' },
      { to: '/insights', label: t('Insights'), icon: IconSparkles, key: 's' },
      { to: '/reports', label: t('Reports'), icon: IconChartBar, key: 'e' },
      { to: '/explore', label: t('Explore'), icon: IconChartDots3, key: 'x' },
    ],
  },
  { places: [{ to: '/settings', label: t('Settings'), icon: IconSettings, right: 'admin' }] },
];

/** Whether the current page is this one, or one that belongs to it. */
const isAt = (path: string, to: string) => path === to || (to !== '/' && path.startsWith(`${to}/`));

/** The page at this address, or the list that it is about a record of. */
export const placeAt = (path: string): Place | undefined =>
  PLACES.flatMap(({ places }) => places).find(({ to }) => isAt(path, to));

/** The menu at this address. Subpages are included only while somebody is there, so that it stays short. */
export function menuAt(path: string, isOffered: (place: Place) => boolean): typeof PLACES {
  const open = new Set(
    PLACES.flatMap(({ places }) => places)
      .filter(({ to }) => isAt(path, to))
      .map(({ to, within = to }) => within),
  );
  return PLACES.map(({ places, ...group }) => ({
    ...group,
    places: places.filter(place => isOffered(place) && (place.within === undefined || open.has(place.within))),
  })).filter(({ places }) => places.length > 0);
}

/** Something that can be reached by name. */
export interface Destination {
  label: string;
  address: Address;
  module?: string;
  right?: Right;
}

const setting = (label: string, tab: string): Destination => ({
  label: t('Settings: {label}', { label }),
  address: { to: '/settings', search: { tab } },
  right: 'admin',
});

const OTHER_DESTINATIONS: readonly Destination[] = [
  { label: t('Recipes'), address: { to: '/production', search: { tab: 'recipes' } }, module: 'manufacturing' },
  ...REPORTS.map(([report, label]) => ({
    label: t('Report: {label}', { label: t(label) }),
    address: { to: '/reports', search: { report } },
  })),
  setting(t('API keys'), 'keys'),
  setting(t('Webhooks'), 'webhooks'),
  setting(t('Shops'), 'shops'),
  setting(t('Users'), 'users'),
  setting(t('Locations'), 'places'),
  setting(t('Organization'), 'organization'),
  { label: t('Account and password'), address: { to: '/account' } },
];

const act = (label: string, to: string, name: string, more: Partial<Destination> = {}): Destination => ({
  label,
  address: { to, search: { ...more.address?.search, act: name } },
  right: 'write',
  ...(more.module && { module: more.module }),
  ...(more.right && { right: more.right }),
});

const tab = (name: string) => ({ address: { to: '', search: { tab: name } } });
/** The actions that can be started from anywhere: each opens the dialog on its page. */
const ACTS: readonly Destination[] = [
  act(t('Adjust stock'), '/inventory', 'adjust'),
  act(t('Record waste'), '/waste', 'new', { module: 'traceability' }),
  act(t('New order'), '/orders', 'new'),
  act(t('New purchase order'), '/purchase-orders', 'new'),
  act(t('New transfer'), '/transfers', 'new'),
  act(t('New return'), '/returns', 'new'),
  act(t('New count'), '/counts', 'new'),
  act(t('New product'), '/products', 'new'),
  act(t('New batch'), '/production', 'new', { module: 'manufacturing' }),
  act(t('New recipe'), '/production', 'new-recipe', { module: 'manufacturing', ...tab('recipes') }),
  act(t('New location'), '/settings', 'new-location', { right: 'admin', ...tab('places') }),
  act(t('New supplier'), '/suppliers', 'new-supplier'),
  act(t('New API key'), '/settings', 'new-key', { right: 'admin', ...tab('keys') }),
  act(t('New webhook'), '/settings', 'new-webhook', { right: 'admin', ...tab('webhooks') }),
];

/** Whether this user can use it in this organization. */
export function useIsOffered(): (of: { module?: string; right?: Right }) => boolean {
  const { modules } = useOrganization();
  const may = { read: useMay('read'), write: useMay('write'), admin: useMay('admin') };
  return ({ module, right = 'read' }) => (!module || modules.includes(module)) && may[right];
}

/** Where this person may go and what they may do there: the menu, all pages, and actions by name. */
export function usePlaces(): { places: readonly Place[]; pages: readonly Destination[]; acts: readonly Destination[] } {
  const isOffered = useIsOffered();
  const places = PLACES.flatMap(group => group.places).filter(isOffered);
  const pages = [
    ...places.map(({ to, label, within }) => ({
      label: within === '/suppliers' ? t('Suppliers: {label}', { label: inSentence(label) }) : label,
      address: { to },
    })),
    ...OTHER_DESTINATIONS.filter(isOffered),
  ];
  return { places, pages, acts: ACTS.filter(isOffered) };
}
