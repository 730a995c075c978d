import { Badge, Card, Group, SimpleGrid, Stack, Table, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useEffect, useState } from 'react';
import { date, money, quantity, time } from '../format.ts';
import { graphql, send, useData } from '../graphql.ts';
import { useLiveChanges } from '../live.ts';
import { useMay, useOrganization } from '../session.ts';
import { AdjustButton } from '../ui/adjust.tsx';
import { nameOf, useLocations } from '../ui/choose.tsx';
import { Forecast } from '../ui/forecast.tsx';
import { Action, FormDialog, said, useFields } from '../ui/form.tsx';
import { Movements } from '../ui/movements.tsx';
import { Loading, Page, Problems, Section } from '../ui/page.tsx';
import { PolicyDialog } from '../ui/policy.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';
import { Status } from '../ui/status.tsx';
import { AddVariant, EditVariant } from '../ui/variant.tsx';

const One = graphql(`
  query Product($id: ID!) {
    product(id: $id) {
      id name category description status updatedAt
      variants {
        id sku name barcode unit unitCost unitPrice lotTracked shelfLifeDays supplierId updatedAt
        supplier { name }
        levels { id locationId quantityOnHand quantityReserved quantityOnHold quantityAvailable quantityIncoming }
        salesVelocity { averageDailyQuantity quantitySold daysOfCover }
        policies { id locationId reorderPoint reorderQuantity safetyStock leadTimeDays updatedAt }
      }
    }
  }
`);
const Lots_ = graphql(
  `query VariantLots($variantId: ID!) { lots(first: 50, filter: { variantId: $variantId }) { totalCount nodes { id lotNumber status quantityRemaining expiryDate } } }`,
);
const Reserved = graphql(
  `query VariantReservations($variantId: ID!) { reservations(first: 50, filter: { variantId: $variantId }) { totalCount nodes { id referenceType referenceId quantity createdAt location { name } } } }`,
);
const Update = graphql(
  `mutation UpdateProduct($id: ID!, $input: UpdateProductInput, $idempotencyKey: String) { updateProduct(id: $id, input: $input, idempotencyKey: $idempotencyKey) { product { id status } } }`,
);

type Product = NonNullable<ResultOf<typeof One>['product']>;
type Variant = Product['variants'][number];

