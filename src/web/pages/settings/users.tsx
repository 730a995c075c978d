import { Button, Select, Text, TextInput } from '@mantine/core';
import { IconMail, IconUsers } from '@tabler/icons-react';
import { useEvery } from '../../every.ts';
import { readAllAgain } from '../../following.ts';
import { date } from '../../format.ts';
import { graphql, send } from '../../graphql.ts';
import { t } from '../../language.ts';
import { pagedQuery, type RowOf } from '../../lists.ts';
import { useOrganization } from '../../session.ts';
import { Action } from '../../ui/action.tsx';
import { useFields, withoutEmpty } from '../../ui/fields.ts';
import { FormDialog } from '../../ui/form.tsx';
import { notifyProblems } from '../../ui/notify.tsx';
import { Empty, Loading, Problems, Section } from '../../ui/page.tsx';
import { type RowColumn, Rows } from '../../ui/rows.tsx';
import { Secret } from '../../ui/secret.tsx';

const Members = pagedQuery(
  graphql(
    `query Members($after: String) { members(first: 200, after: $after) {
          pageInfo { hasNextPage endCursor } nodes { id version email name role acceptedAt invitationExpiresAt } } }`,
  ),
  data => data.members,
);
const Create = graphql(
  `mutation CreateMember($input: CreateMemberInput!, $idempotencyKey: String) {
      createMember(input: $input, idempotencyKey: $idempotencyKey) { member { id email invitation { token } } } }`,
);
const Update = graphql(
  `mutation UpdateMember($id: ID!, $input: UpdateMemberInput!, $ifVersion: String, $idempotencyKey: String) {
      updateMember(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        member { id role } } }`,
);
const Delete = graphql(
  `mutation DeleteMember($id: ID!, $idempotencyKey: String) {
      deleteMember(id: $id, idempotencyKey: $idempotencyKey) { member { id } } }`,
);

const Invite = graphql(
  `mutation InviteMember($id: ID!, $idempotencyKey: String) {
      inviteMember(id: $id, idempotencyKey: $idempotencyKey) { member { id email invitation { token } } } }`,
);

type Member = RowOf<typeof Members>;
const ROLES = [
  { value: 'OWNER', label: t('Owner: everything') },
  { value: 'MANAGER', label: t('Manager: read and write') },
  { value: 'VIEWER', label: t('Viewer: read') },
] as const;
type Role = (typeof ROLES)[number]['value'];

async function setRole({ id, version }: Member, role: Role): Promise<void> {
  const { problems } = await send(Update, { id, ifVersion: version, input: { role } });
  if (!problems) return;
  notifyProblems(problems);
  // The role that somebody else has given them meanwhile.
  readAllAgain();
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
        aria-label={t('Role of {email}', { email: member.email })}
        size="xs"
        w={190}
        allowDeselect={false}
        data={ROLES}
        value={member.role}
        onChange={role => role && void setRole(member, role as Role)}
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
            ? t('Invited, until {invitationExpiresAt}', { invitationExpiresAt: date(invitationExpiresAt) })
            : t('Invitation expired')}
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
          label={t('Remove')}
          size="compact-sm"
          send={() => send(Delete, { id: member.id })}
          notice={t('{email} was removed.', { email: member.email })}
          confirm={
            member.acceptedAt
              ? t('{email} can no longer act for the organization; open sessions end within five seconds.', {
                  email: member.email,
                })
              : t('The invitation of {email} is withdrawn.', { email: member.email })
          }
        />
      </>
    ),
  },
];

/** The members of the organization and their roles, to be invited, changed and removed. */
export function Users() {
  const { rows, loading, problems } = useEvery(Members, {});
  if (loading) return <Loading />;
  return (
    <Section title={t('Users')} action={<AddUser />}>
      <Problems problems={problems} />
      <Rows columns={COLUMNS} rows={rows} minWidth={440} empty={<Empty icon={IconUsers} title={t('Nobody yet')} />} />
      <Text size="sm" c="dimmed" mt="md">
        {t('Has someone forgotten their password? Invite them again: with the new link they choose another one.')}
      </Text>
    </Section>
  );
}

/** The parts of a message, as mail programs read them: a space is not a plus sign there. */
const mailtoQuery = (parts: { readonly [name: string]: string }): string =>
  Object.entries(parts)
    .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
    .join('&');

/** The invitation link to pass on. It uses the address at which this browser reaches the app. */
function Link({ email, invitation }: { email: string; invitation: { token: string } | null }) {
  const { name: organization } = useOrganization();
  const link = `${location.origin}/invitation#${invitation?.token ?? ''}`;
  const subject = t('Join {organization}', { organization });
  const body = t('With this link you choose a password and join. It can be used once, within seven days:');
  return (
    <Secret
      label={t(
        'Give this link to {email} and to no one else: whoever opens it first joins. It can be used once, within seven days.',
        { email },
      )}
      value={link}
    >
      <Button
        component="a"
        variant="default"
        leftSection={<IconMail size={16} />}
        href={`mailto:${encodeURIComponent(email)}?${mailtoQuery({ subject, body: `${body}\r\n\r\n${link}` })}`}
      >
        {t('Write an email')}
      </Button>
    </Secret>
  );
}

function InviteAnew({ member }: { member: Member }) {
  return (
    <FormDialog
      opener={t('Invite again')}
      variant="default"
      compact
      title={member.email}
      submit={t('Create a link')}
      fields={null}
      send={() => send(Invite, { id: member.id })}
      result={({ inviteMember: { member } }) => <Link email={member.email} invitation={member.invitation} />}
    >
      {() => (
        <Text size="sm">
          {member.acceptedAt
            ? t(
                'For someone who lost their password. Until the link is used, they sign in as before; after that, only with the password they choose then.',
              )
            : t('A new link replaces the previous one.')}
        </Text>
      )}
    </FormDialog>
  );
}

/** Invites somebody and shows the link of the invitation, this once. */
export function AddUser() {
  const fields = useFields({ email: '', name: '', role: 'MANAGER' as Role });
  const { values, text, pick } = fields;
  return (
    <FormDialog
      opener={t('Invite user')}
      title={t('Invite user')}
      submit={t('Invite')}
      send={() =>
        send(Create, { input: { email: values.email, role: values.role, ...withoutEmpty({ name: values.name }) } })
      }
      fields={fields}
      result={({ createMember: { member } }) => <Link email={member.email} invitation={member.invitation} />}
    >
      {errors => (
        <>
          <TextInput label={t('Email')} type="email" data-autofocus {...text('email', errors)} />
          <TextInput label={t('Name')} {...text('name', errors)} />
          <Select label={t('Role')} data={ROLES} {...pick('role', errors)} />
        </>
      )}
    </FormDialog>
  );
}
