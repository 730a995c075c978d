import { Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo, useState } from 'react';
import { readAllAgain } from '../following.ts';
import { date } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { useTypedFilter } from '../hooks.ts';
import { t } from '../language.ts';
import { usePages } from '../lists.ts';
import { CategoryFilter, CategoryInput } from '../parts/category.tsx';
import { SearchFilter } from '../parts/filters.tsx';
import { OptionFields, useOptions } from '../parts/options.tsx';
import { Thumbnail } from '../parts/picture.tsx';
import { PrintLabels } from '../parts/print.tsx';
import { addressOfProduct, VariantLink } from '../parts/product-link.tsx';
import { useVariantFields, VariantFields, variantInput } from '../parts/variant.tsx';
import { Views } from '../parts/views.tsx';
import { useMay } from '../session.ts';
import { toward } from '../ui/address.ts';
import type { Column } from '../ui/columns.tsx';
import { Export } from '../ui/export.tsx';
import { useFields, withoutEmpty } from '../ui/fields.ts';
import { FormDialog, type Submission, stoppedAfter } from '../ui/form.tsx';
import { LookMenu } from '../ui/look.tsx';
import { notify } from '../ui/notify.tsx';
import { Empty, Page, Problems } from '../ui/page.tsx';
import { type BulkAct, SelectionBar, useSelection } from '../ui/selection.tsx';
import { Status } from '../ui/status.tsx';
import { DataTable } from '../ui/table.tsx';

const Products_ = graphql(`
  query Products($after: String, $filter: ProductsFilter, $sort: ProductSort) {
    products(first: 50, after: $after, filter: $filter, sort: $sort) { totalCount pageInfo {
          hasNextPage endCursor } nodes { id name pictureUrl category status createdAt variants { id sku } } }
  }
`);
const Create = graphql(
  `mutation CreateProduct($input: CreateProductInput!, $idempotencyKey: String) {
      createProduct(input: $input, idempotencyKey: $idempotencyKey) { product { id } } }`,
);
const Update = graphql(
  `mutation UpdateOneOfMany($id: ID!, $input: UpdateProductInput, $idempotencyKey: String) {
      updateProduct(id: $id, input: $input, idempotencyKey: $idempotencyKey) { product { id status } } }`,
);
type Product = ResultOf<typeof Products_>['products']['nodes'][number];

const SORTS = ['NAME_ASC', 'NAME_DESC', 'CREATED_AT_ASC', 'CREATED_AT_DESC'] as const;
/** The filter; part of the URL. */
interface SearchParams {
  q?: string;
  status?: string;
  category?: string;
  sort?: string;
}

const change =
  (input: { status?: 'ACTIVE' | 'ARCHIVED'; category?: string | null }) =>
  (product: Product, key: string = crypto.randomUUID()) =>
    send(Update, { id: product.id, input }, { isOneOfMany: true, key });
const become = (
  label: string,
  status: 'ACTIVE' | 'ARCHIVED',
  notice: BulkAct<Product>['notice'],
): BulkAct<Product> => ({
  label,
  isFor: product => product.status !== status,
  send: change({ status }),
  notice,
  undo: change({ status: status === 'ACTIVE' ? 'ARCHIVED' : 'ACTIVE' }),
});
const ACTS = [
  become(t('Archive'), 'ARCHIVED', count =>
    t('{count, plural, one {# product} other {# products}} archived.', { count }),
  ),
  become(t('Bring back'), 'ACTIVE', count =>
    t('{count, plural, one {# product} other {# products}} active again.', { count }),
  ),
];

const columnsOf = (hasPictures: boolean): Column<Product>[] => [
  {
    title: 'Product',
    width: '2.2fr',
    sorts: { ascending: 'NAME_ASC', descending: 'NAME_DESC' },
    show: product => (
      <span className="pictured">
        {hasPictures && <Thumbnail of={product} />}
        <Link className="link" {...toward(addressOfProduct(product.id))}>
          {product.name}
        </Link>
      </span>
    ),
  },
  {
    title: 'SKUs',
    width: '1.6fr',
    under: true,
    show: ({ id, variants }) =>
      variants.length === 0
        ? '–'
        : variants.map((variant, index) => (
            <span className="mono" key={variant.id}>
              {index > 0 && ', '}
              <VariantLink variant={{ id: variant.id, productId: id }}>{variant.sku}</VariantLink>
            </span>
          )),
  },
  { title: 'Category', width: '1fr', from: 'md', under: true, show: product => product.category ?? '–' },
  { title: 'Status', width: '110px', from: 'sm', show: product => <Status of={product.status} /> },
  {
    title: 'Created',
    width: '120px',
    from: 'lg',
    sorts: { ascending: 'CREATED_AT_ASC', descending: 'CREATED_AT_DESC' },
    show: product => date(product.createdAt),
  },
];

