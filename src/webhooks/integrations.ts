import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { activeLocation, Location } from '../domain/locations.ts';
import { byId, id as identifier, inUse, name, text } from '../kernel/inputs.ts';
import { command, type NeededScope } from '../kernel/operation.ts';
import { CompositeType } from '../kernel/shape.ts';
import { createdSince, equals, listOf } from '../store/list.ts';
import { belongsTo, create, lockById, TenantRecord } from '../store/record.ts';

const INTEGRATION_KINDS = ['shopify'] as const;

/** The rights of every integration, whoever created it; so its creator must have them too. */
export const INTEGRATION_SCOPES = ['orders:write', 'returns:write'] as const satisfies NeededScope[];

/** Without the message of the refusal: it may tell how much is in stock, which readers of integrations may not see. */
const IntegrationRefusal = z
  .object({
    at: z.iso.datetime().meta({ description: 'When it was refused.' }),
    topic: z.string().meta({ description: 'Topic of the message.' }),
    reference: z.string().nullable().meta({ description: "The platform's id of the order; null if it was not read." }),
    code: z.string().meta({ description: 'Code of the first error, as the platform was answered.' }),
    field: z.string().nullable().meta({ description: "Path of that error's field in the message." }),
  })
  .meta({ id: 'IntegrationRefusal', description: 'A message of a platform that was refused (422): nothing changed.' });
export type IntegrationRefusal = z.output<typeof IntegrationRefusal>;

const IntegrationSchema = defineEntity({
  name: 'Integration',
  tableName: 'integrations',
  extends: TenantRecord,
  comment:
    'A commerce platform that posts its orders to the service. Its signing secret is stored encrypted and never shown.',
  properties: {
    kind: p.enum(INTEGRATION_KINDS).comment('Kind of platform.'),
    name: p.string().length(200).comment('Name of the integration.'),
    location: () => belongsTo(Location, 'location_id').comment('Location that its orders are fulfilled from.'),
    lastRefusal: p
      .type(new CompositeType(IntegrationRefusal))
      .$type<IntegrationRefusal>()
      .nullable()
      .comment('The last message that was refused (422): it may have been sent again and applied since.'),
    sealedSecret: p.text().hidden(),
  },
});
export class Integration extends IntegrationSchema.class {}
IntegrationSchema.setClass(Integration);

const IntegrationMessageSchema = defineEntity({
  name: 'IntegrationMessage',
  tableName: 'integration_messages',
  comment: 'A message of a platform that was applied, so that a repeat is recognized.',
  indexes: [{ properties: ['receivedAt'] }],
  uniques: [{ name: 'integration_messages_signed_bytes', properties: ['organizationId', 'integrationId', 'bodyHash'] }],
  properties: {
    organizationId: p.uuid().primary(),
    integrationId: p.uuid().primary(),
    messageId: p.string().length(200).primary(),
    bodyHash: p
      .string()
      .length(64)
      .nullable()
      .comment('SHA-256 of the signed bytes: neither topic nor id is signed, so a repeat is known by these too.'),
    receivedAt: p.datetime(3),
  },
});
export class IntegrationMessage extends IntegrationMessageSchema.class {}
IntegrationMessageSchema.setClass(IntegrationMessage);

/** The owner of a sealed secret: copied to another row, it cannot be opened. */
export const ownerOf = (organizationId: string, id: string): string => `integration ${organizationId} ${id}`;

const kind = () => z.enum(INTEGRATION_KINDS).meta({ id: 'IntegrationKind' });

export const listIntegrations = listOf('listIntegrations', {
  area: 'webhooks',
  of: Integration,
  summary: 'Lists the platforms that post their orders to the service.',
  filters: { kind: equals('kind', kind()), locationId: equals('location_id', identifier()), createdSince },
});

export const createIntegration = command('createIntegration', {
  area: 'webhooks',
  summary: 'Creates an integration: the platform can then post its orders to /integrations/:id/webhook.',
  alsoNeeds: INTEGRATION_SCOPES,
  input: z.strictObject({
    kind: kind(),
    name: name(),
    locationId: inUse(identifier(), 'location'),
    secret: text(500).meta({ description: 'The secret that the platform signs with.' }),
  }),
  output: Integration,
  async run(unit, { locationId, secret, ...given }) {
    const integration = create(unit, Integration, {
      ...given,
      location: await activeLocation(unit, locationId),
      lastRefusal: null,
      sealedSecret: '',
    });
    integration.sealedSecret = unit.vault.seal(secret, ownerOf(unit.organizationId, integration.id));
    return integration;
  },
});

export const deleteIntegration = command('deleteIntegration', {
  area: 'webhooks',
  summary: 'Removes an integration. Its messages are refused from then on.',
  input: byId(),
  output: Integration,
  async run(unit, { id }) {
    const integration = await lockById(unit, Integration, id, { populate: ['location'] });
    await sql`delete
      from integration_messages where organization_id = ${unit.organizationId} and integration_id = ${id}`.execute(
      unit.db,
    );
    unit.em.remove(integration);
    return integration;
  },
});
