import { Select } from '@mantine/core';
import { useEvery } from '../every.ts';
import { date } from '../format.ts';
import { graphql } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery, type RowOf } from '../lists.ts';
import { isExpired } from './codes.ts';

const LotsThere = pagedQuery(
  graphql(
    `query LotsThere($sku: String!, $locationId: ID!, $after: String) {
        lots(first: 200, after: $after, filter: { sku: $sku, locationId: $locationId, status: ACTIVE }) {
          pageInfo { hasNextPage endCursor } nodes { id lotNumber expiryDate } } }`,
  ),
  data => data.lots,
);

type LotThere = RowOf<typeof LotsThere>;

/** The lot that should leave next: the first that is about to expire, and not yet expired. */
const firstToExpire = (lots: readonly LotThere[]): LotThere | undefined =>
  lots
    .filter(lot => lot.expiryDate !== null && !isExpired(lot))
    .toSorted((one, other) => one.expiryDate!.localeCompare(other.expiryDate!))[0];

/** Until when the lot is good, and whether another should leave before it. */
function AboutLot({ lot, first }: { lot: LotThere; first: LotThere | undefined }) {
  const { expiryDate } = lot;
  if (isExpired(lot))
    return (
      <span style={{ color: 'var(--bad)' }}>{t('expired on {expiryDate}', { expiryDate: date(expiryDate!) })}</span>
    );
  const isLater = first && first.expiryDate! < (expiryDate ?? '9999');
  return (
    <>
      {expiryDate && t('good until {expiryDate}', { expiryDate: date(expiryDate) })}
      {expiryDate && isLater && ' · '}
      {isLater && (
        <span style={{ color: 'var(--warn)' }}>
          {t('{lotNumber} expires earlier: {expiryDate}', {
            lotNumber: first.lotNumber,
            expiryDate: date(first.expiryDate!),
          })}
        </span>
      )}
    </>
  );
}

/** The lot to take from; by default the service chooses. What is shipped should leave in the order of expiry. */
export function LotSelect({
  sku,
  locationId,
  isShipped = false,
  value,
  onChange,
  error,
}: {
  sku: string;
  locationId: string;
  isShipped?: boolean;
  value: string | null;
  onChange(lotId: string | null): void;
  error: string | undefined;
}) {
  const lots = useEvery(LotsThere, { sku, locationId }).rows;
  const firstLot = isShipped ? firstToExpire(lots) : undefined;
  const chosenLot = lots.find(({ id }) => id === value);
  return (
    <Select
      size="xs"
      mt={6}
      label={t('Lot')}
      description={chosenLot ? <AboutLot lot={chosenLot} first={firstLot} /> : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={
        firstLot ? t('First to expire: {lotNumber}', { lotNumber: firstLot.lotNumber }) : t('First expired, first out')
      }
      clearable
      searchable
      value={value}
      onChange={onChange}
      error={error}
      clearButtonProps={{ 'aria-label': t('Any lot') }}
      data={lots.map(({ id, lotNumber, expiryDate }) => ({
        value: id,
        label: !expiryDate
          ? lotNumber
          : isExpired({ expiryDate })
            ? t('{lotNumber}, expired on {expiryDate}', { lotNumber, expiryDate: date(expiryDate) })
            : t('{lotNumber}, good until {expiryDate}', { lotNumber, expiryDate: date(expiryDate) }),
      }))}
    />
  );
}
