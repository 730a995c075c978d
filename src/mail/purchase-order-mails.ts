import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { lockPurchaseOrder, PurchaseOrder, purchaseOrderStates } from '../domain/purchase-orders.ts';
import { refuse } from '../kernel/errors.ts';
import { byId } from '../kernel/inputs.ts';
import { LANGUAGES } from '../kernel/language.ts';
import { command } from '../kernel/operation.ts';
import { paperLanguage } from '../papers/paper.ts';
import { belongsTo, create, TenantRecord } from '../store/record.ts';
import { ofTenant } from '../store/tenant.ts';

/*
 * Purchase orders by mail: docs/api.md, "Purchase order". Mails that are requested here are sent after the commit, by a
 * worker (runner.ts); the purchase order shows the outcome.
 */

declare module '../kernel/operation.ts' {
  interface Environment {
    /** Whether there is a mail server: SMTP_URL. */
    sendsMail?: boolean;
  }
}

const PurchaseOrderMailSchema = defineEntity({
  name: 'PurchaseOrderMail',
  tableName: 'purchase_order_mails',
  extends: TenantRecord,
  comment: 'The mailing of a purchase order: to be sent, or sent.',
  indexes: [
    { properties: ['organizationId', 'purchaseOrder'] },
    { properties: ['organizationId', 'createdAt'] },
    {
      name: 'purchase_order_mails_due',
      expression:
        'create index purchase_order_mails_due on purchase_order_mails (next_attempt_at) where next_attempt_at is not null',
    },
  ],
  properties: {
    purchaseOrder: () => belongsTo(PurchaseOrder, 'purchase_order_id'),
    recipient: p.string().length(254),
    language: p.enum(LANGUAGES).default('en').comment('What it is written in.'),
    actor: p.string().length(260).comment('Who asked for it: answers go to a person.'),
    attemptCount: p.integer(),
    nextAttemptAt: p.datetime(3).nullable().comment('When it is tried next; null once it has ended.'),
    leaseUntil: p.datetime(3).nullable().comment('Until when a process works on it; then another may.'),
    endedAt: p.datetime(3).nullable(),
    failure: p.text().nullable().comment('What the last attempt failed with.'),
  },
});
export class PurchaseOrderMail extends PurchaseOrderMailSchema.class {}
PurchaseOrderMailSchema.setClass(PurchaseOrderMail);

/** The operator's mail server must not become a relay for whoever holds a key: docs/api.md, "Limits". */
const PER_HOUR = 100;

export const sendPurchaseOrder = command('sendPurchaseOrder', {
  area: 'purchasing',
  summary: 'Mails the purchase order as a PDF. Responds before it is sent; `send_status` reports the outcome.',
  refuses: ['invalid_state', 'not_configured'],
  isAccepted: true,
  input: byId().extend({
    to: z
      .email('Must be an email address.')
      .max(254)
      .optional()
      .meta({ description: "The recipient's email address. Default: the supplier's." }),
    language: paperLanguage(),
  }),
  output: PurchaseOrder,
  check(_, { sendsMail = false }) {
    if (!sendsMail) refuse('not_configured', 'This service has no mail server; the operator can set SMTP_URL.');
  },
  async run(unit, { id, to, language }) {
    const order = await lockPurchaseOrder(unit, id, ['supplier']);
    purchaseOrderStates.require(order, 'purchase order', 'submitted', 'partially_received');
    const recipient = to ?? order.supplier?.email;
    if (!recipient)
      return refuse('validation_failed', 'The supplier has no email address; give the recipient here.', {
        field: 'to',
      });
    const { rows } = await sql<{ waiting: boolean; recent: number }>`
      select exists (select from purchase_order_mails m
          where ${ofTenant('m')} and m.purchase_order_id = ${id} and m.ended_at is null) as waiting,
        (select count(*) from purchase_order_mails m
            where ${ofTenant('m')} and m.created_at > now() - interval '1 hour') as recent`.execute(unit.db);
    if (rows[0]!.waiting) refuse('invalid_state', `${order.number} is already being mailed to ${order.sentTo}.`);
    if (rows[0]!.recent >= PER_HOUR)
      refuse('rate_limited', `At most ${PER_HOUR} purchase orders can be mailed in an hour.`);
    create(unit, PurchaseOrderMail, {
      purchaseOrder: order,
      recipient,
      language,
      actor: unit.actor,
      attemptCount: 0,
      nextAttemptAt: unit.now(),
      leaseUntil: null,
      endedAt: null,
      failure: null,
    });
    return unit.em.assign(order, { sendStatus: 'sending', sentTo: recipient, sentAt: null, sendFailure: null });
  },
});
