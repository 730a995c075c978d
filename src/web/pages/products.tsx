import { Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPackage, IconSearch } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo, useState } from 'react';
import { counted, date } from '../format.ts';
import { graphql, send, usePages } from '../graphql.ts';
import { addressOfProduct, VariantLink } from '../parts/product-link.tsx';
import { useVariantFields, VariantFields, variantInput } from '../parts/variant.tsx';
import { useMay } from '../session.ts';
import { toward } from '../ui/address.ts';
import { Export } from '../ui/export.tsx';
import { FormDialog, given, useFields } from '../ui/form.tsx';
import { Empty, Page, Problems } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { type Column, DataTable } from '../ui/table.tsx';

const Products_ = graphql(`
  query Products($after: String, $filter: ProductsFilter) {
    products(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id name category status createdAt variants { id sku } } }
  }
`);
const Create = graphql(
  `mutation CreateProduct($input: CreateProductInput!, $idempotencyKey: String) { createProduct(input: $input, idempotencyKey: $idempotencyKey) { product { id } } }`,
);
type Product = ResultOf<typeof Products_>['products']['nodes'][number];

export function Products() {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const [status, setStatus] = useState<'ACTIVE' | 'ARCHIVED'>('ACTIVE');
  const filter = useMemo(() => ({ status, ...(q && { q }) }), [q, status]);
  const page = usePages(Products_, { filter }, data => data.products);
  const mayWrite = useMay('write');
  const columns: Column<Product>[] = [
    {
      title: 'Product',
      width: '2.2fr',
      show: product => (
        <Link className="link" {...toward(addressOfProduct(product.id))}>
          {product.name}
        </Link>
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
    { title: 'Since', width: '120px', from: 'lg', show: product => date(product.createdAt) },
  ];
  return (
    <Page
      title="Products"
      hint={page.total === undefined ? 'What is kept in stock.' : `${counted(page.total, 'product')}.`}
      actions={
        <>
          <Export list="products" filter={filter} />
          {mayWrite && <NewProduct />}
        </>
      }
    >
      <Group gap="sm">
        <TextInput
          aria-label="Filter by name"
          placeholder="Filter by name"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          style={{ flex: '1 1 220px' }}
        />
        <SegmentedControl
          aria-label="Status"
          value={status}
          onChange={value => setStatus(value as 'ACTIVE')}
          data={[
            { value: 'ACTIVE', label: 'Active' },
            { value: 'ARCHIVED', label: 'Archived' },
          ]}
        />
      </Group>
      <Problems problems={page.problems} />
      <DataTable
        label="Products"
        columns={columns}
        rows={page.rows}
        total={page.total}
        loading={page.loading}
        onEnd={page.readMore}
        linkOf={product => addressOfProduct(product.id)}
        empty={
          <Empty
            icon={IconPackage}
            title={q ? 'Nothing matches' : status === 'ARCHIVED' ? 'Nothing is archived' : 'No products yet'}
            action={mayWrite && !q && status === 'ACTIVE' && <NewProduct />}
          >
            {!q && 'A product has one or more variants; each has a SKU and, if you like, a barcode.'}
          </Empty>
        }
      />
    </Page>
  );
}

/** A product with its first variant. */
function NewProduct() {
  const navigate = useNavigate();
  const fields = useFields({ name: '', category: '', description: '' });
  const { values, text } = fields;
  const variant = useVariantFields();
  const reset = () => {
    fields.reset();
    variant.reset();
  };
  const input = () => ({
    name: values.name,
    ...given({ category: values.category, description: values.description }),
    variants: [variantInput(variant.values)],
  });
  return (
    <FormDialog
      opener="New product"
      act="new"
      fields={{ reset }}
      title="New product"
      submit="Create"
      send={() => send(Create, { input: input() })}
      done={({ createProduct }) => void navigate(toward(addressOfProduct(createProduct.product.id)))}
    >
      {errors => (
        <>
          <TextInput label="Name" data-autofocus {...text('name', errors)} />
          <TextInput label="Category" {...text('category', errors)} />
          <Textarea label="Description" autosize minRows={1} {...text('description', errors)} />
          <VariantFields fields={variant} errors={errors} path="variants[0]." />
        </>
      )}
    </FormDialog>
  );
}
