import { createHash } from 'node:crypto';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { fulfillOrder } from '../domain/order-fulfillment.ts';
import { cancelOrder, closeOrder, createOrder, listOrders, Order } from '../domain/orders.ts';
import { createReturnAuthorization } from '../domain/return-authorizations.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import type { Caller, Module, Operation } from '../kernel/operation.ts';
import type { Page } from '../kernel/page.ts';
import { Quantity } from '../kernel/quantity.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Unit } from '../kernel/unit.ts';
import { versionOf } from '../kernel/version.ts';
import { translated } from '../store/database-errors.ts';
import { execute } from '../store/execute.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { foundIn, hereOnly, LIVES_HERE } from '../store/pods.ts';
import { isUuid } from '../store/record.ts';
import { INTEGRATION_SCOPES, type IntegrationRefusal, ownerOf } from './integrations.ts';
import {
  isShopifyTopic,
  isSignedByShopify,
  parseShopify,
  readShopify,
  type ShippedLine,
  type ShopifyChange,
  type ShopifyTopic,
  shopifyField,
} from './shopify.ts';

/*
 * Webhooks that platforms post to the service. They need no API key: the signature over the raw body is the credential.
 * Five statuses, and 429: docs/api.md, "Inbound webhooks".
 */

const BODY_MAX = '1mb';
const MESSAGE_ID = /^[\x21-\x7e]{1,200}$/;

interface KnownIntegration {
  /** Where its organization lives. */
  database: OpenDatabase;
  organizationId: string;
  id: string;
  name: string;
  locationId: string;
  /** Of the organization. */
  currency: string;
  sealedSecret: string;
  modules: Module[];
}

/** Limits on these requests. */
interface Limits {
  /** Counts unsigned requests by address, and refuses too many as `rate_limited`. */
  identifying<R>(client: { readonly ip?: string | undefined }, identify: () => Promise<R>, res: Response): Promise<R>;
  /** Charges the quota of an integration. */
  spend(payer: { keyId: string; organizationId: string }, points: number, res: Response): Promise<void>;
}

interface Inbound {
  database: OpenDatabase;
  /** Unsigned requests count by address, signed ones by integration: there may be many shops behind one address. */
  rateLimits: Limits;
  /** Sends a refusal to the platform. */
  refused(refusal: Refusal, res: Response): void;
  log: Logger;
}

/** Serves the address that shop platforms post their events to. */
export function mountInbound(app: Express, path: string, { refused, ...inbound }: Inbound): void {
  const raw = express.raw({ type: () => true, limit: BODY_MAX });
  const place = `${path}/integrations/:id/webhook`;
  app.post(place, raw, async (req: Request, res: Response, next: NextFunction) => {
    try {
      const { status, result } = await receive(inbound, req, res);
      res.status(status).json({ data: { result } });
    } catch (error) {
      const known = translated(error);
      // A platform knows only the five statuses, so every refusal that is not one of them is 422.
      if (isRefused(known)) refused(known, res);
      else next(error);
    }
  });
  app.all(place, (_req, res) => {
    res.setHeader('Allow', 'POST');
    refuse('method_not_allowed', 'This path supports only POST.');
  });
}

const PASSED_ON = new Set([
  'malformed_json',
  'bad_request',
  'unauthenticated',
  'payload_too_large',
  'rate_limited',
  'unavailable',
  'internal_error',
]);
const isRefused = (error: unknown): error is Refusal => error instanceof Refusal && !PASSED_ON.has(error.code);

async function receive(
  { database, rateLimits, log }: Omit<Inbound, 'refused'>,
  req: Request,
  res: Response,
): Promise<{ status: number; result: Result }> {
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const identify = async () => {
    const id = String(req.params['id']);
    const known = isUuid(id) ? await foundIn(database, pod => find(pod, id)) : undefined;
    const secret = known && secretOf(known, log);
    // An unknown integration gets the same response as a wrong signature.
    const signed = isSignedByShopify(body, header(req, 'x-shopify-hmac-sha256'), secret ?? 'nobody');
    return signed && known ? known : refuse('unauthenticated', 'The signature is missing or wrong.');
  };
  const integration = await rateLimits.identifying({ ip: req.ip }, identify, res);
  await rateLimits.spend({ keyId: integration.id, organizationId: integration.organizationId }, 1, res);
  const topic = header(req, 'x-shopify-topic') ?? refuse('bad_request', 'The header X-Shopify-Topic is missing.');
  const messageId = header(req, 'x-shopify-webhook-id') ?? '';
  if (!MESSAGE_ID.test(messageId))
    refuse('bad_request', 'The header X-Shopify-Webhook-Id is missing or cannot be read.');
  const payload = parseShopify(body);
  if (!isShopifyTopic(topic)) return { status: 202, result: 'ignored' };
  let reference: string | null = null;
  try {
    const change = readShopify(topic, payload);
    if (!change) return { status: 202, result: 'ignored' };
    reference = change.reference;
    const message = { id: messageId, bodyHash: createHash('sha256').update(body).digest('hex') };
    const result = await apply(integration, message, change).catch((error: unknown) => {
      throw inPayload(error, topic, payload);
    });
    return { status: result === 'ignored' ? 202 : 200, result };
  } catch (error) {
    const known = translated(error);
    if (isRefused(known)) await noteRefusal(integration, { topic, reference }, known);
    throw known;
  }
}

