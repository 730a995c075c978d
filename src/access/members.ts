import { randomBytes } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { hashPassword } from 'better-auth/crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { refuse } from '../kernel/errors.ts';
import { byId, name, target } from '../kernel/inputs.ts';
import { command, type Scope } from '../kernel/operation.ts';
import type { Database, Db, Unit } from '../kernel/unit.ts';
import { listOf } from '../store/list.ts';
import { create, lockById, TenantRecord } from '../store/record.ts';

export const ROLES = ['owner', 'manager', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The scope of each role: docs/api.md, "People". */
export const SCOPE_OF: { readonly [role in Role]: Scope } = { owner: 'admin', manager: 'write', viewer: 'read' };

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

const MemberSchema = defineEntity({
  name: 'Member',
  tableName: 'members',
  extends: TenantRecord,
  comment: 'A person who may sign in to the web app and act for the organization.',
  uniques: [{ properties: ['organizationId', 'userId'] }],
  indexes: [{ properties: ['userId'] }],
  properties: {
    userId: p.uuid().hidden(),
    email: p.string().length(320).comment('What the person signs in with.'),
    name: p.string().length(200).comment('Name of the person.'),
    role: p.enum(ROLES).comment('owner may do everything, manager may read and write, viewer may read.'),
    oneTimePassword: p
      .string()
      .persist(false)
      .nullable()
      .comment('Shown once, when the person is new; it must be changed at the first sign-in.'),
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
  summary: 'Lists the people who may sign in.',
  filters: {},
});

const newOneTimePassword = (): string => randomBytes(15).toString('base64url');

/**
 * Makes a person a member in this unit, with a one-time password if the person is new here and elsewhere. A given password is kept
 * as it is and need not be changed: for demonstrations.
 */
export async function addMember(unit: Unit, input: z.output<typeof memberInput>, password?: string): Promise<Member> {
  const called = input.name ?? input.email.split('@')[0]!;
  const given = password ?? newOneTimePassword();
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    select id, is_new as "isNew" from provide_user(${uuidv7()}, ${input.email}, ${called}, ${await hashPassword(given)}, ${password === undefined})`.execute(
    unit.db,
  );
  const { id: userId, isNew } = rows[0]!;
  if (await unit.em.findOne(Member, { organizationId: unit.organizationId, userId }))
    refuse('already_exists', `${input.email} is a member already.`, { field: 'email' });
  const member = create(unit, Member, { userId, email: input.email, name: called, role: input.role });
  member.oneTimePassword = isNew && password === undefined ? given : null;
  return member;
}

export const createMember = command('createMember', {
  area: 'admin',
  summary: 'Lets a person sign in; a one-time password is shown this once.',
  refuses: ['already_exists'],
  input: memberInput,
  output: Member,
  run: (unit, input) => addMember(unit, input),
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
  summary: 'Removes a member; their sessions lose the organization within 5 seconds.',
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

/** An organization that nobody could administer any more would need an operator. */
async function requireOtherOwner(unit: Unit, member: Member): Promise<void> {
  if (member.role !== 'owner') return;
  // All owners are locked, so that two who leave at once cannot both believe that the other stays.
  const { rows } = await sql<{
    id: string;
  }>`select id from members where role = 'owner' order by id for update`.execute(unit.db);
  if (!rows.some(owner => owner.id !== member.id))
    refuse('invalid_state', 'The last owner must stay.', { field: 'role' });
}

/** For operators: makes the member outside of any request. Answers its one-time password, or null if the person had one already. */
export const provisionMember = (
  database: Database,
  organizationId: string,
  input: z.input<typeof memberInput>,
  password?: string,
): Promise<string | null> =>
  database.transaction(organizationId, 'system', async unit => {
    const { oneTimePassword } = await addMember(unit, memberInput.parse(input), password);
    return oneTimePassword ?? null;
  });

/**
 * For operators, when a password is forgotten: gives the person a one-time password in its place and ends their sessions. Not for the
 * owners of an organization: the person may be a member of others.
 */
export async function resetPassword(db: Db, email: string): Promise<string> {
  const given = newOneTimePassword();
  const { rows } = await sql`
    with person as (update users set must_change_password = true, updated_at = now() where email = ${email.toLowerCase()} returning id),
      proof as (update accounts a set password = ${await hashPassword(given)}, updated_at = now() from person where a.user_id = person.id and a.provider_id = 'credential'),
      ended as (delete from sessions s using person where s.user_id = person.id)
    select id from person`.execute(db);
  if (rows.length === 0) refuse('not_found', 'Nobody signs in with this email.', { field: 'email' });
  return given;
}
