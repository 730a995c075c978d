import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { EVENT_TYPES, type EventType, readableTypes } from '../events/table.ts';
import { refuse } from '../kernel/errors.ts';
import { byId, changes, isStorable, NOT_STORABLE, note, target } from '../kernel/inputs.ts';
import { command, type Environment } from '../kernel/operation.ts';
import { CompositeType } from '../kernel/shape.ts';
import type { Unit, Vault } from '../kernel/unit.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { lockKey } from '../store/locks.ts';
import { create, lockById, TenantRecord } from '../store/record.ts';
import { checkWebhookUrl } from './addresses.ts';
import { filterInput, knownFilter, WebhookFilter } from './filters.ts';
import { makeSecret, type SigningSecrets } from './signature.ts';

/** A secret keeps signing for 24 hours after it was replaced: docs/api.md, "Signatures". */
const ROTATION_MS = 24 * 3_600_000;
/** Every signing secret adds to the headers of each delivery. */
const SECRETS_MAX = 10;
/** An event is stored once more for each of them. */
const SUBSCRIPTIONS_MAX = 100;

/** A sealed secret, and until when it signs (RFC 3339). */
interface ReplacedSecret {
  sealed: string;
  until: string;
}

/** The format of a delivery's body: docs/api.md, "Formats". */
const WEBHOOK_FORMATS = ['native', 'cloudevents'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

const WebhookSubscriptionSchema = defineEntity({
  name: 'WebhookSubscription',
  tableName: 'webhook_subscriptions',
  extends: TenantRecord,
  comment: 'A subscription to events by webhook. Its signing secret is shown once and stored encrypted.',
  properties: {
    url: p.text().comment('URL that deliveries are posted to.'),
    events: p.array().columnType('text[]').$type<string[]>().comment('Types of the events to deliver.'),
    filter: p
      .type(new CompositeType(WebhookFilter))
      .$type<WebhookFilter>()
      .nullable()
      .comment('Conditions that an event must meet to be sent. Without it, all events of these types are sent.'),
    format: p
      .enum(WEBHOOK_FORMATS)
      .default('native')
      .comment('Format of the body: as in the event log, or as a CloudEvent 1.0 in JSON.'),
    description: p.text().nullable().comment('What it is for.'),
    active: p.boolean().comment('Whether events are delivered.'),
    secret: p.string().persist(false).nullable().comment('The signing secret, shown only when it is created.'),
    failingSince: p.datetime(3).nullable().comment('Time since which every attempt has failed.'),
    deactivatedReason: p
      .text()
      .nullable()
      .comment('Why the service stopped deliveries: gone (410) or failing (nothing but failures for 5 days).'),
    deactivatedAt: p.datetime(3).nullable().hidden().comment('When the service stopped deliveries.'),
    rotatesAt: p
      .datetime(3)
      .nullable()
      .comment(
        'After a rotation: when the oldest secret stops signing. X-Service-Signature then changes to the next one.',
      ),
    sealedSecret: p.text().hidden(),
    sealedNextSecret: p.text().nullable().hidden(),
    /** Secrets between these two, if it was rotated more than once within a day; oldest first. */
    sealedBetween: p.json<ReplacedSecret[]>().nullable().hidden(),
  },
});
export class WebhookSubscription extends WebhookSubscriptionSchema.class {}
WebhookSubscriptionSchema.setClass(WebhookSubscription);

/** The input of a type of event. */
export const webhookEvent = () => z.enum(EVENT_TYPES).meta({ id: 'WebhookEventType' });

const input = z.strictObject({
  url: z
    .string()
    .trim()
    .min(1)
    .refine(isStorable, NOT_STORABLE)
    .meta({ description: 'An https URL on the public internet.' }),
  events: z.array(webhookEvent()).min(1).max(EVENT_TYPES.length),
  filter: filterInput.nullable().optional().meta({
    description: 'Conditions that an event must meet to be sent; all must hold. null removes the filter.',
  }),
  format: z.enum(WEBHOOK_FORMATS).meta({ id: 'WebhookSubscriptionFormat' }).default('native'),
  description: note().nullable().optional(),
  active: z.boolean().default(true),
});

/** Which addresses are allowed depends on the process's settings. */
function requireAllowed({ url }: { url?: string | undefined }, { allowPrivateNetworks = false }: Environment): void {
  const problem = url === undefined ? undefined : checkWebhookUrl(url, { allowPrivateNetworks });
  if (problem) refuse('validation_failed', problem, { field: 'url' });
}

/** The owner of a sealed secret: copied to another row, it cannot be opened. */
export const ownerOf = (organizationId: string, id: string): string => `${organizationId} ${id}`;

export interface SealedSecrets {
  organizationId: string;
  id: string;
  sealedSecret: string;
  sealedNextSecret: string | null;
  sealedBetween: ReplacedSecret[] | null;
  rotatesAt: Date | string | null;
}

/** The sealed secrets that sign at this moment, oldest first; the last one until it is replaced. */
function signingAt(
  { sealedSecret, sealedBetween, sealedNextSecret, rotatesAt }: SealedSecrets,
  now: Date,
): [...ReplacedSecret[], { sealed: string }] {
  if (sealedNextSecret === null) return [{ sealed: sealedSecret }];
  const replaced = [
    ...(rotatesAt === null ? [] : [{ sealed: sealedSecret, until: new Date(rotatesAt).toISOString() }]),
    ...(sealedBetween ?? []),
  ];
  return [...replaced.filter(({ until }) => new Date(until) > now), { sealed: sealedNextSecret }];
}

/** The secrets that sign at this moment. Throws if one of them cannot be opened. */
export function secretsOf(secrets: SealedSecrets, vault: Vault, now: Date): SigningSecrets {
  const { organizationId, id } = secrets;
  const opened = signingAt(secrets, now).map(({ sealed }) => vault.open(sealed, ownerOf(organizationId, id)));
  return opened as [string, ...string[]];
}

export const listWebhookSubscriptions = listOf('listWebhookSubscriptions', {
  area: 'webhooks',
  of: WebhookSubscription,
  summary: 'Lists webhook subscriptions.',
  filters: { active: equals('active', z.boolean()), createdSince },
});

export const getWebhookSubscription = getOf('getWebhookSubscription', { area: 'webhooks', of: WebhookSubscription });

export const createWebhookSubscription = command('createWebhookSubscription', {
  area: 'webhooks',
  summary: 'Delivers events to a URL. The signing secret is shown only this once.',
  refuses: ['reference_not_found', 'invalid_state'],
  input,
  check: requireAllowed,
  output: WebhookSubscription,
  async run(unit, { filter, ...given }, caller) {
    readableTypes(caller, given.events);
    await requireRoom(unit);
    const secret = makeSecret();
    const subscription = create(unit, WebhookSubscription, {
      ...given,
      events: [...new Set(given.events)],
      filter: filter ? await knownFilter(unit, filter) : null,
      failingSince: null,
      deactivatedReason: null,
      deactivatedAt: null,
      rotatesAt: null,
      sealedSecret: '',
      sealedNextSecret: null,
      sealedBetween: null,
    });
    subscription.sealedSecret = seal(unit, subscription, secret);
    subscription.secret = secret;
    return subscription;
  },
});

async function requireRoom(unit: Unit): Promise<void> {
  await lockKey(unit, 'webhook subscriptions');
  const { rows } = await sql<{ count: number }>`
    select count(*) from webhook_subscriptions s where s.organization_id = ${unit.organizationId}`.execute(unit.db);
  if (rows[0]!.count >= SUBSCRIPTIONS_MAX)
    refuse(
      'invalid_state',
      `There are ${SUBSCRIPTIONS_MAX} webhook subscriptions, the most that an organization may have.`,
    );
}

const seal = (unit: Unit, { id }: WebhookSubscription, secret: string) =>
  unit.vault.seal(secret, ownerOf(unit.organizationId, id));

export const updateWebhookSubscription = command('updateWebhookSubscription', {
  area: 'webhooks',
  summary: 'Changes a webhook subscription; `active: true` resumes deliveries.',
  refuses: ['reference_not_found'],
  input: changes(input).extend({ id: target() }),
  check: requireAllowed,
  output: WebhookSubscription,
  async run(unit, { id, filter, ...given }, caller) {
    const subscription = await lockById(unit, WebhookSubscription, id);
    // Whoever decides where events are sent, or which, must be allowed to read them.
    if (given.url !== undefined || given.events || filter !== undefined)
      readableTypes(caller, given.events ?? (subscription.events as EventType[]));
    if (given.active) Object.assign(subscription, { failingSince: null, deactivatedReason: null, deactivatedAt: null });
    if (filter !== undefined) subscription.filter = filter && (await knownFilter(unit, filter));
    return unit.em.assign(subscription, { ...given, ...(given.events && { events: [...new Set(given.events)] }) });
  },
});

export const deleteWebhookSubscription = command('deleteWebhookSubscription', {
  area: 'webhooks',
  summary: 'Removes a webhook subscription with its deliveries.',
  input: byId(),
  output: WebhookSubscription,
  async run(unit, { id }) {
    const subscription = await lockById(unit, WebhookSubscription, id);
    const deliveries = sql`select id
      from webhook_deliveries where organization_id = ${unit.organizationId} and subscription_id = ${id}`;
    await sql`delete
      from webhook_attempts where organization_id = ${unit.organizationId} and delivery_id in (${deliveries})`.execute(
      unit.db,
    );
    await sql`delete
      from webhook_deliveries where organization_id = ${unit.organizationId} and subscription_id = ${id}`.execute(
      unit.db,
    );
    unit.em.remove(subscription);
    return subscription;
  },
});

export const rotateWebhookSecret = command('rotateWebhookSecret', {
  area: 'webhooks',
  summary:
    'Creates a new signing secret, shown only this once; earlier ones keep signing for 24 hours from their replacement.',
  refuses: ['invalid_state'],
  input: byId(),
  output: WebhookSubscription,
  async run(unit, { id }) {
    const subscription = await lockById(unit, WebhookSubscription, id);
    const now = unit.now();
    const secret = makeSecret();
    const sealed = seal(unit, subscription, secret);
    const until = new Date(now.getTime() + ROTATION_MS).toISOString();
    const replaced = readableAt(subscription, unit, now).map(each => ({ until, ...each }));
    if (replaced.length >= SECRETS_MAX) {
      const [{ until: free }] = replaced as [ReplacedSecret];
      refuse('invalid_state', `${SECRETS_MAX} secrets are already in use; the oldest signs until ${free}.`);
    }
    const [oldest, ...between] = replaced;
    Object.assign(subscription, {
      sealedSecret: oldest?.sealed ?? sealed,
      rotatesAt: oldest ? new Date(oldest.until) : null,
      sealedBetween: between.length > 0 ? between : null,
      sealedNextSecret: oldest ? sealed : null,
      secret,
    });
    return subscription;
  },
});

/**
 * The sealed secrets that sign now; none if one can no longer be opened: then it signs nothing, and the new one takes
 * effect at once.
 */
function readableAt(
  subscription: WebhookSubscription,
  { organizationId, vault }: Unit,
  now: Date,
): { sealed: string; until?: string }[] {
  const { id, sealedSecret, sealedNextSecret = null, sealedBetween = null, rotatesAt = null } = subscription;
  const secrets = { organizationId, id, sealedSecret, sealedNextSecret, sealedBetween, rotatesAt };
  try {
    secretsOf(secrets, vault, now);
    return signingAt(secrets, now);
  } catch {
    return [];
  }
}
