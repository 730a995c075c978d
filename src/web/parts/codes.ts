import type { ResultOf } from 'gql.tada';
import { date, today } from '../format.ts';
import { fetchWithin, graphql, type Problem, readOnce } from '../graphql.ts';
import { t } from '../language.ts';
import { betweenCodes } from '../ui/keystrokes.ts';

/*
 * What a code stands for. The service decides, so that every field interprets the same code in the same way.
 */

const ScanQuery = graphql(`
  query Scanned($code: String!) {
    scan(code: $code) {
      kind others
      variant { id productId sku name unit barcode unitCost unitPrice lotTracked product { name pictureUrl } }
      lot { id lotNumber status expiryDate }
      document { id number }
      location { id name }
      gs1 { lotNumber expiryDate count }
    }
  }
`);
export type Scan = NonNullable<ResultOf<typeof ScanQuery>['scan']>;
export type ScannedVariant = NonNullable<Scan['variant']>;

/** The maximum length of a code: docs/api.md, "Scanning". */
const CODE_CHARACTERS_MAX = 500;

/** How long whoever scans waits for an answer. */
const ANSWER_MS = 8000;

/**
 * What the code stands for. Kind `UNKNOWN` is a result; there are problems only if the service could not be asked.
 * Throws if the form that wanted to know was closed meanwhile.
 */
export async function scanCode(code: string, signal: AbortSignal): Promise<{ scan?: Scan; problems?: Problem[] }> {
  if (code.length > CODE_CHARACTERS_MAX) return {};
  const { data, problems } = await readOnce(ScanQuery, { code }, { fetch: fetchWithin(ANSWER_MS) });
  await betweenCodes();
  signal.throwIfAborted();
  if (problems) return { problems };
  return data.scan ? { scan: data.scan } : {};
}

type ScannedLot = Pick<NonNullable<Scan['lot']>, 'lotNumber' | 'status' | 'expiryDate'>;

/** Whether the lot may no longer be used today. */
export const isExpired = ({ expiryDate }: Pick<ScannedLot, 'expiryDate'>): boolean =>
  expiryDate !== null && expiryDate < today();

/** The code names a lot that the variant does not have: taking another one instead would be wrong and unnoticed. */
export const lotMissing = ({ lot, gs1, variant }: Scan): string | undefined =>
  gs1?.lotNumber && !lot && variant?.lotTracked
    ? t('There is no lot {lotNumber} of {sku}.', { lotNumber: gs1.lotNumber, sku: variant.sku })
    : undefined;

/** Why goods of the scanned lot must not be shipped or used, if they must not. */
export function lotRefused(found: Scan): string | undefined {
  const { lot } = found;
  if (!lot) return lotMissing(found);
  const { lotNumber, status, expiryDate } = lot;
  if (status === 'QUARANTINE') return t('Lot {lotNumber} is in quarantine: put it back.', { lotNumber });
  if (status === 'RECALLED') return t('Lot {lotNumber} is recalled: set it aside.', { lotNumber });
  return isExpired(lot)
    ? t('Lot {lotNumber} expired on {expiryDate}: set it aside.', { lotNumber, expiryDate: date(expiryDate!) })
    : undefined;
}
