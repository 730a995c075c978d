import { Checkbox, Select, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useEvery } from '../every.ts';
import { inUnit, money, time } from '../format.ts';
import { graphql, type SendResult, send } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery, type RowOf } from '../lists.ts';
import { book } from '../outbox.ts';
import { LocationSelect, VariantSelect } from '../parts/choose.tsx';
import { CompleteBatch } from '../parts/complete-batch.tsx';
import { useDefaultPlace } from '../parts/default-place.ts';
import { at, DocumentPage, nameOfItem, RecordView } from '../parts/document.tsx';
import { DocumentTable, numberColumn, statusColumn } from '../parts/documents.tsx';
import { emptyText } from '../parts/empty-text.ts';
import { type Line, Lines, linesInput, linesOf, newLine } from '../parts/lines.tsx';
import { Print } from '../parts/print.tsx';
import { VariantLink } from '../parts/product-link.tsx';
import { useMay, useOrganization } from '../session.ts';
import { Action } from '../ui/action.tsx';
import type { Column } from '../ui/columns.tsx';
import { useFields, withoutEmpty } from '../ui/fields.ts';
import { FormDialog, type Submission } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { Empty, Loading, Page, Problems, Section } from '../ui/page.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';
import { Status } from '../ui/status.tsx';

const List = graphql(`
  query Batches($after: String, $filter: ProductionBatchesFilter, $sort: ProductionBatchSort) {
    productionBatches(first: 50, after: $after, filter: $filter, sort: $sort) {
        totalCount pageInfo { hasNextPage endCursor } nodes { id number status sku plannedQuantity
          actualQuantityProduced location { name } recipe { name } variant { id unit } } }
  }
`);
const One = graphql(`
  query Batch($id: ID!) {
    productionBatch(id: $id) {
      id number status notes plannedQuantity actualQuantityProduced additionalCost location { name } createdAt startedAt
        completedAt cancelledAt sku variant { id productId lotTracked name unit product { name } } recipe { name }
      inputs { id sku plannedQuantity reservedQuantity actualQuantity wasteQuantity lots {
            id lotId lotNumber quantity } variant { id productId name unit barcode lotTracked product { name } } }
      outputs { id quantity lotId lotNumber variant { id unit } }
    }
  }
`);
const Recipes_ = pagedQuery(
  graphql(
    `query Recipes($after: String) { recipes(first: 200, after: $after) {
          pageInfo { hasNextPage endCursor } nodes { id version name active outputQuantity sku updatedAt variant {
              unit product { name } } items { id sku quantity variant { name unit product { name } } } } } }`,
  ),
  data => data.recipes,
);
const Create = graphql(
  `mutation CreateBatch($input: CreateProductionBatchInput!, $idempotencyKey: String) {
      createProductionBatch(input: $input, idempotencyKey: $idempotencyKey) { productionBatch { id } } }`,
);
const CreateRecipe = graphql(
  `mutation CreateRecipe($input: CreateRecipeInput!, $idempotencyKey: String) {
      createRecipe(input: $input, idempotencyKey: $idempotencyKey) { recipe { id } } }`,
);
const UpdateRecipe = graphql(
  `mutation UpdateRecipe($id: ID!, $input: UpdateRecipeInput, $ifVersion: String, $idempotencyKey: String) {
      updateRecipe(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) { recipe { id } } }`,
);
const Cancel = graphql(
  `mutation CancelBatch($id: ID!, $idempotencyKey: String) {
      cancelProductionBatch(id: $id, idempotencyKey: $idempotencyKey) { productionBatch { id status } } }`,
);

