import type { ResultOf } from 'gql.tada';
import { client, graphql, type Problem, problemsOf } from '../graphql.ts';

/*
 * What a code is: asked of the service, so that every field takes the same code for the same thing.
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

/** As long as a code may be: docs/api.md, "Scanning". */
const CODE_CHARACTERS_MAX = 500;

/** What the code is. Kind `UNKNOWN` is an answer; problems are there only if nothing could be asked. */
export async function scanCode(code: string): Promise<{ scan?: Scan; problems?: Problem[] }> {
  if (code.length > CODE_CHARACTERS_MAX) return {};
  const { data, error } = await client.query(Scanned, { code }, { requestPolicy: 'network-only' }).toPromise();
  if (error) return { problems: problemsOf(error) };
  return data?.scan ? { scan: data.scan } : {};
}
