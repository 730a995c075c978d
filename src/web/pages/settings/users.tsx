import { Select, Text, TextInput } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ResultOf } from 'gql.tada';
import { date } from '../../format.ts';
import { graphql, send, useData } from '../../graphql.ts';
import { Action, FormDialog, given, refused, useFields } from '../../ui/form.tsx';
import { Empty, Loading, Problems, Section } from '../../ui/page.tsx';
import { type RowColumn, Rows } from '../../ui/rows.tsx';
import { Secret } from '../../ui/secret.tsx';

const Members = graphql(`query Members { members(first: 200) { nodes { id email name role createdAt } } }`);
const Create = graphql(
  `mutation CreateMember($input: CreateMemberInput!, $idempotencyKey: String) { createMember(input: $input, idempotencyKey: $idempotencyKey) { member { id email oneTimePassword } } }`,
);
const Update = graphql(
  `mutation UpdateMember($id: ID!, $input: UpdateMemberInput!, $idempotencyKey: String) { updateMember(id: $id, input: $input, idempotencyKey: $idempotencyKey) { member { id role } } }`,
);
const Delete = graphql(
  `mutation DeleteMember($id: ID!, $idempotencyKey: String) { deleteMember(id: $id, idempotencyKey: $idempotencyKey) { member { id } } }`,
);

type Member = ResultOf<typeof Members>['members']['nodes'][number];
const ROLES = [
  { value: 'OWNER', label: 'Owner: everything' },
  { value: 'MANAGER', label: 'Manager: read and write' },
  { value: 'VIEWER', label: 'Viewer: read' },
] as const;
type Role = (typeof ROLES)[number]['value'];

async function setRole(id: string, role: Role): Promise<void> {
  const { problems } = await send(Update, { id, input: { role } });
  if (problems) refused(problems);
}

const COLUMNS: readonly RowColumn<Member>[] = [
  {
    title: 'Name',
    show: member => (
      <>
        <Text size="sm" fw={550}>
          {member.name}
        </Text>
        <Text size="xs" c="dimmed">
          {member.email}
        </Text>
      </>
    ),
  },
  {
    title: 'Role',
    show: member => (
      <Select
        aria-label={`Role of ${member.email}`}
        size="xs"
        w={190}
        allowDeselect={false}
        data={ROLES}
        value={member.role}
        onChange={role => role && void setRole(member.id, role as Role)}
      />
    ),
  },
  { title: 'Since', from: 'sm', show: member => date(member.createdAt) },
  {
    title: 'Actions',
    actions: true,
    show: member => (
      <Action
        label="Remove"
        size="compact-sm"
        send={() => send(Delete, { id: member.id })}
        said={`${member.email} is removed.`}
        confirm={`${member.email} can no longer act for the organization; open sessions end within five seconds.`}
      />
    ),
  },
];

export function Users() {
  const { data, loading, problems } = useData(Members, {});
  if (loading) return <Loading />;
  return (
    <Section title="Users" action={<AddUser />}>
      <Problems problems={problems} />
      <Rows
        columns={COLUMNS}
        rows={data?.members.nodes ?? []}
        minWidth={440}
        empty={<Empty icon={IconUsers} title="Nobody yet" />}
      />
      <Text size="sm" c="dimmed" mt="md">
        Somebody forgot their password? Whoever runs the service gives them a one-time password:{' '}
        <code>npm run cli -- user password --email …</code>
      </Text>
    </Section>
  );
}

function AddUser() {
  const { values, change, text, pick } = useFields({ email: '', name: '', role: 'MANAGER' as Role });
  return (
    <FormDialog
      opener="Add user"
      title="Add user"
      submit="Add"
      send={() => send(Create, { input: { email: values.email, role: values.role, ...given({ name: values.name }) } })}
      done={() => change({ email: '', name: '' })}
      result={({ createMember: { member } }) =>
        member.oneTimePassword ? (
          <Secret
            label={`${member.email} signs in with this one-time password, then chooses their own.`}
            value={member.oneTimePassword}
          />
        ) : (
          <Text size="sm">{member.email} signs in with the password that they have already.</Text>
        )
      }
    >
      {errors => (
        <>
          <TextInput label="Email" type="email" data-autofocus {...text('email', errors)} />
          <TextInput label="Name" {...text('name', errors)} />
          <Select label="Role" data={ROLES} {...pick('role', errors)} />
        </>
      )}
    </FormDialog>
  );
}
