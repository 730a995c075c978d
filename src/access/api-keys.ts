import { hash, randomBytes } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { AREAS } from '../kernel/areas.ts';
import { byId, future, name } from '../kernel/inputs.ts';
import { command, type Scope } from '../kernel/operation.ts';
import type { Unit } from '../kernel/unit.ts';
import { filter, listOf } from '../store/list.ts';
import { create, lockById, TenantRecord } from '../store/record.ts';

export const SCOPES = [
  'read',
  'write',
  'admin',
  ...AREAS.flatMap(area => [`${area}:read`, `${area}:write`] as const),
] as [Scope, ...Scope[]];

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  extends: TenantRecord,
  comment: 'A credential of the organization. Only its hash is kept; the key itself is shown once.',
  indexes: [{ properties: ['hash'] }],
  properties: {
    name: p.string().length(200).comment('Name of the key: its purpose.'),
    prefix: p.string().length(12).comment('First characters of the key, to recognize it by.'),
    key: p.string().persist(false).nullable().comment('The key itself, shown only when it is created.'),
    hash: p.string().length(64).hidden(),
    scopes: p.array().columnType('text[]').$type<string[]>().comment('Scopes of the key.'),
    lastUsedAt: p.datetime(3).nullable().comment('When it was last used, to the minute.'),
    expiresAt: p.datetime(3).nullable().comment('When it expires; it is refused from then on.'),
    revokedAt: p.datetime(3).nullable().comment('When it was revoked.'),
  },
});
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);

/** SHA-256 suffices for a key of 256 random bits: there is nothing to guess. */
export const hashOf = (key: string): string => hash('sha256', key);

const checkOf = (body: string) => hash('sha256', `swk:${body}`, 'base64url').slice(0, 6);

/** `swk_`, 43 characters of 256 random bits, 6 check characters: a mistyped key is recognized without a look-up. */
function makeKey(): string {
  const body = randomBytes(32).toString('base64url');
  return `swk_${body}${checkOf(body)}`;
}

/** Whether the text is a key as `makeKey` makes them, check characters included. It may still be unknown. */
export const isKeyShaped = (key: string): boolean =>
  /^swk_[\w-]{49}$/.test(key) && checkOf(key.slice(4, 47)) === key.slice(47);

export const listApiKeys = listOf('listApiKeys', {
  area: 'admin',
  of: ApiKey,
  summary: 'Lists the API keys of the organization.',
  filters: {
    active: filter(
      z.boolean().meta({ description: 'Only keys that can be used, or only those that no longer can.' }),
      active => sql`(t.revoked_at is null and coalesce(t.expires_at > now(), true)) = ${active}`,
    ),
  },
});

export const apiKeyInput = z.strictObject({
  name: name(),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .default(['write'])
    .meta({ description: 'read, write, admin, or <area>:read|write. Default: write.' }),
  expiresAt: future().optional(),
});

/** Creates a key in this unit. The record carries the secret this once; it is not stored. */
export function issueKey(unit: Unit, input: z.output<typeof apiKeyInput>): ApiKey {
  const key = makeKey();
  const apiKey = create(unit, ApiKey, {
    name: input.name,
    scopes: [...new Set(input.scopes)],
    prefix: key.slice(0, 12),
    hash: hashOf(key),
    expiresAt: input.expiresAt ?? null,
  });
  apiKey.key = key;
  return apiKey;
}

export const createApiKey = command('createApiKey', {
  area: 'admin',
  summary: 'Creates an API key. The key itself is shown only this once.',
  input: apiKeyInput,
  output: ApiKey,
  run: async (unit, input) => issueKey(unit, input),
});

export const revokeApiKey = command('revokeApiKey', {
  area: 'admin',
  summary: 'Revokes an API key; it is refused everywhere within 5 seconds.',
  input: byId(),
  output: ApiKey,
  async run(unit, { id }) {
    const apiKey = await lockById(unit, ApiKey, id);
    apiKey.revokedAt ??= unit.now();
    return apiKey;
  },
});
