import { createHash, randomBytes } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { Location } from '../domain/locations.ts';
import { refuse } from '../kernel/errors.ts';
import { byId, NAME_MAX, name, target } from '../kernel/inputs.ts';
import { command, type Environment, type Scope } from '../kernel/operation.ts';
import { CompositeType } from '../kernel/shape.ts';
import type { Database, Unit } from '../kernel/unit.ts';
import { listOf } from '../store/list.ts';
import { belongsTo, create, findWhere, lockById, TenantRecord } from '../store/record.ts';

export const ROLES = ['owner', 'manager', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The scope of each role: docs/api.md, "People". */
export const SCOPE_OF: { readonly [role in Role]: Scope } = { owner: 'admin', manager: 'write', viewer: 'read' };

const DEFAULT_SITE = 'http://127.0.0.1:3000';
const INVITED_FOR_MS = 7 * 24 * 3600 * 1000;

const invitation = z
  .strictObject({
    token: z.string().meta({ secret: true, description: 'Proves that the organization invited the person.' }),
    url: z.string().meta({ secret: true, description: 'Link to the page where they accept, including the token.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When it expires.' }),
  })
  .meta({ id: 'Invitation', description: 'An invitation to pass on to a person. It can be used once.' });
export type Invitation = z.output<typeof invitation>;

const MemberSchema = defineEntity({
  name: 'Member',
  tableName: 'members',
  extends: TenantRecord,
  comment:
    'A person who may sign in to the web app and act for the organization, once they have accepted its invitation.',
  uniques: [{ properties: ['organizationId', 'userId'] }, { properties: ['organizationId', 'email'] }],
  indexes: [{ properties: ['userId'] }, { properties: ['invitationHash'] }],
  properties: {
    userId: p.uuid().nullable().hidden(),
    email: p.string().length(320).comment('The email address that the invitation is for.'),
    name: p.string().length(200).comment('Name of the person.'),
    role: p.enum(ROLES).comment('Role: an owner may do everything, a manager may read and write, a viewer may read.'),
    acceptedAt: p.datetime(3).nullable().comment('When the person accepted. Until then the membership has no effect.'),
    invitationExpiresAt: p.datetime(3).nullable().comment('When the outstanding invitation expires.'),
    invitationHash: p.string().length(64).nullable().hidden(),
    defaultLocation: () => belongsTo(Location, 'default_location_id').nullable().hidden(),
    invitation: p
      .type(new CompositeType(invitation))
      .$type<Invitation>()
      .persist(false)
      .nullable()
      .comment('The invitation to pass on to the person: shown once, when they are invited.'),
  },
});
export class Member extends MemberSchema.class {}
MemberSchema.setClass(Member);

const role = () => z.enum(ROLES).meta({ id: 'Role' });

export const memberInput = z.strictObject({
  email: z
    .email()
    .max(320)
    .transform(email => email.toLowerCase()),
  name: name().optional(),
  role: role().default('manager'),
});

export const listMembers = listOf('listMembers', {
  area: 'admin',
  of: Member,
  summary: 'Lists the people who may sign in, and those who are invited.',
  filters: {},
  alone: true,
});

const TOKEN = /^swi_[\w-]{43}$/;
/** Whether the text has the form of an invitation: `swi_` and 43 characters of 256 random bits. */
export const isInvitationToken = (text: string): boolean => TOKEN.test(text);

/** SHA-256 suffices for 256 random bits: there is nothing to guess. */
export const hashOfInvitation = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Gives the member an invitation that replaces any earlier one. Only its hash is stored. */
async function invite(unit: Unit, member: Member, { urlOf = () => DEFAULT_SITE }: Environment): Promise<Member> {
  const token = `swi_${randomBytes(32).toString('base64url')}`;
  const { rows } = await sql<{ slug: string }>`
    select slug from organizations where id = ${unit.organizationId}`.execute(unit.db);
  const expiresAt = new Date(unit.now().getTime() + INVITED_FOR_MS);
  member.invitationHash = hashOfInvitation(token);
  member.invitationExpiresAt = expiresAt;
  // After the #, which browsers send to no server and no other site.
  const url = `${urlOf(rows[0]!.slug)}/invitation#${token}`;
  member.invitation = { token, url, expiresAt: expiresAt.toISOString() };
  return member;
}

/** Creates a member without any rights yet. The response does not reveal whether the address already has an account. */
async function addMember(unit: Unit, input: z.output<typeof memberInput>, environment: Environment): Promise<Member> {
  if ((await findWhere(unit, Member, sql`t.email = ${input.email}`)).length > 0)
    refuse('already_exists', `${input.email} is already a member.`, { field: 'email' });
  const called = input.name ?? input.email.split('@')[0]!.slice(0, NAME_MAX);
  const member = create(unit, Member, {
    email: input.email,
    name: called,
    role: input.role,
    userId: null,
    acceptedAt: null,
    invitationHash: null,
    invitationExpiresAt: null,
  });
  return invite(unit, member, environment);
}

export const createMember = command('createMember', {
  area: 'admin',
  summary: 'Invites a person. The invitation is shown only this once; the person becomes a member by accepting it.',
  refuses: ['already_exists'],
  input: memberInput,
  output: Member,
  run: (unit, input, { environment = {} }) => addMember(unit, input, environment),
});

export const inviteMember = command('inviteMember', {
  area: 'admin',
  summary:
    'Creates a new invitation that replaces any earlier one: after it has expired, or for a person who has lost their password.',
  input: byId(),
  output: Member,
  run: async (unit, { id }, { environment = {} }) => invite(unit, await lockById(unit, Member, id), environment),
});

export const updateMember = command('updateMember', {
  area: 'admin',
  summary: 'Changes the role of a member.',
  refuses: ['invalid_state'],
  input: z.strictObject({ id: target(), role: role() }),
  output: Member,
  async run(unit, { id, role }) {
    const member = await lockById(unit, Member, id);
    if (role !== 'owner') await requireOtherOwner(unit, member);
    member.role = role;
    return member;
  },
});

export const deleteMember = command('deleteMember', {
  area: 'admin',
  summary:
    'Removes a member, or withdraws an invitation; their sessions lose access to the organization within 5 seconds.',
  refuses: ['invalid_state'],
  input: byId(),
  output: Member,
  async run(unit, { id }) {
    const member = await lockById(unit, Member, id);
    await requireOtherOwner(unit, member);
    unit.em.remove(member);
    return member;
  },
});

/** An organization without an administrator would need an operator. A member who has not accepted cannot administer. */
async function requireOtherOwner(unit: Unit, member: Member): Promise<void> {
  if (member.role !== 'owner' || member.acceptedAt === null) return;
  // All owners are locked, so that two who leave at the same time cannot each rely on the other.
  const { rows } = await sql<{ id: string }>`
    select id from members
    where organization_id = ${unit.organizationId} and role = 'owner' and accepted_at is not null
    order by id for update`.execute(unit.db);
  if (!rows.some(owner => owner.id !== member.id))
    refuse('invalid_state', 'The last owner cannot be removed or demoted.', { field: 'role' });
}

/** For operators: invites a member again. Refuses `not_found` for an address that is not a member's. */
export const reinviteMember = (
  database: Database,
  organizationId: string,
  email: string,
  environment: Environment = {},
): Promise<Invitation> =>
  database.transaction(organizationId, 'operator', async unit => {
    const [found] = await findWhere(unit, Member, sql`t.email = ${email.toLowerCase()}`);
    if (!found) return refuse('not_found', 'The organization has no member with this address.', { field: 'email' });
    const { invitation } = await invite(unit, await lockById(unit, Member, found.id), environment);
    return invitation!;
  });

/** For operators: invites the person outside any request. */
export const provisionMember = (
  database: Database,
  organizationId: string,
  input: z.input<typeof memberInput>,
  environment: Environment = {},
): Promise<Invitation> =>
  database.transaction(organizationId, 'operator', async unit => {
    const { invitation } = await addMember(unit, memberInput.parse(input), environment);
    return invitation!;
  });
