import { Button, NumberInput, Select, Table, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo, useState } from 'react';
import { quantity, time } from '../format.ts';
import { graphql, send, useData, usePages } from '../graphql.ts';
import { useMay } from '../session.ts';
import { LocationSelect, nameOf, useLocations, VariantSelect } from '../ui/choose.tsx';
import { at, Facts, useStatusFilter } from '../ui/document.tsx';
import { Action, FormDialog, said } from '../ui/form.tsx';
import { Lines, linesInput, newLine } from '../ui/lines.tsx';
import { Empty, Loading, Page, Problems, Section } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { type Column, DataTable } from '../ui/table.tsx';

const List = graphql(`
  query Batches($after: String, $filter: ProductionBatchesFilter) {
    productionBatches(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status sku plannedQuantity actualQuantityProduced locationId createdAt recipe { name } } }
  }
`);
const One = graphql(`
  query Batch($id: ID!) {
    productionBatch(id: $id) {
      id number status notes plannedQuantity actualQuantityProduced locationId createdAt startedAt completedAt cancelledAt sku variant { productId lotTracked product { name } } recipe { name }
      inputs { id sku plannedQuantity reservedQuantity actualQuantity wasteQuantity lots { id lotId lotNumber quantity } variant { productId product { name } } }
      outputs { id quantity lotId lotNumber }
    }
  }
`);
const Recipes_ = graphql(`query Recipes { recipes(first: 200) { nodes { id name active outputQuantity sku variant { product { name } } items { id sku quantity variant { product { name } } } } } }`);
const Create = graphql(`mutation CreateBatch($input: CreateProductionBatchInput!, $idempotencyKey: String) { createProductionBatch(input: $input, idempotencyKey: $idempotencyKey) { productionBatch { id } } }`);
const CreateRecipe = graphql(`mutation CreateRecipe($input: CreateRecipeInput!, $idempotencyKey: String) { createRecipe(input: $input, idempotencyKey: $idempotencyKey) { recipe { id } } }`);
const Start = graphql(`mutation StartBatch($id: ID!, $idempotencyKey: String) { startProductionBatch(id: $id, idempotencyKey: $idempotencyKey) { productionBatch { id status } } }`);
const Complete = graphql(`mutation CompleteBatch($id: ID!, $input: CompleteProductionBatchInput!, $idempotencyKey: String) { completeProductionBatch(id: $id, input: $input, idempotencyKey: $idempotencyKey) { productionBatch { id status } } }`);
const Cancel = graphql(`mutation CancelBatch($id: ID!, $idempotencyKey: String) { cancelProductionBatch(id: $id, idempotencyKey: $idempotencyKey) { productionBatch { id status } } }`);

