import { sql } from 'kysely';
import type { Logger } from 'pino';
import { lockPurchaseOrder, PurchaseOrder } from '../domain/purchase-orders.ts';
import type { Language } from '../kernel/language.ts';
import type { Caller, Module, Reading, Scope } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/shape.ts';
import { EVERYTHING } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { print } from '../papers/paper.ts';
import { purchaseOrderPaper } from '../papers/purchasing.ts';
import { type Speech, speechIn, spoken } from '../papers/words.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { lockById } from '../store/record.ts';
import { readById } from '../store/rows.ts';
import { PurchaseOrderMail } from './purchase-order-mails.ts';
import { type Mail, type MailOutcome, type MailSettings, openPostman, type Postman } from './smtp.ts';

/*
 * Sends the waiting mails, leased like webhook deliveries: another process sends again what a killed one was sending. A
 * mail server that accepted a mail but could not confirm it gets it twice, with the same Message-ID.
 */

/** At once in a process: a mail server that is slow to take one mail holds up no others. */
const AT_ONCE = 4;
/** The mail server's time for one mail, however it spends it. */
const WITHIN_MS = 240_000;
/** Longer than a mail takes with its PDF: until then no other process sends it. */
const LEASE_SECONDS = 300;
/** How long a process that stops waits for mails that the mail server is taking. */
const FINISH_MS = 10_000;
const MINUTE_MS = 60_000;
/** The delay after each attempt; after the last one the mail has failed. */
const RETRY_DELAYS_MS: readonly number[] = [1, 5, 15, 60, 180, 360, 720].map(minutes => minutes * MINUTE_MS);
/** Only an open order is mailed: it may have been received or cancelled while its mail was waiting. */
const OPEN: readonly unknown[] = ['submitted', 'partially_received'];

export interface Mails {
  /** Sends all that is due now. */
  wake(): Promise<void>;
  /** Lets mails under way finish for a moment, and returns the others. */
  close(): Promise<void>;
}

interface MailsOptions extends MailSettings {
  withinMs?: number;
  finishMs?: number;
}

interface LeasedMail {
  organizationId: string;
  id: string;
  purchaseOrderId: string;
  recipient: string;
  language: Language;
  actor: string;
  attemptCount: number;
  organization: string;
  supplier: string | null;
  modules: Module[];
}

/** Sends the mails that are due, a few at a time, until it is closed. Any number of processes may do so. */
export function startMails(
  database: OpenDatabase,
  { withinMs = WITHIN_MS, finishMs = FINISH_MS, ...mailing }: MailsOptions,
  log: Logger,
): Mails {
  const postman = openPostman(mailing);
  const lanes = new Set<Promise<void>>();
  const cut = new AbortController();
  let stopped = false;

  function begin(): void {
    if (stopped || lanes.size >= AT_ONCE) return;
    const lane = work()
      .catch((error: unknown) => log.warn({ err: error }, 'looking for mail failed; trying again'))
      .finally(() => lanes.delete(lane));
    lanes.add(lane);
  }

  async function work(): Promise<void> {
    for (let leased = await lease(database); leased; leased = stopped ? undefined : await lease(database)) {
      begin();
      const { id, organizationId } = leased;
      const posted = await post(database, postman, leased, within(withinMs, cut.signal)).catch(
        (error: unknown): MailOutcome => {
          log.error(
            { err: error, mailId: id, organizationId },
            'a purchase order could not be turned into an email; trying again',
          );
          return { failure: 'Something went wrong on our side.', isFinal: false };
        },
      );
      // Cut off by this process, which says nothing about the mail server.
      if (posted.failure !== undefined && cut.signal.aborted) await giveBack(database, leased);
      else await record(database, leased, posted);
    }
  }

  const endLooking = database.looks.add({ condition: () => DUE, checked: found => found && begin() });
  return {
    async wake() {
      begin();
      while (lanes.size > 0) await Promise.all(lanes);
    },
    async close() {
      stopped = true;
      const hurry = setTimeout(() => cut.abort(), finishMs);
      await Promise.all([endLooking(), ...lanes]);
      clearTimeout(hurry);
      postman.close();
    },
  };
}

/** Aborts after this time, or with the other signal. */
const within = (ms: number, signal: AbortSignal): AbortSignal => AbortSignal.any([AbortSignal.timeout(ms), signal]);

/** Whether there is a due mail that no process is sending. */
const DUE = sql`exists (
  select from purchase_order_mails where next_attempt_at <= now() and coalesce(lease_until < now(), true))`;

