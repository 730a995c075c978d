import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, refuse, refuseAll } from '../kernel/errors.ts';
import { name, notNegative, text } from '../kernel/inputs.ts';
import { command, MODULES, query } from '../kernel/operation.ts';
import { quantity } from '../kernel/quantity.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Db, Unit } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { columnsOf, rowsOf } from '../store/rows.ts';
import { ofTenant } from '../store/tenant.ts';

export const SLUG = /^[a-z0-9-]{2,40}$/;
const LEAD_TIME_DAYS_DEFAULT = 7;

const COSTING_METHODS = ['average', 'fifo'] as const;
export type CostingMethod = (typeof COSTING_METHODS)[number];

const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  comment: 'A tenant: everything else belongs to one and is invisible to the others.',
  properties: {
    id: p.uuid().primary().comment('Identifier (UUIDv7).'),
    slug: p.string().length(40).unique().comment('Its name in host names: https://<slug>.<host>/api/v1.'),
    name: p.string().length(200).comment('Name of the organization.'),
    modules: p.array().columnType('text[]').$type<string[]>().comment('The modules that are enabled.'),
    currency: p.string().length(3).default('EUR').comment('ISO 4217 code of the currency of all money.'),
    timeZone: p.string().length(64).default('UTC').comment('IANA time zone, in which days begin and end.'),
    address: p.text().nullable().comment('Postal address shown on its papers.'),
    logo: p.text().nullable().comment('Picture shown on its papers: a PNG or JPEG as a `data:` URL.'),
    costingMethod: p
      .enum(COSTING_METHODS)
      .default('average')
      .comment('How the cost of outgoing stock is determined: by the average at the location, or first in, first out.'),
    strictGtin: p
      .boolean()
      .default(false)
      .comment('Whether a barcode of 8, 12, 13 or 14 digits must have the check digit of a GTIN.'),
    defaultReorderPoint: quantity().default('0').comment('Reorder point if there is no inventory policy.'),
    defaultReorderQuantity: quantity().default('0').comment('Reorder quantity if there is no inventory policy.'),
    defaultLeadTimeDays: p
      .integer()
      .default(LEAD_TIME_DAYS_DEFAULT)
      .comment('Lead time in days if neither the policy nor the supplier has one.'),
    defaultSafetyStock: quantity().default('0').comment('Safety stock if there is no inventory policy.'),
    createdAt: p.datetime(3).defaultRaw('now()').comment('When the record was created.'),
    updatedAt: p.datetime(3).defaultRaw('now()').comment('When the record last changed.'),
    moving: p
      .enum(['leaving', 'left', 'arriving'])
      .nullable()
      .hidden()
      .comment('While it moves to another database: docs/pods.md. Null if it lives here.'),
  },
});
export class Organization extends OrganizationSchema.class {}
OrganizationSchema.setClass(Organization);

/** The input of the modules that are switched on. */
export const modules = () => z.array(z.enum(MODULES).meta({ id: 'Module' })).max(MODULES.length);
const CURRENCY = 'Must be an ISO 4217 code such as EUR.';
/** Made with the first question: it takes longer than the rest of this module. */
let currencies: Intl.DisplayNames | undefined;
const isCurrency = (code: string): boolean => {
  currencies ??= new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
  return currencies.of(code) !== undefined;
};
/** A currency that exists: what is recorded in a mistyped one cannot be taken back. */
export const currency = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, { message: CURRENCY, abort: true })
    .refine(isCurrency, CURRENCY);
const TIME_ZONE = 'Must be an IANA time zone such as Europe/Berlin.';
/** The input of a time zone: a name of the IANA database. */
export const timeZone = () => z.string().max(64).refine(isTimeZone, TIME_ZONE);

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return /^[A-Za-z]/.test(zone);
  } catch {
    return false;
  }
}

/**
 * Refuses a time zone that the database does not know, or takes for a fixed offset: `IST` is Kolkata here and Israel
 * there, and `CET` has no summer time there. Papers and reports would disagree about when a day begins. The database is
 * made to use the zone: to look it up in `pg_timezone_names` it reads the files of all 600.
 */
export async function refuseOtherZone(db: Db, zone: string): Promise<void> {
  const isKnown = await sql`select now() at time zone ${zone}::text`.execute(db).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === UNKNOWN_ZONE) return false;
      throw error;
    },
  );
  if (!isKnown || (await isAbbreviation(db, zone))) refuse('validation_failed', TIME_ZONE, { field: 'timeZone' });
}

const UNKNOWN_ZONE = '22023';

/** Whether the database has it among its abbreviations, which go before names: they are letters alone. */
async function isAbbreviation(db: Db, zone: string): Promise<boolean> {
  if (zone === 'UTC' || /[^a-z]/i.test(zone)) return false;
  const { rows } = await sql`
    select from pg_timezone_abbrevs where abbrev = upper(${zone}) and abbrev <> 'UTC'`.execute(db);
  return rows.length > 0;
}

const LOGO_BYTES_MAX = 150 * 1024;
const LOGO_PIXELS_MAX = 3000;

/**
 * A picture that every paper can show: no SVG, which could contain scripts, and no PNG that decompresses to an
 * unreasonable size.
 */
