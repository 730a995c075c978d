import { Card, Group, Progress, SimpleGrid, Text, Textarea, UnstyledButton } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { memo, useState } from 'react';
import { inUnit, quantity, shortDay, signed, signedMoney, time } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { book, isKept } from '../outbox.ts';
import { LocationSelect } from '../parts/choose.tsx';
import { Counter } from '../parts/counter.tsx';
import { useDefaultPlace } from '../parts/default-place.ts';
import { at, DocumentPage, nameOfItem, RecordView } from '../parts/document.tsx';
import { DocumentList, linkColumn, statusColumn } from '../parts/documents.tsx';
import { Print } from '../parts/print.tsx';
import { VariantLink } from '../parts/product-link.tsx';
import { useMay, useOrganization } from '../session.ts';
import { Action } from '../ui/action.tsx';
import type { Column } from '../ui/columns.tsx';
import { useFields, withoutEmpty } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';
import { Change } from '../ui/status.tsx';
import { UnsentInput } from '../ui/unsaved-guard.tsx';

const List = graphql(`
  query Counts($after: String, $filter: CycleCountsFilter, $sort: CycleCountSort) {
    cycleCounts(first: 50, after: $after, filter: $filter, sort: $sort) { totalCount pageInfo {
          hasNextPage endCursor } nodes { id status location { name } notes createdAt items { id countedQuantity } } }
  }
`);
const One = graphql(`
  query Count($id: ID!) {
    cycleCount(id: $id) { id status location { name } notes startedAt completedAt items { id sku expectedQuantity
          countedQuantity variance variant { id productId name unit barcode unitCost product { name pictureUrl } } } }
  }
`);
const Create = graphql(
  `mutation CreateCount($input: CreateCycleCountInput!, $idempotencyKey: String) {
      createCycleCount(input: $input, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`,
);
const Load = graphql(
  `mutation LoadCount($id: ID!, $idempotencyKey: String) {
      loadCycleCountInventory(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`,
);
const Start = graphql(
  `mutation StartCount($id: ID!, $idempotencyKey: String) {
      startCycleCount(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id status } } }`,
);
const Delete = graphql(
  `mutation DeleteCount($id: ID!, $idempotencyKey: String) {
      deleteCycleCount(id: $id, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`,
);

type Row = ResultOf<typeof List>['cycleCounts']['nodes'][number];
type Count = NonNullable<ResultOf<typeof One>['cycleCount']>;
type Item = Count['items'][number];
const STATUSES = ['DRAFT', 'IN_PROGRESS', 'COMPLETED'] as const;
const PATH = '/counts';
const countedOf = (items: readonly { countedQuantity: number | null }[]) =>
  items.filter(item => item.countedQuantity !== null).length;

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('Location', PATH, count => count.location.name, '1.4fr'),
  statusColumn,
  {
    title: 'Counted',
    width: '92px',
    number: true,
    show: count => t('{count} of {total}', { count: countedOf(count.items), total: count.items.length }),
  },
  { title: 'Notes', width: '1.4fr', from: 'md', under: true, show: count => count.notes ?? '–' },
  {
    title: 'Created',
    width: '180px',
    from: 'md',
    under: count => shortDay(count.createdAt),
    show: count => time(count.createdAt),
  },
];

/** The list of counts. Whoever may write can start one. */
export const Counts = () => (
  <DocumentList
    name="Counts"
    hint={t('What is actually on the shelf.')}
    path={PATH}
    statuses={STATUSES}
    byLocation
    query={List}
    pick={data => data.cycleCounts}
    columns={COLUMNS}
    icon={IconChecklist}
    create={<NewCount />}
    about={t('Start a count at a location, take a phone with you, and scan. Stock may keep moving meanwhile.')}
  />
);

function NewCount() {
  const navigate = useNavigate();
  const fields = useFields({ locationId: useDefaultPlace(), notes: '' });
  const {
    values: { locationId, notes },
    text,
    choice,
  } = fields;
  const begin = async () => {
    const result = await send(Create, {
      input: { locationId: locationId ?? '', status: 'IN_PROGRESS', ...withoutEmpty({ notes }) },
    });
    if (!result.data) return result;
    const loaded = await send(Load, { id: result.data.createCycleCount.cycleCount.id });
    return loaded.problems ? { problems: loaded.problems } : result;
  };
  return (
    <FormDialog
      opener={t('New count')}
      act="new"
      fields={fields}
      title={t('New count')}
      submit={t('Start counting')}
      send={begin}
      done={({ createCycleCount }) => void navigate({ to: `${PATH}/${createCycleCount.cycleCount.id}` as never })}
    >
      {errors => (
        <>
          <LocationSelect {...choice('locationId', errors)} />
          <Textarea
            label={t('Notes')}
            placeholder={t('For example: Aisle 4')}
            autosize
            minRows={1}
            {...text('notes', errors)}
          />
          <Text size="sm" c="dimmed">
            {t('Everything that should be there is listed.')}
          </Text>
        </>
      )}
    </FormDialog>
  );
}

