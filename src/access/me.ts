import { sql } from 'kysely';
import { z } from 'zod';
import { activeLocation, Location } from '../domain/locations.ts';
import { AREAS } from '../kernel/areas.ts';
import { refuse } from '../kernel/errors.ts';
import { id, inUse } from '../kernel/inputs.ts';
import { language } from '../kernel/language.ts';
import { type Caller, command, MODULES, query } from '../kernel/operation.ts';
import type { Db } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { lockById } from '../store/record.ts';
import { ofTenant } from '../store/tenant.ts';
import { Member, ROLES } from './members.ts';
import { COLOR_SCHEMES } from './settings.ts';

/*
 * The caller and their preferences. Language and color scheme belong to the person, wherever they are a member; the
 * default location to the person in one organization. docs/api.md, "Me".
 */

const scheme = () => z.enum(COLOR_SCHEMES).meta({ id: 'ColorScheme' });

const naming = {
  slug: z.string().meta({ description: 'Its name in host names.' }),
  name: z.string().meta({ description: 'Its name.' }),
};

const Me = z
  .object({
    kind: z.enum(['person', 'api_key']).meta({
      id: 'MeKind',
      description: 'Whether the caller is a person who signed in, or a program with an API key.',
    }),
    id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the member or the API key, as in `actor_id` and `owner_id` elsewhere.' }),
    name: z.string().meta({ description: 'Name of the person, or of the key.' }),
    email: z.string().nullable().meta({ description: 'Email that the person signs in with; null for a key.' }),
    role: z
      .enum(ROLES)
      .meta({ id: 'MemberRole' })
      .nullable()
      .meta({ description: 'Role of the person in this organization; null for a key.' }),
    scopes: z.array(z.string()).meta({ description: "The caller's scopes." }),
    organization: z
      .object({
        ...naming,
        modules: z.array(z.enum(MODULES).meta({ id: 'Module' })).meta({ description: 'The modules that are enabled.' }),
        currency: z.string().meta({ description: 'ISO 4217 code of the currency of all money.' }),
        timeZone: z.string().meta({ description: 'IANA time zone, in which days begin and end.' }),
      })
      .meta({ id: 'MyOrganization', description: 'The current organization.' }),
    organizations: z
      .array(z.object(naming).meta({ id: 'OrganizationName', description: 'An organization by its names.' }))
      .meta({ description: 'All organizations that the caller may act for here.' }),
    defaultLocationId: z
      .uuid()
      .nullable()
      .meta({
        description:
          'Where the person works in this organization: the default in forms. Null if not set, or if the location is inactive.',
        relation: { name: 'defaultLocation', target: Location },
      }),
    language: language()
      .nullable()
      .meta({ description: 'Language of the web app, in every organization; null follows the browser.' }),
    scheme: scheme()
      .nullable()
      .meta({ description: 'Color scheme of the web app, in every organization; null leaves it to each device.' }),
  })
  .meta({ id: 'Me', description: "The caller, the current organization, and the caller's preferences." });

async function meOf(caller: Caller, db: Db): Promise<Row> {
  const { actor, actorId = null, scopes, person } = caller;
  const { rows } = await sql<{ organization: { slug: string; name: string } } & Row>`
    select m.name, m.role, l.id as "defaultLocationId",
      json_build_object('slug', o.slug, 'name', o.name, 'modules', o.modules, 'currency', o.currency, 'timeZone',
          o.time_zone) as organization
    from organizations o left join members m on ${ofTenant('m')} and m.id = ${actorId}::uuid
    left join locations l on ${ofTenant('l')} and l.id = m.default_location_id and l.active
    where ${ofTenant('o', 'id')}`.execute(db);
  const { organization, ...member } = rows[0]!;
  const { slug, name } = organization;
  const asking = { id: actorId, scopes: [...scopes], organization };
  if (person) return { ...asking, ...member, kind: 'person', ...(await person.read()) };
  return {
    ...asking,
    kind: 'api_key',
    name: actor.replace(/^key:/, ''),
    email: null,
    role: null,
    organizations: [{ slug, name }],
    defaultLocationId: null,
    language: null,
    scheme: null,
  };
}

export const getMe = query('getMe', {
  area: AREAS,
  summary: 'Returns the caller: the person who is signed in, or the API key, and the current organization.',
  input: z.strictObject({}),
  output: Me,
  run: ({ caller, db }) => meOf(caller, db),
});

export const updateMe = command('updateMe', {
  area: AREAS,
  isOwn: true,
  summary: 'Changes the preferences of the person who is signed in. API keys have none.',
  input: z.strictObject({
    defaultLocationId: inUse(id(), 'location').nullable().optional(),
    language: language().nullable().optional(),
    scheme: scheme().nullable().optional(),
  }),
  output: Me,
  async run(unit, { defaultLocationId, ...settings }, caller) {
    const { person, actorId = '' } = caller;
    const member = person && (await lockById(unit, Member, actorId));
    const before = await meOf(caller, unit.db);
    if (!person || !member)
      return refuse('bad_request', 'This is an API key: only a person who is signed in has settings of their own.');
    if (defaultLocationId !== undefined)
      member.defaultLocation =
        defaultLocationId === null ? null : await activeLocation(unit, defaultLocationId, 'defaultLocationId');
    // Last, because it is not part of this transaction: it belongs to no organization. Repeating it changes nothing.
    await person.change(settings);
    return { ...before, ...(defaultLocationId !== undefined && { defaultLocationId }), ...settings };
  },
});
