import { Button, Select } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { inSentence, today, words } from '../../format.ts';
import { t } from '../../language.ts';
import { LocationFilter as ByLocation } from '../../parts/filters.tsx';
import { type Address, toward } from '../../ui/address.ts';
import { DayField } from '../../ui/day.tsx';
import { NumberField } from '../../ui/number-field.tsx';

/*
 * The filters of reports. All of them are part of the URL.
 */

/** The maximum number of bars in a chart. */
export const BEST = 8;

/** Rows that have no id of their own. */
export const perPlace = <Row extends { variantId: string; locationId: string }>(row: Row) => ({
  ...row,
  id: `${row.variantId} ${row.locationId}`,
});

interface ReportParams {
  report?: string;
  location?: string;
  by?: string;
  on?: string;
  from?: string;
  to?: string;
  days?: string;
  bucket?: string;
  against?: string;
}
/** The choices that the URL of a report holds. */
export const useReportParams = () => useSearch({ strict: false }) as ReportParams;

/** Changes the filter. */
export function useGo() {
  const params = useReportParams();
  const navigate = useNavigate();
  return (change: ReportParams) =>
    void navigate({ to: '/reports', search: { ...params, ...change } as never, replace: true });
}

/** The location of the report, kept in its URL. */
export function LocationFilter({ error }: { error?: string | undefined }) {
  const { location } = useReportParams();
  const go = useGo();
  return <ByLocation value={location} onChange={value => go({ location: value })} error={error} />;
}

/** A period, applied when typing pauses; the service reports what is wrong with it. */
export function DaysFilter({ fallback, error }: { fallback: number; error: string | undefined }) {
  const { days } = useReportParams();
  const go = useGo();
  const [typed, setTyped] = useState<number | string>(days ? Number(days) : fallback);
  return (
    <NumberField
      aria-label={t('Days')}
      suffix={` ${inSentence(words('days'))}`}
      flex="1 1 120px"
      maw={160}
      allowDecimal={false}
      value={typed}
      onChange={value => (setTyped(value), go({ days: String(value) }))}
      error={error}
    />
  );
}

/** The chosen location as a filter of a query; empty for all. */
export const useLocationFilter = () => {
  const { location } = useReportParams();
  return location ? { locationId: location } : {};
};
/** A link as a button: where to begin if a report has nothing to show. */
export const Toward = ({ address, children }: { address: Address; children: string }) => (
  <Button component={Link} {...toward(address)} variant="default">
    {children}
  </Button>
);

/** What the rows are grouped by. */
export function GroupFilter<G extends string>({ groups, fallback }: { groups: { [group in G]: string }; fallback: G }) {
  const { by } = useReportParams();
  const go = useGo();
  return (
    <Select
      aria-label={t('Group by')}
      flex="1 1 140px"
      maw={200}
      allowDeselect={false}
      value={by && by in groups ? by : fallback}
      data={Object.entries<string>(groups).map(([value, label]) => ({ value, label }))}
      onChange={value => go({ by: value ?? '' })}
    />
  );
}

/** The day of the report. */
export function DayFilter({
  name,
  label,
  error,
}: {
  name: 'on' | 'from' | 'to';
  label: string;
  error: string | undefined;
}) {
  const params = useReportParams();
  const go = useGo();
  return (
    <DayField
      label={label}
      max={today()}
      value={params[name] ?? ''}
      onChange={day => go({ [name]: day })}
      error={error}
    />
  );
}
