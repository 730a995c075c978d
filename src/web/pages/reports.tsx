import { Button, Group, ScrollArea, Tabs, Text } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { date, money, quantity, words } from '../format.ts';
import { graphql, type Problem, useData } from '../graphql.ts';
import { useOrganization } from '../session.ts';
import { Empty, Loading, Page, Problems } from '../ui/page.tsx';
import { type Column, DataTable } from '../ui/table.tsx';

const StockByLocation = graphql(`query StockByLocation { reports { stockByLocation(first: 100) { nodes { locationId locationName locationType variantCount quantityOnHand quantityReserved quantityAvailable quantityIncoming stockValue } } } }`);
const LowStock = graphql(`query LowStock { reports { lowStock(first: 100) { nodes { sku productName locationId locationName quantityAvailable quantityIncoming reorderPoint reorderQuantity shortage suggestedOrderQuantity variant { productId } } } } }`);
const FastMovers = graphql(`query FastMovers { reports { fastMovers(first: 100, filter: { limit: 100 }) { nodes { sku productName quantitySold orderCount averageDailyQuantity quantityOnHand daysOfCover variant { productId } } } } }`);
const Aging = graphql(`query Aging { reports { inventoryAging(first: 100, filter: { limit: 100 }) { nodes { sku locationId quantityOnHand lastInboundAt ageDays ageBucket stockValue location { name } variant { productId product { name } } } } } }`);
const Valuation = graphql(`query Valuation { reports { valuation(first: 100) { nodes { sku productName quantityOnHand unitCost stockValue variant { productId } } } } }`);
const Reconciliation = graphql(`query Reconciliation { reports { reconciliation(first: 100) { nodes { check rule expected actual variantId locationId referenceId } } } }`);

const REPORTS = [
  { value: 'locations', label: 'Stock by location' },
  { value: 'low-stock', label: 'Low stock' },
  { value: 'fast-movers', label: 'Fast movers' },
  { value: 'aging', label: 'Ageing' },
  { value: 'valuation', label: 'Valuation' },
  { value: 'proof', label: 'Proof' },
] as const;

export function Reports() {
  const { report = 'locations' } = useSearch({ strict: false }) as { report?: string };
  const navigate = useNavigate();
  return (
    <Page title="Reports" hint="Figures of this minute; each can be taken along as CSV.">
      <Tabs value={report} onChange={value => void navigate({ to: '/reports', search: { report: value ?? 'locations' } as never })} keepMounted={false}>
        <ScrollArea type="never"><Tabs.List style={{ flexWrap: 'nowrap' }} aria-label="Reports">{REPORTS.map(({ value, label }) => <Tabs.Tab key={value} value={value} style={{ whiteSpace: 'nowrap' }}>{label}</Tabs.Tab>)}</Tabs.List></ScrollArea>
        {REPORTS.map(({ value }) => <Tabs.Panel key={value} value={value} pt="md">{VIEWS[value]()}</Tabs.Panel>)}
      </Tabs>
    </Page>
  );
}

interface SheetProps<Row> {
  name: string;
  hint: string;
  none: string;
  rows: readonly Row[] | undefined;
  loading: boolean;
  problems: readonly Problem[];
  columns: readonly (Column<Row & { id: string }> & { plain(row: Row): string | number | null })[];
}

/** A report as a table, and as the same table in a file. */
function Sheet<Row extends object>({ name, hint, none, rows, loading, problems, columns }: SheetProps<Row>) {
  if (loading) return <Loading />;
  if (!rows) return <Problems problems={problems} />;
  const download = () => saveCsv(name, columns.map(({ title }) => title), rows.map(row => columns.map(column => column.plain(row))));
  return (
    <>
      <Group justify="space-between" mb="sm" wrap="nowrap" align="flex-start">
        <Text size="sm" c="dimmed">{hint}</Text>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download} disabled={rows.length === 0} flex="none">CSV</Button>
      </Group>
      <DataTable label={name} columns={columns} rows={rows.map((row, index) => ({ ...row, id: String(index) }))} empty={<Empty icon={IconChartBar} title={none} />} />
    </>
  );
}

