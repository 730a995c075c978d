import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { cancelOrder, createOrder, fulfillOrder } from '../domain/orders.ts';
import { createReturnAuthorization } from '../domain/return-authorizations.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import { type Operation, parse } from '../kernel/operation.ts';
import type { Unit } from '../kernel/unit.ts';
import { translated } from '../store/database-errors.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { isUuid } from '../store/record.ts';
import { ownerOf } from './integrations.ts';
import { isShopifyTopic, isSignedByShopify, parseShopify, readShopify, type ShopifyChange } from './shopify.ts';

/*
 * What platforms post to us. Outside the API keys: the signature over the raw body is the credential. Five answers: contract,
 * section 8.
 */

const BODY_MAX = '1mb';
const MESSAGE_ID = /^[\x21-\x7e]{1,200}$/;

interface Known {
  organizationId: string;
  id: string;
  name: string;
  locationId: string;
  sealedSecret: string;
}

interface Inbound {
  database: OpenDatabase;
  /** Shows what is not applicable. */
  refused(refusal: Refusal, res: Response): void;
  log: Logger;
}

export function mountInbound(app: Express, path: string, { database, refused, log }: Inbound): void {
  const raw = express.raw({ type: () => true, limit: BODY_MAX });
  const place = `${path}/integrations/:id/webhook`;
  app.post(place, raw, async (req: Request, res: Response, next: NextFunction) => {
    try {
      const { status, result } = await receive({ database, log }, req);
      res.status(status).json({ data: { result } });
    } catch (error) {
      const known = translated(error);
      // Not applicable is 422 to a platform, whatever we call it: it knows five answers.
      if (known instanceof Refusal && !PASSED_ON.has(known.code)) refused(known, res);
      else next(error);
    }
  });
  app.all(place, (_req, res) => {
    res.setHeader('Allow', 'POST');
    refuse('method_not_allowed', 'This path answers POST.');
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

async function receive(
  { database, log }: Pick<Inbound, 'database' | 'log'>,
  req: Request,
): Promise<{ status: number; result: 'applied' | 'repeated' | 'ignored' }> {
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const integration = await find(database, String(req.params['id']));
  const secret = integration && secretOf(integration, database, log);
  // An integration that there is not answers as one whose signature is wrong.
  if (!isSignedByShopify(body, header(req, 'x-shopify-hmac-sha256'), secret ?? 'nobody') || !integration)
    return refuse('unauthenticated', 'The signature is missing or wrong.');
  const topic = header(req, 'x-shopify-topic') ?? refuse('bad_request', 'The header X-Shopify-Topic is missing.');
  const messageId = header(req, 'x-shopify-webhook-id') ?? '';
  if (!MESSAGE_ID.test(messageId))
    refuse('bad_request', 'The header X-Shopify-Webhook-Id is missing or cannot be read.');
  const payload = parseShopify(body);
  const change = isShopifyTopic(topic) ? readShopify(topic, payload) : null;
  if (!change) return { status: 202, result: 'ignored' };
  const isNew = await database.transaction(integration.organizationId, `integration:${integration.name}`, unit =>
    apply(unit, integration, messageId, change),
  );
  return { status: 200, result: isNew ? 'applied' : 'repeated' };
}

/** Refuses `unavailable` where the key is not the one that it was sealed with: no fault of the platform's, which tries again. */
function secretOf({ organizationId, id, sealedSecret }: Known, database: OpenDatabase, log: Logger): string {
  try {
    return database.vault.open(sealedSecret, ownerOf(organizationId, id));
  } catch (error) {
    log.error(
      { err: error, integrationId: id },
      'the secret of an integration does not open: give back the key that it was sealed with (SECRETS_KEY), or make the integration anew',
    );
    return refuse('unavailable', 'The secret of this integration cannot be read; it has to be made anew.');
  }
}

const header = (req: Request, name: string): string | undefined => {
  const value = req.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

async function find(database: OpenDatabase, id: string): Promise<Known | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<Known>`
    select organization_id as "organizationId", id, name, location_id as "locationId", sealed_secret as "sealedSecret" from integrations where id = ${id}`.execute(
    database.system,
  );
  return rows[0];
}

/** The message is noted in the transaction of its effect, so it has one however often it is sent. */
async function apply(unit: Unit, integration: Known, messageId: string, change: ShopifyChange): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into integration_messages (organization_id, integration_id, message_id, received_at) values (${unit.organizationId}, ${integration.id}, ${messageId}, ${unit.now()})
    on conflict do nothing`.execute(unit.db);
  if (!numAffectedRows) return false;
  const known = await findOrder(unit, change.reference);
  const { operation, reference, ...given } = change;
  if (operation === 'createOrder') {
    // Sent under another id, or entered by hand before.
    if (known) return false;
    await run(createOrder, unit, { ...given, reference, locationId: integration.locationId });
  } else {
    if (!known)
      refuse('reference_not_found', 'There is no order with this reference.', {
        field: operation === 'createReturnAuthorization' ? 'order_id' : 'id',
      });
    const { id, status } = known!;
    if (operation === 'createReturnAuthorization')
      await run(createReturnAuthorization, unit, { ...given, orderId: id });
    // What is so already need not be done.
    if (operation === 'cancelOrder' && status !== 'cancelled') await run(cancelOrder, unit, { id });
    if (operation === 'fulfillOrder' && status !== 'fulfilled') await run(fulfillOrder, unit, { id });
  }
  return true;
}

async function findOrder(unit: Unit, reference: string): Promise<{ id: string; status: string } | undefined> {
  const { rows } = await sql<{
    id: string;
    status: string;
  }>`select id, status from orders where organization_id = ${unit.organizationId} and reference = ${reference}`.execute(
    unit.db,
  );
  return rows[0];
}

/** The operation itself, in this transaction. */
async function run(operation: Operation, unit: Unit, raw: object): Promise<void> {
  await operation.run(unit as Parameters<Operation['run']>[0], parse(operation.input, raw));
  await unit.em.flush();
}
