import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../../src/forecasting/random.ts';
import { type Answered, add, type DocumentTable, hashOf, type Journal, placeOf } from './journal.ts';

/*
 * The load: clients that each work with documents of their own, all over the same few levels. Every command has an
 * Idempotency-Key and is repeated, at the other process, until its outcome is certain.
 */

export interface Tenant {
  index: number;
  id: string;
  key: string;
  skus: readonly string[];
  locationIds: readonly string[];
}

/** Where the load goes, and where it is recorded. */
export interface Stage {
  tenants: readonly Tenant[];
  /** The URLs of the web processes. */
  urls: readonly string[];
  journal: Journal;
}

export interface Reply {
  status: number;
  text: string;
  data: { [name: string]: unknown };
}

/**
 * How long a client waits for a response before it asks another process. Longer than a process that has just started
 * is busy loading the rest of itself where many others want the processor: that is slow, but nothing is lost.
 */
const ANSWER_MS = 60_000;
const AGAIN_MS = 100;
/** Every command must have a certain outcome within this time. */
const CERTAIN_MS = 300_000;

/** Commands that were started: they go to the processes in turn. */
let begun = 0;
let keys = 0;
export const newKey = (): string => `campaign-${(keys += 1)}`;

/** Sends one command and repeats it until its outcome is certain: done, or refused. */
export async function command(
  stage: Stage,
  tenant: Tenant,
  path: string,
  body?: object,
  key = newKey(),
): Promise<Reply | undefined> {
  const { journal } = stage;
  const deadline = performance.now() + CERTAIN_MS;
  const first = (begun += 1);
  for (let attempt = 0; performance.now() < deadline; attempt += 1) {
    if (attempt > 0) await sleep(AGAIN_MS);
    const url = stage.urls[(first + attempt) % stage.urls.length]!;
    const sentAt = performance.now();
    const found = await post(url, tenant, key, path, body);
    if (typeof found === 'string') {
      journal.figures.unanswered += 1;
      if (found !== 'ECONNREFUSED')
        journal.lost.push(`POST ${path} to ${url}: ${found} after ${Math.round(performance.now() - sentAt)} ms`);
      continue;
    }
    const { status, text, replayed } = found;
    if (status === 503 || status === 429 || (status === 409 && text.includes('idempotency_in_progress'))) {
      journal.figures.notNow += 1;
      continue;
    }
    if (status >= 500) {
      journal.violations.push(`${status} to POST ${path}: ${text.slice(0, 200)}`);
      continue;
    }
    const isDone = status < 300;
    journal.figures[isDone ? 'done' : 'refused'] += 1;
    if (isDone && attempt > 0 && replayed) journal.figures.doneUntold += 1;
    if (status === 400 || status === 401 || status === 403)
      journal.violations.push(`${status} to POST ${path}: ${text}`);
    const answered: Answered = { tenant: tenant.index, key, path, body, status, hash: hashOf(text) };
    journal.answered.push(answered);
    return { status, text, data: isDone ? (JSON.parse(text) as { data: Reply['data'] }).data : {} };
  }
  journal.violations.push(`No certain answer to POST ${path} within ${CERTAIN_MS / 1000} s.`);
  return undefined;
}

