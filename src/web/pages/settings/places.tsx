import { Checkbox, Group, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconBuildingWarehouse } from '@tabler/icons-react';
import type { ResultOf } from 'gql.tada';
import { counted, words } from '../../format.ts';
import { graphql, type Sent, send, useData } from '../../graphql.ts';
import { PrintLabels } from '../../parts/print.tsx';
import { FormDialog, numberOf, said, useFields } from '../../ui/form.tsx';
import { Empty, Loading, Problems, Section } from '../../ui/page.tsx';
import { type RowColumn, Rows } from '../../ui/rows.tsx';
import { Status } from '../../ui/status.tsx';

const All = graphql(`
  query Places {
    locations(first: 200) { nodes { id name code type address active updatedAt } }
    suppliers(first: 200) { nodes { id name code email phone leadTimeDays notes updatedAt } }
  }
`);
const CreateLocation = graphql(
  `mutation CreateLocation($input: CreateLocationInput!, $idempotencyKey: String) { createLocation(input: $input, idempotencyKey: $idempotencyKey) { location { id } } }`,
);
const UpdateLocation = graphql(
  `mutation UpdateLocation($id: ID!, $input: UpdateLocationInput, $idempotencyKey: String) { updateLocation(id: $id, input: $input, idempotencyKey: $idempotencyKey) { location { id } } }`,
);
const CreateSupplier = graphql(
  `mutation CreateSupplier($input: CreateSupplierInput!, $idempotencyKey: String) { createSupplier(input: $input, idempotencyKey: $idempotencyKey) { supplier { id } } }`,
);
const UpdateSupplier = graphql(
  `mutation UpdateSupplier($id: ID!, $input: UpdateSupplierInput, $idempotencyKey: String) { updateSupplier(id: $id, input: $input, idempotencyKey: $idempotencyKey) { supplier { id } } }`,
);

type Location = ResultOf<typeof All>['locations']['nodes'][number];
type Supplier = ResultOf<typeof All>['suppliers']['nodes'][number];
const KINDS = ['WAREHOUSE', 'STORE', 'OTHER'] as const;

const LOCATIONS: readonly RowColumn<Location>[] = [
  {
    title: 'Name',
    show: location => (
      <Text size="sm" fw={550}>
        {location.name}
      </Text>
    ),
  },
  { title: 'Code', from: 'sm', under: true, show: location => <span className="mono">{location.code ?? '–'}</span> },
  { title: 'Kind', from: 'sm', under: true, show: location => words(location.type) },
  { title: 'In use', show: location => <Status of={location.active ? 'active' : 'off'} /> },
  {
    title: 'Actions',
    actions: true,
    show: location => (
      <Group gap="xs" justify="flex-end">
        {location.code !== null && <PrintLabels kind="LOCATION" ids={[location.id]} of={location.name} compact />}
        <LocationDialog location={location} />
      </Group>
    ),
  },
];

const SUPPLIERS: readonly RowColumn<Supplier>[] = [
  {
    title: 'Name',
    show: supplier => (
      <Text size="sm" fw={550}>
        {supplier.name}
      </Text>
    ),
  },
  { title: 'Email', from: 'sm', under: true, show: supplier => supplier.email ?? '–' },
  {
    title: 'Lead time',
    number: true,
    show: supplier => (supplier.leadTimeDays === null ? '–' : counted(supplier.leadTimeDays, 'day')),
  },
  {
    title: 'Actions',
    actions: true,
    show: supplier => <SupplierDialog supplier={supplier} />,
  },
];

export function Places() {
  const { data, loading, problems } = useData(All, {});
  if (loading) return <Loading />;
  return (
    <Stack gap="lg">
      <Problems problems={problems} />
      <Section title="Locations" action={<LocationDialog />}>
        <Rows
          columns={LOCATIONS}
          rows={data?.locations.nodes ?? []}
          minWidth={300}
          empty={
            <Empty icon={IconBuildingWarehouse} title="No locations yet">
              Stock is always somewhere: begin with your warehouse.
            </Empty>
          }
        />
      </Section>
      <Section title="Suppliers" action={<SupplierDialog />}>
        <Rows columns={SUPPLIERS} rows={data?.suppliers.nodes ?? []} minWidth={300} empty="Nobody yet." />
      </Section>
    </Stack>
  );
}

function LocationDialog({ location }: { location?: Location }) {
  const fields = useFields({
    name: location?.name ?? '',
    code: location?.code ?? '',
    type: location?.type ?? ('WAREHOUSE' as (typeof KINDS)[number]),
    address: location?.address ?? '',
    active: location?.active ?? true,
  });
  const { values, text, pick, check } = fields;
  const { name, code, type, address, active } = values;
  const input = { name, code: code || null, type, address: address || null, active };
  const save = async (): Promise<Sent<object>> =>
    location ? send(UpdateLocation, { id: location.id, input }) : send(CreateLocation, { input });
  return (
    <FormDialog
      opener={location ? 'Edit' : 'New location'}
      {...(!location && { act: 'new-location' })}
      variant={location ? 'default' : 'filled'}
      compact={location !== undefined}
      title={location?.name ?? 'New location'}
      submit={location ? 'Save' : 'Create'}
      send={save}
      done={() => said('Saved.')}
      fields={fields}
    >
      {errors => (
        <>
          <TextInput label="Name" data-autofocus {...text('name', errors)} />
          <Group grow align="flex-start">
            <TextInput label="Code" {...text('code', errors)} />
            <Select
              label="Kind"
              data={KINDS.map(value => ({ value, label: words(value) }))}
              {...pick('type', errors)}
            />
          </Group>
          <Textarea label="Address" autosize minRows={1} {...text('address', errors)} />
          {location && <Checkbox label="In use" {...check('active', errors)} />}
        </>
      )}
    </FormDialog>
  );
}

function SupplierDialog({ supplier }: { supplier?: Supplier }) {
  const fields = useFields({
    name: supplier?.name ?? '',
    code: supplier?.code ?? '',
    email: supplier?.email ?? '',
    phone: supplier?.phone ?? '',
    leadTimeDays: supplier?.leadTimeDays ?? ('' as number | string),
    notes: supplier?.notes ?? '',
  });
  const { values, text, amount } = fields;
  const { name, code, email, phone, leadTimeDays, notes } = values;
  const input = {
    name,
    code: code || null,
    email: email || null,
    phone: phone || null,
    leadTimeDays: numberOf(leadTimeDays),
    notes: notes || null,
  };
  const save = async (): Promise<Sent<object>> =>
    supplier ? send(UpdateSupplier, { id: supplier.id, input }) : send(CreateSupplier, { input });
  return (
    <FormDialog
      opener={supplier ? 'Edit' : 'New supplier'}
      {...(!supplier && { act: 'new-supplier' })}
      variant="default"
      compact={supplier !== undefined}
      title={supplier?.name ?? 'New supplier'}
      submit={supplier ? 'Save' : 'Create'}
      send={save}
      done={() => said('Saved.')}
      fields={fields}
    >
      {errors => (
        <>
          <Group grow align="flex-start">
            <TextInput label="Name" data-autofocus {...text('name', errors)} />
            <TextInput label="Code" {...text('code', errors)} />
          </Group>
          <Group grow align="flex-start">
            <TextInput label="Email" type="email" {...text('email', errors)} />
            <TextInput label="Phone" type="tel" {...text('phone', errors)} />
          </Group>
          <NumberInput label="Usual lead time in days" {...amount('leadTimeDays', errors)} />
          <Textarea label="Notes" autosize minRows={1} {...text('notes', errors)} />
        </>
      )}
    </FormDialog>
  );
}
