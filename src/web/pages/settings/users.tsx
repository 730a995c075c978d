import { Select, Text, TextInput } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ResultOf } from 'gql.tada';
import { date } from '../../format.ts';
import { graphql, send, useData } from '../../graphql.ts';
import { Action, FormDialog, given, refused, useFields } from '../../ui/form.tsx';
import { Empty, Loading, Problems, Section } from '../../ui/page.tsx';
import { type RowColumn, Rows } from '../../ui/rows.tsx';
import { Secret } from '../../ui/secret.tsx';

const Members = graphql(
  `query Members { members(first: 200) { nodes { id email name role acceptedAt invitationExpiresAt } } }`,
);
const Create = graphql(
  `mutation CreateMember($input: CreateMemberInput!, $idempotencyKey: String) { createMember(input: $input, idempotencyKey: $idempotencyKey) { member { id email invitation { token } } } }`,
);
const Update = graphql(
  `mutation UpdateMember($id: ID!, $input: UpdateMemberInput!, $idempotencyKey: String) { updateMember(id: $id, input: $input, idempotencyKey: $idempotencyKey) { member { id role } } }`,
);
const Delete = graphql(
  `mutation DeleteMember($id: ID!, $idempotencyKey: String) { deleteMember(id: $id, idempotencyKey: $idempotencyKey) { member { id } } }`,
);

const Invite = graphql(
  `mutation InviteMember($id: ID!, $idempotencyKey: String) { inviteMember(id: $id, idempotencyKey: $idempotencyKey) { member { id email invitation { token } } } }`,
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
  {
    title: 'Since',
    from: 'sm',
    show: ({ acceptedAt, invitationExpiresAt }) =>
      acceptedAt ? (
        date(acceptedAt)
      ) : (
        <Text size="sm" c="dimmed">
          {invitationExpiresAt && new Date(invitationExpiresAt) > new Date()
            ? `Invited, until ${date(invitationExpiresAt)}`
            : 'Invitation expired'}
        </Text>
      ),
  },
  {
    title: 'Actions',
    actions: true,
    show: member => (
      <>
        <InviteAnew member={member} />
        <Action
          label="Remove"
          size="compact-sm"
          send={() => send(Delete, { id: member.id })}
          said={`${member.email} is removed.`}
          confirm={
            member.acceptedAt
              ? `${member.email} can no longer act for the organization; open sessions end within five seconds.`
              : `The invitation of ${member.email} is taken back.`
          }
        />
      </>
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
        Somebody forgot their password? Invite them anew: with the new link they choose another one.
      </Text>
    </Section>
  );
}

/** The link to hand over. As this browser reaches the app, so will theirs. */
function Link({ email, invitation }: { email: string; invitation: { token: string } | null }) {
  return (
    <Secret
      label={`Hand this link to ${email}, and to nobody else: whoever opens it first joins. It is good once, for seven days.`}
      value={`${location.origin}/invitation#${invitation?.token ?? ''}`}
    />
  );
}

function InviteAnew({ member }: { member: Member }) {
  return (
    <FormDialog
      opener="Invite anew"
      variant="default"
      compact
      title={member.email}
      submit="Make a link"
      fields={null}
      send={() => send(Invite, { id: member.id })}
      result={({ inviteMember: { member } }) => <Link email={member.email} invitation={member.invitation} />}
    >
      {() => (
        <Text size="sm">
          {member.acceptedAt
            ? 'For somebody who lost their password. Until the link is used, they sign in as before; after that only with what they choose then.'
            : 'A new link takes the place of the one before.'}
        </Text>
      )}
    </FormDialog>
  );
}

export function AddUser() {
  const fields = useFields({ email: '', name: '', role: 'MANAGER' as Role });
  const { values, text, pick } = fields;
  return (
    <FormDialog
      opener="Invite user"
      title="Invite user"
      submit="Invite"
      send={() => send(Create, { input: { email: values.email, role: values.role, ...given({ name: values.name }) } })}
      fields={fields}
      result={({ createMember: { member } }) => <Link email={member.email} invitation={member.invitation} />}
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
