import { Card, Group, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { date, quantity, today, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { useOnChange } from '../hooks.ts';
import { t } from '../language.ts';
import { Loading } from '../ui/page.tsx';
import { Change } from '../ui/status.tsx';

const Balance = graphql(`
  query Balance($kinds: ReportQuery!, $ends: ReportQuery!) {
    kinds: report(query: $kinds) { data }
    ends: report(query: $ends) { totals }
  }
`);

/** Earlier than any entry. */
const FIRST_DAY = '2000-01-01';

interface StatementProps {
  sku: string;
  location?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The newest entry on the screen: a new one changes the totals. */
  newest: string | undefined;
  /** The type of entry that is shown, and a way to choose another one (empty: all). */
  type: string | undefined;
  choose(type: string): void;
}

/**
 * Opening balance, inflows and outflows by type, closing balance: of one product, at a location or all of them. The
 * service computes the totals.
 */
export function Statement({ sku, location, from, to, newest, type, choose }: StatementProps) {
  const statementInput = {
    from: from ?? FIRST_DAY,
    to: to ?? (from && from > today() ? from : today()),
    filters: [
      { field: 'sku', op: '=', value: sku },
      ...(location ? [{ field: 'location', op: '=', value: location }] : []),
    ],
  };
  const { data, refresh } = useData(Balance, {
    kinds: { ...statementInput, measures: ['net_change'], dimensions: ['entry_type'], sort: ['entry_type'] },
    ends: { ...statementInput, measures: ['opening_stock', 'closing_stock'] },
  });
  useOnChange(newest, refresh);
  if (!data) return <Loading height={76} />;
  const kinds = (data.kinds?.data ?? []) as { entry_type: string; net_change: number | null }[];
  const ends = (data.ends?.totals ?? {}) as { opening_stock?: number | null; closing_stock?: number | null };
  return (
    <Card component="section" aria-label={t('Balance')} padding="sm">
      <Group className="balance" gap="xs" align="stretch">
        <Figure label={from ? t('At the start of {from}', { from: date(from) }) : t('Opening')}>
          {quantity(ends.opening_stock ?? 0)}
        </Figure>
        {kinds.map(({ entry_type: kind, net_change: sum }) => {
          const name = kind.toUpperCase();
          const isChosen = name === type;
          return (
            <UnstyledButton key={kind} aria-pressed={isChosen} onClick={() => choose(isChosen ? '' : name)}>
              <Figure label={words(kind)}>
                <Change by={sum ?? 0} />
              </Figure>
            </UnstyledButton>
          );
        })}
        <Figure label={to && to < today() ? t('At the end of {to}', { to: date(to) }) : t('Now')}>
          {quantity(ends.closing_stock ?? 0)}
        </Figure>
      </Group>
    </Card>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="balance-figure">
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text fw={620} className="num" ta="left">
      {children}
    </Text>
  </div>
);
