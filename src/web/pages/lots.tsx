import { Alert, Button, Checkbox, SimpleGrid, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconRoute } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import type { ReactNode } from 'react';
import { date, inUnit, quantity, time, words } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { isExpired } from '../parts/codes.ts';
import { DocumentPage, nameOfItem, RecordView } from '../parts/document.tsx';
import { DocumentList, linkColumn, productColumn, statusColumn } from '../parts/documents.tsx';
import { Genealogy, type GenealogyLot } from '../parts/genealogy.tsx';
import { WriteOff } from '../parts/lots-there.tsx';
import { entryColumns } from '../parts/movements.tsx';
import { Print, PrintLabels } from '../parts/print.tsx';
import { VariantLink } from '../parts/product-link.tsx';
import { Action } from '../ui/action.tsx';
import type { Column } from '../ui/columns.tsx';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { Section } from '../ui/page.tsx';
import { Rich } from '../ui/rich.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';

const List = graphql(`
  query Lots($after: String, $filter: LotsFilter, $sort: LotSort) {
    lots(first: 50, after: $after, filter: $filter, sort: $sort) {
        totalCount pageInfo { hasNextPage endCursor } nodes { id lotNumber sku status expiryDate quantityRemaining
          quantityInitial sourceType receivedAt variant { name unit product { name } } } }
  }
`);
const LotResult = graphql(`
  query Lot($id: ID!) {
    lot(id: $id) {
      id lotNumber sku status expiryDate quantityInitial quantityRemaining sourceType sourceId receivedAt supplier {
          name } variant { id productId name unit product { name } }
      traceBackward {
        sourceBatch { id number inputs { id lots { id lotId } } }
        inputLots { id depth lotNumber sku status quantityRemaining variant { id unit } lot {
              traceBackward { sourceBatch { inputs { lots { lotId } } } } } }
      }
      traceForward {
        stockByLocation { locationId quantity location { name } }
        affectedOrders { id number reference status fulfilledAt lots { lotNumber quantity } }
        descendantLots { id depth lotNumber sku status quantityRemaining variant { id unit } lot {
              traceBackward { sourceBatch { inputs { lots { lotId } } } } } }
        lotLedgerEntries { id entryType referenceType referenceId quantityChange occurredAt location { name } }
      }
    }
    recallReport(id: $id) { recallId inTransit { lotId quantity destinationLocation { name } transfer { id number } } }
  }
`);
export const Quarantine = graphql(
  `mutation QuarantineLot($id: ID!, $idempotencyKey: String) {
      quarantineLot(id: $id, idempotencyKey: $idempotencyKey) { lot { id status } } }`,
);
const Release = graphql(
  `mutation ReleaseLot($id: ID!, $idempotencyKey: String) {
      releaseLot(id: $id, idempotencyKey: $idempotencyKey) { lot { id status } } }`,
);
const Recall = graphql(`
  mutation RecallLot($id: ID!, $input: RecallLotInput, $idempotencyKey: String) {
    recallLot(id: $id, input: $input, idempotencyKey: $idempotencyKey) {
        recallReport { recallId lots { id } affectedOrders { id } stockByLocation { quantity } } }
  }
`);

type Row = ResultOf<typeof List>['lots']['nodes'][number];
type LotResult = ResultOf<typeof LotResult>;
type Lot = NonNullable<LotResult['lot']>;
type UnderWay = NonNullable<LotResult['recallReport']>['inTransit'];
export const STATUSES = ['ACTIVE', 'QUARANTINE', 'RECALLED', 'EXHAUSTED'] as const;

const PATH = '/lots';

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('Lot', PATH, lot => lot.lotNumber, 'minmax(112px, 1.2fr)'),
  productColumn,
  { ...statusColumn, width: 'minmax(92px, 116px)' },
  {
    title: 'Left',
    width: 'minmax(48px, 84px)',
    number: true,
    show: lot => inUnit(lot.quantityRemaining, lot.variant.unit),
  },
  {
    title: 'Initial quantity',
    width: '92px',
    number: true,
    from: 'md',
    show: lot => inUnit(lot.quantityInitial, lot.variant.unit),
  },
  {
    title: 'Good until',
    width: '120px',
    from: 'sm',
    under: ({ expiryDate }) => expiryDate && t('good until {expiryDate}', { expiryDate: date(expiryDate) }),
    sorts: { ascending: 'EXPIRY_DATE_ASC', descending: 'EXPIRY_DATE_DESC' },
    show: lot => date(lot.expiryDate),
  },
  { title: 'From', width: '1fr', from: 'lg', show: lot => words(lot.sourceType) },
];

