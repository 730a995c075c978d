import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useContext, useEffect, useRef, useState } from 'react';
import { actorName, inUnit, time, words } from '../format.ts';
import { graphql, send, useData } from '../graphql.ts';
import { type Message, t } from '../language.ts';
import { at, DocumentPage, nameOfItem, RecordView } from '../parts/document.tsx';
import { DocumentList, linkColumn, statusColumn } from '../parts/documents.tsx';
import { Print } from '../parts/print.tsx';
import { VariantLink } from '../parts/product-link.tsx';
import { useMay } from '../session.ts';
import { Action, Refusals } from '../ui/action.tsx';
import type { Column } from '../ui/columns.tsx';
import { saveCsv } from '../ui/csv.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { Section } from '../ui/page.tsx';
import { Rich } from '../ui/rich.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';

const List = graphql(`
  query Recalls($after: String, $filter: RecallsFilter) {
    recalls(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes {
          id number status lotNumber sku reason createdAt recalledBy variant { name product { name } } } }
  }
`);
const One = graphql(`
  query Recall($id: ID!) {
    recall(id: $id) {
      id version number status lotId lotNumber sku reason notes recalledBy includeDescendants createdAt closedAt
      variant { id productId name unit product { name } }
      lots { lotId lotNumber sku quantityRemaining }
      items { id kind name reference lotId lot { id sku variant { id unit } } location {
            name } transferId orderId batchId quantity done doneAt doneBy note }
    }
  }
`);
/** Which lots each order got and each batch used. */
const Portions = graphql(`
  query RecallPortions($lotId: ID!) {
    recallReport(id: $lotId) {
      affectedOrders { id lots { lotNumber quantity lot { id variant { id unit } } } }
      affectedBatches { id lots { lotNumber quantity lot { id variant { id unit } } } }
    }
  }
`);
const Update = graphql(
  `mutation UpdateRecall($id: ID!, $input: UpdateRecallInput, $idempotencyKey: String) {
      updateRecall(id: $id, input: $input, idempotencyKey: $idempotencyKey) { recall { id } } }`,
);
const NoteOutcome = graphql(
  `mutation NoteOutcome($id: ID!, $input: UpdateRecallInput, $ifVersion: String, $idempotencyKey: String) {
      updateRecall(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) { recall { id } } }`,
);

type Row = ResultOf<typeof List>['recalls']['nodes'][number];
type Recall = NonNullable<ResultOf<typeof One>['recall']>;
type Item = Recall['items'][number];

const PATH = '/recalls';

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('Recall', PATH, recall => recall.number, '1fr'),
  {
    title: 'Lot',
    width: '1.6fr',
    from: 'sm',
    under: true,
    show: ({ lotNumber, sku, variant }) => (
      <>
        {lotNumber} · {nameOfItem({ variant })} <span className="mono">{sku}</span>
      </>
    ),
  },
  { ...statusColumn, width: '116px' },
  { title: 'Reason', width: '1.2fr', from: 'md', show: recall => recall.reason ?? '–' },
  { title: 'Recalled', width: '170px', from: 'md', under: true, show: recall => time(recall.createdAt) },
];

/** The list of recalls. One is started on the page of its lot. */
export const Recalls = () => (
  <DocumentList
    name="Recalls"
    hint={t('What was recalled, and the progress of each recall.')}
    path={PATH}
    statuses={['OPEN', 'CLOSED'] as const}
    query={List}
    pick={data => data.recalls}
    columns={COLUMNS}
    icon={IconAlertTriangle}
    about={t('Recall a lot on its page: what was blocked, where it is and whom to notify is listed here.')}
  />
);

/** One recall: what is blocked, where it went, whom to notify, and its tasks. */
export const RecallPage = () => (
  <RecordView noun={t('recall')} query={One} pick={data => data.recall}>
    {recall => <RecallView recall={recall} />}
  </RecordView>
);

/** What to do about each kind of item, and where. */
const KINDS: {
  readonly [kind in Item['kind']]: { title: string; one: Message; empty: string; linkOf?(item: Item): string };
} = {
  STOCK: { title: t('Set aside'), one: 'Place', empty: t('None was in stock.') },
  STOCK_TRANSFER: {
    title: t('Set aside when it arrives'),
    one: 'Transfer',
    empty: t('None was in transit.'),
    linkOf: item => `/transfers/${item.transferId}`,
  },
  ORDER: {
    title: t('Notify who received it'),
    one: 'Order',
    empty: t('None had been shipped.'),
    linkOf: item => `/orders/${item.orderId}`,
  },
  PRODUCTION_BATCH: {
    title: t('Check what was made from it'),
    one: 'Batch',
    empty: t('Nothing was made from it.'),
    linkOf: item => `/production/${item.batchId}`,
  },
  SUPPLIER: { title: t('Notify who supplied it'), one: 'Supplier', empty: t('Its supplier is not known.') },
};

