import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { actorName, date, inUnit, quantity, signedMoney, time, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { useOrganization } from '../session.ts';
import { toward } from '../ui/address.ts';
import { Section } from '../ui/page.tsx';
import { Rich } from '../ui/rich.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';
import { Change } from '../ui/status.tsx';

/*
 * What a document has moved: its ledger entries, and their lots.
 */

const BookedEntriesQuery = graphql(`
  query Booked($id: ID!) {
    inventoryLedger(first: 200, filter: { referenceId: $id }) {
      totalCount
      nodes { id sku entryType quantity quantityChange valueChange occurredAt actor location { name } variant {
            id unit } lot { id lotNumber expiryDate } }
    }
  }
`);
type BookedEntry = ResultOf<typeof BookedEntriesQuery>['inventoryLedger']['nodes'][number];

/** The entries of the document, newest first; read again when it moves more. */
export function useBookedEntries(id: string): { entries: readonly BookedEntry[]; total: number } {
  const { data } = useData(BookedEntriesQuery, { id });
  return { entries: data?.inventoryLedger.nodes ?? [], total: data?.inventoryLedger.totalCount ?? 0 };
}

/** The number of a lot, as a link to its page. */
export const LotLink = ({ lot: { id, lotNumber } }: { lot: { id: string; lotNumber: string } }) => (
  <Link className="link code" {...toward({ to: `/lots/${id}` })}>
    {lotNumber}
  </Link>
);

/** The lots of one SKU among the entries, with their quantities. */
export function LotsOf({ sku, entries }: { sku: string; entries: readonly BookedEntry[] }) {
  const lots = new Map<string, { lot: NonNullable<BookedEntry['lot']>; unit: string; amount: number }>();
  for (const { sku: of, lot, quantity: amount, variant } of entries)
    if (lot && of === sku)
      lots.set(lot.id, { lot, unit: variant.unit, amount: (lots.get(lot.id)?.amount ?? 0) + amount });
  if (lots.size === 0) return '–';
  return [...lots.values()].map(({ lot, unit, amount }) => (
    <div key={lot.id}>
      <Rich of="{amount} of {lot}" values={{ amount: inUnit(amount, unit), lot: <LotLink lot={lot} /> }} />
    </div>
  ));
}

/** The effect of a movement on the value of stock. */
export function ValueChange({ by }: { by: number | null }) {
  return signedMoney(by, useOrganization().currency);
}

const COLUMNS: readonly RowColumn<BookedEntry>[] = [
  { title: 'SKU', show: ({ sku }) => <span className="mono code">{sku}</span> },
  { title: 'What', from: 'sm', under: true, show: ({ entryType }) => words(entryType) },
  {
    title: 'Change',
    number: true,
    show: ({ quantityChange, variant }) => <Change by={quantityChange} unit={variant.unit} />,
  },
  { title: 'Value', number: true, from: 'md', show: ({ valueChange }) => <ValueChange by={valueChange} /> },
  {
    title: 'Lot',
    show: ({ lot }) =>
      lot ? (
        <>
          <LotLink lot={lot} />
          {lot.expiryDate && (
            <Text size="xs" c="dimmed">
              {t('good until {expiryDate}', { expiryDate: date(lot.expiryDate) })}
            </Text>
          )}
        </>
      ) : (
        '–'
      ),
  },
  { title: 'Where', from: 'sm', under: true, show: ({ location }) => location.name },
  { title: 'When', from: 'md', under: true, show: ({ occurredAt }) => time(occurredAt) },
  { title: 'By', from: 'lg', show: ({ actor }) => actorName(actor) },
];

/** What the document has moved so far. */
export function BookedEntries({ entries, total }: ReturnType<typeof useBookedEntries>) {
  if (entries.length === 0) return null;
  return (
    <Section title={t('What was booked')}>
      <Rows columns={COLUMNS} rows={entries} minWidth={300} empty={t('Nothing yet.')} />
      {total > entries.length && (
        <Text size="xs" c="dimmed" mt={6}>
          {t('The newest {entries} of {total}.', { entries: quantity(entries.length), total: quantity(total) })}
        </Text>
      )}
    </Section>
  );
}
