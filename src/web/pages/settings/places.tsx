import { Checkbox, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconBuildingWarehouse } from '@tabler/icons-react';
import { useEvery } from '../../every.ts';
import { words } from '../../format.ts';
import { graphql, type SendResult, send } from '../../graphql.ts';
import { t } from '../../language.ts';
import { pagedQuery, type RowOf } from '../../lists.ts';
import { PrintLabels } from '../../parts/print.tsx';
import { useFields } from '../../ui/fields.ts';
import { FormDialog, type Submission } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { Empty, Loading, Problems, Section } from '../../ui/page.tsx';
import { type RowColumn, Rows } from '../../ui/rows.tsx';
import { Status } from '../../ui/status.tsx';

const All = pagedQuery(
  graphql(
    `query Places($after: String) { locations(first: 200, after: $after) {
          pageInfo { hasNextPage endCursor } nodes { id version name code type address active updatedAt } } }`,
  ),
  data => data.locations,
);
const CreateLocation = graphql(
  `mutation CreateLocation($input: CreateLocationInput!, $idempotencyKey: String) {
      createLocation(input: $input, idempotencyKey: $idempotencyKey) { location { id } } }`,
);
const UpdateLocation = graphql(
  `mutation UpdateLocation($id: ID!, $input: UpdateLocationInput, $ifVersion: String, $idempotencyKey: String) {
      updateLocation(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        location { id } } }`,
);
type Location = RowOf<typeof All>;
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

/** The locations of the organization, to be created and edited. */
export function Places() {
  const { rows, loading, problems } = useEvery(All, {});
  if (loading) return <Loading />;
  return (
    <Stack gap="lg">
      <Problems problems={problems} />
      <Section title={t('Locations')} action={<LocationDialog />}>
        <Rows
          columns={LOCATIONS}
          rows={rows}
          empty={
            <Empty icon={IconBuildingWarehouse} title={t('No locations yet')}>
              {t('Stock is always at a location: start with your warehouse.')}
            </Empty>
          }
        />
      </Section>
    </Stack>
  );
}

/** Edits a location, or creates one if none is given. */
export function LocationDialog({ location }: { location?: Location }) {
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
  const save = async ({ version }: Submission): Promise<SendResult<object>> =>
    location ? send(UpdateLocation, { id: location.id, input, ifVersion: version }) : send(CreateLocation, { input });
  return (
    <FormDialog
      opener={location ? t('Edit') : t('New location')}
      {...(!location && { act: 'new-location' })}
      variant={location ? 'default' : 'filled'}
      compact={location !== undefined}
      title={location?.name ?? t('New location')}
      submit={location ? t('Save') : t('Create')}
      version={location?.version}
      send={save}
      done={() => notify(t('Saved.'))}
      fields={fields}
    >
      {errors => (
        <>
          <TextInput label={t('Name')} data-autofocus {...text('name', errors)} />
          <Group grow align="flex-start">
            <TextInput label={t('Code')} {...text('code', errors)} />
            <Select
              label={t('Kind')}
              data={KINDS.map(value => ({ value, label: words(value) }))}
              {...pick('type', errors)}
            />
          </Group>
          <Textarea label={t('Address')} autosize minRows={1} {...text('address', errors)} />
          {location && <Checkbox label={t('In use')} {...check('active', errors)} />}
        </>
      )}
    </FormDialog>
  );
}
