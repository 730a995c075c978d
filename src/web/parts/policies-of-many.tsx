import { Group, Text } from '@mantine/core';
import { readAllAgain } from '../following.ts';
import { client, graphql, type Problem, problemsOf, type SendResult, send } from '../graphql.ts';
import { t } from '../language.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog, type Submission, stoppedAfter } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';

const KnownPolicies = graphql(`
  query PoliciesOfMany($variantIds: [ID!], $locationIds: [ID!]) {
    inventoryPolicies(first: 200, filter: { variantIds: $variantIds, locationIds: $locationIds }) {
        nodes { id variantId locationId } }
  }
`);
const Create = graphql(
  `mutation CreatePolicyOfMany($input: CreateInventoryPolicyInput!, $idempotencyKey: String) {
      createInventoryPolicy(input: $input, idempotencyKey: $idempotencyKey) { inventoryPolicy { id } } }`,
);
const Update = graphql(
  `mutation UpdatePolicyOfMany($id: ID!, $input: UpdateInventoryPolicyInput, $idempotencyKey: String) {
      updateInventoryPolicy(id: $id, input: $input, idempotencyKey: $idempotencyKey) { inventoryPolicy { id } } }`,
);

/** A variant at a location. */
interface Place {
  sku: string;
  locationId: string;
  variant: { id: string };
}

/**
 * The number of variants per query, at one location: each has at most one policy there, so one page holds the result.
 */
const AT_ONCE = 200;

/** Sets the same reorder policy for several variants at their locations. Other fields of existing policies are kept. */
export function PoliciesOfMany({ places, done }: { places: readonly Place[]; done(): void }) {
  const fields = useFields({ reorderPoint: '' as number | string, reorderQuantity: '' as number | string });
  const { values, amount } = fields;
  const save = async ({ signal, onProgress }: Submission): Promise<SendResult<object>> => {
    const terms = {
      reorderPoint: Number(values.reorderPoint || 0),
      reorderQuantity: Number(values.reorderQuantity || 0),
    };
    const knownPolicies = await policiesOf(places);
    if (!knownPolicies.policies) return { problems: knownPolicies.problems };
    const problems: Problem[] = [];
    for (const [index, { sku, locationId, variant }] of places.entries()) {
      if (signal.aborted) {
        readAllAgain();
        return stoppedAfter(index, places.length);
      }
      onProgress(index, places.length);
      const policy = knownPolicies.policies.get(`${variant.id} ${locationId}`);
      const result = policy
        ? await send(Update, { id: policy, input: terms }, { isOneOfMany: true })
        : await send(Create, { input: { variantId: variant.id, locationId, ...terms } }, { isOneOfMany: true });
      // A problem with a common value concerns all of them.
      if (result.problems?.some(({ field }) => field !== null && field in values)) return { problems: result.problems };
      problems.push(
        ...(result.problems ?? []).map(each => ({ ...each, field: null, message: `${sku}: ${each.message}` })),
      );
    }
    readAllAgain();
    return problems.length > 0 ? { problems } : { data: {} };
  };
  return (
    <FormDialog
      opener={t('When to reorder')}
      variant="default"
      compact
      title={t('When to reorder: {places, plural, one {# level} other {# levels}}', { places: places.length })}
      submit={t('Save')}
      fields={fields}
      send={save}
      done={() => {
        notify(t('Saved for {places, plural, one {# level} other {# levels}}.', { places: places.length }));
        done();
      }}
    >
      {errors => (
        <>
          <Group grow align="flex-start">
            <NumberField label={t('Reorder point')} description={t('Low below')} {...amount('reorderPoint', errors)} />
            <NumberField
              label={t('Reorder quantity')}
              description={t('Order at least')}
              {...amount('reorderQuantity', errors)}
            />
          </Group>
          <Text size="xs" c="dimmed">
            {t(
              'Each gets these figures at its own location. Safety stock, lead time and replenishment source stay as they are.',
            )}
          </Text>
        </>
      )}
    </FormDialog>
  );
}

/** The existing policies, by variant and location. */
async function policiesOf(
  places: readonly Place[],
): Promise<{ policies: Map<string, string>; problems?: never } | { policies?: never; problems: Problem[] }> {
  const policies = new Map<string, string>();
  for (const [locationId, there] of Map.groupBy(places, place => place.locationId)) {
    for (let at = 0; at < there.length; at += AT_ONCE) {
      const variantIds = there.slice(at, at + AT_ONCE).map(({ variant }) => variant.id);
      const { data, error } = await client
        .query(KnownPolicies, { variantIds, locationIds: [locationId] }, { requestPolicy: 'network-only' })
        .toPromise();
      if (!data) return { problems: error ? problemsOf(error) : [] };
      for (const { id, variantId } of data.inventoryPolicies.nodes) policies.set(`${variantId} ${locationId}`, id);
    }
  }
  return { policies };
}