/** A refusal whose fields are paths in the payload. */
function inPayload(error: unknown, topic: ShopifyTopic, payload: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  return new Refusal(
    error.problems.map(({ field, ...problem }) => {
      const theirs = field === undefined ? undefined : shopifyField(topic, payload, field);
      return { ...problem, ...(theirs !== undefined && { field: theirs }) };
    }),
  );
}

/** Shows the refusal to the organization: the platform alone would know that an order is missing here. */
async function noteRefusal(
  { database, organizationId, id, name }: KnownIntegration,
  about: Pick<IntegrationRefusal, 'topic' | 'reference'>,
  { problems, code }: Refusal,
): Promise<void> {
  const field = problems[0]?.field ?? null;
  await database.transaction(
    organizationId,
    `integration:${name}`,
    async unit => {
      const now = unit.now();
      const refusal: IntegrationRefusal = { at: now.toISOString(), ...about, code, field };
      await sql`
        update integrations set last_refusal = ${JSON.stringify(refusal)}::jsonb, updated_at = ${now}
        where organization_id = ${organizationId} and id = ${id}`.execute(unit.db);
    },
    { actorId: id },
  );
}

type Result = 'applied' | 'repeated' | 'ignored';

/**
 * Refuses `unavailable` if the key is not the one that it was sealed with: not the platform's fault, and it tries
 * again.
 */
function secretOf({ database, organizationId, id, sealedSecret }: KnownIntegration, log: Logger): string {
  try {
    return database.vault.open(sealedSecret, ownerOf(organizationId, id));
  } catch (error) {
    log.error(
      { err: error, integrationId: id },
      'the secret of an integration does not open: give back the key that it was sealed with (SECRETS_KEY), or make the integration anew',
    );
    return refuse('unavailable', 'The secret of this integration cannot be read; create the integration again.');
  }
}

