import { Checkbox, Group, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconReceiptRefund } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useRef, useState } from 'react';
import { inUnit, quantity, time, words } from '../format.ts';
import { graphql, send, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { book } from '../outbox.ts';
import { Booked, useBooked } from '../parts/booked.tsx';
import { scanCode } from '../parts/codes.ts';
import { at, DocumentPage, Found, nameOfItem } from '../parts/document.tsx';
import { createdColumn, DocumentList, numberColumn, statusColumn, unitsColumn } from '../parts/documents.tsx';
import { Print } from '../parts/print.tsx';
import { VariantLink } from '../parts/product-link.tsx';
import { ScanField, useHeard, useInTurn } from '../parts/scan-field.tsx';
import type { Column } from '../ui/columns.tsx';
import { Action, type Errors, FormDialog, useFields } from '../ui/form.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { Section } from '../ui/page.tsx';
import { Rich } from '../ui/rich.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';
import { said } from '../ui/said.tsx';

const List = graphql(`
  query Returns($after: String, $filter: ReturnAuthorizationsFilter, $sort: ReturnAuthorizationSort) {
    returnAuthorizations(first: 50, after: $after, filter: $filter, sort: $sort) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status reason createdAt order { number } items { id quantity } } }
  }
`);
const One = graphql(`
  query Return($id: ID!) {
    returnAuthorization(id: $id) {
      id number status reason location { name } createdAt receivedAt
      order { id number items { id sku quantityFulfilled variant { name product { name } } } }
      items { id sku quantity condition lotId variant { id productId name unit product { name } } }
    }
  }
`);
const Latest = graphql(`
  query LatestFulfilled {
    whole: orders(first: 15, filter: { status: FULFILLED }) { nodes { id number reference items { id sku quantityFulfilled variant { name product { name } } } } }
    partly: orders(first: 5, filter: { status: PARTIALLY_FULFILLED }) { nodes { id number reference items { id sku quantityFulfilled variant { name product { name } } } } }
  }
`);
const FindOrders = graphql(`
  query FindOrders($number: String!, $reference: String!) {
    byNumber: orders(first: 1, filter: { number: $number }) { nodes { id number reference items { id sku quantityFulfilled variant { name product { name } } } } }
    byReference: orders(first: 5, filter: { reference: $reference }) { nodes { id number reference items { id sku quantityFulfilled variant { name product { name } } } } }
  }
`);
const Cancel = graphql(
  `mutation CancelReturn($id: ID!, $idempotencyKey: String) { cancelReturnAuthorization(id: $id, idempotencyKey: $idempotencyKey) { returnAuthorization { id status } } }`,
);

type Row = ResultOf<typeof List>['returnAuthorizations']['nodes'][number];
type Return = NonNullable<ResultOf<typeof One>['returnAuthorization']>;
const STATUSES = ['PENDING', 'RECEIVED', 'CANCELLED'] as const;
const PATH = '/returns';

const COLUMNS: readonly Column<Row>[] = [
  numberColumn('Return', PATH),
  statusColumn,
  { title: 'Order', width: '1fr', from: 'sm', under: true, show: each => each.order.number },
  { title: 'Reason', width: '1.6fr', from: 'sm', under: true, show: each => each.reason },
  unitsColumn,
  createdColumn,
];

export const Returns = () => (
  <DocumentList
    name="Returns"
    hint={t('What customers send back.')}
    path={PATH}
    statuses={STATUSES}
    search={t('Number')}
    byLocation
    query={List}
    pick={data => data.returnAuthorizations}
    columns={COLUMNS}
    icon={IconReceiptRefund}
    create={<NewReturn />}
    about={t(
      'A return is made for an order that was fulfilled; when it arrives it is inspected, and what is sellable goes back into stock.',
    )}
  />
);

// ---- what is returned, and in which condition ----

const CONDITIONS = ['SELLABLE', 'DAMAGED', 'DISCARDED'] as const;
type Condition = (typeof CONDITIONS)[number];
type Sorted = { [condition in Condition]?: number | string };

/** How much of each line comes back in which condition. The key of a line is its SKU, and its lot if known. */
type Inspection = { [line: string]: Sorted };

interface Sent {
  sku: string;
  quantityFulfilled: number;
  variant: { name: string | null; product: { name: string } };
}

const lineOf = (sku: string, lotId?: string | null) => (lotId ? `${sku}\n${lotId}` : sku);
const skuIn = (line: string) => line.split('\n')[0]!;
/** Whether its name or SKU contains what is sought. */
const isNamed = (sent: Sent | undefined, line: string, sought: string) =>
  `${sent ? nameOfItem(sent) : ''} ${skuIn(line)}`.toLowerCase().includes(sought.trim().toLowerCase());
const itemsOf = (inspection: Inspection) =>
  Object.entries(inspection).flatMap(([line, sorted]) => {
    const [sku, lotId] = line.split('\n') as [string, string | undefined];
    return CONDITIONS.flatMap(condition =>
      Number(sorted[condition] ?? 0) > 0
        ? [{ sku, quantity: Number(sorted[condition]), condition, ...(lotId && { lotId }) }]
        : [],
    );
  });

/** Of more lines than these, only those that come back have fields: the others are ticked, scanned or found first. */
const OPEN_MAX = 8;

/** Sorts the lines of an order by the condition in which they come back. */
function Inspect({
  lines,
  inspection,
  onChange,
  errors,
}: {
  lines: readonly Sent[];
  inspection: Inspection;
  onChange(inspection: Inspection): void;
  errors: Errors;
}) {
  const items = itemsOf(inspection);
  const { heard, hear } = useHeard();
  const [condition, setCondition] = useState<Condition>('SELLABLE');
  // From the first scan on, only what is scanned is booked: docs/api.md, "Scanning".
  const [isScanned, setScanned] = useState(false);
  const [lots, setLots] = useState<{ readonly [lotId: string]: string }>({});
  const [sought, setSought] = useState('');
  const [isOnlyBack, setOnlyBack] = useState(false);
  const latest = useRef(inspection);
  latest.current = inspection;
  const all = [...new Set([...lines.map(({ sku }) => sku), ...Object.keys(inspection)])];
  const isLong = new Set(lines.map(({ sku }) => sku)).size > OPEN_MAX;
  const isBack = (line: string) => line in inspection;
  const problemsOf = (line: string) =>
    items.flatMap((item, index) =>
      lineOf(item.sku, item.lotId) === line
        ? (errors.at(`items[${index}].quantity`) ?? errors.at(`items[${index}].sku`) ?? [])
        : [],
    );
  // A line that was refused is always shown.
  const isShown = (line: string) =>
    !isLong ||
    problemsOf(line).length > 0 ||
    ((isBack(line) || !isOnlyBack) &&
      isNamed(
        lines.find(({ sku }) => sku === skuIn(line)),
        line,
        sought,
      ));
  const drop = (line: string) => {
    const { [line]: _, ...rest } = latest.current;
    latest.current = rest;
    onChange(rest);
  };
  const put = (line: string, sorted: Sorted) => {
    latest.current = { ...latest.current, [line]: { ...latest.current[line], ...sorted } };
    onChange(latest.current);
  };
  /** Adds one unit, or as many as the code says, in the current condition and to the lot in the code. */
  const scan = useInTurn(async code => {
    const { scan: found, problems } = await scanCode(code);
    const sku = found?.variant?.sku;
    const sent = lines.filter(each => each.sku === sku).reduce((sum, each) => sum + each.quantityFulfilled, 0);
    if (!sku || sent === 0)
      return hear(false, problems?.[0]?.message ?? t('{sku} was not sent with this order.', { sku: sku ?? code }));
    const line = lineOf(sku, found.lot?.id);
    const count = found.gs1?.count ?? 1;
    const before = isScanned ? latest.current : {};
    const back = itemsOf(before).reduce((sum, each) => sum + (each.sku === sku ? each.quantity : 0), 0) + count;
    if (back > sent)
      return hear(false, t('{sku}: only {sent} were sent, and all are back.', { sku, sent: quantity(sent) }));
    if (found.lot) setLots(old => ({ ...old, [found.lot!.id]: found.lot!.lotNumber }));
    latest.current = before;
    put(line, { [condition]: Number(latest.current[line]?.[condition] || 0) + count });
    setScanned(true);
    hear(
      true,
      found.lot
        ? t('{sku}, lot {lotNumber}: {back} of {sent} back.', {
            sku,
            lotNumber: found.lot.lotNumber,
            back: quantity(back),
            sent: quantity(sent),
          })
        : t('{sku}: {back} of {sent} back.', { sku, back: quantity(back), sent: quantity(sent) }),
    );
  });
  return (
    <Stack gap="md">
      <ScanField scan={scan} heard={heard} />
      <SegmentedControl
        aria-label={t('What is scanned is')}
        data={CONDITIONS.map(value => ({ value, label: words(value) }))}
        value={condition}
        onChange={value => setCondition(value as Condition)}
      />
      {isScanned && <Text size="sm">{t('Only what was scanned or typed is recorded.')}</Text>}
      {isLong && (
        <Group gap="sm" wrap="wrap">
          <TextInput
            flex="1 1 180px"
            aria-label={t('Find a line')}
            placeholder={t('Find a line')}
            value={sought}
            onChange={event => setSought(event.currentTarget.value)}
            onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
          />
          <Checkbox
            label={t('Only what comes back ({back} of {lines})', {
              back: quantity(all.filter(isBack).length),
              lines: quantity(all.length),
            })}
            checked={isOnlyBack}
            onChange={event => setOnlyBack(event.currentTarget.checked)}
          />
        </Group>
      )}
      {isLong && !all.some(isShown) && (
        <Text size="sm" c="dimmed" role="status">
          {t('Nothing matches')}
        </Text>
      )}
      {all.filter(isShown).map(line => {
        const [sku = '', lotId = ''] = line.split('\n');
        const sent = lines.filter(each => each.sku === sku);
        const count = sent.reduce((sum, each) => sum + each.quantityFulfilled, 0);
        const back = items.reduce((sum, each) => sum + (each.sku === sku ? each.quantity : 0), 0);
        const problems = problemsOf(line);
        const head = (
          <div>
            <Text size="sm" fw={550}>
              {sent[0] ? nameOfItem(sent[0]) : sku}
            </Text>
            <Text size="xs" c="dimmed">
              {lots[lotId] ? (
                <Rich
                  of="<span>{sku}</span> · lot {lots} · {sent} were sent"
                  values={{ sku, lots: lots[lotId], sent: quantity(count) }}
                  parts={{ span: <span className="mono" /> }}
                />
              ) : (
                <Rich
                  of="<span>{sku}</span> · {sent} were sent"
                  values={{ sku, sent: quantity(count) }}
                  parts={{ span: <span className="mono" /> }}
                />
              )}
            </Text>
          </div>
        );
        const ticking = (
          <Checkbox
            label={head}
            checked={isBack(line)}
            onChange={event =>
              event.currentTarget.checked ? put(line, { [condition]: Math.max(0, count - back) }) : drop(line)
            }
          />
        );
        if (isLong && !isBack(line)) return <div key={line}>{ticking}</div>;
        return (
          <fieldset className="plain" key={line} aria-label={sku}>
            {isLong ? ticking : head}
            <Group grow wrap="nowrap" mt={4} gap="xs">
              {CONDITIONS.map(condition => (
                <NumberField
                  key={condition}
                  size="xs"
                  label={words(condition)}
                  aria-label={t('{condition} of {sku}', { condition: words(condition), sku })}
                  min={0}
                  decimalScale={4}
                  placeholder="0"
                  value={inspection[line]?.[condition] ?? ''}
                  error={problems.length > 0}
                  onChange={value => put(line, { [condition]: value })}
                />
              ))}
            </Group>
            {problems[0] && (
              <Text size="xs" c="var(--bad)" mt={4} role="alert">
                {problems[0]}
              </Text>
            )}
          </fieldset>
        );
      })}
      {errors.at('items') && (
        <Text size="sm" c="var(--bad)" role="alert">
          {errors.at('items')}
        </Text>
      )}
    </Stack>
  );
}

interface Returnable {
  id: string;
  number: string;
  items: readonly Sent[];
}
const isReturnable = ({ items }: Returnable) => items.some(({ quantityFulfilled }) => quantityFulfilled > 0);
/** `42`, `so-42` and `SO-000042` are the same order. */
const numberOfOrder = (typed: string): string => {
  const digits = /^(?:so-?)?(\d{1,12})$/i.exec(typed)?.[1];
  return digits ? `SO-${digits.padStart(6, '0')}` : typed.toUpperCase();
};

/** An order with fulfilled lines: the latest ones are offered, any other is found by number or reference. */
function OrderSelect({
  value,
  onChange,
  error,
}: {
  value: Returnable | null;
  onChange(order: Returnable | null): void;
  error: string | undefined;
}) {
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 200);
  const latest = useData(Latest, {}).data;
  const labelOf = ({ number, reference }: { number: string; reference?: string | null }) =>
    [number, reference].filter(Boolean).join(' · ');
  const isChosen = value !== null && typed.startsWith(value.number);
  const found = useData(
    FindOrders,
    { number: numberOfOrder(typed), reference: typed },
    { pause: typed === '' || isChosen },
  ).data;
  const offered = typed === '' || isChosen || !found ? [] : [...found.byNumber.nodes, ...found.byReference.nodes];
  const recent = latest ? [...latest.whole.nodes, ...latest.partly.nodes] : [];
  const matching = recent.filter(
    order => typed === '' || isChosen || labelOf(order).toLowerCase().includes(typed.toLowerCase()),
  );
  const orders = [...(value ? [value] : []), ...offered, ...matching].filter(
    (order, index, all) => isReturnable(order) && all.findIndex(({ id }) => id === order.id) === index,
  );
  return (
    <Select
      label={t('Order')}
      placeholder={t('Number or reference')}
      searchable
      openOnFocus={false}
      data={orders.map(order => ({ value: order.id, label: labelOf(order) }))}
      filter={({ options }) => options}
      nothingFoundMessage={t('No order of this number or reference has been fulfilled')}
      value={value?.id ?? null}
      onSearchChange={setSearch}
      onChange={id => onChange(orders.find(order => order.id === id) ?? null)}
      error={error}
    />
  );
}