type Row = ResultOf<typeof List>['productionBatches']['nodes'][number];
type Batch = NonNullable<ResultOf<typeof One>['productionBatch']>;
const STATUSES = ['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;

type Recipe = RowOf<typeof Recipes_>;
const PATH = '/production';

const COLUMNS: readonly Column<Row>[] = [
  numberColumn('Batch', PATH),
  statusColumn,
  { title: 'Recipe', width: '1.6fr', from: 'sm', under: true, show: batch => batch.recipe.name },
  { title: 'Where', width: '1.2fr', from: 'md', under: true, show: batch => batch.location.name },
  { title: 'Planned', width: '76px', number: true, show: batch => inUnit(batch.plannedQuantity, batch.variant.unit) },
  {
    title: 'Produced',
    width: '76px',
    number: true,
    from: 'sm',
    show: batch => inUnit(batch.actualQuantityProduced, batch.variant.unit),
  },
];

/** Batches and recipes, a tab each, with the module `manufacturing`. */
export function Production() {
  const { tab = 'batches' } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  return (
    <Page
      title={t('Production')}
      hint={t('What you make, and what it is made from.')}
      actions={mayWrite && (tab === 'recipes' ? <RecipeDialog /> : <NewBatch />)}
    >
      <Tabs
        value={tab}
        onChange={value => void navigate({ to: PATH as never, search: { tab: value ?? 'batches' } as never })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('Production')} mb="md">
          <Tabs.Tab value="batches">{t('Batches')}</Tabs.Tab>
          <Tabs.Tab value="recipes">{t('Recipes')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="batches">
          <Stack gap="lg">
            <DocumentTable
              name="Batches"
              path={PATH}
              statuses={STATUSES}
              search={t('Number')}
              byLocation
              query={List}
              pick={data => data.productionBatches}
              columns={COLUMNS}
              icon={IconFlask}
              about={t('Create a recipe first: what goes in, and how much comes out.')}
            />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="recipes">
          <Recipes />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

// ---- recipes ----

const RECIPES: readonly RowColumn<Recipe>[] = [
  {
    title: 'Recipe',
    show: recipe => (
      <>
        <Text size="sm" fw={550}>
          {recipe.name}
        </Text>
        <Text size="xs" c="dimmed" className="mono">
          {recipe.sku}
        </Text>
        {!recipe.active && <Status of="archived" />}
      </>
    ),
  },
  {
    title: 'Per run',
    show: recipe =>
      recipe.items.map(item => `${inUnit(item.quantity, item.variant.unit)} × ${nameOfItem(item)}`).join(', '),
  },
  { title: 'Makes', number: true, show: recipe => inUnit(recipe.outputQuantity, recipe.variant.unit) },
];
const EDIT: RowColumn<Recipe> = {
  title: 'Actions',
  actions: true,
  show: recipe => <RecipeDialog recipe={recipe} />,
};

function Recipes() {
  const { rows, loading, problems } = useEvery(Recipes_, {});
  const mayWrite = useMay('write');
  if (loading) return <Loading />;
  return (
    <Section title={t('Recipes')}>
      <Problems problems={problems} />
      <Rows
        columns={mayWrite ? [...RECIPES, EDIT] : RECIPES}
        rows={rows}
        empty={
          <Empty icon={IconFlask} title={t('No recipes yet')}>
            {t('A recipe says what goes into one run, and how much comes out.')}
          </Empty>
        }
      />
    </Section>
  );
}

/** A new recipe, or a new version of one; batches keep the lines that they were planned with. */
function RecipeDialog({ recipe }: { recipe?: Recipe }) {
  const fields = useFields({
    name: recipe?.name ?? '',
    sku: recipe?.sku ?? (null as string | null),
    outputQuantity: recipe?.outputQuantity ?? (1 as number | string),
    active: recipe?.active ?? true,
    lines: recipe ? linesOf(recipe.items) : ([newLine()] as readonly Line[]),
  });
  const { values, change, text, amount, choice, check } = fields;
  const { name, sku, outputQuantity, active, lines } = values;
  const input = () => ({ name, outputQuantity: Number(outputQuantity), active, items: linesInput(lines, undefined) });
  const save = async ({ version }: Submission): Promise<SendResult<object>> =>
    recipe
      ? send(UpdateRecipe, { id: recipe.id, input: input(), ifVersion: version })
      : send(CreateRecipe, { input: { ...input(), sku: sku ?? '' } });
  return (
    <FormDialog
      opener={recipe ? t('Edit') : t('New recipe')}
      fields={fields}
      {...(!recipe && { act: 'new-recipe' })}
      variant={recipe ? 'default' : 'filled'}
      compact={recipe !== undefined}
      title={recipe ? t('Edit {name}', { name: recipe.name }) : t('New recipe')}
      submit={recipe ? t('Save') : t('Create')}
      size="lg"
      version={recipe?.version}
      send={save}
      done={() => notify(t('Saved.'))}
    >
      {errors => (
        <>
          <TextInput label={t('Name')} data-autofocus {...text('name', errors)} />
          {!recipe && <VariantSelect label={t('Makes')} {...choice('sku', errors)} />}
          <NumberField label={t('How much one run makes')} {...amount('outputQuantity', errors)} />
          <Text size="sm" fw={600}>
            {t('What goes in')}
          </Text>
          <Lines lines={lines} onChange={each => change({ lines: each })} errors={errors} />
          {recipe && <Checkbox label={t('Can be used for new batches')} {...check('active', errors)} />}
        </>
      )}
    </FormDialog>
  );
}

// ---- batches ----

function NewBatch() {
  const navigate = useNavigate();
  const { rows: recipes, ...reading } = useEvery(Recipes_, {});
  const fields = useFields({
    recipeId: null as string | null,
    locationId: useDefaultPlace(),
    plannedQuantity: '' as number | string,
    notes: '',
  });
  const { values, text, amount, choice } = fields;
  const input = () => ({
    recipeId: values.recipeId ?? '',
    locationId: values.locationId ?? '',
    plannedQuantity: Number(values.plannedQuantity || 0),
    ...withoutEmpty({ notes: values.notes }),
  });
  return (
    <FormDialog
      opener={t('New batch')}
      act="new"
      fields={fields}
      title={t('New production batch')}
      submit={t('Plan ~verb')}
      send={() => send(Create, { input: input() })}
      done={({ createProductionBatch }) =>
        void navigate({ to: `${PATH}/${createProductionBatch.productionBatch.id}` as never })
      }
    >
      {errors => (
        <>
          <Select
            label={t('Recipe')}
            placeholder={t('Choose a recipe')}
            searchable
            openOnFocus={false}
            nothingFoundMessage={emptyText(
              reading,
              recipes.length === 0 && t('There are no recipes yet: create one under Recipes.'),
            )}
            data={recipes.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name }))}
            {...choice('recipeId', errors)}
          />
          <LocationSelect {...choice('locationId', errors)} />
          <NumberField label={t('Planned quantity')} {...amount('plannedQuantity', errors)} />
          <Textarea label={t('Notes')} autosize minRows={1} {...text('notes', errors)} />
        </>
      )}
    </FormDialog>
  );
}

/** One batch: what goes into it, what came out, and completing it. */
export const BatchPage = () => (
  <RecordView noun={t('batch')} query={One} pick={data => data.productionBatch}>
    {batch => <BatchView batch={batch} />}
  </RecordView>
);

const lotLink = (id: string, number: string | null) => (
  <Link key={id} className="link code" to={`/lots/${id}` as never}>
    {number}{' '}
  </Link>
);

const INPUTS: readonly RowColumn<Batch['inputs'][number]>[] = [
  {
    title: 'Product',
    show: input => (
      <>
        <VariantLink variant={input.variant}>{nameOfItem(input)}</VariantLink>
        <Text size="xs" c="dimmed" className="mono">
          {input.sku}
        </Text>
      </>
    ),
  },
  { title: 'Planned', number: true, show: input => inUnit(input.plannedQuantity, input.variant.unit) },
  {
    title: 'Reserved',
    number: true,
    from: 'sm',
    under: ({ reservedQuantity, variant: { unit } }) =>
      reservedQuantity ? t('{reservedQuantity} reserved', { reservedQuantity: inUnit(reservedQuantity, unit) }) : null,
    show: input => inUnit(input.reservedQuantity, input.variant.unit),
  },
  { title: 'Used', number: true, show: input => inUnit(input.actualQuantity, input.variant.unit) },
  {
    title: 'Wasted',
    number: true,
    from: 'sm',
    under: ({ wasteQuantity, variant: { unit } }) =>
      wasteQuantity ? t('{wasteQuantity} wasted', { wasteQuantity: inUnit(wasteQuantity, unit) }) : null,
    show: input => inUnit(input.wasteQuantity, input.variant.unit),
  },
  { title: 'Lots', show: input => input.lots.map(lot => lotLink(lot.lotId, lot.lotNumber)) },
];

const OUTPUTS: readonly RowColumn<Batch['outputs'][number]>[] = [
  { title: 'Lot', show: output => (output.lotId ? lotLink(output.lotId, output.lotNumber) : '–') },
  { title: 'Quantity', number: true, show: output => inUnit(output.quantity, output.variant.unit) },
];

function BatchView({ batch }: { batch: Batch }) {
  const { id } = batch;
  const { currency } = useOrganization();
  return (
    <DocumentPage
      title={batch.number}
      hint={t('{recipe} at {location}', { recipe: batch.recipe.name, location: batch.location.name })}
      status={batch.status}
      print={<Print id={id} papers={['batchTicket']} />}
      actions={{
        cancel: {
          from: ['PLANNED', 'IN_PROGRESS'],
          action: (
            <Action
              label={t('Cancel batch')}
              send={() => send(Cancel, { id })}
              notice={t('Cancelled; its reserved stock is available again.')}
              confirm={t('Its reserved stock becomes available again. This cannot be undone.')}
            />
          ),
        },
        start: {
          from: ['PLANNED'],
          once: 'startBatch',
          action: (
            <Action
              label={t('Start')}
              variant="filled"
              send={() =>
                book(
                  'startBatch',
                  { id },
                  {
                    title: t('Start {number} at {name}', { number: batch.number, name: batch.location.name }),
                    path: `${PATH}/${id}`,
                    lines: batch.inputs.map(({ sku, plannedQuantity }) => ({ sku, quantity: plannedQuantity })),
                  },
                )
              }
              notice={t('Started: its ingredients are reserved.')}
            />
          ),
        },
        complete: { from: ['IN_PROGRESS'], once: 'completeBatch', action: <CompleteBatch batch={batch} /> },
      }}
      facts={[
        [t('Makes'), nameOfItem(batch)],
        [t('Planned'), inUnit(batch.plannedQuantity, batch.variant.unit)],
        [
          t('Produced'),
          batch.actualQuantityProduced === null ? null : inUnit(batch.actualQuantityProduced, batch.variant.unit),
        ],
        [t('Further cost'), batch.additionalCost === null ? null : money(batch.additionalCost, currency)],
        [t('Created'), time(batch.createdAt)],
        [t('Started'), at(batch.startedAt)],
        [t('Completed'), at(batch.completedAt)],
        [t('Cancelled'), at(batch.cancelledAt)],
        [t('Notes'), batch.notes],
      ]}
    >
      <Section title={t('What goes in')}>
        <Rows columns={INPUTS} rows={batch.inputs} minWidth={300} empty={t('Nothing.')} />
      </Section>
      {batch.outputs.length > 0 && (
        <Section title={t('What came out')}>
          <Rows columns={OUTPUTS} rows={batch.outputs} minWidth={280} empty={t('Nothing.')} />
        </Section>
      )}
    </DocumentPage>
  );
}
