import { IconMapOff } from '@tabler/icons-react';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { t } from './language.ts';
import { notedStep } from './left-lists.ts';
import { Shell } from './shell.tsx';
import { PageFault } from './ui/fault.tsx';
import { Empty } from './ui/page.tsx';

/*
 * Every page and its address. Pages are loaded when they are first visited; what a page shows is part of its address.
 */

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <Empty icon={IconMapOff} title={t('There is no such page')}>
      {t('Choose one from the menu.')}
    </Empty>
  ),
});

const search = (given: { [name: string]: unknown }): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );

type Load = () => Promise<{ [name: string]: unknown }>;
const page = (path: string, load: Load, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    component: lazyRouteComponent(load as never, name as never),
  });

const routes = [
  page('/', () => import('./pages/dashboard.tsx'), 'Dashboard'),
  page('/inventory', () => import('./pages/inventory.tsx'), 'Inventory'),
  page('/policies', () => import('./pages/policies.tsx'), 'Policies'),
  page('/reservations', () => import('./pages/reservations.tsx'), 'Reservations'),
  page('/expiry', () => import('./pages/expiry.tsx'), 'Expiry'),
  page('/waste', () => import('./pages/waste.tsx'), 'Waste'),
  page('/supplier-performance', () => import('./pages/performance.tsx'), 'SupplierPerformance'),
  page('/products', () => import('./pages/products.tsx'), 'Products'),
  page('/products/$id', () => import('./pages/product.tsx'), 'ProductPage'),
  page('/orders', () => import('./pages/orders.tsx'), 'Orders'),
  page('/orders/$id', () => import('./pages/orders.tsx'), 'OrderPage'),
  page('/purchase-orders', () => import('./pages/purchases.tsx'), 'Purchases'),
  page('/purchase-orders/$id', () => import('./pages/purchases.tsx'), 'PurchasePage'),
  page('/replenishment', () => import('./pages/replenishment.tsx'), 'Replenishment'),
  page('/suppliers', () => import('./pages/suppliers.tsx'), 'Suppliers'),
  page('/suppliers/$id', () => import('./pages/suppliers.tsx'), 'SupplierPage'),
  page('/transfers', () => import('./pages/transfers.tsx'), 'Transfers'),
  page('/transfers/$id', () => import('./pages/transfers.tsx'), 'TransferPage'),
  page('/returns', () => import('./pages/returns.tsx'), 'Returns'),
  page('/returns/$id', () => import('./pages/returns.tsx'), 'ReturnPage'),
  page('/lots', () => import('./pages/lots.tsx'), 'Lots'),
  page('/lots/$id', () => import('./pages/lots.tsx'), 'LotPage'),
  page('/recalls', () => import('./pages/recalls.tsx'), 'Recalls'),
  page('/recalls/$id', () => import('./pages/recalls.tsx'), 'RecallPage'),
  page('/production', () => import('./pages/production.tsx'), 'Production'),
  page('/production/$id', () => import('./pages/production.tsx'), 'BatchPage'),
  page('/counts', () => import('./pages/counts.tsx'), 'Counts'),
  page('/counts/$id', () => import('./pages/counts.tsx'), 'CountPage'),
  page('/movements', () => import('./pages/movements.tsx'), 'Movements'),
  page('/insights', () => import('./pages/insights.tsx'), 'Insights'),
  page('/ask', () => import('./pages/ask.tsx'), 'AskPage'),
  page('/reports', () => import('./pages/reports.tsx'), 'Reports'),
  page('/explore', () => import('./pages/explore.tsx'), 'Explore'),
  page('/invitation', () => import('./pages/invitation.tsx'), 'Invitation'),
  page('/account', () => import('./pages/account.tsx'), 'AccountPage'),
  page('/import', () => import('./pages/import.tsx'), 'Import'),
  page('/settings', () => import('./pages/settings/settings.tsx'), 'Settings'),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  // A failing page does not affect the rest.
  defaultErrorComponent: PageFault,
  scrollRestoration: true,
});
router.history.subscribe(({ action }) => notedStep(action.type));
