import { Anchor, Button, Group, MultiSelect, NumberInput, Select, Stack, Switch, Table, Tabs, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconBuildingWarehouse, IconKey, IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { type FormEvent, useState } from 'react';
import { date, since, words } from '../format.ts';
import { graphql, type Problem, send, useData } from '../graphql.ts';
import { readSession, useMay } from '../session.ts';
import { Action, FormDialog, refused, said } from '../ui/form.tsx';
import { Empty, Loading, Page, Problems, Section } from '../ui/page.tsx';
import { Secret } from '../ui/secret.tsx';
import { Status } from '../ui/status.tsx';
import { Webhooks } from './webhooks.tsx';

const Keys = graphql(`query Keys { apiKeys(first: 200, filter: { active: true }) { nodes { id name prefix scopes lastUsedAt expiresAt createdAt } } }`);
const CreateKey = graphql(`mutation CreateKey($input: CreateApiKeyInput!, $idempotencyKey: String) { createApiKey(input: $input, idempotencyKey: $idempotencyKey) { apiKey { id key } } }`);
const RevokeKey = graphql(`mutation RevokeKey($id: ID!, $idempotencyKey: String) { revokeApiKey(id: $id, idempotencyKey: $idempotencyKey) { apiKey { id } } }`);
const Members = graphql(`query Members { members(first: 200) { nodes { id email name role createdAt } } }`);
const CreateMember = graphql(`mutation CreateMember($input: CreateMemberInput!, $idempotencyKey: String) { createMember(input: $input, idempotencyKey: $idempotencyKey) { member { id email oneTimePassword } } }`);
const UpdateMember = graphql(`mutation UpdateMember($id: ID!, $input: UpdateMemberInput!, $idempotencyKey: String) { updateMember(id: $id, input: $input, idempotencyKey: $idempotencyKey) { member { id role } } }`);
const DeleteMember = graphql(`mutation DeleteMember($id: ID!, $idempotencyKey: String) { deleteMember(id: $id, idempotencyKey: $idempotencyKey) { member { id } } }`);
const OrganizationNow = graphql(`query OrganizationNow { organization { id slug name modules currency timeZone defaultReorderPoint defaultReorderQuantity defaultLeadTimeDays defaultSafetyStock } }`);
const UpdateOrganization = graphql(`mutation UpdateOrganization($input: UpdateOrganizationInput, $idempotencyKey: String) { updateOrganization(input: $input, idempotencyKey: $idempotencyKey) { organization { id } } }`);
const AllLocations = graphql(`query AllLocations { locations(first: 200) { nodes { id name code type active } } suppliers(first: 200) { nodes { id name code email leadTimeDays } } }`);
const CreateLocation = graphql(`mutation CreateLocation($input: CreateLocationInput!, $idempotencyKey: String) { createLocation(input: $input, idempotencyKey: $idempotencyKey) { location { id } } }`);
const UpdateLocation = graphql(`mutation UpdateLocation($id: ID!, $input: UpdateLocationInput, $idempotencyKey: String) { updateLocation(id: $id, input: $input, idempotencyKey: $idempotencyKey) { location { id } } }`);
const CreateSupplier = graphql(`mutation CreateSupplier($input: CreateSupplierInput!, $idempotencyKey: String) { createSupplier(input: $input, idempotencyKey: $idempotencyKey) { supplier { id } } }`);

const TABS = [
  { value: 'keys', label: 'API keys' },
  { value: 'webhooks', label: 'Webhooks' },
  { value: 'users', label: 'Users' },
  { value: 'places', label: 'Locations and suppliers' },
  { value: 'organization', label: 'Organization' },
] as const;

export function Settings() {
  const { tab = 'keys' } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const isAdmin = useMay('admin');
  if (!isAdmin) return <Page title="Settings"><Empty icon={IconKey} title="For owners only">Ask an owner of the organization.</Empty></Page>;
  return (
    <Page title="Settings" hint={<>For developers: <Anchor href="/docs" size="sm" underline="always">REST reference</Anchor> · <Anchor href="/graphql" size="sm" underline="always">GraphiQL</Anchor></>}>
      <Tabs value={tab} onChange={value => void navigate({ to: '/settings', search: { tab: value ?? 'keys' } as never })} keepMounted={false}>
        <Tabs.List aria-label="Settings">{TABS.map(({ value, label }) => <Tabs.Tab key={value} value={value}>{label}</Tabs.Tab>)}</Tabs.List>
        <Tabs.Panel value="keys" pt="md"><ApiKeys /></Tabs.Panel>
        <Tabs.Panel value="webhooks" pt="md"><Webhooks /></Tabs.Panel>
        <Tabs.Panel value="users" pt="md"><Users /></Tabs.Panel>
        <Tabs.Panel value="places" pt="md"><Places /></Tabs.Panel>
        <Tabs.Panel value="organization" pt="md"><Organization /></Tabs.Panel>
      </Tabs>
    </Page>
  );
}

const AREAS = ['catalog', 'inventory', 'orders', 'purchasing', 'transfers', 'counts', 'returns', 'manufacturing', 'traceability', 'reports', 'webhooks'];
const SCOPES = [
  { group: 'Everything', items: [{ value: 'read', label: 'read' }, { value: 'write', label: 'write (and read)' }, { value: 'admin', label: 'admin (all, keys and users too)' }] },
  { group: 'One area', items: AREAS.flatMap(area => [`${area}:read`, `${area}:write`]) },
];
const LIFETIMES = [{ value: '30', label: '30 days' }, { value: '90', label: '90 days' }, { value: '365', label: 'One year' }, { value: '', label: 'Never' }];

function ApiKeys() {
  const { data, loading, problems } = useData(Keys, {});
  const [form, setForm] = useState({ name: '', scopes: ['write'], days: '90' });
  const change = (part: Partial<typeof form>) => setForm(old => ({ ...old, ...part }));
  const input = () => ({ name: form.name, scopes: form.scopes, ...(form.days && { expiresAt: new Date(Date.now() + Number(form.days) * 86_400_000).toISOString() }) });
  const create = (
    <FormDialog opener={open => <Button onClick={open}>New key</Button>} title="New API key" submit="Create key" send={() => send(CreateKey, { input: input() })} result={({ createApiKey: { apiKey } }) => <Secret label="This is the key." value={apiKey.key ?? ''} />} done={() => change({ name: '' })}>
      {errors => (
        <>
          <TextInput label="Name" description="What is it for?" placeholder="Web shop" value={form.name} onChange={event => change({ name: event.currentTarget.value })} error={errors.at('name')} data-autofocus />
          <MultiSelect label="Scopes" data={SCOPES} value={form.scopes} onChange={scopes => change({ scopes })} error={errors.at('scopes')} />
          <Select label="Expires after" allowDeselect={false} data={LIFETIMES} value={form.days} onChange={days => change({ days: days ?? '' })} error={errors.at('expiresAt')} />
        </>
      )}
    </FormDialog>
  );
  if (loading) return <Loading />;
  const keys = data?.apiKeys.nodes ?? [];
  return (
    <Section title="API keys" action={create}>
      <Problems problems={problems} />
      {keys.length === 0 ? <Empty icon={IconKey} title="No keys yet">Each system that talks to Stockwright gets a key of its own, so that it can be revoked alone.</Empty> : (
        <Table.ScrollContainer minWidth={640} type="native">
          <Table>
            <Table.Thead><Table.Tr><Table.Th>Name</Table.Th><Table.Th>Begins with</Table.Th><Table.Th>Scopes</Table.Th><Table.Th>Last used</Table.Th><Table.Th>Expires</Table.Th><Table.Th><VisuallyHidden>Actions</VisuallyHidden></Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {keys.map(key => (
                <Table.Tr key={key.id}>
                  <Table.Td fw={550}>{key.name}</Table.Td>
                  <Table.Td className="mono">{key.prefix}…</Table.Td>
                  <Table.Td>{key.scopes.join(', ')}</Table.Td>
                  <Table.Td>{key.lastUsedAt ? since(key.lastUsedAt) : 'never'}</Table.Td>
                  <Table.Td>{key.expiresAt ? date(key.expiresAt) : 'never'}</Table.Td>
                  <Table.Td ta="right"><Action label="Revoke" size="compact-sm" send={() => send(RevokeKey, { id: key.id })} said={`${key.name} is revoked.`} confirm={`${key.name} is refused everywhere within five seconds. This cannot be undone.`} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}

const ROLES = [{ value: 'OWNER', label: 'Owner: everything' }, { value: 'MANAGER', label: 'Manager: read and write' }, { value: 'VIEWER', label: 'Viewer: read' }] as const;
type Role = (typeof ROLES)[number]['value'];

function Users() {
  const { data, loading, problems } = useData(Members, {});
  const [form, setForm] = useState({ email: '', name: '', role: 'MANAGER' as Role });
  const change = (part: Partial<typeof form>) => setForm(old => ({ ...old, ...part }));
  const create = (
    <FormDialog opener={open => <Button onClick={open}>Add user</Button>} title="Add user" submit="Add" send={() => send(CreateMember, { input: { email: form.email, role: form.role, ...(form.name && { name: form.name }) } })} done={() => change({ email: '', name: '' })}
      result={({ createMember: { member } }) => (member.oneTimePassword ? <Secret label={`${member.email} signs in with this one-time password, then chooses their own.`} value={member.oneTimePassword} /> : <Text size="sm">{member.email} signs in with the password that they have already.</Text>)}>
      {errors => (
        <>
          <TextInput label="Email" type="email" value={form.email} onChange={event => change({ email: event.currentTarget.value })} error={errors.at('email')} data-autofocus />
          <TextInput label="Name" value={form.name} onChange={event => change({ name: event.currentTarget.value })} error={errors.at('name')} />
          <Select label="Role" allowDeselect={false} data={ROLES} value={form.role} onChange={role => change({ role: (role ?? 'MANAGER') as Role })} error={errors.at('role')} />
        </>
      )}
    </FormDialog>
  );
  if (loading) return <Loading />;
  const members = data?.members.nodes ?? [];
  const setRole = async (id: string, role: Role) => {
    const { problems: found } = await send(UpdateMember, { id, input: { role } });
    if (found) refused(found);
  };
  return (
    <Section title="Users" action={create}>
      <Problems problems={problems} />
      {members.length === 0 ? <Empty icon={IconUsers} title="Nobody yet" /> : (
        <Table.ScrollContainer minWidth={560} type="native">
          <Table>
            <Table.Thead><Table.Tr><Table.Th>Name</Table.Th><Table.Th>Email</Table.Th><Table.Th>Role</Table.Th><Table.Th>Since</Table.Th><Table.Th><VisuallyHidden>Actions</VisuallyHidden></Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {members.map(member => (
                <Table.Tr key={member.id}>
                  <Table.Td fw={550}>{member.name}</Table.Td>
                  <Table.Td>{member.email}</Table.Td>
                  <Table.Td><Select aria-label={`Role of ${member.email}`} size="xs" w={190} allowDeselect={false} data={ROLES} value={member.role} onChange={role => role && void setRole(member.id, role as Role)} /></Table.Td>
                  <Table.Td>{date(member.createdAt)}</Table.Td>
                  <Table.Td ta="right"><Action label="Remove" size="compact-sm" send={() => send(DeleteMember, { id: member.id })} said={`${member.email} is removed.`} confirm={`${member.email} can no longer act for the organization; open sessions end within five seconds.`} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}

const KINDS = ['WAREHOUSE', 'STORE', 'OTHER'] as const;

function Places() {
  const { data, loading, problems } = useData(AllLocations, {});
  const [location, setLocation] = useState({ name: '', code: '', type: 'WAREHOUSE' as (typeof KINDS)[number] });
  const [supplier, setSupplier] = useState({ name: '', email: '', leadTimeDays: '' as number | string });
  const newLocation = (
    <FormDialog opener={open => <Button onClick={open}>New location</Button>} title="New location" submit="Create" send={() => send(CreateLocation, { input: { name: location.name, type: location.type, ...(location.code && { code: location.code }) } })} done={() => setLocation({ name: '', code: '', type: 'WAREHOUSE' })}>
      {errors => (
        <>
          <TextInput label="Name" value={location.name} onChange={event => setLocation({ ...location, name: event.currentTarget.value })} error={errors.at('name')} data-autofocus />
          <TextInput label="Code" value={location.code} onChange={event => setLocation({ ...location, code: event.currentTarget.value })} error={errors.at('code')} />
          <Select label="Kind" allowDeselect={false} data={KINDS.map(value => ({ value, label: words(value) }))} value={location.type} onChange={type => setLocation({ ...location, type: (type ?? 'OTHER') as (typeof KINDS)[number] })} error={errors.at('type')} />
        </>
      )}
    </FormDialog>
  );
  const newSupplier = (
    <FormDialog opener={open => <Button variant="default" onClick={open}>New supplier</Button>} title="New supplier" submit="Create" done={() => setSupplier({ name: '', email: '', leadTimeDays: '' })}
      send={() => send(CreateSupplier, { input: { name: supplier.name, ...(supplier.email && { email: supplier.email }), ...(supplier.leadTimeDays !== '' && { leadTimeDays: Number(supplier.leadTimeDays) }) } })}>
      {errors => (
        <>
          <TextInput label="Name" value={supplier.name} onChange={event => setSupplier({ ...supplier, name: event.currentTarget.value })} error={errors.at('name')} data-autofocus />
          <TextInput label="Email" value={supplier.email} onChange={event => setSupplier({ ...supplier, email: event.currentTarget.value })} error={errors.at('email')} />
          <NumberInput label="Usual lead time in days" min={0} value={supplier.leadTimeDays} onChange={leadTimeDays => setSupplier({ ...supplier, leadTimeDays })} error={errors.at('leadTimeDays')} />
        </>
      )}
    </FormDialog>
  );
  if (loading) return <Loading />;
  return (
    <Stack gap="lg">
      <Problems problems={problems} />
      <Section title="Locations" action={newLocation}>
        {data?.locations.nodes.length ? (
          <Table>
            <Table.Thead><Table.Tr><Table.Th>Name</Table.Th><Table.Th>Code</Table.Th><Table.Th>Kind</Table.Th><Table.Th>In use</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {data.locations.nodes.map(({ id, name, code, type, active }) => (
                <Table.Tr key={id}><Table.Td fw={550}>{name}</Table.Td><Table.Td className="mono">{code ?? '–'}</Table.Td><Table.Td>{words(type)}</Table.Td><Table.Td><Switch aria-label={`${name} is in use`} checked={active} onChange={event => void send(UpdateLocation, { id, input: { active: event.currentTarget.checked } })} /></Table.Td></Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        ) : <Empty icon={IconBuildingWarehouse} title="No locations yet">Stock is always somewhere: begin with your warehouse.</Empty>}
      </Section>
      <Section title="Suppliers" action={newSupplier}>
        {data?.suppliers.nodes.length ? (
          <Table>
            <Table.Thead><Table.Tr><Table.Th>Name</Table.Th><Table.Th>Email</Table.Th><Table.Th className="num">Lead time</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>{data.suppliers.nodes.map(({ id, name, email, leadTimeDays }) => <Table.Tr key={id}><Table.Td fw={550}>{name}</Table.Td><Table.Td>{email ?? '–'}</Table.Td><Table.Td className="num">{leadTimeDays === null ? '–' : `${leadTimeDays} days`}</Table.Td></Table.Tr>)}</Table.Tbody>
          </Table>
        ) : <Text size="sm" c="dimmed">Nobody yet.</Text>}
      </Section>
    </Stack>
  );
}

function Organization() {
  const { data, loading, problems } = useData(OrganizationNow, {});
  if (loading) return <Loading />;
  if (!data?.organization) return <Problems problems={problems} />;
  return <OrganizationForm key={data.organization.id} organization={data.organization} />;
}

const MODULES = [
  { value: 'traceability', label: 'Traceability', description: 'Stock per lot, first expired first out, recalls.' },
  { value: 'manufacturing', label: 'Manufacturing', description: 'Recipes and production batches.' },
] as const;

function OrganizationForm({ organization }: { organization: NonNullable<ResultOf<typeof OrganizationNow>['organization']> }) {
  const [form, setForm] = useState({ ...organization });
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const change = (part: Partial<typeof form>) => setForm(old => ({ ...old, ...part }));
  const at = (field: string) => problems.find(problem => problem.field === field)?.message;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { id: _, slug: __, modules, ...given } = form;
    const sent = await send(UpdateOrganization, { input: { ...given, modules: modules.map(module => module.toUpperCase() as 'TRACEABILITY' | 'MANUFACTURING') } });
    setProblems(sent.problems ?? []);
    if (!sent.problems) {
      await readSession();
      said('Saved.');
    }
  };
  const figure = (label: string, name: 'defaultReorderPoint' | 'defaultReorderQuantity' | 'defaultSafetyStock' | 'defaultLeadTimeDays') => (
    <NumberInput label={label} min={0} value={form[name]} onChange={value => change({ [name]: Number(value) })} error={at(name)} />
  );
  return (
    <Section title="Organization" action={<Status of={organization.slug} />}>
      <form onSubmit={submit} noValidate>
        <Stack maw={560}>
          <TextInput label="Name" value={form.name} onChange={event => change({ name: event.currentTarget.value })} error={at('name')} />
          <Group grow align="flex-start">
            <TextInput label="Currency" description="ISO 4217" value={form.currency} onChange={event => change({ currency: event.currentTarget.value })} error={at('currency')} />
            <TextInput label="Time zone" description="Decides which day it is" value={form.timeZone} onChange={event => change({ timeZone: event.currentTarget.value })} error={at('timeZone')} />
          </Group>
          {MODULES.map(({ value, label, description }) => <Switch key={value} label={label} description={description} checked={form.modules.includes(value)} onChange={event => change({ modules: event.currentTarget.checked ? [...form.modules, value] : form.modules.filter(each => each !== value) })} />)}
          <Text size="sm" fw={600} mt="sm">Where a product has no policy of its own</Text>
          <Group grow align="flex-start">{figure('Reorder point', 'defaultReorderPoint')}{figure('Reorder quantity', 'defaultReorderQuantity')}</Group>
          <Group grow align="flex-start">{figure('Safety stock', 'defaultSafetyStock')}{figure('Lead time in days', 'defaultLeadTimeDays')}</Group>
          <Problems problems={problems.filter(({ field }) => field === null)} />
          <Button type="submit" w="fit-content">Save</Button>
        </Stack>
      </form>
    </Section>
  );
}