/** Takes the mail that has been due for longest and that no process is sending. */
async function lease({ background }: OpenDatabase): Promise<LeasedMail | undefined> {
  const { rows } = await sql<LeasedMail>`
    update purchase_order_mails m set lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    from organizations o, purchase_orders d
    left join suppliers s on s.organization_id = d.organization_id and s.id = d.supplier_id
    where o.id = m.organization_id and d.organization_id = m.organization_id and d.id = m.purchase_order_id
      and (m.organization_id, m.id) = (
        select w.organization_id, w.id from purchase_order_mails w
        where w.next_attempt_at <= now() and coalesce(w.lease_until < now(), true) order by w.next_attempt_at
            limit 1 for update skip locked)
    returning m.organization_id as "organizationId", m.id, m.purchase_order_id as "purchaseOrderId", m.recipient,
      m.language, m.actor, m.attempt_count as "attemptCount",
      o.name as organization, o.modules, s.name as supplier`.execute(background);
  return rows[0];
}

/** Another process may send it at once. */
const giveBack = async ({ background }: OpenDatabase, { organizationId, id }: LeasedMail): Promise<void> => {
  await sql`
    update purchase_order_mails
    set lease_until = null where organization_id = ${organizationId} and id = ${id} and ended_at is null`.execute(
    background,
  );
};

async function post(
  database: OpenDatabase,
  postman: Postman,
  leased: LeasedMail,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const { organizationId, purchaseOrderId, modules } = leased;
  const db = database.read(organizationId);
  const order = await readById(db, shapeOf(PurchaseOrder), purchaseOrderId);
  if (!order || !OPEN.includes(order['status']))
    return { failure: 'It was received or cancelled before it could be sent.', isFinal: true };
  const caller: Caller = {
    organizationId,
    actor: 'system',
    scopes: new Set<Scope>(['purchasing:read']),
    modules: new Set(modules),
    database,
  };
  const reading: Reading = { db, organizationId, caller, wants: EVERYTHING };
  const speech = speechIn(leased.language);
  const paper = spoken(speech, await purchaseOrderPaper(reading, order, speech));
  const { fileName, content, contentType } = await print(reading, paper, 'pdf');
  const attachment = { fileName, contentType, content: Buffer.from(content, 'base64') };
  return postman.post({ ...letterOf(leased, order, speech), attachment }, signal);
}

/** The text of the mail. Replies go to the person who sent it. */
function letterOf(leased: LeasedMail, order: Row, { say, day }: Speech): Omit<Mail, 'attachment'> {
  const { id, recipient, actor, organization, supplier } = leased;
  const number = String(order['number']);
  const attached = say('our purchase order {number} is attached as a PDF.', { number });
  const expected = order['expectedOn']
    ? [say('We expect it on {day}.', { day: day(order['expectedOn'] as string) })]
    : [];
  return {
    id,
    to: recipient,
    sender: organization,
    replyTo: /^user:(.+@.+)$/.exec(actor)?.[1],
    subject: say('Purchase order {number} from {organization}', { number, organization }),
    text: [
      supplier === null ? say('Dear Sir or Madam,') : say('Dear {supplier},', { supplier }),
      [attached, ...expected].join(' '),
      `${say('Kind regards')}\n${organization}\n`,
    ].join('\n\n'),
  };
}

/**
 * Records the outcome of an attempt on the mail and, once it is final, on its purchase order, which notifies its
 * followers.
 */
async function record(
  database: OpenDatabase,
  { organizationId, id, purchaseOrderId, attemptCount }: LeasedMail,
  posted: MailOutcome,
): Promise<void> {
  const delayMs = posted.failure === undefined || posted.isFinal ? undefined : RETRY_DELAYS_MS[attemptCount];
  await database.transaction(organizationId, 'system', async unit => {
    // Locks the purchase order before its mail, as everywhere.
    const order = await lockPurchaseOrder(unit, purchaseOrderId);
    const mail = await lockById(unit, PurchaseOrderMail, id);
    // Another process had taken over and finished.
    if (mail.endedAt) return;
    const now = unit.now();
    const next = delayMs === undefined ? null : new Date(now.getTime() + delayMs);
    const failure = posted.failure ?? null;
    unit.em.assign(mail, {
      attemptCount: attemptCount + 1,
      nextAttemptAt: next,
      leaseUntil: null,
      endedAt: next ? null : now,
      failure,
    });
    if (failure === null) unit.em.assign(order, { sendStatus: 'sent', sentAt: now, sendFailure: null });
    // While it is being retried, the last problem is shown.
    else unit.em.assign(order, { sendStatus: next ? 'sending' : 'failed', sendFailure: failure });
  });
}
