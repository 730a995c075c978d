import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useContext, useEffect, useState } from 'react';
import { actorName, inUnit, time, words } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { at, DocumentPage, Found, nameOfItem } from '../parts/document.tsx';
import { DocumentList, linkColumn, statusColumn } from '../parts/documents.tsx';
import { Print } from '../parts/print.tsx';
import { VariantLink } from '../parts/product-link.tsx';
import { useMay } from '../session.ts';
import type { Column } from '../ui/columns.tsx';
import { saveCsv } from '../ui/csv.ts';
import { Action, FormDialog, Refusals, useFields } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { Rich } from '../ui/rich.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';
import { said } from '../ui/said.tsx';

const List = graphql(`
  query Recalls($after: String, $filter: RecallsFilter) {
    recalls(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status lotNumber sku reason createdAt recalledBy variant { name product { name } } } }
  }
`);
const One = graphql(`
  query Recall($id: ID!) {
    recall(id: $id) {
      id number status lotId lotNumber sku reason notes recalledBy includeDescendants createdAt closedAt
      variant { id productId name unit product { name } }
      lots { lotId lotNumber sku quantityRemaining }
      items { id kind name reference lotId lot { id sku variant { id unit } } transferId orderId batchId quantity done doneAt doneBy note }
    }
  }
`);
const Update = graphql(
  `mutation UpdateRecall($id: ID!, $input: UpdateRecallInput, $idempotencyKey: String) { updateRecall(id: $id, input: $input, idempotencyKey: $idempotencyKey) { recall { id } } }`,
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

export const RecallPage = () => (
  <Found noun={t('recall')} query={One} pick={data => data.recall}>
    {recall => <RecallView recall={recall} />}
  </Found>
);

/** What to do about each kind of item, and where. */
const KINDS: {
  readonly [kind in Item['kind']]: { title: string; empty: string; linkOf?(item: Item): string };
} = {
  STOCK: { title: t('Set aside'), empty: t('None was in stock.'), linkOf: item => `/lots/${item.lotId}` },
  STOCK_TRANSFER: {
    title: t('Set aside when it arrives'),
    empty: t('None was in transit.'),
    linkOf: item => `/transfers/${item.transferId}`,
  },
  ORDER: {
    title: t('Notify who received it'),
    empty: t('None had been shipped.'),
    linkOf: item => `/orders/${item.orderId}`,
  },
  PRODUCTION_BATCH: {
    title: t('Check what was made from it'),
    empty: t('Nothing was made from it.'),
    linkOf: item => `/production/${item.batchId}`,
  },
  SUPPLIER: { title: t('Notify who supplied it'), empty: t('Its supplier is not known.') },
};

function RecallView({ recall }: { recall: Recall }) {
  const { id, items, lots } = recall;
  const done = items.filter(item => item.done).length;
  const kinds = Object.keys(KINDS) as Item['kind'][];
  const lotNumbers = new Map(lots.map(lot => [lot.lotId, lot.lotNumber]));
  const units = unitsOf(recall);
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
              done,
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
            onClick={() => exportItems(recall, lotNumbers)}
          >
            {t('CSV')}
          </Button>
        </>
      }
      deeds={{
        close: {
          from: ['OPEN'],
          deed: (
            <Action
              label={t('Close')}
              variant="filled"
              send={() => send(Update, { id, input: { status: 'CLOSED' } })}
              said={t('{number} is closed.', { number: recall.number })}
            />
          ),
        },
        open: {
          from: ['CLOSED'],
          deed: (
            <Action
              label={t('Open again')}
              send={() => send(Update, { id, input: { status: 'OPEN' } })}
              said={t('{number} is open again.', { number: recall.number })}
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
            ...BLOCKED,
            { title: 'Was left', number: true, show: lot => inUnit(lot.quantityRemaining, units.get(lot.sku)) },
          ]}
          rows={lots.map(lot => ({ ...lot, id: lot.lotId }))}
          minWidth={280}
          empty={t('Nothing.')}
        />
      </Section>
      {kinds.map(kind => (
        <Todo key={kind} recall={recall} kind={kind} lotNumbers={lotNumbers} />
      ))}
    </DocumentPage>
  );
}

const BLOCKED: readonly RowColumn<Recall['lots'][number] & { id: string }>[] = [
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

/** The unit of an item: what somebody got may be of several lots, in different units. */
function unitOf({ lot }: Item, { lots }: Recall, units: ReadonlyMap<string, string>): string | undefined {
  if (lot) return lot.variant.unit;
  const all = new Set(lots.map(({ sku }) => units.get(sku)));
  return all.size === 1 ? [...all][0] : undefined;
}

interface TodoProps {
  recall: Recall;
  kind: Item['kind'];
  lotNumbers: ReadonlyMap<string, string>;
}

function Todo({ recall, kind, lotNumbers }: TodoProps) {
  const mayWrite = useMay('write');
  const isOpen = recall.status === 'OPEN';
  const { title, empty, linkOf } = KINDS[kind];
  const units = unitsOf(recall);
  const items = recall.items.filter(item => item.kind === kind);
  const columns: readonly RowColumn<Item>[] = [
    { title: 'Done', show: item => <Tick recall={recall} item={item} disabled={!mayWrite || !isOpen} /> },
    {
      title: kind === 'STOCK' ? 'Place' : 'Who',
      show: item => (
        <>
          {linkOf && kind !== 'STOCK' ? (
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
        </>
      ),
    },
    ...(kind === 'STOCK'
      ? [
          {
            title: 'Lot' as const,
            show: (item: Item) => (
              <Link className="link code" to={`/lots/${item.lotId}` as never}>
                {lotNumbers.get(item.lotId ?? '') ?? '–'}
              </Link>
            ),
          },
        ]
      : []),
    { title: 'Quantity', number: true, show: item => inUnit(item.quantity, unitOf(item, recall, units)) },
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
  return (
    <FormDialog
      opener={t('Note')}
      variant="default"
      compact
      title={item.name}
      submit={t('Save')}
      send={() =>
        send(Update, { id: recall.id, input: { items: [{ id: item.id, note: fields.values.note || null }] } })
      }
      done={() => said(t('Saved.'))}
      fields={fields}
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
  t('Lot'),
  t('Quantity'),
  t('Done'),
  t('Done at'),
  t('Done by'),
  t('Note'),
];

/** Everything left to do, as a file. */
function exportItems({ number, items }: Recall, lotNumbers: ReadonlyMap<string, string>): void {
  saveCsv(
    t('recall {number}', { number }),
    TITLES,
    items.map(item => [
      words(item.kind),
      item.name,
      item.reference,
      lotNumbers.get(item.lotId ?? '') ?? '',
      item.quantity,
      item.done ? t('yes') : t('no'),
      item.doneAt,
      item.doneBy,
      item.note,
    ]),
  );
}