/** One count: entering or scanning what is there, and completing it. */
export const CountPage = () => (
  <RecordView noun={t('count')} query={One} pick={data => data.cycleCount}>
    {count => <CountView count={count} />}
  </RecordView>
);

function CountView({ count: { id, items, ...count } }: { count: Count }) {
  const navigate = useNavigate();
  const { currency } = useOrganization();
  const isCompleted = count.status === 'COMPLETED';
  const mayWrite = useMay('write');
  const isOpen = mayWrite && !isCompleted;
  const [chosen, choose] = useState<string>();
  const [typed, setTyped] = useState('');
  // What is typed stays, also where somebody else has completed the count meanwhile.
  const isCounting = mayWrite && (count.status === 'IN_PROGRESS' || typed !== '');
  const unrecordedNote = typed && t('Not recorded yet: {typed}.', { typed });
  const done = countedOf(items);
  const complete = async () => {
    const title = t('Complete the count at {name}', { name: count.location.name });
    const sent = await book('completeCount', { id }, { title, path: `${PATH}/${id}`, lines: [] });
    // What was typed was said not to be recorded.
    if (sent.data && !isKept(sent.data)) setTyped('');
    return sent;
  };
  const remove = async () => {
    const sent = await send(Delete, { id });
    if (sent.data) void navigate({ to: PATH, ignoreBlocker: true });
    return sent;
  };
  return (
    <DocumentPage
      title={t('Count at {name}', { name: count.location.name })}
      hint={t('{done} of {items} counted', { done, items: items.length })}
      status={count.status}
      print={<Print id={id} papers={['countSheet']} />}
      actions={{
        start: {
          from: ['DRAFT'],
          action: <Action label={t('Start')} variant="filled" send={() => send(Start, { id })} />,
        },
        complete: {
          from: ['IN_PROGRESS'],
          once: 'completeCount',
          action: (
            <Action
              label={t('Complete')}
              title={t('Complete the count at {name}?', { name: count.location.name })}
              variant="filled"
              send={complete}
              notice={t('Completed: {items}', { items: sayDifferences(items, currency) })}
              confirm={`${unrecordedNote} ${
                items.length > done
                  ? t(
                      '{done, plural, one {# of {items, plural, one {# line} other {# lines}} is} other {# of {items, plural, one {# line} other {# lines}} are}} counted. {differences} Lines that are not counted stay as they are.',
                      { done, items: items.length, differences: sayDifferences(items, currency) },
                    )
                  : `${t('{done, plural, one {# of {items, plural, one {# line} other {# lines}} is} other {# of {items, plural, one {# line} other {# lines}} are}} counted. {differences}', { done, items: items.length, differences: sayDifferences(items, currency) })} `
              }`}
            />
          ),
        },
      }}
      facts={[
        [t('Started'), at(count.startedAt)],
        [t('Completed'), at(count.completedAt)],
        [t('Notes'), count.notes],
      ]}
      first={
        isCounting && (
          <>
            <UnsentInput is={typed !== ''} what={unrecordedNote} />
            <Counter
              countId={id}
              title={t('Count at {name}', { name: count.location.name })}
              items={items}
              chosen={chosen}
              choose={choose}
              typing={setTyped}
            />
          </>
        )
      }
    >
      {!isCompleted && (
        <Progress value={items.length === 0 ? 0 : (100 * done) / items.length} aria-label={t('Counted')} />
      )}
      {isCompleted && <Outcome items={items} />}
      <CountedItems
        items={items}
        isCompleted={isCompleted}
        {...(isCounting && { choose })}
        {...(isOpen && { loadedInto: id })}
      />
      {isOpen && (
        <Group>
          <Action
            label={t('Discard this count')}
            send={remove}
            confirm={t('What was counted so far is discarded. Stock does not change.')}
          />
        </Group>
      )}
    </DocumentPage>
  );
}

const isDifferent = ({ variance }: Item) => variance !== null && variance !== 0;
const worthOf = ({ variance, variant }: Item) =>
  variance === null || variant.unitCost === null ? null : variance * variant.unitCost;