const header = (req: Request, name: string): string | undefined => {
  const value = req.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

async function find(database: OpenDatabase, id: string): Promise<KnownIntegration | undefined> {
  const { rows } = await sql<Omit<KnownIntegration, 'database'> & { isHere: boolean }>`
    select i.organization_id as "organizationId", i.id, i.name, i.location_id as "locationId",
      i.sealed_secret as "sealedSecret", o.modules, o.currency, ${LIVES_HERE} as "isHere"
    from integrations i join organizations o on o.id = i.organization_id where i.id = ${id}`.execute(database.system);
  return rows[0] && { ...hereOnly(rows[0]), database };
}

/** Neither its id nor its topic is signed: the same bytes under another of either are the same message. */
interface Message {
  id: string;
  bodyHash: string;
}

class RepeatedEvent extends Error {}

/** Applies the platform's change with the integration's own scopes, unless it is already applied. */
async function apply(integration: KnownIntegration, message: Message, change: ShopifyChange): Promise<Result> {
  if (await isKnown(integration, message)) return 'repeated';
  const { database, organizationId, id, name, modules } = integration;
  const actor = `integration:${name}`;
  const caller: Caller = {
    organizationId,
    actor,
    actorId: id,
    scopes: new Set(INTEGRATION_SCOPES),
    modules: new Set(modules),
    database,
  };
  try {
    const task = taskOf(change, integration, await findOrder(caller, change.reference));
    if (typeof task === 'string') {
      await database.transaction(organizationId, actor, unit => note(unit, id, message), {
        actorId: id,
      });
      return task;
    }
    await execute(task.operation, caller, task.input, {
      present: () => undefined,
      alongside: unit => note(unit, id, message),
      ...(task.ifVersion && { ifVersion: [task.ifVersion] }),
    });
    return 'applied';
  } catch (error) {
    if (error instanceof RepeatedEvent) return 'repeated';
    throw error;
  }
}

interface KnownOrder {
  id: string;
  status: string;
  closedAt: string | null;
  items: { sku: string; quantity: number; quantityFulfilled: number }[];
  version: string;
}

interface Task {
  operation: Operation;
  input: object;
  /** The order as the task was made from it. */
  ifVersion?: string;
}

/** The command that applies the change, or why there is none. */
function taskOf(
  change: ShopifyChange,
  { locationId, currency }: KnownIntegration,
  order: KnownOrder | undefined,
): Task | Exclude<Result, 'applied'> {
  const { operation } = change;
  if (operation === 'createOrder') {
    // It was sent under another id, or entered by hand before.
    if (order) return 'repeated';
    const { operation: _, currency: theirs = currency, items, ...given } = change;
    // Nothing is converted: a price in another currency is not known in the organization's. Left out, it would be that
    // of the catalogue.
    const priced = theirs === currency ? items : items.map(item => ({ ...item, unitPrice: null }));
    return { operation: createOrder, input: { ...given, items: priced, locationId } };
  }
  if (!order) refuse('reference_not_found', 'There is no order with this reference.', { field: 'reference' });
  const { id, status, items: ordered, closedAt, version } = order!;
  if (operation === 'createReturnAuthorization') {
    const { reason } = change;
    // What was not restocked and has not left never will: it was removed from the order.
    const hasLeft = (sku: string) => ordered.some(item => item.sku === sku && item.quantityFulfilled > 0);
    const items = change.items.filter(({ sku, condition }) => condition !== 'discarded' || hasLeft(sku));
    if (items.length === 0) return 'ignored';
    return { operation: createReturnAuthorization, input: { reason, items, orderId: id } };
  }
  if (operation === 'cancelOrder') {
    if (status === 'cancelled' || closedAt) return 'repeated';
    // What has left cannot be cancelled, only the rest.
    return { operation: status === 'partially_fulfilled' ? closeOrder : cancelOrder, input: { id } };
  }
  if (status === 'fulfilled') return 'repeated';
  return change.shipped && status !== 'cancelled'
    ? { ...shipping(order!, change.shipped), ifVersion: version }
    : { operation: fulfillOrder, input: { id } };
}

/** The command after which exactly this has left for the order, and nothing is outstanding. */
function shipping({ id, status, items }: KnownOrder, shipped: readonly ShippedLine[]): Task {
  const left = bySku(shipped.map(({ sku, quantity }) => [sku, Quantity.of(quantity)]));
  const leftBefore = bySku(items.map(({ sku, quantityFulfilled }) => [sku, Quantity.of(quantityFulfilled)]));
  const leaving = [...left]
    .map(([sku, quantity]) => ({ sku, quantity: quantity.minus(leftBefore.get(sku) ?? Quantity.zero) }))
    .filter(({ quantity }) => quantity.isPositive());
  const ordered = Quantity.sum(items.map(({ quantity }) => Quantity.of(quantity)));
  const gone = Quantity.sum([...leftBefore.values(), ...leaving.map(({ quantity }) => quantity)]);
  if (leaving.length > 0)
    return {
      operation: fulfillOrder,
      input: {
        id,
        items: leaving.map(({ sku, quantity }) => ({ sku, quantity: quantity.toNumber() })),
        close: gone.lessThan(ordered),
      },
    };
  return { operation: status === 'partially_fulfilled' ? closeOrder : cancelOrder, input: { id } };
}

const bySku = (lines: readonly (readonly [string, Quantity])[]): Map<string, Quantity> =>
  new Map(
    [...Map.groupBy(lines, ([sku]) => sku)].map(([sku, same]) => [sku, Quantity.sum(same.map(([, each]) => each))]),
  );

/**
 * Records the message in the transaction of its effect, so that it takes effect once however often it is sent. Throws
 * Repeated.
 */
async function note(unit: Unit, integrationId: string, { id, bodyHash }: Message): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into integration_messages (organization_id, integration_id, message_id, body_hash, received_at)
    values (${unit.organizationId}, ${integrationId}, ${id}, ${bodyHash}, ${unit.now()})
    on conflict do nothing`.execute(unit.db);
  if (!numAffectedRows) throw new RepeatedEvent();
}

/**
 * Whether the message had its effect. The present state of the order says nothing about that: it may have changed
 * since.
 */
async function isKnown(
  { database, organizationId, id }: KnownIntegration,
  { id: messageId, bodyHash }: Message,
): Promise<boolean> {
  const { rows } = await sql`
    select from integration_messages where organization_id = ${organizationId} and integration_id = ${id}
      and (message_id = ${messageId} or body_hash = ${bodyHash}) limit 1`.execute(database.read(organizationId));
  return rows.length > 0;
}

async function findOrder(caller: Caller, reference: string): Promise<KnownOrder | undefined> {
  const { answer } = await execute(
    listOrders,
    caller,
    { reference },
    { present: found => (found as Page).rows.map(row => ({ ...row, version: versionOf(shapeOf(Order), row) })) },
  );
  return (answer as unknown as KnownOrder[])[0];
}
