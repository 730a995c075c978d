import { Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { readAllAgain } from '../following.ts';
import { date, quantity } from '../format.ts';
import { client, graphql, type Problem, problemsOf, type SendResult, send } from '../graphql.ts';
import { t } from '../language.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { notify, notifyProblems } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { LocationSelect } from './choose.tsx';
import { nameOfItem } from './document.tsx';
import { type Reason, WasteDialog, type WasteLine, wasteLine } from './waste.tsx';

/*
 * Actions on ticked lots. Where how much of each is in stock is read when an action begins.
 */

const StockOfLot = graphql(
  `query StockOfLot($id: ID!) {
      lot(id: $id) { id traceForward { stockByLocation { locationId quantity location { name } } } } }`,
);
const Create = graphql(
  `mutation MoveLots($input: CreateStockTransferInput!, $idempotencyKey: String) {
      createStockTransfer(input: $input, idempotencyKey: $idempotencyKey) { stockTransfer { id number } } }`,
);

interface ListedLot {
  id: string;
  lotNumber: string;
  sku: string;
  expiryDate: string | null;
  variant: { name: string | null; product: { name: string } };
}

/** The quantity of a lot at a location. */
interface Portion {
  lot: ListedLot;
  place: { id: string; name: string };
  quantity: number;
}

async function portionsOf(lots: readonly ListedLot[]): Promise<SendResult<readonly Portion[]>> {
  const portions: Portion[] = [];
  for (const lot of lots) {
    const { data, error } = await client
      .query(StockOfLot, { id: lot.id }, { requestPolicy: 'network-only' })
      .toPromise();
    if (!data) return { problems: error ? problemsOf(error) : [] };
    for (const { locationId, quantity: there, location } of data.lot?.traceForward?.stockByLocation ?? [])
      if (there > 0) portions.push({ lot, place: { id: locationId, name: location.name }, quantity: there });
  }
  return { data: portions };
}

/** Opens as soon as it is rendered. */
function OpenAtOnce({ open }: { open(): void }) {
  const latest = useRef(open);
  useEffect(() => {
    latest.current();
  }, []);
  return null;
}

/** A button that reads where the lots are, and then shows a dialog about them. */
function WithPortions({
  label,
  lots,
  size = 'compact-sm',
  children,
}: {
  label: string;
  lots: readonly ListedLot[];
  size?: string;
  children(portions: readonly Portion[], opener: (open: () => void) => ReactNode): ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<{ turn: number; portions: readonly Portion[] }>();
  const start = async () => {
    setBusy(true);
    const { data, problems } = await portionsOf(lots);
    setBusy(false);
    if (problems) return notifyProblems(problems);
    if (data.length === 0)
      return notifyProblems([{ code: '', message: t('Nothing is left of these lots at any location.'), field: null }]);
    setFound(old => ({ turn: (old?.turn ?? 0) + 1, portions: data }));
  };
  return (
    <>
      <Button size={size} variant="default" loading={busy} onClick={() => void start()}>
        {label}
      </Button>
      {found && (
        <div key={found.turn}>
          {children(found.portions, open => (
            <OpenAtOnce open={open} />
          ))}
        </div>
      )}
    </>
  );
}

interface ActProps {
  lots: readonly ListedLot[];
  done(): void;
}

/** Writes off all that is left of the lots, or part of it. */
export const WriteOff = ({
  lots,
  reason = 'EXPIRED',
  size = 'compact-sm',
  done,
}: ActProps & { reason?: Reason; size?: string }) => (
  <WithPortions label={t('Write off')} lots={lots} size={size}>
    {(portions, opener) => <WasteDialog opener={opener} begin={{ reason, lines: portions.map(lineOf) }} done={done} />}
  </WithPortions>
);

const lineOf = ({ lot, place, quantity: there }: Portion): WasteLine =>
  wasteLine({
    sku: lot.sku,
    name: nameOfItem(lot),
    lotTracked: true,
    lotId: lot.id,
    lotNumber: lot.lotNumber,
    amount: there,
    place,
  });

/** Moves lots to where they sell before they expire: one transfer from each location that has some. */
export const MoveLots = ({ lots, done }: ActProps) => (
  <WithPortions label={t('Move')} lots={lots}>
    {(portions, opener) => <MoveDialog portions={portions} opener={opener} done={done} />}
  </WithPortions>
);

const keyOf = ({ lot, place }: Portion) => `${lot.id} ${place.id}`;

function MoveDialog({
  portions,
  opener,
  done,
}: {
  portions: readonly Portion[];
  opener(open: () => void): ReactNode;
  done(): void;
}) {
  const fields = useFields({
    destinationLocationId: null as string | null,
    amounts: Object.fromEntries(portions.map(each => [keyOf(each), each.quantity])) as {
      [key: string]: number | string;
    },
  });
  const { values, choice, change } = fields;
  const movable = portions.filter(({ place }) => place.id !== values.destinationLocationId);
  const move = async (): Promise<SendResult<{ numbers: string[] }>> => {
    const numbers: string[] = [];
    const problems: Problem[] = [];
    const wanted = movable.filter(each => Number(values.amounts[keyOf(each)] || 0) > 0);
    if (wanted.length === 0)
      return { problems: [{ code: '', message: t('Enter how much to move, and where to.'), field: null }] };
    for (const [sourceLocationId, from] of Map.groupBy(wanted, ({ place }) => place.id)) {
      const result = await send(
        Create,
        {
          input: {
            sourceLocationId,
            destinationLocationId: values.destinationLocationId ?? '',
            items: from.map(each => ({ sku: each.lot.sku, quantity: Number(values.amounts[keyOf(each)]) })),
            // Stored with the transfer for all users, so not translated.
            notes: `Lots: ${from
              .map(({ lot }) => `${lot.lotNumber}${lot.expiryDate ? `, good until ${lot.expiryDate}` : ''}`)
              .join('; ')}`,
          },
        },
        { isOneOfMany: true },
      );
      if (result.data) numbers.push(result.data.createStockTransfer.stockTransfer.number);
      else
        problems.push(
          ...result.problems.map(each => ({
            ...each,
            message: `${from[0]!.place.name}: ${each.message}`,
            field: each.field === 'destinationLocationId' ? each.field : null,
          })),
        );
    }
    readAllAgain();
    if (problems.length === 0) return { data: { numbers } };
    if (numbers.length > 0) {
      notify(t('{numbers} created.', { numbers: numbers.join(', ') }));
      // What was already transferred must not be requested again.
      change({ amounts: Object.fromEntries(portions.map(each => [keyOf(each), 0])) });
    }
    return { problems };
  };
  return (
    <FormDialog
      opener={opener}
      title={t('Move before it expires')}
      submit={t('Create the transfer')}
      size="lg"
      fields={fields}
      send={move}
      done={({ numbers }) => {
        notify(
          numbers.length === 1
            ? t('{numbers} created: ship it when the goods leave.', { numbers: numbers.join(', ') })
            : t('{numbers} created: ship them when the goods leave.', { numbers: numbers.join(', ') }),
        );
        done();
      }}
    >
      {errors => (
        <Stack gap="sm">
          <LocationSelect label={t('To ~place')} {...choice('destinationLocationId', errors)} />
          {movable.map(each => (
            <NumberField
              key={keyOf(each)}
              label={t('{sku}, lot {lotNumber}, at {name}', {
                sku: each.lot.sku,
                lotNumber: each.lot.lotNumber,
                name: each.place.name,
              })}
              description={
                each.lot.expiryDate
                  ? t('{quantity} there, good until {expiryDate}', {
                      quantity: quantity(each.quantity),
                      expiryDate: date(each.lot.expiryDate),
                    })
                  : t('{quantity} there', { quantity: quantity(each.quantity) })
              }
              min={0}
              decimalScale={4}
              value={values.amounts[keyOf(each)] ?? ''}
              onChange={amount => change({ amounts: { ...values.amounts, [keyOf(each)]: amount } })}
            />
          ))}
          <Text size="xs" c="dimmed">
            {t(
              '{count, plural, one {# transfer} other {# transfers}}; when one is shipped, what expires first goes first.',
              { count: new Set(movable.map(({ place }) => place.id)).size },
            )}
          </Text>
        </Stack>
      )}
    </FormDialog>
  );
}