/** One attempt: the whole response, or why there is none. */
export async function post(
  url: string,
  tenant: Tenant,
  key: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string; replayed: boolean } | string> {
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.key}`,
        'idempotency-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return {
      status: response.status,
      text: await response.text(),
      replayed: response.headers.has('idempotent-replayed'),
    };
  } catch (error) {
    // A timeout is a DOMException, whose code is a number.
    const { code } = ((error as Error).cause ?? error) as { code?: unknown };
    return typeof code === 'string' ? code : String(error);
  }
}

interface Line {
  sku: string;
  quantity: number;
}

/** A document of one client. */
export interface Document {
  id: string;
  status: string;
  locationId: string;
  toId: string;
  lines: readonly Line[];
}

/** A client's own documents, and its chance. */
export interface Mind {
  stage: Stage;
  tenant: Tenant;
  random: () => number;
  own: { [Table in DocumentTable]: Document[] };
}

const below = ({ random }: Mind, bound: number): number => Math.floor(random() * bound);
const one = <T>(mind: Mind, of: readonly T[]): T | undefined => of[below(mind, of.length)];
const among = (mind: Mind, table: DocumentTable, ...statuses: string[]): Document | undefined =>
  one(
    mind,
    mind.own[table].filter(({ status }) => statuses.includes(status)),
  );

/** One or two lines about different variants. */
function someLines(mind: Mind): Line[] {
  const first = below(mind, mind.tenant.skus.length);
  const line = (offset: number): Line => ({
    sku: mind.tenant.skus[(first + offset) % mind.tenant.skus.length]!,
    quantity: 1 + below(mind, 3),
  });
  return below(mind, 2) === 0 ? [line(0)] : [line(0), line(1)];
}

const book = (
  { stage, tenant }: Mind,
  kind: 'onHand' | 'reserved',
  locationId: string,
  lines: readonly Line[],
  sign: number,
) => {
  for (const { sku, quantity } of lines)
    add(stage.journal[kind], placeOf(tenant.index, sku, locationId), sign * quantity);
};

function remember(mind: Mind, table: DocumentTable, document: Document, { data }: Reply): void {
  document.status = (data['status'] as string | undefined) ?? '';
  mind.stage.journal.documents[table].set(document.id, document.status);
}

/** Creates a document, if the service accepts it. */
async function make(
  mind: Mind,
  table: DocumentTable,
  body: object,
  document: Partial<Document> & Pick<Document, 'locationId' | 'lines'>,
): Promise<Document | undefined> {
  const reply = await command(mind.stage, mind.tenant, `/${table}`, body);
  if (!reply || reply.status >= 300) return undefined;
  const made = { toId: document.locationId, status: '', ...document, id: reply.data['id'] as string };
  mind.own[table].push(made);
  remember(mind, table, made, reply);
  return made;
}

/** The transitions of documents: from which states, and their effect on the books. */
export interface Step {
  table: DocumentTable;
  verb: string;
  from: readonly string[];
  weight: number;
  booked?(mind: Mind, document: Document, before: string): void;
}

const leaves = (mind: Mind, { locationId, lines }: Document) => book(mind, 'onHand', locationId, lines, -1);
const arrives = (mind: Mind, { toId, lines }: Document) => book(mind, 'onHand', toId, lines, 1);
const released = (mind: Mind, { locationId, lines }: Document, before: string) => {
  if (before === 'reserved') book(mind, 'reserved', locationId, lines, -1);
};

export const STEPS: readonly Step[] = [
  {
    table: 'orders',
    verb: 'reserve',
    from: ['pending'],
    weight: 14,
    booked: (mind, { locationId, lines }) => book(mind, 'reserved', locationId, lines, 1),
  },
  {
    table: 'orders',
    verb: 'fulfill',
    from: ['pending', 'reserved'],
    weight: 14,
    booked(mind, document, before) {
      leaves(mind, document);
      released(mind, document, before);
    },
  },
  { table: 'orders', verb: 'cancel', from: ['pending', 'reserved'], weight: 7, booked: released },
  { table: 'stock_transfers', verb: 'ship', from: ['pending'], weight: 4, booked: leaves },
  { table: 'stock_transfers', verb: 'receive', from: ['shipped'], weight: 4, booked: arrives },
  { table: 'stock_transfers', verb: 'cancel', from: ['pending'], weight: 1 },
  { table: 'purchase_orders', verb: 'submit', from: ['draft'], weight: 3 },
  { table: 'purchase_orders', verb: 'receive', from: ['submitted'], weight: 4, booked: arrives },
  { table: 'return_authorizations', verb: 'receive', from: ['pending'], weight: 3, booked: arrives },
];

/** Creates a document of this kind, if the service accepts it. */
export const MAKERS: { readonly [table: string]: { weight: number; make(mind: Mind): Promise<Document | undefined> } } =
  {
    orders: {
      weight: 20,
      make(mind) {
        const [locationId, lines] = [one(mind, mind.tenant.locationIds)!, someLines(mind)];
        return make(mind, 'orders', { location_id: locationId, items: lines }, { locationId, lines });
      },
    },
    stock_transfers: {
      weight: 5,
      make(mind) {
        const [locationId, toId] = [mind.tenant.locationIds[0]!, one(mind, mind.tenant.locationIds.slice(1))!];
        const lines = someLines(mind);
        const body = { source_location_id: locationId, destination_location_id: toId, items: lines };
        return make(mind, 'stock_transfers', body, { locationId, toId, lines });
      },
    },
    purchase_orders: {
      weight: 5,
      make(mind) {
        const [locationId, lines] = [one(mind, mind.tenant.locationIds)!, someLines(mind)];
        const body = { location_id: locationId, items: lines, status: one(mind, ['draft', 'submitted']) };
        return make(mind, 'purchase_orders', body, { locationId, lines });
      },
    },
    return_authorizations: {
      weight: 4,
      async make(mind) {
        const order = among(mind, 'orders', 'fulfilled');
        if (!order) return undefined;
        const { id, locationId } = order;
        const lines = [{ sku: order.lines[0]!.sku, quantity: 1 }];
        const items = lines.map(line => ({ ...line, condition: 'sellable' }));
        return make(mind, 'return_authorizations', { order_id: id, reason: 'campaign', items }, { locationId, lines });
      },
    },
    waste_records: {
      weight: 4,
      async make(mind) {
        const [locationId, sku] = [one(mind, mind.tenant.locationIds)!, one(mind, mind.tenant.skus)!];
        const lines = [{ sku, quantity: 1 + below(mind, 2) }];
        const body = { location_id: locationId, ...lines[0], reason: 'damaged' };
        const made = await make(mind, 'waste_records', body, { locationId, lines });
        if (made) leaves(mind, made);
        return made;
      },
    },
  };

/** Advances one of the client's documents that are in the right state; returns whether it was accepted. */
export async function take(mind: Mind, step: Step, document = among(mind, step.table, ...step.from)): Promise<boolean> {
  if (!document) return false;
  const before = document.status;
  const reply = await command(mind.stage, mind.tenant, `/${step.table}/${document.id}/${step.verb}`);
  if (!reply || reply.status >= 300) return false;
  step.booked?.(mind, document, before);
  remember(mind, step.table, document, reply);
  return true;
}

/** Adjusts one level up or down. */
export async function adjust(mind: Mind): Promise<void> {
  const { stage, tenant } = mind;
  const [sku, locationId] = [one(mind, tenant.skus)!, one(mind, tenant.locationIds)!];
  const change = (1 + below(mind, 5)) * (below(mind, 3) === 0 ? -1 : 1);
  const reply = await command(stage, tenant, '/inventory_adjustments', {
    sku,
    location_id: locationId,
    quantity_change: change,
  });
  if (!reply || reply.status >= 300) return;
  stage.journal.adjustments.add(reply.data['id'] as string);
  add(stage.journal.onHand, placeOf(tenant.index, sku, locationId), change);
}

/** Counts one variant and applies what differs. */
async function count(mind: Mind): Promise<void> {
  const [locationId, sku] = [one(mind, mind.tenant.locationIds)!, one(mind, mind.tenant.skus)!];
  const made = await make(
    mind,
    'cycle_counts',
    {
      location_id: locationId,
      status: 'in_progress',
      cycle_count_items_attributes: [{ sku, counted_quantity: 900 + below(mind, 200) }],
    },
    { locationId, lines: [] },
  );
  if (!made) return;
  const reply = await command(mind.stage, mind.tenant, `/cycle_counts/${made.id}/complete`);
  if (!reply || reply.status >= 300) return;
  remember(mind, 'cycle_counts', made, reply);
  for (const { variance } of reply.data['items'] as { variance: number }[])
    add(mind.stage.journal.onHand, placeOf(mind.tenant.index, sku, locationId), variance);
}

const NESTED =
  '{ inventoryLevels(first: 20) { nodes { quantityOnHand variant { sku product { name } } location { name } } } }';

/**
 * Reads a list over REST or nested over GraphQL. A process that is down is not asked again; any other failure is a
 * violation.
 */
async function look({ stage, tenant, random }: Mind): Promise<void> {
  const url = stage.urls[Math.floor(random() * stage.urls.length)]!;
  const isNested = random() < 0.5;
  const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' };
  const response = await fetch(isNested ? `${url}/graphql` : `${url}/api/v1/inventory_levels?per_page=20`, {
    headers,
    ...(isNested && { method: 'POST', body: JSON.stringify({ query: NESTED }) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (text === undefined) return void (stage.journal.figures.unanswered += 1);
  if (response!.status === 503 || text.includes('"UNAVAILABLE"')) return void (stage.journal.figures.notNow += 1);
  if (response!.status === 200 && !text.includes('"errors"')) stage.journal.figures.read += 1;
  else stage.journal.violations.push(`${response!.status} to a read: ${text.slice(0, 200)}`);
}

/** What clients do, each as often as its weight says. */
const DEEDS: readonly (readonly [weight: number, deed: (mind: Mind) => Promise<unknown>])[] = [
  ...Object.values(MAKERS).map(maker => [maker.weight, maker.make] as const),
  ...STEPS.map(step => [step.weight, (mind: Mind) => take(mind, step)] as const),
  [14, adjust],
  [3, count],
  [25, look],
];

const WEIGHTS = DEEDS.reduce((sum, [weight]) => sum + weight, 0);

function choose(mind: Mind): (mind: Mind) => Promise<unknown> {
  let left = mind.random() * WEIGHTS;
  return DEEDS.find(([weight]) => (left -= weight) < 0)![1];
}

/** A client with no documents yet. */
export const newMind = (stage: Stage, tenant: Tenant, seed: number): Mind => ({
  stage,
  tenant,
  random: randomNumbers(seed),
  own: {
    orders: [],
    stock_transfers: [],
    purchase_orders: [],
    return_authorizations: [],
    waste_records: [],
    cycle_counts: [],
  },
});

export interface Load {
  /** Lets every client finish what it has started; returns the number of actions that all of them did. */
  stop(): Promise<number>;
}

/**
 * Runs this many clients, each doing one thing after the other until the load is stopped; together at most `rate`
 * actions a second.
 */
export function startLoad(
  stage: Stage,
  seed: number,
  { clients, rate = Number.POSITIVE_INFINITY }: { clients: number; rate?: number },
): Load {
  let isOver = false;
  let actions = 0;
  const working = Array.from({ length: clients }, async (_, index) => {
    const mind = newMind(stage, stage.tenants[index % stage.tenants.length]!, seed * 1000 + index);
    while (!isOver) {
      const turn = sleep((1000 * clients) / rate);
      await choose(mind)(mind);
      actions += 1;
      // If there was nothing to do, the others get their turn.
      await turn;
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(working);
      return actions;
    },
  };
}
