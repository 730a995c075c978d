import { sql } from 'kysely';
import type { Db } from '../../../kernel/unit.ts';
import type { Offer } from './offers.ts';
import type { PlaceSource } from './sources.ts';
import { transits } from './timelines.ts';

/** How many days transfers take between two locations; undefined if there were none. */
export type TransitDays = (from: string, to: string) => number | undefined;

/** How long past transfers took, in days, by their route. */
export async function readTransitDays(db: Db): Promise<TransitDays> {
  const { rows } = await sql<{
    source_location_id: string;
    destination_location_id: string;
    days: number;
  }>`select * from (${transits}) t`.execute(db);
  const days = new Map(rows.map(row => [`${row.source_location_id} ${row.destination_location_id}`, row.days]));
  return (from, to) => days.get(`${from} ${to}`);
}

interface LeadTerms {
  locationId: string;
  policyLeadDays: number | null;
  supplierLeadDays: number | null;
  leadDaysDefault: number;
}

/**
 * The lead time in days: of a purchase by its supplier item, else its policy, else its supplier, else the
 * organization's default; of a move by its policy, else how long earlier ones took; of production by its policy. The
 * one rule for plans and insights.
 */
export function leadDaysOf(
  terms: LeadTerms,
  source: PlaceSource,
  offer: Offer | undefined,
  transitDays: TransitDays,
): number {
  const { locationId, policyLeadDays, supplierLeadDays, leadDaysDefault } = terms;
  if (source.kind === 'buy')
    return offer?.leadDays ?? policyLeadDays ?? (offer ? offer.supplierLeadDays : supplierLeadDays) ?? leadDaysDefault;
  const usual = source.kind === 'move' && source.from ? transitDays(source.from, locationId) : undefined;
  return policyLeadDays ?? usual ?? leadDaysDefault;
}