type Row = ResultOf<typeof List>['productionBatches']['nodes'][number];
type Batch = NonNullable<ResultOf<typeof One>['productionBatch']>;
const STATUSES = ['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;

export function Production() {
  const { tab = 'batches' } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  return (
    <Page title="Production" hint="What is made, and of what." actions={mayWrite && (tab === 'recipes' ? <NewRecipe /> : <NewBatch />)}>
      <Tabs value={tab} onChange={value => void navigate({ to: '/production' as never, search: { tab: value ?? 'batches' } as never })} keepMounted={false}>
        <Tabs.List aria-label="Production"><Tabs.Tab value="batches">Batches</Tabs.Tab><Tabs.Tab value="recipes">Recipes</Tabs.Tab></Tabs.List>
        <Tabs.Panel value="batches" pt="md"><Batches /></Tabs.Panel>
        <Tabs.Panel value="recipes" pt="md"><Recipes /></Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Batches() {
  const { filter, control, chosen } = useStatusFilter('/production', STATUSES);
  const variables = useMemo(() => ({ filter: filter ?? null }), [chosen]);
  const page = usePages(List, variables, data => data.productionBatches);
  const locations = useLocations();
  const columns: Column<Row>[] = [
    { title: 'Batch', width: '130px', show: batch => <Link className="link" to={`/production/${batch.id}` as never}>{batch.number}</Link> },
    { title: 'Status', width: '1fr', show: batch => <Status of={batch.status} /> },
    { title: 'Recipe', width: '1.6fr', from: 'sm', show: batch => batch.recipe.name },
    { title: 'Where', width: '1.2fr', from: 'md', show: batch => nameOf(locations, batch.locationId) },
    { title: 'Planned', width: '84px', number: true, show: batch => quantity(batch.plannedQuantity) },
    { title: 'Produced', width: '84px', number: true, from: 'sm', show: batch => quantity(batch.actualQuantityProduced) },
  ];
  return (
    <>
      <div style={{ marginBottom: 16 }}>{control}</div>
      <Problems problems={page.problems} />
      <DataTable label="Production batches" columns={columns} rows={page.rows} total={page.total} loading={page.loading} onEnd={page.readMore} linkOf={batch => `/production/${batch.id}`} empty={
        <Empty icon={IconFlask} title={chosen ? 'No batch has this status' : 'No batches yet'}>{!chosen && 'Make a recipe first: what goes in, and how much comes out.'}</Empty>
      } />
    </>
  );
}

function Recipes() {
  const { data, loading, problems } = useData(Recipes_, {});
  if (loading) return <Loading />;
  const recipes = data?.recipes.nodes ?? [];
  if (recipes.length === 0) return <><Problems problems={problems} /><Empty icon={IconFlask} title="No recipes yet">A recipe says what goes into one run, and how much comes out.</Empty></>;
  return (
    <Section title="Recipes">
      <Table.ScrollContainer minWidth={480} type="native">
        <Table>
          <Table.Thead><Table.Tr><Table.Th>Recipe</Table.Th><Table.Th>Of one run</Table.Th><Table.Th className="num">Makes</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>
            {recipes.map(recipe => (
              <Table.Tr key={recipe.id}>
                <Table.Td><Text size="sm" fw={550}>{recipe.name}</Text><Text size="xs" c="dimmed" className="mono">{recipe.sku}</Text></Table.Td>
                <Table.Td>{recipe.items.map(item => `${quantity(item.quantity)} × ${item.variant.product.name}`).join(', ')}</Table.Td>
                <Table.Td className="num">{quantity(recipe.outputQuantity)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function NewRecipe() {
  const [form, setForm] = useState({ name: '', sku: null as string | null, outputQuantity: 1 as number | string });
  const [lines, setLines] = useState<readonly ReturnType<typeof newLine>[]>([newLine()]);
  const change = (part: Partial<typeof form>) => setForm(old => ({ ...old, ...part }));
  return (
    <FormDialog opener={open => <Button onClick={open}>New recipe</Button>} title="New recipe" submit="Create" size="lg" fields={['name', 'sku', 'outputQuantity', 'items']} send={() => send(CreateRecipe, { input: { name: form.name, sku: form.sku ?? '', outputQuantity: Number(form.outputQuantity), items: linesInput(lines, undefined) } })} done={() => said('The recipe is made.')}>
      {errors => (
        <>
          <TextInput label="Name" value={form.name} onChange={event => change({ name: event.currentTarget.value })} error={errors.at('name')} data-autofocus />
          <VariantSelect label="Makes" value={form.sku} onChange={sku => change({ sku })} error={errors.at('sku')} />
          <NumberInput label="How much one run makes" min={0} value={form.outputQuantity} onChange={outputQuantity => change({ outputQuantity })} error={errors.at('outputQuantity')} />
          <Text size="sm" fw={600}>What goes in</Text>
          <Lines lines={lines} onChange={setLines} errors={errors} />
        </>
      )}
    </FormDialog>
  );
}

function NewBatch() {
  const navigate = useNavigate();
  const recipes = useData(Recipes_, {}).data?.recipes.nodes ?? [];
  const [form, setForm] = useState({ recipeId: null as string | null, locationId: null as string | null, plannedQuantity: '' as number | string, notes: '' });
  const change = (part: Partial<typeof form>) => setForm(old => ({ ...old, ...part }));
  const input = () => ({ recipeId: form.recipeId ?? '', locationId: form.locationId ?? '', plannedQuantity: Number(form.plannedQuantity || 0), ...(form.notes && { notes: form.notes }) });
  return (
    <FormDialog opener={open => <Button onClick={open}>New batch</Button>} title="New production batch" submit="Plan" fields={['recipeId', 'locationId', 'plannedQuantity', 'notes']} send={() => send(Create, { input: input() })} done={({ createProductionBatch }) => void navigate({ to: `/production/${createProductionBatch.productionBatch.id}` as never })}>
      {errors => (
        <>
          <Select label="Recipe" searchable data={recipes.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name }))} value={form.recipeId} onChange={recipeId => change({ recipeId })} error={errors.at('recipeId')} />
          <LocationSelect value={form.locationId} onChange={locationId => change({ locationId })} error={errors.at('locationId')} />
          <NumberInput label="Planned quantity" min={0} decimalScale={4} value={form.plannedQuantity} onChange={plannedQuantity => change({ plannedQuantity })} error={errors.at('plannedQuantity')} />
          <Textarea label="Notes" autosize minRows={1} value={form.notes} onChange={event => change({ notes: event.currentTarget.value })} error={errors.at('notes')} />
        </>
      )}
    </FormDialog>
  );
}

export function BatchPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, problems, loading } = useData(One, { id });
  const locations = useLocations();
  const mayWrite = useMay('write');
  if (loading) return <Loading />;
  const batch = data?.productionBatch;
  if (!batch) return <Problems problems={problems.length > 0 ? problems : [{ code: 'NOT_FOUND', message: 'There is no such batch.', field: null }]} />;
  const is = (...statuses: (typeof STATUSES)[number][]) => mayWrite && statuses.includes(batch.status);
  return (
    <Page title={batch.number} hint={`${batch.recipe.name} at ${nameOf(locations, batch.locationId)}`} actions={
      <>
        <Status of={batch.status} />
        {is('PLANNED', 'IN_PROGRESS') && <Action label="Cancel batch" send={() => send(Cancel, { id })} said="Cancelled; what was reserved is free again." confirm="What is reserved for it becomes available again. This cannot be undone." />}
        {is('PLANNED') && <Action label="Start" variant="filled" send={() => send(Start, { id })} said="Started: what goes in is reserved." />}
        {is('IN_PROGRESS') && <CompleteBatch batch={batch} />}
      </>
    }>
      <Facts facts={[['Planned', quantity(batch.plannedQuantity)], ['Produced', batch.actualQuantityProduced === null ? null : quantity(batch.actualQuantityProduced)], ['Created', time(batch.createdAt)], ['Started', at(batch.startedAt)], ['Completed', at(batch.completedAt)], ['Notes', batch.notes]]} />
      <Section title="What goes in">
        <Table.ScrollContainer minWidth={480} type="native">
          <Table>
            <Table.Thead><Table.Tr><Table.Th>Product</Table.Th><Table.Th className="num">Planned</Table.Th><Table.Th className="num">Reserved</Table.Th><Table.Th className="num">Used</Table.Th><Table.Th className="num">Wasted</Table.Th><Table.Th>Lots</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {batch.inputs.map(input => (
                <Table.Tr key={input.id}>
                  <Table.Td><Link className="link" to="/products/$id" params={{ id: input.variant.productId }}>{input.variant.product.name}</Link></Table.Td>
                  <Table.Td className="num">{quantity(input.plannedQuantity)}</Table.Td><Table.Td className="num">{quantity(input.reservedQuantity)}</Table.Td><Table.Td className="num">{quantity(input.actualQuantity)}</Table.Td><Table.Td className="num">{quantity(input.wasteQuantity)}</Table.Td>
                  <Table.Td>{input.lots.map(lot => <Link key={lot.id} className="link" to={`/lots/${lot.lotId}` as never}>{lot.lotNumber} </Link>)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Section>
      {batch.outputs.length > 0 && (
        <Section title="What came out">
          <Table><Table.Tbody>{batch.outputs.map(output => <Table.Tr key={output.id}><Table.Td>{batch.variant.product.name}</Table.Td><Table.Td>{output.lotId && <Link className="link" to={`/lots/${output.lotId}` as never}>{output.lotNumber}</Link>}</Table.Td><Table.Td className="num">{quantity(output.quantity)}</Table.Td></Table.Tr>)}</Table.Tbody></Table>
        </Section>
      )}
    </Page>
  );
}

function CompleteBatch({ batch }: { batch: Batch }) {
  const [made, setMade] = useState<number | string>(batch.plannedQuantity);
  const [lotNumber, setLot] = useState('');
  const [used, setUsed] = useState<{ [id: string]: { actual?: number | string; waste?: number | string } }>({});
  const input = () => ({
    actualQuantityProduced: Number(made || 0),
    ...(lotNumber && { lotNumber }),
    inputs: batch.inputs.map(({ id, plannedQuantity }) => ({ productionBatchInputId: id, actualQuantity: Number(used[id]?.actual ?? plannedQuantity), wasteQuantity: Number(used[id]?.waste ?? 0) })),
  });
  return (
    <FormDialog opener={open => <Button onClick={open}>Complete</Button>} title="Complete the batch" submit="Complete" size="lg" fields={['actualQuantityProduced', 'lotNumber', 'inputs']} send={() => send(Complete, { id: batch.id, input: input() })} done={() => said('Completed.')}>
      {errors => (
        <>
          <NumberInput label="Produced" min={0} decimalScale={4} value={made} onChange={setMade} error={errors.at('actualQuantityProduced')} />
          {batch.variant.lotTracked && <TextInput label="Lot number" placeholder="Made up if left out" value={lotNumber} onChange={event => setLot(event.currentTarget.value)} error={errors.at('lotNumber')} />}
          <Table>
            <Table.Thead><Table.Tr><Table.Th>What went in</Table.Th><Table.Th>Used</Table.Th><Table.Th>Wasted</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {batch.inputs.map((each, index) => (
                <Table.Tr key={each.id}>
                  <Table.Td>{each.variant.product.name}</Table.Td>
                  <Table.Td><NumberInput aria-label={`Used of ${each.sku}`} w={100} min={0} decimalScale={4} value={used[each.id]?.actual ?? each.plannedQuantity} onChange={actual => setUsed({ ...used, [each.id]: { ...used[each.id], actual } })} error={errors.at(`inputs[${index}].actualQuantity`)} /></Table.Td>
                  <Table.Td><NumberInput aria-label={`Wasted of ${each.sku}`} w={100} min={0} decimalScale={4} value={used[each.id]?.waste ?? 0} onChange={waste => setUsed({ ...used, [each.id]: { ...used[each.id], waste } })} error={errors.at(`inputs[${index}].wasteQuantity`)} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </FormDialog>
  );
}