const sumOf = (values: readonly (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** The differences between counted and expected, in units and in value at cost; unknown costs are pointed out. */
function differencesOf(items: readonly Item[]) {
  const differences = items.filter(isDifferent);
  return {
    lines: differences.length,
    more: sumOf(differences.map(({ variance }) => Math.max(0, variance ?? 0))),
    less: sumOf(differences.map(({ variance }) => Math.min(0, variance ?? 0))),
    value: sumOf(differences.map(worthOf)),
    unpriced: differences.filter(item => worthOf(item) === null).length,
  };
}

function sayDifferences(items: readonly Item[], currency: string): string {
  const { lines, more, less, value, unpriced } = differencesOf(items);
  if (lines === 0) return t('Nothing differs.');
  const units = [more > 0 && signed(more), less < 0 && signed(less)].filter(Boolean).join(', ');
  const summary = { lines, units, worth: signedMoney(value, currency), unpriced };
  if (unpriced === lines) return t('{lines, plural, one {# line differs} other {# lines differ}}: {units}.', summary);
  return unpriced > 0
    ? t(
        '{lines, plural, one {# line differs} other {# lines differ}}: {units}, {worth} at cost ({unpriced} without a cost).',
        summary,
      )
    : t('{lines, plural, one {# line differs} other {# lines differ}}: {units}, {worth} at cost.', summary);
}

/** The result of a completed count. */
function Outcome({ items }: { items: readonly Item[] }) {
  const { currency } = useOrganization();
  const { lines, more, less, value, unpriced } = differencesOf(items);
  const figures = [
    [t('Lines counted'), t('{count} of {total}', { count: quantity(countedOf(items)), total: quantity(items.length) })],
    [t('Lines that differ'), quantity(lines)],
    [t('Found more'), signed(more)],
    [t('Found less'), signed(less)],
    [t('Value at cost'), lines > 0 && unpriced === lines ? '–' : signedMoney(value, currency)],
  ] as const;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }}>
        {figures.map(([label, figure]) => (
          <Card key={label} padding="md">
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <div className="kpi">{figure}</div>
          </Card>
        ))}
      </SimpleGrid>
      {unpriced > 0 && (
        <Text size="sm" c="dimmed">
          {t(
            '{unpriced, plural, one {# line that differs has no unit cost and is} other {# lines that differ have no unit cost and are}} not in the value.',
            { unpriced },
          )}
        </Text>
      )}
    </>
  );
}

/** While counting: uncounted lines first. Once completed: differences first, by value; then lines that were right. */
const order = (isCompleted: boolean) => (one: Item, other: Item) => {
  const isCounted = (item: Item) => Number(item.countedQuantity !== null);
  const weight = (item: Item) => Math.abs(worthOf(item) ?? 0);
  return (
    (isCompleted
      ? Number(isDifferent(other)) - Number(isDifferent(one)) ||
        weight(other) - weight(one) ||
        Math.abs(other.variance ?? 0) - Math.abs(one.variance ?? 0) ||
        isCounted(other) - isCounted(one)
      : isCounted(one) - isCounted(other)) || one.sku.localeCompare(other.sku, 'en')
  );
};

/**
 * The lines of the count. Clicking a line makes it the next one to count. There may be thousands: they are not rendered
 * again with each key that is typed above.
 */
const CountedItems = memo(function CountedItems({
  items,
  isCompleted,
  choose,
  loadedInto: id,
}: {
  items: readonly Item[];
  isCompleted: boolean;
  choose?: (sku: string) => void;
  /** The count that the stock can be loaded into again. */
  loadedInto?: string;
}) {
  const { currency } = useOrganization();
  const name = (item: Item) => (
    <>
      <Text size="sm" fw={550}>
        {choose ? nameOfItem(item) : <VariantLink variant={item.variant}>{nameOfItem(item)}</VariantLink>}
      </Text>
      <Text size="xs" c="dimmed" className="mono">
        {item.sku}
      </Text>
    </>
  );
  const columns: readonly RowColumn<Item>[] = [
    {
      title: 'Product',
      show: item =>
        choose ? (
          <UnstyledButton onClick={() => choose(item.sku)} mih={44} w="100%">
            {name(item)}
          </UnstyledButton>
        ) : (
          name(item)
        ),
    },
    {
      title: 'Expected',
      number: true,
      from: 'sm',
      under: item =>
        t('{expectedQuantity} expected', { expectedQuantity: inUnit(item.expectedQuantity, item.variant.unit) }),
      show: item => inUnit(item.expectedQuantity, item.variant.unit),
    },
    { title: 'Counted', number: true, show: item => inUnit(item.countedQuantity, item.variant.unit) },
    {
      title: 'Differs',
      number: true,
      show: item => (item.variance === null ? '–' : <Change by={item.variance} unit={item.variant.unit} />),
    },
    ...(isCompleted
      ? [
          {
            title: 'Value at cost' as const,
            number: true,
            from: 'sm' as const,
            under: (item: Item) => (isDifferent(item) ? signedMoney(worthOf(item), currency) : null),
            show: (item: Item) => (isDifferent(item) ? signedMoney(worthOf(item), currency) : '–'),
          },
        ]
      : []),
  ];
  return (
    <Section
      title={t('The list')}
      action={
        id && (
          <Action
            label={t('Load again')}
            size="compact-sm"
            send={() => send(Load, { id })}
            notice={t('The list shows the stock as it is now; counted quantities are kept.')}
          />
        )
      }
    >
      <Rows
        columns={columns}
        rows={[...items].sort(order(isCompleted))}
        minWidth={280}
        empty={t('The list is empty: what you scan is added to it.')}
      />
    </Section>
  );
});