/** The list of products by search, category and status. Whoever may write can create, archive and recategorize them. */
export function Products() {
  const search = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const go = (change: { [name in keyof SearchParams]: string }) =>
    void navigate({ to: '/products', search: { ...search, ...change } as never, replace: true });
  const q = search.q ?? '';
  const { text, setText } = useTypedFilter(q, typed => go({ q: typed }));
  const status: Product['status'] = search.status === 'ARCHIVED' ? 'ARCHIVED' : 'ACTIVE';
  const filter = useMemo(
    () => ({ status, ...(q && { q }), ...(search.category && { category: search.category }) }),
    [q, status, search.category],
  );
  // Search results are sorted by relevance.
  const sort = q ? undefined : SORTS.find(each => each === search.sort);
  const page = usePages(Products_, { filter, ...(sort && { sort }) }, data => data.products);
  const mayWrite = useMay('write');
  const { selection, chosen, drop } = useSelection(page.rows);
  const hasPictures = page.rows.some(({ pictureUrl }) => pictureUrl !== null);
  const columns = useMemo(() => columnsOf(hasPictures), [hasPictures]);
  return (
    <Page
      title={t('Products')}
      hint={
        page.total === undefined
          ? t('What is kept in stock.')
          : `${t('{total, plural, one {# product} other {# products}}', { total: page.total })}.`
      }
      actions={
        <>
          <Export list="products" filter={{ ...filter, ...(sort && { sort }) }} />
          <Views path="/products" table="Products" />
          <LookMenu table="Products" columns={columns} />
          {mayWrite && <NewProduct />}
        </>
      }
    >
      <Group gap="sm">
        <SearchFilter label={t('Filter by name')} text={text} setText={setText} />
        <CategoryFilter value={search.category} onChange={category => go({ category })} />
        <SegmentedControl
          aria-label={t('Status')}
          value={status}
          onChange={value => go({ status: value })}
          data={[
            { value: 'ACTIVE', label: t('Active') },
            { value: 'ARCHIVED', label: t('Archived') },
          ]}
        />
      </Group>
      <Problems problems={page.problems} />
      {mayWrite && (
        <SelectionBar chosen={chosen} drop={drop} nameOf={product => product.name} acts={ACTS}>
          <Categorize products={chosen} done={() => drop(chosen)} />
          <PrintLabels
            kind="VARIANT"
            ids={chosen.flatMap(({ variants }) => variants.map(({ id }) => id))}
            of={t('{chosen, plural, one {# product} other {# products}}', { chosen: chosen.length })}
            compact
          />
        </SelectionBar>
      )}
      <DataTable
        label="Products"
        columns={columns}
        rows={page.rows}
        page={page}
        linkOf={product => addressOfProduct(product.id)}
        selection={mayWrite ? selection : undefined}
        {...(!q && { sort, onSort: (choice: string) => go({ sort: choice }) })}
        empty={
          <Empty
            icon={IconPackage}
            title={
              q || search.category
                ? t('Nothing matches')
                : status === 'ARCHIVED'
                  ? t('Nothing is archived')
                  : t('No products yet')
            }
            action={mayWrite && !q && !search.category && status === 'ACTIVE' && <NewProduct />}
          >
            {!q && t('A product has one or more variants; each has a SKU and, if you like, a barcode.')}
          </Empty>
        }
      />
    </Page>
  );
}

/** Sets or removes the category of several products. */
function Categorize({ products, done }: { products: readonly Product[]; done(): void }) {
  const fields = useFields({ category: '' });
  const save = async ({ signal, onProgress }: Submission) => {
    const categorize = change({ category: fields.values.category.trim() || null });
    for (const [index, product] of products.entries()) {
      if (signal.aborted) {
        readAllAgain();
        return stoppedAfter(index, products.length);
      }
      onProgress(index, products.length);
      const { problems } = await categorize(product);
      if (!problems) continue;
      readAllAgain();
      return { problems: problems.map(each => ({ ...each, message: `${product.name}: ${each.message}` })) };
    }
    readAllAgain();
    return { data: {} };
  };
  return (
    <FormDialog
      opener={t('Category')}
      variant="default"
      compact
      title={t('Category of {products, plural, one {# product} other {# products}}', { products: products.length })}
      submit={t('Save')}
      fields={fields}
      send={save}
      done={() => {
        notify(t('Saved.'));
        done();
      }}
    >
      {errors => (
        <CategoryInput
          label={t('Category')}
          description={t('Leave empty for none.')}
          value={fields.values.category}
          onChange={category => fields.change({ category })}
          error={errors.at('category')}
        />
      )}
    </FormDialog>
  );
}

/** A product with one variant, or with one for each combination of its options. */
function NewProduct() {
  const navigate = useNavigate();
  const fields = useFields({ name: '', category: '', description: '' });
  const { values, text } = fields;
  const variant = useVariantFields();
  const options = useOptions(variant.values.sku);
  const [hasOptions, setHasOptions] = useState(false);
  const reset = () => {
    fields.reset();
    variant.reset();
    options.reset();
    setHasOptions(false);
  };
  const input = () => ({
    name: values.name,
    ...withoutEmpty({ category: values.category, description: values.description }),
    variants: hasOptions
      ? options.combinations.map(own => variantInput({ ...variant.values, ...own }))
      : [variantInput(variant.values)],
  });
  return (
    <FormDialog
      opener={t('New product')}
      act="new"
      fields={{ reset }}
      title={t('New product')}
      submit={t('Create')}
      size="lg"
      disabled={hasOptions && options.combinations.length === 0}
      send={() => send(Create, { input: input() })}
      done={({ createProduct }) => void navigate(toward(addressOfProduct(createProduct.product.id)))}
    >
      {errors => (
        <>
          <TextInput label={t('Name')} data-autofocus {...text('name', errors)} />
          <CategoryInput
            label={t('Category')}
            value={values.category}
            onChange={category => fields.change({ category })}
            error={errors.at('category')}
          />
          <Textarea label={t('Description')} autosize minRows={1} {...text('description', errors)} />
          <SegmentedControl
            aria-label={t('Variants')}
            data={[
              { value: 'one', label: t('One variant') },
              { value: 'several', label: t('Several, by options') },
            ]}
            value={hasOptions ? 'several' : 'one'}
            onChange={value => setHasOptions(value === 'several')}
          />
          <VariantFields fields={variant} errors={errors} path="variants[0]." ofSeveral={hasOptions} />
          {hasOptions && <OptionFields options={options} errors={errors} />}
        </>
      )}
    </FormDialog>
  );
}
