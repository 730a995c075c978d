import { Badge, Card, Group, SimpleGrid, Stack, Table, Tabs, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { money, quantity, time, words } from '../format.ts';
import { graphql, send, useData } from '../graphql.ts';
import { useLiveChanges } from '../live.ts';
import { useMay, useOrganization } from '../session.ts';
import { AdjustButton } from '../ui/adjust.tsx';
import { nameOf, useLocations } from '../ui/choose.tsx';
import { Forecast } from '../ui/forecast.tsx';
import { Action } from '../ui/form.tsx';
import { Loading, Page, Problems, Section } from '../ui/page.tsx';
import { Change, Status } from '../ui/status.tsx';

const Chart = lazy(() => import('../ui/chart.tsx').then(({ Chart }) => ({ default: Chart })));

const One = graphql(`
  query Product($id: ID!) {
    product(id: $id) {
      id name category description status
      variants {
        id sku name barcode unit unitCost unitPrice lotTracked
        supplier { name }
        levels { id locationId quantityOnHand quantityReserved quantityOnHold quantityAvailable quantityIncoming }
        salesVelocity { averageDailyQuantity quantitySold daysOfCover }
        policies { id locationId reorderPoint reorderQuantity }
      }
    }
  }
`);
const Ledger = graphql(`
  query VariantLedger($variantId: ID!) {
    inventoryLedger(first: 100, filter: { variantId: $variantId }) { nodes { id entryType quantityChange quantityOnHandAfter locationId actor note reason occurredAt } }
  }
`);
const SetStatus = graphql(`mutation SetProductStatus($id: ID!, $input: UpdateProductInput, $idempotencyKey: String) { updateProduct(id: $id, input: $input, idempotencyKey: $idempotencyKey) { product { id status } } }`);

type Variant = NonNullable<ResultOf<typeof One>['product']>['variants'][number];

export function ProductPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, problems, loading, refresh } = useData(One, { id });
  const product = data?.product;
  const [chosen, setChosen] = useState<string | null>(null);
  const mayWrite = useMay('write');
  const variantIds = new Set(product?.variants.map(variant => variant.id));
  useLiveChanges(events => events.some(event => variantIds.has(event.data.inventoryLevel.variantId)) && refresh());
  if (loading) return <Loading />;
  if (!product) return <Problems problems={problems.length > 0 ? problems : [{ code: 'NOT_FOUND', message: 'There is no such product.', field: null }]} />;
  const variant = product.variants.find(each => each.id === chosen) ?? product.variants[0];
  const isActive = product.status === 'ACTIVE';
  return (
    <Page title={product.name} hint={[product.category, product.description].filter(Boolean).join(' · ') || undefined} actions={
      <>
        <Status of={product.status} />
        {mayWrite && <Action label={isActive ? 'Archive' : 'Bring back'} send={() => send(SetStatus, { id, input: { status: isActive ? 'ARCHIVED' : 'ACTIVE' } })} said={isActive ? 'Archived.' : 'Back in trade.'} />}
        {mayWrite && variant && <AdjustButton key={variant.id} sku={variant.sku} lotTracked={variant.lotTracked} />}
      </>
    }>
      {product.variants.length > 1 && (
        <Tabs value={variant?.id ?? null} onChange={setChosen} variant="pills">
          <Tabs.List aria-label="Variants">{product.variants.map(each => <Tabs.Tab key={each.id} value={each.id}>{each.name ?? each.sku}</Tabs.Tab>)}</Tabs.List>
        </Tabs>
      )}
      {variant ? <VariantView key={variant.id} variant={variant} /> : <Text c="dimmed">This product has no variants yet.</Text>}
    </Page>
  );
}