const logo = () =>
  z
    .string()
    .max(Math.ceil((LOGO_BYTES_MAX * 4) / 3) + 40, 'Must be at most 150 KiB.')
    .refine(
      isPicture,
      'Must be a PNG or JPEG of at most 3000 x 3000 pixels: data:image/png;base64,… or data:image/jpeg;base64,…',
    );

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

function isPicture(address: string): boolean {
  const [, type, base64] = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? [];
  if (type === undefined) return false;
  const bytes = Buffer.from(base64!, 'base64');
  if (type === 'jpeg') return bytes.subarray(0, JPEG.length).equals(JPEG);
  if (bytes.length < 33 || !bytes.subarray(0, PNG.length).equals(PNG)) return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width > 0 && height > 0 && width <= LOGO_PIXELS_MAX && height <= LOGO_PIXELS_MAX;
}

export const getOrganization = query('getOrganization', {
  area: 'admin',
  summary: 'Returns the organization that the key belongs to.',
  input: z.strictObject({}),
  output: Organization,
  async run({ db }) {
    const shape = shapeOf(Organization);
    const { rows } = await sql<Row>`select ${columnsOf(shape)} ${rowsOf(shape, [])}`.execute(db);
    return rows[0] ?? refuse('not_found', 'There is no such organization.');
  },
});

/** The unit's organization. The one record that is not a tenant's, so records of tenants are not loaded like this. */
export const organizationOf = (unit: Unit): Promise<Organization> =>
  unit.em.findOneOrFail(Organization, unit.organizationId);

export const updateOrganization = command('updateOrganization', {
  area: 'admin',
  summary:
    'Changes the settings of the organization. The costing method and the currency cannot be changed once the ledger has amounts.',
  refuses: ['invalid_state'],
  input: z.strictObject({
    name: name().optional(),
    modules: modules().optional(),
    currency: currency().optional(),
    timeZone: timeZone().optional(),
    address: text(1000).nullable().optional(),
    logo: logo().nullable().optional(),
    costingMethod: z.enum(COSTING_METHODS).meta({ id: 'OrganizationCostingMethod' }).optional(),
    strictGtin: z.boolean().optional(),
    defaultReorderPoint: notNegative().optional(),
    defaultReorderQuantity: notNegative().optional(),
    defaultLeadTimeDays: z.int().min(0).max(3650).optional(),
    defaultSafetyStock: notNegative().optional(),
  }),
  output: Organization,
  addresses: Organization,
  lock: unit => sql`select from organizations where id = ${unit.organizationId} for update`.execute(unit.db),
  async run(unit, input) {
    const organization = await organizationOf(unit);
    await refuseFixed(unit, organization, input);
    if (input.timeZone !== undefined && input.timeZone !== organization.timeZone)
      await refuseOtherZone(unit.db, input.timeZone);
    return unit.em.assign(organization, {
      ...input,
      ...(input.modules && { modules: [...new Set(input.modules)] }),
      updatedAt: unit.now(),
    });
  },
});

interface FixedSettings {
  costingMethod?: CostingMethod | undefined;
  currency?: string | undefined;
}

/**
 * The method decides what each movement cost, and the currency what each amount means; no amount is ever rewritten or
 * converted. So the first amount in the ledger fixes both, and a frozen exchange rate fixes the currency.
 */
async function refuseFixed(
  unit: Unit,
  { costingMethod, currency: code }: Organization,
  given: FixedSettings,
): Promise<void> {
  const isOtherMethod = given.costingMethod !== undefined && given.costingMethod !== costingMethod;
  const isOtherCurrency = given.currency !== undefined && given.currency !== code;
  if (!isOtherMethod && !isOtherCurrency) return;
  const { rows } = await sql<{ is_valued: boolean; has_amounts: boolean }>`
    select exists (select from ledger_entries e where ${ofTenant('e')} and e.value_change <> 0) as is_valued,
      exists (select from ledger_entries e where ${ofTenant('e')} and e.revenue <> 0)
        or exists (select from purchase_orders b
            where ${ofTenant('b')} and b.exchange_rate is not null) as has_amounts`.execute(unit.db);
  const { is_valued: isValued, has_amounts: hasAmounts } = rows[0]!;
  const fixed = (field: keyof FixedSettings, message: string): Problem => ({ code: 'invalid_state', message, field });
  refuseAll([
    ...(isOtherMethod && isValued
      ? [fixed('costingMethod', 'The costing method cannot be changed: there is stock of known value.')]
      : []),
    ...(isOtherCurrency && (isValued || hasAmounts)
      ? [fixed('currency', `The currency cannot be changed: there are amounts in ${code}, which are not converted.`)]
      : []),
  ]);
}

/** The organization's currency, which does not change before what is decided by it is written. For commands. */
export async function currencyOf(unit: Pick<Unit, 'db'>): Promise<string> {
  const { rows } = await sql<{
    currency: string;
  }>`select o.currency from organizations o where ${ofTenant('o', 'id')} for key share`.execute(unit.db);
  return rows[0]!.currency;
}

/** The organization's current day, as `YYYY-MM-DD`. */
export async function today(unit: Pick<Unit, 'db' | 'organizationId'>): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone time_zone)::date as today from organizations where id = ${unit.organizationId}`.execute(
    unit.db,
  );
  return rows[0]!.today;
}