/** The list of lots, with the module `traceability`. They are created by bookings, not here. */
export const Lots = () => (
  <DocumentList
    name="Lots"
    hint={t('What was made or received together, and where it went.')}
    path={PATH}
    statuses={STATUSES}
    search={t('Lot number, SKU or product')}
    byLocation
    bySupplier
    query={List}
    pick={data => data.lots}
    columns={COLUMNS}
    icon={IconRoute}
    about={t('A lot is created when stock of a lot-tracked product is received, adjusted in or produced.')}
  />
);

type SourceTrace = {
  lot: { traceBackward: { sourceBatch: { inputs: readonly { lots: readonly { lotId: string }[] }[] } | null } | null };
};
const parentsOf = (batch: { inputs: readonly { lots: readonly { lotId: string }[] }[] } | null | undefined) =>
  batch?.inputs.flatMap(({ lots }) => lots.map(({ lotId }) => lotId)) ?? [];

function familyOf(lot: Lot): GenealogyLot[] {
  const relative = <T extends Omit<GenealogyLot, 'generation' | 'parents'> & SourceTrace & { depth: number }>(
    each: T,
    direction: 1 | -1,
  ): GenealogyLot => ({
    ...each,
    generation: direction * each.depth,
    parents: parentsOf(each.lot.traceBackward?.sourceBatch),
  });
  return [
    { ...lot, generation: 0, parents: parentsOf(lot.traceBackward?.sourceBatch) },
    ...(lot.traceBackward?.inputLots ?? []).map(each => relative(each, -1)),
    ...(lot.traceForward?.descendantLots ?? []).map(each => relative(each, 1)),
  ];
}

/** One lot: where it came from, where it is and went, holds, and its recall. */
export const LotPage = () => (
  <RecordView noun={t('lot')} query={LotResult} pick={({ lot, recallReport }) => lot && { lot, recallReport }}>
    {({ lot, recallReport }) => (
      <LotView
        lot={lot}
        underWay={recallReport?.inTransit.filter(({ lotId }) => lotId === lot.id) ?? []}
        recallId={recallReport?.recallId ?? null}
      />
    )}
  </RecordView>
);

type Trace = NonNullable<Lot['traceForward']>;

/** Where some of a lot is: at a location, or on its way to one. */
interface Portion {
  id: string;
  place: ReactNode;
  quantity: number;
}

const stockIn = (unit: string): readonly RowColumn<Portion>[] => [
  { title: 'Location', show: ({ place }) => place },
  { title: 'Quantity', number: true, show: portion => inUnit(portion.quantity, unit) },
];

const portionsOf = (trace: Trace | null, underWay: UnderWay): readonly Portion[] => [
  ...(trace?.stockByLocation ?? []).map(there => ({
    id: there.locationId,
    place: there.location.name,
    quantity: there.quantity,
  })),
  ...underWay.map(({ transfer, destinationLocation, quantity: sent }) => ({
    id: transfer.id,
    place: (
      <Rich
        of="<link>{number}</link>, on its way to {name}"
        values={{ number: transfer.number, name: destinationLocation.name }}
        parts={{ link: <Link className="link code" to={`/transfers/${transfer.id}` as never} /> }}
      />
    ),
    quantity: sent,
  })),
];