function RecallView({ recall }: { recall: Recall }) {
  const { id, items, lots } = recall;
  const doneCount = items.filter(item => item.done).length;
  const kinds = Object.keys(KINDS) as Item['kind'][];
  const units = unitsOf(recall);
  const portions = usePortions(recall);
  return (
    <DocumentPage
      title={recall.number}
      hint={
        items.length === 0 ? (
          <Rich
            of="Lot <link>{lotNumber}</link> of {item} · nothing to do"
            values={{
              lotNumber: recall.lotNumber,
              item: <VariantLink variant={recall.variant}>{nameOfItem(recall)}</VariantLink>,
            }}
            parts={{
              link: <Link className="link" to={`/lots/${recall.lotId}` as never} />,
            }}
          />
        ) : (
          <Rich
            of="Lot <link>{lotNumber}</link> of {item} · {done} of {items} done"
            values={{
              lotNumber: recall.lotNumber,
              item: <VariantLink variant={recall.variant}>{nameOfItem(recall)}</VariantLink>,
              done: doneCount,
              items: items.length,
            }}
            parts={{
              link: <Link className="link" to={`/lots/${recall.lotId}` as never} />,
            }}
          />
        )
      }
      status={recall.status}
      print={
        <>
          <Print id={recall.lotId} papers={['recallNotice']} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => exportItems(recall, portions)}
          >
            {t('CSV')}
          </Button>
        </>
      }
      actions={{
        close: {
          from: ['OPEN'],
          action: (
            <Action
              label={t('Close')}
              variant="filled"
              send={() => send(Update, { id, input: { status: 'CLOSED' } })}
              notice={t('{number} is closed.', { number: recall.number })}
            />
          ),
        },
        open: {
          from: ['CLOSED'],
          action: (
            <Action
              label={t('Open again')}
              send={() => send(Update, { id, input: { status: 'OPEN' } })}
              notice={t('{number} is open again.', { number: recall.number })}
            />
          ),
        },
      }}
      facts={[
        [t('Recalled'), time(recall.createdAt)],
        [t('By'), recall.recalledBy && actorName(recall.recalledBy)],
        [t('Closed'), at(recall.closedAt)],
        [t('Reason'), recall.reason],
        [t('Notes'), recall.notes],
      ]}
    >
      <Section title={t('What was blocked: {lots, plural, one {# lot} other {# lots}}', { lots: lots.length })}>
        <Rows
          columns={[
            ...BLOCKED_COLUMNS,
            { title: 'Was left', number: true, show: lot => inUnit(lot.quantityRemaining, units.get(lot.sku)) },
          ]}
          rows={lots.map(lot => ({ ...lot, id: lot.lotId }))}
          minWidth={280}
          empty={t('Nothing.')}
        />
      </Section>
      {kinds.map(kind => (
        <Todo key={kind} recall={recall} kind={kind} portions={portions} />
      ))}
    </DocumentPage>
  );
}

const BLOCKED_COLUMNS: readonly RowColumn<Recall['lots'][number] & { id: string }>[] = [
  {
    title: 'Lot',
    show: lot => (
      <Link className="link code" to={`/lots/${lot.lotId}` as never}>
        {lot.lotNumber}
      </Link>
    ),
  },
  { title: 'SKU', show: lot => <span className="mono">{lot.sku}</span> },
];

/** The units of what was blocked, by SKU. */
const unitsOf = ({ sku, variant, items }: Recall): ReadonlyMap<string, string> =>
  new Map([[sku, variant.unit], ...items.flatMap(({ lot }) => (lot ? [[lot.sku, lot.variant.unit] as const] : []))]);

/** A quantity of a lot; of which lots it is may not be known yet. */
interface Portion {
  quantity: number | null;
  unit?: string;
  lot?: { id: string; number: string };
}

/** What an item is about, lot by lot. */
function usePortions({ lotId, lots }: Recall): (item: Item) => readonly Portion[] {
  const report = useData(Portions, { lotId }).data?.recallReport;
  const gone = new Map(
    [...(report?.affectedOrders ?? []), ...(report?.affectedBatches ?? [])].map(document => [
      document.id,
      document.lots.map(({ lotNumber, quantity, lot: { id, variant } }) => ({
        quantity,
        unit: variant.unit,
        lot: { id, number: lotNumber },
      })),
    ]),
  );
  const numbers = new Map(lots.map(lot => [lot.lotId, lot.lotNumber]));
  return ({ orderId, batchId, quantity, lot }) =>
    gone.get(orderId ?? batchId ?? '') ?? [
      { quantity, ...(lot && { unit: lot.variant.unit, lot: { id: lot.id, number: numbers.get(lot.id) ?? '' } }) },
    ];
}

interface TodoProps {
  recall: Recall;
  kind: Item['kind'];
  portions(item: Item): readonly Portion[];
}

