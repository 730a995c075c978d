import type { ResultOf } from 'gql.tada';
import { client, graphql, type Problem, problemsOf } from '../graphql.ts';

/*
 * What a code stands for. The service decides, so that every field interprets the same code in the same way.
 */

const Scanned = graphql(`
  query Scanned($code: String!) {
    scan(code: $code) {
      kind others
      variant { id productId sku name barcode unitCost unitPrice lotTracked product { name } }
      lot { id lotNumber }
      document { id number }
      location { id name }
      gs1 { lotNumber expiryDate count }
    }
  }
`);
export type Scan = NonNullable<ResultOf<typeof Scanned>['scan']>;
export type ScannedVariant = NonNullable<Scan['variant']>;

/** The maximum length of a code: docs/api.md, "Scanning". */
const CODE_CHARACTERS_MAX = 500;

/** What the code stands for. Kind `UNKNOWN` is a result; there are problems only if the service could not be asked. */
export async function scanCode(code: string): Promise<{ scan?: Scan; problems?: Problem[] }> {
  if (code.length > CODE_CHARACTERS_MAX) return {};
  const { data, error } = await client.query(Scanned, { code }, { requestPolicy: 'network-only' }).toPromise();
  if (error) return { problems: problemsOf(error) };
  return data?.scan ? { scan: data.scan } : {};
}
