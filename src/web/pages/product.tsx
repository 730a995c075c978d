import { Badge, Card, Group, SimpleGrid, Stack, Table, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { date, inUnit, quantity, time, unitName } from '../format.ts';
import { priceOfOne } from '../format-more.ts';
import { graphql, send, useData } from '../graphql.ts';
import { useOnChange } from '../hooks.ts';
import { t } from '../language.ts';
import { AdjustButton } from '../parts/adjust.tsx';
import { Forecast } from '../parts/forecast.tsx';
import { nameOf, useLocations } from '../parts/locations.ts';
import { Movements } from '../parts/movements.tsx';
import { ProductPicture } from '../parts/picture.tsx';
import { PolicyDialog } from '../parts/policy.tsx';
import { PrintLabels } from '../parts/print.tsx';
import { addressOfVariant } from '../parts/product-link.tsx';
import { Projection } from '../parts/projection.tsx';
import { AddVariant, EditVariant } from '../parts/variant.tsx';
import { VariantSuppliers } from '../parts/variant-suppliers.tsx';
import { useMay, useOrganization } from '../session.ts';
import { Action } from '../ui/action.tsx';
import { toward } from '../ui/address.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { All } from '../ui/more.tsx';
import { notify } from '../ui/notify.tsx';
import { Loading, Page, Problems, Section } from '../ui/page.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';
import { Status } from '../ui/status.tsx';
import { TabRow } from '../ui/tabs.tsx';

const One = graphql(`
  query Product($id: ID!) {
    product(id: $id) {
      id version name category description status pictureUrl updatedAt
      variants {
        id version sku name barcode unit unitCost unitPrice lotTracked shelfLifeDays supplierId updatedAt
        supplier { name }
        levels { id locationId quantityOnHand quantityReserved quantityOnHold quantityAvailable quantityIncoming }
        salesVelocity { averageDailyQuantity quantitySold daysOfCover }
        policies { id version locationId reorderPoint reorderQuantity safetyStock leadTimeDays replenishmentSource
            sourceLocationId updatedAt }
      }
    }
  }
`);
const Lots_ = graphql(
  `query VariantLots($variantId: ID!) { lots(first: 50, filter: { variantId: $variantId }) {
        totalCount nodes { id lotNumber status quantityRemaining expiryDate } } }`,
);
const ReservationsOfVariant = graphql(
  `query VariantReservations($variantId: ID!) { reservations(first: 50, filter: { variantId: $variantId }) {
        totalCount nodes { id referenceType referenceId quantity createdAt location { name } } } }`,
);
const Update = graphql(
  `mutation UpdateProduct($id: ID!, $input: UpdateProductInput, $ifVersion: String, $idempotencyKey: String) {
      updateProduct(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        product { id status } } }`,
);

type Product = NonNullable<ResultOf<typeof One>['product']>;
type Variant = Product['variants'][number];

/** A product with a tab for each variant; the variant shown is part of the URL. */
export function ProductPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, problems, loading } = useData(One, { id });
  const product = data?.product;
  const { variant: chosen } = useSearch({ strict: false }) as { variant?: string };
  const navigate = useNavigate();
  const choose = (variantId: string | null) =>
    variantId && void navigate({ ...toward(addressOfVariant({ id: variantId, productId: id })), replace: true });
  const mayWrite = useMay('write');
  if (loading) return <Loading />;
  if (!product)
    return (
      <Problems
        problems={
          problems.length > 0 ? problems : [{ code: 'NOT_FOUND', message: t('There is no such product.'), field: null }]
        }
      />
    );
  // A URL without a variant shows the first one. A URL with an unknown variant must not show another in its place.
  const variant = chosen ? product.variants.find(each => each.id === chosen) : product.variants[0];
  const isActive = product.status === 'ACTIVE';
  const hasTabs = product.variants.length > 1 || Boolean(chosen && !variant);
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
                label={isActive ? t('Archive') : t('Bring back')}
                send={() => send(Update, { id, input: { status: isActive ? 'ARCHIVED' : 'ACTIVE' } })}
                notice={
                  isActive
                    ? t('{name} is archived.', { name: product.name })
                    : t('{name} is active again.', { name: product.name })
                }
                undo={() => send(Update, { id, input: { status: isActive ? 'ACTIVE' : 'ARCHIVED' } })}
              />
              <EditProduct product={product} />
              <AddVariant productId={id} {...(product.variants[0] && { like: product.variants[0] })} done={choose} />
              {variant && <AdjustButton sku={variant.sku} lotTracked={variant.lotTracked} act="adjust" />}
            </>
          )}
        </>
      }
    >
      {(product.pictureUrl || mayWrite || hasTabs) && (
        <Group gap="lg" wrap="nowrap" align="flex-end">
          <ProductPicture product={product} mayWrite={mayWrite} />
          {hasTabs && (
            <Tabs value={variant?.id ?? null} onChange={choose} variant="pills" miw={0}>
              <TabRow
                label={t('Variants')}
                active={variant?.id ?? ''}
                tabs={product.variants.map(({ id: value, name, sku }) => ({ value, label: name ?? sku }))}
              />
            </Tabs>
          )}
        </Group>
      )}
      {variant ? (
        <VariantView key={variant.id} variant={variant} />
      ) : chosen && product.variants.length > 0 ? (
        <Problems
          problems={[
            {
              code: 'NOT_FOUND',
              message: t('This product has no such variant: choose one of those above.'),
              field: null,
            },
          ]}
        />
      ) : (
        <Text c="dimmed">{t('This product has no variants yet: add one to give it a SKU.')}</Text>
      )}
    </Page>
  );
}

