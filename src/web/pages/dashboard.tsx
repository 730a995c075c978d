import { Button, Card, Grid, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconActivity, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { money, quantity, short, since, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { useLive, useLiveChanges } from '../live.ts';
import { useMay, useOrganization } from '../session.ts';
import { nameOf, useLocations } from '../ui/choose.tsx';
import { Insights } from '../ui/insights.tsx';
import { Empty, Loading, Page, Problems, Section } from '../ui/page.tsx';
import { Change } from '../ui/status.tsx';

const Figures = graphql(`
  query Figures {
    reports {
      stockByLocation(first: 50) { nodes { id: locationId locationId locationName variantCount quantityOnHand quantityReserved quantityAvailable quantityIncoming stockValue } }
      lowStock(first: 6) { totalCount nodes { id: variantId variantId sku productName locationName quantityAvailable quantityIncoming reorderPoint suggestedOrderQuantity variant { productId } } }
    }
    open: orders(first: 1, filter: { status: PENDING }) { totalCount nodes { id } }
    reserved: orders(first: 1, filter: { status: RESERVED }) { totalCount nodes { id } }
    recent: inventoryLedger(first: 12) { nodes { id sku entryType quantityChange quantityOnHandAfter locationId occurredAt } }
  }
`);
const REREAD_MS = 2000;

/** What a warehouse manager wants to know at eight in the morning, and all day long. */
export function Dashboard() {
  const { data, loading, problems, refresh } = useData(Figures, {});
  const { currency } = useOrganization();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveChanges(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      refresh();
    }, REREAD_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  if (loading) return <Loading />;
  if (!data) return <Problems problems={problems} retry={refresh} />;
  const places = data.reports.stockByLocation.nodes;
  const low = data.reports.lowStock;
  const sum = (name: 'quantityOnHand' | 'quantityAvailable' | 'stockValue' | 'quantityIncoming') => places.reduce((total, place) => total + place[name], 0);
  if (places.length === 0 && data.recent.nodes.length === 0) return <FirstSteps />;
  const figures = [
    { label: 'Stock value', value: money(sum('stockValue'), currency, true), to: '/reports' },
    { label: 'Available', value: short(sum('quantityAvailable')), note: `of ${short(sum('quantityOnHand'))} on hand`, to: '/inventory' },
    { label: 'Low stock', value: quantity(low.totalCount), note: 'below their reorder point', alert: (low.totalCount ?? 0) > 0, to: '/reports?report=low-stock' },
    { label: 'Orders to do', value: quantity((data.open.totalCount ?? 0) + (data.reserved.totalCount ?? 0)), note: `${quantity(data.reserved.totalCount)} of them reserved`, to: '/orders' },
    { label: 'Incoming', value: short(sum('quantityIncoming')), note: 'on open purchases and transfers', to: '/inventory' },
  ];
  return (
    <Page title="Dashboard" hint="Your stock as it is this second.">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
        {figures.map(({ label, value, note, alert, to }) => (
          <Card key={label} padding="md" component={Link} to={to as never} c="inherit" style={{ textDecoration: 'none' }}>
            <Text size="sm" c="dimmed">{label}</Text>
            <div className="kpi" style={alert ? { color: 'var(--bad)' } : undefined}>{value}</div>
            {note && <Text size="xs" c="dimmed" mt={2}>{note}</Text>}
          </Card>
        ))}
      </SimpleGrid>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <Insights />
            <Section title="Low stock" action={<Button component={Link} to={'/reports?report=low-stock' as never} variant="subtle" size="compact-sm">All</Button>}>
              {low.nodes.length === 0 ? <Empty icon={IconCircleCheck} title="Nothing is running low">Everything is at or above its reorder point.</Empty> : (
                <Stack gap={0}>
                  {low.nodes.map(row => (
                    <Group key={`${row.sku} ${row.locationName}`} justify="space-between" wrap="nowrap" py={9} style={{ borderBottom: '1px solid var(--line)' }}>
                      <div style={{ minWidth: 0 }}>
                        <Link className="link" to="/products/$id" params={{ id: row.variant.productId }}>{row.productName}</Link>
                        <Text size="xs" c="dimmed" truncate><span className="mono">{row.sku}</span> · {row.locationName}</Text>
                      </div>
                      <div style={{ textAlign: 'right', flex: 'none' }}>
                        <Text size="sm" fw={620} c="var(--bad)" className="num">{quantity(row.quantityAvailable)} of {quantity(row.reorderPoint)}</Text>
                        <Text size="xs" c="dimmed">order {quantity(row.suggestedOrderQuantity)}{row.quantityIncoming > 0 && `, ${quantity(row.quantityIncoming)} incoming`}</Text>
                      </div>
                    </Group>
                  ))}
                </Stack>
              )}
            </Section>
            <Section title="Stock by location">
              <Stack gap="sm">
                {places.map(place => (
                  <div key={place.id}>
                    <Group justify="space-between" mb={4} wrap="nowrap">
                      <Link className="link" to="/inventory" search={{ location: place.locationId } as never}>{place.locationName}</Link>
                      <Text size="sm" className="num">{quantity(place.quantityOnHand)} <Text span size="sm" c="dimmed">· {money(place.stockValue, currency, true)}</Text></Text>
                    </Group>
                    <div className="bar" aria-hidden><span style={{ width: `${(100 * place.quantityOnHand) / Math.max(1, ...places.map(each => each.quantityOnHand))}%` }} /></div>
                  </div>
                ))}
              </Stack>
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Feed recent={data.recent.nodes} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

interface Movement {
  id: string;
  sku: string;
  entryType: string;
  quantityChange: number;
  quantityOnHandAfter: number;
  locationId: string;
  occurredAt: string;
}
const FEED_SHOWN = 14;

/** Movements as they happen, over those that were there when the page was opened. */
function Feed({ recent }: { recent: readonly Movement[] }) {
  const { feed, status } = useLive();
  const locations = useLocations();
  const opened = useRef(recent);
  const live = feed.flatMap(event =>
    event.data.changes.map((change, index) => ({ id: `${event.id} ${index}`, sku: event.data.inventoryLevel.sku, entryType: change.entryType, quantityChange: change.quantityChange, quantityOnHandAfter: event.data.inventoryLevel.quantityOnHand, locationId: event.data.inventoryLevel.locationId, occurredAt: event.occurredAt, isNew: true })),
  );
  const shown = [...live, ...opened.current.map(entry => ({ ...entry, isNew: false }))].slice(0, FEED_SHOWN);
  return (
    <Section title="Movements" action={<Text size="xs" c="dimmed">{status === 'live' ? 'live' : 'waiting for the connection'}</Text>}>
      {shown.length === 0 ? <Empty icon={IconActivity} title="Nothing has moved yet">Every change of stock appears here within a second.</Empty> : (
        <ul className="feed" aria-label="Movements, newest first">
          {shown.map(entry => (
            <li key={entry.id} className={entry.isNew ? 'new' : undefined}>
              <span className="change num"><Change by={entry.quantityChange} /></span>
              <div style={{ minWidth: 0, flex: 1 }}>
                <Text size="sm" truncate><span className="mono">{entry.sku}</span></Text>
                <Text size="xs" c="dimmed" truncate>{words(entry.entryType)} · {nameOf(locations, entry.locationId)}</Text>
              </div>
              <div style={{ textAlign: 'right' }}>
                <Text size="sm" className="num">{quantity(entry.quantityOnHandAfter)}</Text>
                <Text size="xs" c="dimmed">{since(entry.occurredAt)}</Text>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function FirstSteps() {
  const isAdmin = useMay('admin');
  const steps = [
    { title: 'Make a location', text: 'A warehouse, a store: wherever stock is kept.', to: '/settings', label: 'Settings' },
    { title: 'Make a product', text: 'With its SKU and, if it has one, its barcode.', to: '/products', label: 'Products' },
    { title: 'Book what is there', text: 'Adjust its stock, or start a count and scan.', to: '/inventory', label: 'Inventory' },
    ...(isAdmin ? [{ title: 'Connect your systems', text: 'Create an API key for each of them.', to: '/settings', label: 'API keys' }] : []),
  ];
  return (
    <Page title="Welcome" hint="Four steps, and this page becomes your dashboard.">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {steps.map(({ title, text, to, label }, index) => (
          <Card key={title}>
            <Text c="dimmed" size="sm">{index + 1}</Text>
            <Text fw={620} size="lg">{title}</Text>
            <Text c="dimmed" size="sm" mb="md">{text}</Text>
            <Button component={Link} to={to as never} variant="default" w="fit-content">{label}</Button>
          </Card>
        ))}
      </SimpleGrid>
    </Page>
  );
}