export function ProductPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, problems, loading, refresh } = useData(One, { id });
  const product = data?.product;
  const [chosen, choose] = useState<string | null>(null);
  const mayWrite = useMay('write');
  const variantIds = new Set(product?.variants.map(variant => variant.id));
  useLiveChanges(events => events.some(event => variantIds.has(event.data.inventoryLevel.variantId)) && refresh());
  if (loading) return <Loading />;
  if (!product)
    return (
      <Problems
        problems={
          problems.length > 0 ? problems : [{ code: 'NOT_FOUND', message: 'There is no such product.', field: null }]
        }
      />
    );
  const variant = product.variants.find(each => each.id === chosen) ?? product.variants[0];
  const isActive = product.status === 'ACTIVE';
  return (
    <Page
      title={product.name}
      hint={[product.category, product.description].filter(Boolean).join(' · ') || undefined}
      actions={
        <>
          <Status of={product.status} />
          {mayWrite && (
            <>
              <Action
                label={isActive ? 'Archive' : 'Bring back'}
                send={() => send(Update, { id, input: { status: isActive ? 'ARCHIVED' : 'ACTIVE' } })}
                said={isActive ? 'Archived.' : 'Back in trade.'}
              />
              <EditProduct key={product.updatedAt} product={product} />
              <AddVariant productId={id} done={choose} />
              {variant && <AdjustButton key={variant.id} sku={variant.sku} lotTracked={variant.lotTracked} />}
            </>
          )}
        </>
      }
    >
      {product.variants.length > 1 && (
        <Tabs value={variant?.id ?? null} onChange={choose} variant="pills">
          <Tabs.List aria-label="Variants">
            {product.variants.map(each => (
              <Tabs.Tab key={each.id} value={each.id}>
                {each.name ?? each.sku}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {variant ? (
        <VariantView key={variant.id} variant={variant} />
      ) : (
        <Text c="dimmed">This product has no variants yet: add one to give it a SKU.</Text>
      )}
    </Page>
  );
}

function EditProduct({ product }: { product: Product }) {
  const { values, text } = useFields({
    name: product.name,
    category: product.category ?? '',
    description: product.description ?? '',
  });
  const input = () => ({
    name: values.name,
    category: values.category || null,
    description: values.description || null,
  });
  return (
    <FormDialog
      opener="Edit product"
      variant="default"
      title={`Edit ${product.name}`}
      submit="Save"
      send={() => send(Update, { id: product.id, input: input() })}
      done={() => said('Saved.')}
    >
      {errors => (
        <>
          <TextInput label="Name" data-autofocus {...text('name', errors)} />
          <TextInput label="Category" {...text('category', errors)} />
          <Textarea label="Description" autosize minRows={1} {...text('description', errors)} />
        </>
      )}
    </FormDialog>
  );
}

// ---- one variant ----

function VariantView({ variant }: { variant: Variant }) {
  const { currency } = useOrganization();
  const mayWrite = useMay('write');
  const total = (name: 'quantityOnHand' | 'quantityAvailable' | 'quantityIncoming' | 'quantityReserved') =>
    variant.levels.reduce((sum, level) => sum + (level[name] ?? 0), 0);
  const cover = variant.salesVelocity?.daysOfCover;
  const figures = [
    ['Available', quantity(total('quantityAvailable'))],
    ['On hand', quantity(total('quantityOnHand'))],
    ['Reserved', quantity(total('quantityReserved'))],
    ['Incoming', quantity(total('quantityIncoming'))],
    ['Days of cover', quantity(cover == null ? null : Math.round(cover))],
  ] as const;
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <Badge className="mono">{variant.sku}</Badge>
        {variant.barcode && (
          <Badge className="mono" color="gray" aria-label={`Barcode ${variant.barcode}`}>
            {variant.barcode}
          </Badge>
        )}
        {variant.lotTracked && <Badge>Kept per lot</Badge>}
        <Text size="sm" c="dimmed">
          Cost {money(variant.unitCost, currency)} · Price {money(variant.unitPrice, currency)} · per {variant.unit}
          {variant.supplier && ` · from ${variant.supplier.name}`}
        </Text>
        {mayWrite && <EditVariant key={variant.updatedAt} variant={variant} />}
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }}>
        {figures.map(([label, value]) => (
          <Card key={label} padding="md">
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <div className="kpi">{value}</div>
          </Card>
        ))}
      </SimpleGrid>
      <Places variant={variant} />
      {variant.lotTracked && <Lots variantId={variant.id} onHand={total('quantityOnHand')} />}
      {total('quantityReserved') > 0 && <Reservations variantId={variant.id} />}
      <Forecast variantId={variant.id} />
      <Movements variantId={variant.id} onHand={total('quantityOnHand')} />
    </Stack>
  );
}

/** Stock and reorder policy per location; a location may have one without the other. */
function Places({ variant: { id, levels, policies } }: { variant: Variant }) {
  const locations = useLocations();
  const mayWrite = useMay('write');
  const places = [...new Set([...levels, ...policies].map(({ locationId }) => locationId))];
  return (
    <Section title="Where it is" action={mayWrite && <PolicyDialog key={policies.length} variantId={id} />}>
      {places.length === 0 ? (
        <Text c="dimmed" size="sm">
          Nowhere yet. Adjust its stock, or receive it from a supplier.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={300} type="native">
          <Table horizontalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Location</Table.Th>
                <Table.Th className="num">Available</Table.Th>
                <Table.Th className="num">On hand</Table.Th>
                {['Reserved', 'On hold', 'Incoming', 'Reorder at', 'Reorder'].map(title => (
                  <Table.Th key={title} className="num" visibleFrom="md">
                    {title}
                  </Table.Th>
                ))}
                {mayWrite && <Table.Th className="num">Policy</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {places.map(locationId => {
                const level = levels.find(each => each.locationId === locationId);
                const policy = policies.find(each => each.locationId === locationId);
                const available = level?.quantityAvailable ?? 0;
                const isShort = available < 0 || (policy && available < policy.reorderPoint);
                const location = { id: locationId, name: nameOf(locations, locationId) };
                return (
                  <Table.Tr key={locationId}>
                    <Table.Td>{location.name}</Table.Td>
                    <Table.Td className="num">
                      <Text span size="sm" fw={620} c={isShort ? 'var(--bad)' : undefined}>
                        {quantity(available)}
                      </Text>
                    </Table.Td>
                    <Table.Td className="num">{quantity(level?.quantityOnHand ?? 0)}</Table.Td>
                    {[
                      level?.quantityReserved ?? 0,
                      level?.quantityOnHold ?? 0,
                      level?.quantityIncoming ?? 0,
                      policy?.reorderPoint,
                      policy?.reorderQuantity,
                    ].map((value, index) => (
                      <Table.Td key={index} className="num" visibleFrom="md">
                        {quantity(value)}
                      </Table.Td>
                    ))}
                    {mayWrite && (
                      <Table.Td className="num">
                        <PolicyDialog key={policy?.updatedAt} variantId={id} location={location} policy={policy} />
                      </Table.Td>
                    )}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}

type Lot = ResultOf<typeof Lots_>['lots']['nodes'][number];
type Reservation = ResultOf<typeof Reserved>['reservations']['nodes'][number];

const LOTS: readonly RowColumn<Lot>[] = [
  {
    title: 'Lot',
    show: lot => (
      <Link className="link" to={`/lots/${lot.id}` as never}>
        {lot.lotNumber}
      </Link>
    ),
  },
  { title: 'Status', show: lot => <Status of={lot.status} /> },
  { title: 'Good until', from: 'sm', show: lot => date(lot.expiryDate) },
  { title: 'Left', number: true, show: lot => quantity(lot.quantityRemaining) },
];

function Lots({ variantId, onHand }: { variantId: string; onHand: number }) {
  const { data, refresh } = useData(Lots_, { variantId });
  useEffect(refresh, [onHand, refresh]);
  const lots = data?.lots.nodes ?? [];
  return (
    <Section title="Lots">
      <Rows
        columns={LOTS}
        rows={lots}
        minWidth={280}
        maxHeight={360}
        empty="No lots yet: they come with what is received, produced or adjusted in."
      />
      {(data?.lots.totalCount ?? 0) > lots.length && (
        <Text size="xs" c="dimmed" mt={6}>
          The newest {lots.length} of {quantity(data?.lots.totalCount)}.
        </Text>
      )}
    </Section>
  );
}

const HOLDERS: { readonly [type in Reservation['referenceType']]: readonly [path: string, name: string] } = {
  ORDER: ['/orders', 'An order'],
  PRODUCTION_BATCH: ['/production', 'A production batch'],
};

const RESERVATIONS: readonly RowColumn<Reservation>[] = [
  {
    title: 'For',
    show: ({ referenceType, referenceId }) => (
      <Link className="link" to={`${HOLDERS[referenceType][0]}/${referenceId}` as never}>
        {HOLDERS[referenceType][1]}
      </Link>
    ),
  },
  { title: 'Where', show: ({ location }) => location.name },
  { title: 'Since', from: 'sm', show: ({ createdAt }) => time(createdAt) },
  { title: 'Quantity', number: true, show: reservation => quantity(reservation.quantity) },
];

function Reservations({ variantId }: { variantId: string }) {
  const { data } = useData(Reserved, { variantId });
  return (
    <Section title="Reserved">
      <Rows
        columns={RESERVATIONS}
        rows={data?.reservations.nodes ?? []}
        minWidth={280}
        maxHeight={360}
        empty="For nobody."
      />
    </Section>
  );
}