function EditProduct({ product }: { product: Product }) {
  const fields = useFields({
    name: product.name,
    category: product.category ?? '',
    description: product.description ?? '',
  });
  const { values, text } = fields;
  const input = () => ({
    name: values.name,
    category: values.category || null,
    description: values.description || null,
  });
  return (
    <FormDialog
      opener={t('Edit product')}
      fields={fields}
      variant="default"
      title={t('Edit {name}', { name: product.name })}
      submit={t('Save')}
      version={product.version}
      send={({ version }) => send(Update, { id: product.id, input: input(), ifVersion: version })}
      done={() => notify(t('Saved.'))}
    >
      {errors => (
        <>
          <TextInput label={t('Name')} data-autofocus {...text('name', errors)} />
          <TextInput label={t('Category')} {...text('category', errors)} />
          <Textarea label={t('Description')} autosize minRows={1} {...text('description', errors)} />
        </>
      )}
    </FormDialog>
  );
}

// ---- one variant ----

function VariantView({ variant }: { variant: Variant }) {
  const { currency } = useOrganization();
  const mayWrite = useMay('write');
  const total = (
    name: 'quantityOnHand' | 'quantityAvailable' | 'quantityIncoming' | 'quantityReserved' | 'quantityOnHold',
  ) => variant.levels.reduce((sum, level) => sum + (level[name] ?? 0), 0);
  const cover = variant.salesVelocity?.daysOfCover;
  const figures = [
    [t('Available'), inUnit(total('quantityAvailable'), variant.unit)],
    [t('On hand'), inUnit(total('quantityOnHand'), variant.unit)],
    [t('Reserved'), inUnit(total('quantityReserved'), variant.unit)],
    // Without it, the others would not add up.
    ...(total('quantityOnHold') > 0 ? [[t('On hold'), inUnit(total('quantityOnHold'), variant.unit)] as const] : []),
    [t('Incoming'), inUnit(total('quantityIncoming'), variant.unit)],
    [t('Days of cover'), quantity(cover == null ? null : Math.round(cover))],
  ] as const;
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <Badge className="mono">{variant.sku}</Badge>
        {variant.barcode && (
          <Badge className="mono" color="gray" aria-label={t('Barcode {barcode}', { barcode: variant.barcode })}>
            {variant.barcode}
          </Badge>
        )}
        {variant.lotTracked && <Badge>{t('Kept per lot')}</Badge>}
        <Text size="sm" c="dimmed">
          {[
            t('Cost {unitCost}', { unitCost: priceOfOne(variant.unitCost, currency) }),
            t('Price {unitPrice}', { unitPrice: priceOfOne(variant.unitPrice, currency) }),
            variant.unit !== 'each' && t('per {unit}', { unit: unitName(variant.unit) }),
            variant.supplier && t('from {name}', { name: variant.supplier.name }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Group gap="xs">
          <PrintLabels kind="VARIANT" ids={[variant.id]} of={variant.sku} compact />
          {mayWrite && <EditVariant variant={variant} />}
        </Group>
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
      {variant.lotTracked && <Lots variant={variant} onHand={total('quantityOnHand')} />}
      {total('quantityReserved') > 0 && <Reservations variant={variant} />}
      <VariantSuppliers variant={variant} />
      <Projection variantId={variant.id} places={placesOf(variant)} />
      <Forecast variantId={variant.id} />
      <Movements variant={variant} onHand={total('quantityOnHand')} />
    </Stack>
  );
}

/** Locations with stock or a policy. */
const placesOf = ({ levels, policies }: Variant) =>
  [...new Set([...levels, ...policies].map(({ locationId }) => locationId))].map(locationId => {
    const policy = policies.find(each => each.locationId === locationId);
    return {
      locationId,
      quantityOnHand: levels.find(each => each.locationId === locationId)?.quantityOnHand ?? 0,
      reorderPoint: policy?.reorderPoint,
      safetyStock: policy?.safetyStock ?? undefined,
    };
  });

/** Stock and reorder policy per location. A location may have one without the other. */
function Places({ variant: { id, unit, levels, policies } }: { variant: Variant }) {
  const locations = useLocations();
  const mayWrite = useMay('write');
  const places = [...new Set([...levels, ...policies].map(({ locationId }) => locationId))];
  return (
    <Section title={t('Where it is')} action={mayWrite && <PolicyDialog variantId={id} />}>
      {places.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('None yet. Adjust its stock, or receive it from a supplier.')}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={300} type="native">
          <Table horizontalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('Location')}</Table.Th>
                <Table.Th className="num">{t('Available')}</Table.Th>
                <Table.Th className="num">{t('On hand')}</Table.Th>
                {[t('Reserved'), t('On hold'), t('Incoming'), t('Reorder at'), t('Reorder')].map(title => (
                  <Table.Th key={title} className="num" visibleFrom="md">
                    {title}
                  </Table.Th>
                ))}
                {mayWrite && <Table.Th className="num">{t('Policy')}</Table.Th>}
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
                        {inUnit(available, unit)}
                      </Text>
                    </Table.Td>
                    <Table.Td className="num">{inUnit(level?.quantityOnHand ?? 0, unit)}</Table.Td>
                    {Object.entries({
                      reserved: level?.quantityReserved ?? 0,
                      onHold: level?.quantityOnHold ?? 0,
                      incoming: level?.quantityIncoming ?? 0,
                      reorderPoint: policy?.reorderPoint,
                      reorderQuantity: policy?.reorderQuantity,
                    }).map(([name, value]) => (
                      <Table.Td key={name} className="num" visibleFrom="md">
                        {inUnit(value, unit)}
                      </Table.Td>
                    ))}
                    {mayWrite && (
                      <Table.Td className="num">
                        <PolicyDialog variantId={id} location={location} policy={policy} />
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
type Reservation = ResultOf<typeof ReservationsOfVariant>['reservations']['nodes'][number];

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
  {
    title: 'Good until',
    from: 'sm',
    under: ({ expiryDate }) => expiryDate && t('good until {expiryDate}', { expiryDate: date(expiryDate) }),
    show: lot => date(lot.expiryDate),
  },
];

function Lots({ variant: { id: variantId, sku, unit }, onHand }: { variant: Variant; onHand: number }) {
  const { data, refresh } = useData(Lots_, { variantId });
  useOnChange(onHand, refresh);
  const lots = data?.lots.nodes ?? [];
  const total = data?.lots.totalCount ?? 0;
  return (
    <Section
      title={t('Lots')}
      action={total > lots.length && <All address={{ to: '/lots', search: { q: sku } }} count={total} />}
    >
      <Rows
        columns={[...LOTS, { title: 'Left', number: true, show: lot => inUnit(lot.quantityRemaining, unit) }]}
        rows={lots}
        minWidth={280}
        maxHeight={360}
        empty={t('No lots yet: receipts, production and adjustments create them.')}
      />
    </Section>
  );
}

const HOLDERS: { readonly [type in Reservation['referenceType']]: readonly [path: string, name: string] } = {
  ORDER: ['/orders', t('An order')],
  PRODUCTION_BATCH: ['/production', t('A production batch')],
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
  { title: 'Since', from: 'sm', under: true, show: ({ createdAt }) => time(createdAt) },
];

function Reservations({ variant: { id: variantId, sku, unit } }: { variant: Variant }) {
  const { data } = useData(ReservationsOfVariant, { variantId });
  const reservations = data?.reservations.nodes ?? [];
  const total = data?.reservations.totalCount ?? 0;
  return (
    <Section
      title={t('Reserved')}
      action={total > reservations.length && <All address={{ to: '/reservations', search: { sku } }} count={total} />}
    >
      <Rows
        columns={[
          ...RESERVATIONS,
          { title: 'Quantity', number: true, show: ({ quantity: units }) => inUnit(units, unit) },
        ]}
        rows={reservations}
        minWidth={280}
        maxHeight={360}
        empty={t('For no document.')}
      />
    </Section>
  );
}