function VariantView({ variant }: { variant: Variant }) {
  const { currency } = useOrganization();
  const locations = useLocations();
  const total = (name: 'quantityOnHand' | 'quantityAvailable' | 'quantityIncoming' | 'quantityReserved') => variant.levels.reduce((sum, level) => sum + level[name], 0);
  const facts = [
    ['Available', quantity(total('quantityAvailable'))],
    ['On hand', quantity(total('quantityOnHand'))],
    ['Reserved', quantity(total('quantityReserved'))],
    ['Incoming', quantity(total('quantityIncoming'))],
    ['Days of cover', quantity(variant.salesVelocity?.daysOfCover == null ? null : Math.round(variant.salesVelocity.daysOfCover))],
  ] as const;
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <Badge className="mono">{variant.sku}</Badge>
        {variant.barcode && <Badge className="mono">{variant.barcode}</Badge>}
        {variant.lotTracked && <Badge>Kept per lot</Badge>}
        <Text size="sm" c="dimmed">Cost {money(variant.unitCost, currency)} · Price {money(variant.unitPrice, currency)} · per {variant.unit}{variant.supplier && ` · from ${variant.supplier.name}`}</Text>
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }}>
        {facts.map(([label, value]) => <Card key={label} padding="md"><Text size="sm" c="dimmed">{label}</Text><div className="kpi">{value}</div></Card>)}
      </SimpleGrid>
      <Section title="Where it is">
        {variant.levels.length === 0 ? <Text c="dimmed" size="sm">Nowhere yet. Adjust its stock, or receive it from a supplier.</Text> : (
          <Table.ScrollContainer minWidth={420} type="native">
            <Table>
              <Table.Thead><Table.Tr><Table.Th>Location</Table.Th><Table.Th className="num">Available</Table.Th><Table.Th className="num">On hand</Table.Th><Table.Th className="num">Reserved</Table.Th><Table.Th className="num">On hold</Table.Th><Table.Th className="num">Incoming</Table.Th><Table.Th className="num">Reorder at</Table.Th></Table.Tr></Table.Thead>
              <Table.Tbody>
                {variant.levels.map(level => {
                  const policy = variant.policies.find(each => each.locationId === level.locationId);
                  const low = policy && level.quantityAvailable < policy.reorderPoint;
                  return (
                    <Table.Tr key={level.id}>
                      <Table.Td>{nameOf(locations, level.locationId)}</Table.Td>
                      <Table.Td className="num"><Text span size="sm" fw={620} c={low || level.quantityAvailable < 0 ? 'var(--bad)' : undefined}>{quantity(level.quantityAvailable)}</Text></Table.Td>
                      <Table.Td className="num">{quantity(level.quantityOnHand)}</Table.Td>
                      <Table.Td className="num">{quantity(level.quantityReserved)}</Table.Td>
                      <Table.Td className="num">{quantity(level.quantityOnHold)}</Table.Td>
                      <Table.Td className="num">{quantity(level.quantityIncoming)}</Table.Td>
                      <Table.Td className="num">{quantity(policy?.reorderPoint)}</Table.Td>
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Section>
      <Forecast variantId={variant.id} />
      <Movements variant={variant} onHand={total('quantityOnHand')} />
    </Stack>
  );
}

function Movements({ variant, onHand }: { variant: Variant; onHand: number }) {
  const { data, refresh } = useData(Ledger, { variantId: variant.id });
  const locations = useLocations();
  useEffect(refresh, [onHand, refresh]);
  const entries = data?.inventoryLedger.nodes ?? [];
  /** From what is there now, back through what moved. */
  const history = useMemo(() => {
    let after = onHand;
    const points = entries.map(entry => {
      const point = { date: entry.occurredAt, value: after };
      after -= entry.quantityChange;
      return point;
    });
    return [...points.reverse(), { date: new Date().toISOString(), value: onHand }];
  }, [entries, onHand]);
  if (entries.length === 0) return null;
  return (
    <>
      <Section title="On hand over time">
        <Suspense fallback={<Loading />}><Chart stepped points={history} unit="On hand" summary={`On hand at all locations: ${quantity(history[0]?.value)} at the start of the last ${entries.length} movements, ${quantity(onHand)} now.`} /></Suspense>
      </Section>
      <Section title="Movements">
        <Table.ScrollContainer minWidth={560} type="native">
          <Table>
            <Table.Thead><Table.Tr><Table.Th>When</Table.Th><Table.Th>What</Table.Th><Table.Th>Where</Table.Th><Table.Th className="num">Change</Table.Th><Table.Th className="num">On hand</Table.Th><Table.Th>By</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {entries.slice(0, 30).map(entry => (
                <Table.Tr key={entry.id}>
                  <Table.Td>{time(entry.occurredAt)}</Table.Td>
                  <Table.Td>{words(entry.entryType)}{entry.note && <Text size="xs" c="dimmed">{entry.note}</Text>}</Table.Td>
                  <Table.Td>{nameOf(locations, entry.locationId)}</Table.Td>
                  <Table.Td className="num"><Change by={entry.quantityChange} /></Table.Td>
                  <Table.Td className="num">{quantity(entry.quantityOnHandAfter)}</Table.Td>
                  <Table.Td><Text size="sm" c="dimmed">{entry.actor.replace(/^(key|user):/, '')}</Text></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Section>
    </>
  );
}