/** Quoted as RFC 4180 has it; what a spreadsheet would take for a formula is kept text. */
function saveCsv(name: string, titles: readonly string[], rows: readonly (readonly (string | number | null)[])[]): void {
  const cell = (value: string | number | null) => (typeof value === 'number' ? String(value) : `"${(/^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : value ?? '').replaceAll('"', '""')}"`);
  const text = [titles, ...rows].map(row => row.map(cell).join(',')).join('\r\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' }));
  link.download = `${name.toLowerCase().replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

type SheetColumn<Row> = SheetProps<Row>['columns'][number];
const text = <Row,>(title: string, width: string, plain: (row: Row) => string, more: Partial<SheetColumn<Row>> = {}): SheetColumn<Row> => ({ title, width, plain, show: plain, ...more });
const figure = <Row,>(title: string, plain: (row: Row) => number | null, more: Partial<SheetColumn<Row>> = {}): SheetColumn<Row> => ({ title, width: '112px', number: true, plain, show: row => quantity(plain(row)), ...more });
const product = <Row,>(nameOf: (row: Row) => string, idOf: (row: Row) => string): SheetColumn<Row> => ({ title: 'Product', width: '2fr', plain: nameOf, show: (row): ReactNode => <Link className="link" to="/products/$id" params={{ id: idOf(row) }}>{nameOf(row)}</Link> });
const sku = <Row extends { sku: string }>(): SheetColumn<Row> => ({ title: 'SKU', width: '1.2fr', from: 'sm', plain: row => row.sku, show: row => <span className="mono">{row.sku}</span> });

function useMoney<Row>(title: string, of: (row: Row) => number | null, more: Partial<SheetColumn<Row>> = {}): SheetColumn<Row> {
  const { currency } = useOrganization();
  return { title, width: '120px', number: true, plain: of, show: row => money(of(row), currency), ...more };
}

function LocationsReport() {
  const { data, ...state } = useData(StockByLocation, {});
  const rows = data?.reports.stockByLocation.nodes;
  type Row = NonNullable<typeof rows>[number];
  const value = useMoney<Row>('Value', row => row.stockValue);
  return <Sheet {...state} name="Stock by location" hint="What each location holds, and what it cost." none="No location holds stock" rows={rows} columns={[
    text<Row>('Location', '2fr', row => row.locationName), text<Row>('Kind', '1fr', row => words(row.locationType), { from: 'md' }), figure<Row>('Variants', row => row.variantCount, { from: 'md' }), figure<Row>('On hand', row => row.quantityOnHand),
    figure<Row>('Reserved', row => row.quantityReserved, { from: 'lg' }), figure<Row>('Available', row => row.quantityAvailable, { from: 'sm' }), figure<Row>('Incoming', row => row.quantityIncoming, { from: 'lg' }), value,
  ]} />;
}

function LowStockReport() {
  const { data, ...state } = useData(LowStock, {});
  const rows = data?.reports.lowStock.nodes;
  type Row = NonNullable<typeof rows>[number];
  return <Sheet {...state} name="Low stock" hint="What is below its reorder point, and how much to order." none="Nothing is running low" rows={rows} columns={[
    product<Row>(row => row.productName, row => row.variant.productId), sku<Row>(), text<Row>('Location', '1.2fr', row => row.locationName, { from: 'md' }), figure<Row>('Available', row => row.quantityAvailable),
    figure<Row>('Reorder at', row => row.reorderPoint, { from: 'sm' }), figure<Row>('Incoming', row => row.quantityIncoming, { from: 'lg' }), figure<Row>('Order', row => row.suggestedOrderQuantity),
  ]} />;
}

function FastMoversReport() {
  const { data, ...state } = useData(FastMovers, {});
  const rows = data?.reports.fastMovers.nodes;
  type Row = NonNullable<typeof rows>[number];
  return <Sheet {...state} name="Fast movers" hint="What sold most in the last 30 days, and how long it lasts at that rate." none="Nothing was sold in the last 30 days" rows={rows} columns={[
    product<Row>(row => row.productName, row => row.variant.productId), sku<Row>(), figure<Row>('Sold', row => row.quantitySold), figure<Row>('Orders', row => row.orderCount, { from: 'lg' }), figure<Row>('Per day', row => row.averageDailyQuantity, { from: 'md' }),
    figure<Row>('On hand', row => row.quantityOnHand, { from: 'sm' }), figure<Row>('Days of cover', row => (row.daysOfCover === null ? null : Math.round(row.daysOfCover))),
  ]} />;
}

function AgingReport() {
  const { data, ...state } = useData(Aging, {});
  const rows = data?.reports.inventoryAging.nodes;
  type Row = NonNullable<typeof rows>[number];
  const value = useMoney<Row>('Value', row => row.stockValue, { from: 'sm' });
  return <Sheet {...state} name="Inventory ageing" hint="What has been lying longest since something came in." none="There is no stock" rows={rows} columns={[
    product<Row>(row => row.variant.product.name, row => row.variant.productId), sku<Row>(), text<Row>('Location', '1.2fr', row => row.location.name, { from: 'md' }), figure<Row>('On hand', row => row.quantityOnHand),
    text<Row>('Last inbound', '130px', row => (row.lastInboundAt ? date(row.lastInboundAt) : '–'), { from: 'lg' }), figure<Row>('Days', row => row.ageDays), value,
  ]} />;
}

function ValuationReport() {
  const { data, ...state } = useData(Valuation, {});
  const rows = data?.reports.valuation.nodes;
  type Row = NonNullable<typeof rows>[number];
  const cost = useMoney<Row>('Unit cost', row => row.unitCost, { from: 'sm' });
  const value = useMoney<Row>('Value', row => row.stockValue);
  return <Sheet {...state} name="Valuation" hint="What the stock is worth at cost." none="There is no stock" rows={rows} columns={[product<Row>(row => row.productName, row => row.variant.productId), sku<Row>(), figure<Row>('On hand', row => row.quantityOnHand), cost, value]} />;
}

function ProofReport() {
  const { data, ...state } = useData(Reconciliation, {});
  const rows = data?.reports.reconciliation.nodes;
  type Row = NonNullable<typeof rows>[number];
  return <Sheet {...state} name="Reconciliation" hint="Every level is compared with its ledger, reservations and lots, now. An empty list is the proof that all agree." none="Every figure adds up" rows={rows} columns={[
    text<Row>('Rule', '3fr', row => row.rule), figure<Row>('Expected', row => row.expected), figure<Row>('Actual', row => row.actual),
  ]} />;
}

const VIEWS: { [report in (typeof REPORTS)[number]['value']]: () => ReactNode } = {
  locations: () => <LocationsReport />,
  'low-stock': () => <LowStockReport />,
  'fast-movers': () => <FastMoversReport />,
  aging: () => <AgingReport />,
  valuation: () => <ValuationReport />,
  proof: () => <ProofReport />,
};
