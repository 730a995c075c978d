import { beforeAll, expect, test } from '@jest/globals';
import { optionsToWrite } from '../src/access/entities.ts';
import { listMembers } from '../src/access/members.ts';
import { listLocations } from '../src/domain/locations.ts';
import { getOrganization } from '../src/domain/organizations.ts';
import { RESOURCES } from '../src/events/resources.ts';
import { cli, runModule } from './support/child.ts';
import { type Tenant, useWorld } from './support/world.ts';

/* What operators write about who may do what: by commands that know only the entities of that (access/entities.ts). */

const world = useWorld({ ownRoles: true });
let acme: Tenant;

beforeAll(async () => {
  acme = await world.tenant([]);
});

const told = async (...words: string[]): Promise<{ [name: string]: string }> => {
  const [code, out] = await cli(world.url, ...words, '--organization', acme.slug, '--json');
  expect({ code, out }).toMatchObject({ code: 0 });
  return JSON.parse(out);
};

test('a key is created, and revoked', async () => {
  const { id, key } = await told('key', 'create', '--name', 'ci', '--scopes', 'read');
  expect(key).toMatch(/^swk_/);
  expect(await told('key', 'list')).toMatchObject([{ id, name: 'ci', scopes: ['read'], revoked_at: null }]);
  expect(await told('key', 'revoke', '--id', id!)).toMatchObject({ id, revoked_at: expect.any(String) });
  expect(await told('key', 'list')).toMatchObject([{ id, revoked_at: expect.any(String) }]);
});

test('a person is invited, and invited again', async () => {
  const { one_time_password: first } = await told('user', 'create', '--email', 'ann@example.com', '--role', 'owner');
  const { one_time_password: second } = await told('user', 'invite', '--email', 'ann@example.com');
  expect(second).not.toBe(first);
  const { rows } = await acme.list(listMembers);
  expect(rows).toMatchObject([{ email: 'ann@example.com', role: 'owner', acceptedAt: null }]);
});

test('an organization is changed', async () => {
  await told('organization', 'update', '--name', 'Acme', '--modules', 'traceability');
  expect(await acme.run(getOrganization)).toMatchObject({ name: 'Acme', modules: ['traceability'] });
});

test.each(['key', 'member', 'organization'] as const)('the entity of a %s has no events', async record => {
  const withEvents = Object.values(RESOURCES).map(({ of }) => of as object);
  const { entities } = await optionsToWrite(record);
  expect(entities!.filter(entity => withEvents.includes(entity as object))).toEqual([]);
});

test('a process that knows only one of these writes nothing else, not even what it points at', async () => {
  const [, said] = await runModule(
    world.url,
    `const { openDatabase } = await import('./src/database/database.ts');
    const { discover } = await import('./src/database/discover.ts');
    const { optionsToWrite } = await import('./src/access/entities.ts');
    const { createLocation } = await import('./src/domain/locations.ts');
    const { createSupplier } = await import('./src/domain/suppliers.ts');
    const { execute } = await import('./src/store/execute.ts');
    const database = await openDatabase(process.env.DATABASE_URL, { entities: async () => discover(await optionsToWrite('member')) });
    const caller = { organizationId: '${acme.id}', actor: 'operator', scopes: new Set(['admin']), modules: new Set(), database };
    for (const operation of [createLocation, createSupplier])
      await execute(operation, caller, { name: 'Munich' }, { present: () => 'written' }).then(console.log, error => console.log(error.message));
    await database.close();`,
  );
  expect(said.split('\n')).toEqual(['Location cannot be written here.', expect.stringMatching(/Supplier/), '']);
  expect((await acme.list(listLocations)).rows).toEqual([]);
});