function Todo({ recall, kind, portions }: TodoProps) {
  const mayWrite = useMay('write');
  const isOpen = recall.status === 'OPEN';
  const { title, one, empty, linkOf } = KINDS[kind];
  const items = recall.items.filter(item => item.kind === kind);
  const columns: readonly RowColumn<Item>[] = [
    {
      title: one,
      show: item => (
        <Group wrap="nowrap" gap="sm" align="flex-start">
          <Tick recall={recall} item={item} disabled={!mayWrite || !isOpen} />
          <div>
            {linkOf ? (
              <Link className="link" to={linkOf(item) as never}>
                {item.name}
              </Link>
            ) : (
              item.name
            )}
            {item.reference && ` · ${item.reference}`}
            {item.done && (
              <Text size="xs" c="dimmed">
                {actorName(item.doneBy ?? '')}, {time(item.doneAt!)}
              </Text>
            )}
            {item.note && <Text size="xs">{item.note}</Text>}
          </div>
        </Group>
      ),
    },
    ...(kind === 'STOCK_TRANSFER'
      ? [{ title: 'To ~place' as const, show: (item: Item) => item.location?.name ?? '–' }]
      : []),
    ...(kind === 'SUPPLIER'
      ? []
      : [
          {
            title: 'Lot' as const,
            show: (item: Item) =>
              portions(item).map(({ lot }) =>
                lot ? (
                  <div key={lot.id}>
                    <Link className="link code" to={`/lots/${lot.id}` as never}>
                      {lot.number}
                    </Link>
                  </div>
                ) : (
                  '–'
                ),
              ),
          },
          {
            title: 'Quantity' as const,
            number: true,
            show: (item: Item) =>
              portions(item).map(({ quantity, unit, lot }) => <div key={lot?.id ?? ''}>{inUnit(quantity, unit)}</div>),
          },
        ]),
    ...(mayWrite && isOpen
      ? [{ title: 'Actions' as const, actions: true, show: (item: Item) => <Note recall={recall} item={item} /> }]
      : []),
  ];
  return (
    <Section title={title}>
      <Rows columns={columns} rows={items} minWidth={400} empty={empty} />
    </Section>
  );
}

function Tick({ recall, item, disabled }: { recall: Recall; item: Item; disabled: boolean }) {
  const { report } = useContext(Refusals);
  /** The clicked state, until the service confirms it. */
  const [wanted, setWanted] = useState<boolean>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the service says now counts, whatever was clicked before
  useEffect(() => {
    setWanted(undefined);
  }, [item.done, item.doneAt]);
  const tick = async (done: boolean) => {
    setWanted(done);
    const { problems } = await send(Update, { id: recall.id, input: { items: [{ id: item.id, done }] } });
    if (problems) setWanted(undefined);
    report(problems ?? []);
  };
  return (
    <Checkbox
      aria-label={t('Done: {name}', { name: item.name })}
      checked={wanted ?? item.done}
      disabled={disabled}
      onChange={event => void tick(event.currentTarget.checked)}
    />
  );
}

function Note({ recall, item }: { recall: Recall; item: Item }) {
  const fields = useFields({ note: item.note ?? '' });
  const before = useRef(item.note);
  const reset = () => {
    fields.reset();
    before.current = item.note;
  };
  return (
    <FormDialog
      opener={t('Note')}
      variant="default"
      compact
      title={item.name}
      submit={t('Save')}
      version={recall.version}
      send={({ version }) =>
        send(NoteOutcome, {
          id: recall.id,
          // Others tick off other tasks meanwhile.
          ifVersion: item.note === before.current ? recall.version : version,
          input: { items: [{ id: item.id, note: fields.values.note || null }] },
        })
      }
      done={() => notify(t('Saved.'))}
      fields={{ reset }}
    >
      {errors => (
        <Stack gap="xs">
          <Text size="sm">{t('Outcome of the task.')}</Text>
          <Group grow>
            <Textarea label={t('Note')} autosize minRows={2} {...fields.text('note', errors, 'items[0].note')} />
          </Group>
        </Stack>
      )}
    </FormDialog>
  );
}

const TITLES = [
  t('What'),
  t('Name'),
  t('Reference'),
  t('To ~place'),
  t('Lot'),
  t('Quantity'),
  t('Unit'),
  t('Done'),
  t('Done at'),
  t('Done by'),
  t('Note'),
];

/** Everything left to do, as a file: a line per lot. */
function exportItems({ number, items }: Recall, portions: (item: Item) => readonly Portion[]): void {
  saveCsv(
    t('recall {number}', { number }),
    TITLES,
    items.flatMap(item =>
      portions(item).map(({ quantity, unit, lot }) => [
        words(item.kind),
        item.name,
        item.reference,
        item.kind === 'STOCK_TRANSFER' ? (item.location?.name ?? null) : null,
        lot?.number ?? null,
        quantity,
        quantity === null ? null : (unit ?? null),
        item.done ? t('yes') : t('no'),
        item.doneAt,
        item.doneBy,
        item.note,
      ]),
    ),
  );
}