const RECEIVERS: readonly RowColumn<Trace['affectedOrders'][number]>[] = [
  {
    title: 'Order',
    show: order => (
      <>
        <Link className="link code" to={`/orders/${order.id}` as never}>
          {order.number}
        </Link>
        {order.reference && (
          <Text span size="sm" c="dimmed">
            {' '}
            · {order.reference}
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'Lots',
    show: order =>
      order.lots
        .map(portion =>
          t('{quantity} of {lotNumber}', { quantity: quantity(portion.quantity), lotNumber: portion.lotNumber }),
        )
        .join(', '),
  },
];

function LotView({ lot, underWay, recallId }: { lot: Lot; underWay: UnderWay; recallId: string | null }) {
  const { id } = lot;
  const trace = lot.traceForward;
  const family = familyOf(lot);
  const orders = trace?.affectedOrders ?? [];
  const isThere = (trace?.stockByLocation.length ?? 0) > 0;
  return (
    <DocumentPage
      title={t('Lot {lotNumber}', { lotNumber: lot.lotNumber })}
      hint={
        <>
          <VariantLink variant={lot.variant}>{nameOfItem(lot)}</VariantLink> · <span className="mono">{lot.sku}</span>
        </>
      }
      status={lot.status}
      print={
        <>
          <Print id={id} papers={['recallNotice']} />
          <PrintLabels kind="LOT" ids={[id]} of={t('lot {lotNumber}', { lotNumber: lot.lotNumber })} />
        </>
      }
      actions={{
        quarantine: {
          from: ['ACTIVE'],
          action: (
            <Action
              label={t('Quarantine')}
              send={() => send(Quarantine, { id })}
              notice={t('In quarantine: none of it can be promised.')}
            />
          ),
        },
        release: {
          from: ['QUARANTINE'],
          action: <Action label={t('Release')} send={() => send(Release, { id })} notice={t('Released.')} />,
        },
        writeOff: {
          from: isThere ? ['ACTIVE', 'QUARANTINE', 'RECALLED'] : [],
          action: (
            <WriteOff lots={[lot]} reason={isExpired(lot) ? 'EXPIRED' : 'DAMAGED'} size="sm" done={() => undefined} />
          ),
        },
        recall: {
          from: ['ACTIVE', 'QUARANTINE', 'EXHAUSTED'],
          action: (
            <RecallDrill
              lot={lot}
              underWay={underWay}
              descendants={family.filter(({ generation }) => generation > 0).length}
            />
          ),
        },
      }}
      facts={[
        [
          t('Left'),
          t('{quantityRemaining} of {quantityInitial}', {
            quantityRemaining: quantity(lot.quantityRemaining),
            quantityInitial: inUnit(lot.quantityInitial, lot.variant.unit),
          }),
        ],
        [t('Good until'), lot.expiryDate && date(lot.expiryDate)],
        [t('Received'), time(lot.receivedAt)],
        [t('Source'), <Source key="source" lot={lot} />],
        [t('Supplier'), lot.supplier?.name],
      ]}
      first={
        lot.status === 'RECALLED' ? (
          <RecallNote orders={orders.length} recallId={recallId} />
        ) : (
          lot.status === 'QUARANTINE' && <HeldBadge />
        )
      }
    >
      <Section title={t('Genealogy')}>
        {family.length === 1 ? (
          <Text size="sm" c="dimmed">
            {t('It went into no other lot, and was not made from others.')}
          </Text>
        ) : (
          <Genealogy lots={family} />
        )}
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title={t('Where it is')}>
          <Rows
            columns={stockIn(lot.variant.unit)}
            rows={portionsOf(trace, underWay)}
            minWidth={240}
            empty={t('Nothing is left of it.')}
          />
        </Section>
        <Section title={t('Who received it')}>
          <Rows
            columns={RECEIVERS}
            rows={orders}
            minWidth={240}
            empty={t('No order contained it or anything made from it.')}
          />
        </Section>
      </SimpleGrid>
      <Section title={t('Movements')}>
        <Rows
          columns={entryColumns(lot.variant.unit)}
          rows={trace?.lotLedgerEntries ?? []}
          minWidth={420}
          empty={t('Nothing yet.')}
        />
      </Section>
    </DocumentPage>
  );
}

/** The pages of the documents that lots come from. */
const SOURCES: { readonly [sourceType: string]: string } = {
  PURCHASE_ORDER: '/purchase-orders',
  PRODUCTION_BATCH: '/production',
  RETURN: '/returns',
};

/** Where the lot came from, linked to its document. */
function Source({ lot: { sourceType, sourceId, traceBackward } }: { lot: Lot }) {
  const sourceText = traceBackward?.sourceBatch?.number ?? words(sourceType);
  const path = SOURCES[sourceType];
  if (!path || !sourceId) return sourceText;
  return (
    <Link className="link" to={`${path}/${sourceId}` as never}>
      {sourceText}
    </Link>
  );
}

const HeldBadge = () => (
  <Alert color="yellow" variant="outline" icon={<IconLock />} title={t('This lot is in quarantine')}>
    {t('It is not shipped, used or promised. Release it once it has been inspected, or write off what cannot be used.')}
  </Alert>
);

const RecallNote = ({ orders, recallId }: { orders: number; recallId: string | null }) => (
  <Alert color="red" variant="outline" icon={<IconAlertTriangle />} title={t('This lot is recalled')}>
    {orders === 0
      ? t('What is left of it is blocked. No order contained it or anything made from it.')
      : t(
          'What is left of it is blocked. {orders, plural, one {# order contained it or something made from it; it is} other {# orders contained it or something made from it; they are}} listed below.',
          { orders },
        )}
    {recallId && (
      <>
        {' '}
        <Link className="link" to={`/recalls/${recallId}` as never}>
          {t('What is to be done')}
        </Link>
      </>
    )}
  </Alert>
);

/** The consequences of a recall, before it is done: a drill that can be cancelled. */
function RecallDrill({ lot, underWay, descendants }: { lot: Lot; underWay: UnderWay; descendants: number }) {
  const fields = useFields({ all: true, reason: '' });
  const { all, reason } = fields.values;
  const navigate = useNavigate();
  const trace = lot.traceForward;
  const units = trace?.stockByLocation.reduce((sum, place) => sum + place.quantity, 0) ?? 0;
  const quantityUnderWay = underWay.reduce((sum, { quantity: sent }) => sum + sent, 0);
  const orders = trace?.affectedOrders.length ?? 0;
  return (
    <FormDialog
      opener={open => (
        <Button color="red" onClick={open}>
          {t('Recall ~verb')}
        </Button>
      )}
      title={t('Recall lot {lotNumber} of {sku}', { lotNumber: lot.lotNumber, sku: lot.sku })}
      submit={t('Recall now')}
      color="red"
      send={() => send(Recall, { id: lot.id, input: { includeDescendants: all, ...(reason.trim() && { reason }) } })}
      done={({ recallLot: { recallReport } }) => {
        const { recallId, lots, affectedOrders } = recallReport;
        void navigate({ to: `/recalls/${recallId}` as never });
        notify(
          affectedOrders.length === 0
            ? t('Recalled: {lots, plural, one {# lot} other {# lots}} blocked, no order contained any.', {
                lots: lots.length,
              })
            : t(
                'Recalled: {lots, plural, one {# lot} other {# lots}} blocked, {affectedOrders, plural, one {# customer order} other {# customer orders}} to notify.',
                { lots: lots.length, affectedOrders: affectedOrders.length },
              ),
        );
      }}
      fields={fields}
    >
      {errors => (
        <>
          <Text size="sm">{t('This is what a recall would reach now. Nothing has happened yet.')}</Text>
          <SimpleGrid cols={quantityUnderWay > 0 ? { base: 2, xs: 4 } : 3}>
            {[
              lot.variant.unit === 'each'
                ? [quantity(units), t('{units, plural, one {unit} other {units}} here', { units })]
                : [inUnit(units, lot.variant.unit), t('here')],
              ...(quantityUnderWay > 0 ? [[inUnit(quantityUnderWay, lot.variant.unit), t('in transit')]] : []),
              [quantity(descendants), t('{descendants, plural, one {lot} other {lots}} made from it', { descendants })],
              [quantity(orders), t('{orders, plural, one {order} other {orders}} to notify', { orders })],
            ].map(([value, label]) => (
              <div key={label}>
                <div className="kpi">{value}</div>
                <Text size="xs" c="dimmed">
                  {label}
                </Text>
              </div>
            ))}
          </SimpleGrid>
          {descendants > 0 && (
            <Checkbox
              label={t('Also block the {descendants, plural, one {# lot} other {# lots}} made from it', {
                descendants,
              })}
              {...fields.check('all', errors, 'includeDescendants')}
            />
          )}
          {/* Enter begins a new line here: a recall is never sent by a scanner. */}
          <Textarea label={t('Reason')} data-autofocus autosize maxLength={2000} {...fields.text('reason', errors)} />
        </>
      )}
    </FormDialog>
  );
}