/** Creates a return for the given order, or for one to be chosen. */
export function NewReturn({ order: given }: { order?: Returnable }) {
  const navigate = useNavigate();
  const fields = useFields({ order: given ?? (null as Returnable | null), reason: '', inspection: {} as Inspection });
  const { values, change, text } = fields;
  const { order, reason, inspection } = values;
  const create = () =>
    book(
      'createReturn',
      { input: { orderId: order?.id ?? '', reason, items: itemsOf(inspection) } },
      {
        title: t('New return of {number}', { number: order?.number ?? '–' }),
        path: order ? `/orders/${order.id}` : PATH,
        lines: itemsOf(inspection),
      },
    );
  return (
    <FormDialog
      opener={t('New return')}
      variant={given ? 'default' : 'filled'}
      title={given ? t('New return of {number}', { number: given.number }) : t('New return')}
      submit={t('Create')}
      size="lg"
      {...(!given && { act: 'new' })}
      fields={fields}
      send={create}
      done={({ createReturnAuthorization }) =>
        void navigate({ to: `${PATH}/${createReturnAuthorization.returnAuthorization.id}` as never })
      }
    >
      {errors => (
        <>
          {!given && (
            <OrderSelect
              value={order}
              onChange={chosen => change({ order: chosen, inspection: {} })}
              error={errors.at('orderId')}
            />
          )}
          <Textarea label={t('Reason')} autosize minRows={1} {...text('reason', errors)} />
          {order && (
            <Inspect
              key={order.id}
              lines={order.items.filter(({ quantityFulfilled }) => quantityFulfilled > 0)}
              inspection={inspection}
              onChange={each => change({ inspection: each })}
              errors={errors}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

// ---- one return ----

export const ReturnPage = () => (
  <Found noun={t('return')} query={One} pick={data => data.returnAuthorization}>
    {found => <ReturnView found={found} />}
  </Found>
);

const LINES: readonly RowColumn<Return['items'][number]>[] = [
  {
    title: 'Product',
    show: item => (
      <>
        <VariantLink variant={item.variant}>{nameOfItem(item)}</VariantLink>
        <Text size="xs" c="dimmed" className="mono">
          {item.sku}
        </Text>
      </>
    ),
  },
  { title: 'Condition', show: item => words(item.condition) },
  { title: 'Quantity', number: true, show: item => inUnit(item.quantity, item.variant.unit) },
];

function ReturnView({ found }: { found: Return }) {
  const { id, order, items } = found;
  const booked = useBooked(id);
  return (
    <DocumentPage
      title={found.number}
      hint={
        <Rich
          of="Of order <link>{number}</link>"
          values={{ number: order.number }}
          parts={{ link: <Link className="link" to={`/orders/${order.id}` as never} /> }}
        />
      }
      status={found.status}
      print={<Print id={id} papers={['returnSlip']} />}
      deeds={{
        cancel: {
          from: ['PENDING'],
          deed: (
            <Action
              label={t('Cancel return')}
              send={() => send(Cancel, { id })}
              said={t('Cancelled.')}
              confirm={t('It will no longer be expected. This cannot be undone.')}
            />
          ),
        },
        inspect: { from: ['PENDING'], deed: <InspectDialog found={found} /> },
        receive: {
          from: ['PENDING'],
          once: 'receiveReturn',
          deed: (
            <Action
              label={t('Receive')}
              title={t('Receive {number} at {name}?', { number: found.number, name: found.location.name })}
              variant="filled"
              send={() =>
                book(
                  'receiveReturn',
                  { id },
                  {
                    title: t('Receive {number} at {name}', { number: found.number, name: found.location.name }),
                    path: `${PATH}/${id}`,
                    lines: items,
                  },
                )
              }
              said={t('Received: sellable goods are back in stock at {name}.', { name: found.location.name })}
              confirm={t('{items}. Inspect it first if something else has arrived.', {
                items: items
                  .map(item => `${quantity(item.quantity)} × ${item.sku} (${words(item.condition).toLowerCase()})`)
                  .join(', '),
              })}
            />
          ),
        },
      }}
      facts={[
        [t('Reason'), found.reason],
        [t('Comes to'), found.location.name],
        [t('Created'), time(found.createdAt)],
        [t('Received'), at(found.receivedAt)],
      ]}
    >
      <Section title={t('Lines')}>
        <Rows columns={LINES} rows={items} minWidth={280} empty={t('Nothing.')} />
      </Section>
      <Booked {...booked} />
    </DocumentPage>
  );
}

/** What has actually arrived, and in which condition. It can be corrected until the return is received. */
function InspectDialog({ found: { id, number, order, items, reason } }: { found: Return }) {
  const sorted: Inspection = {};
  for (const { sku, lotId, condition, quantity: units } of items) {
    const line = (sorted[lineOf(sku, lotId)] ??= {});
    line[condition] = Number(line[condition] ?? 0) + units;
  }
  const fields = useFields({ inspection: sorted, reason });
  const { values, change, text } = fields;
  return (
    <FormDialog
      opener={t('Inspect')}
      variant="default"
      title={t('Inspect what came back of {number}', { number })}
      submit={t('Save')}
      size="lg"
      fields={fields}
      send={() =>
        book(
          'inspectReturn',
          { id, input: { reason: values.reason, items: itemsOf(values.inspection) } },
          {
            title: t('Inspect what came back of {number}', { number }),
            path: `${PATH}/${id}`,
            lines: itemsOf(values.inspection),
          },
        )
      }
      done={() => said(t('Saved.'))}
    >
      {errors => (
        <>
          <Text size="sm" c="dimmed">
            {t('Sellable goods go back on the shelf when the return is received; damaged and discarded ones do not.')}
          </Text>
          <Inspect
            lines={order.items.filter(({ quantityFulfilled }) => quantityFulfilled > 0)}
            inspection={values.inspection}
            onChange={inspection => change({ inspection })}
            errors={errors}
          />
          <Textarea label={t('Reason')} autosize minRows={1} {...text('reason', errors)} />
        </>
      )}
    </FormDialog>
  );
}
