import { Group, Text } from '@mantine/core';
import { date, money, percent, quantity, rate, words } from '../format.ts';
import { plainPrice } from '../format-more.ts';
import { t } from '../language.ts';
import { useMay, useOrganization } from '../session.ts';
import { translated } from '../translation.ts';
import { Status } from '../ui/status.tsx';
import { BringBack, NotNow } from './not-now.tsx';
import { VariantLink, type VariantReference } from './product-link.tsx';
import { Remedy } from './remedy.tsx';

export interface Insight {
  id: string;
  type: string;
  severity: string;
  title: string;
  message: string;
  sku: string | null;
  metrics: { [figure: string]: unknown };
  suggestedAction: object;
  variant: VariantReference | null;
  status: string;
  snoozedUntil: string | null;
  markedBy: string | null;
  findingCount: number;
  findings: readonly Finding[];
}

interface Finding {
  id: string;
  title: string;
  message: string;
  severity: string;
  variant: VariantReference | null;
}

/** The findings that one action fixes, one by one. */
function Findings({ insight: { findingCount, findings } }: { insight: Insight }) {
  if (findingCount < 2) return null;
  return (
    <details className="findings">
      <summary>{t('All {findingCount}', { findingCount })}</summary>
      <ul>
        {findings.map(({ id, title, message, variant }) => (
          <li key={id}>
            <Text size="sm" span>
              {variant ? <VariantLink variant={variant}>{translated(title)}</VariantLink> : translated(title)}
            </Text>
            <Text size="sm" c="dimmed">
              {translated(message)}
            </Text>
          </li>
        ))}
      </ul>
      {findings.length < findingCount && (
        <Text size="sm" c="dimmed">
          {t('And {findingCount} more.', { findingCount: findingCount - findings.length })}
        </Text>
      )}
    </details>
  );
}

/** Labels of figures whose identifiers would mislead. */
const LABELS: { [figure: string]: string } = {
  quantity_available: t('Available'),
  quantity_on_hand: t('On hand'),
  quantity_incoming: t('Incoming'),
  quantity_incoming_in_time: t('Incoming in time'),
  average_daily_quantity: t('Sold a day'),
  days_of_cover: t('Lasts'),
  quantity_sold_7_days: t('Sold in 7 days'),
  usual_7_days: t('Usual in 7 days'),
  quantity_at_risk: t('At risk'),
  quantity_outstanding: t('Outstanding'),
  excess_quantity: t('Excess'),
  basis: t('Moved or there'),
  probability: t('Chance of a shortage'),
  number: t('Document'),
  skus: t('SKUs'),
  lot_number: t('Lot number'),
};
/** Insights that state the probability of being mere chance. */
const BY_CHANCE = new Set(['DEMAND_SPIKE', 'DEMAND_DROP']);
const MONEY = /(^|_)value(_|$)/;
/** In the currency of the document, which may be another than the organization's. */
const PRICE = /(^|_)(cost|price)(_|$)/;
const SHARE = /^(probability|share)/;
const DAYS = /(^|_)days(_|$)/;
const COUNTED_IN_DAYS = /(_7_days|_28_days)$/;
const DAY = /(_date|_on)$/;

function detailText(name: string, value: unknown, currency: string): string {
  if (typeof value !== 'number') return DAY.test(name) ? date(String(value)) : String(value);
  if (MONEY.test(name)) return money(value, currency, true);
  if (PRICE.test(name)) return plainPrice(value);
  if (SHARE.test(name)) return percent(value);
  if (DAYS.test(name) && !COUNTED_IN_DAYS.test(name))
    return t('{value, plural, one {{days} day} other {{days} days}}', { value, days: rate(value) });
  return name.startsWith('average') ? rate(value) : quantity(value);
}

function Evidence({ insight: { type, metrics } }: { insight: Insight }) {
  const { currency } = useOrganization();
  const labelOf = (name: string) =>
    name === 'probability' && BY_CHANCE.has(type)
      ? t('By chance')
      : (LABELS[name] ?? words(name.replace(/_days$/, '')));
  return (
    <dl className="evidence" aria-label={t('Evidence')}>
      {Object.entries(metrics)
        // The number of findings is not shown: the list shows them.
        .filter(([name, value]) => value !== null && name !== 'findings')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{labelOf(name)}</dt>
            <dd>{detailText(name, value, currency)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The decision about it, and who made it. */
function decidedText({ status, snoozedUntil, markedBy }: Insight): string {
  if (status === 'OPEN') return '';
  const who = markedBy ? ` ${t('by {markedBy}', { markedBy: markedBy.replace(/^(key|user):/, '') })}` : '';
  return snoozedUntil
    ? t('Snoozed until {snoozedUntil}{who}', { snoozedUntil: date(snoozedUntil), who })
    : t('Dismissed{who}', { who });
}

/** Insights, each with its evidence in figures and what to do about it. */
export function InsightList({ insights }: { insights: readonly Insight[] }) {
  const mayWrite = useMay('write');
  return (
    <ul className="rows" aria-label={t('Insights')}>
      {insights.map(insight => (
        <li key={insight.id}>
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
            {insight.variant ? (
              <VariantLink variant={insight.variant}>{translated(insight.title)}</VariantLink>
            ) : (
              <Text size="sm" fw={550}>
                {translated(insight.title)}
              </Text>
            )}
            <Group gap={4} wrap="nowrap" flex="none">
              <Status of={insight.severity} />
              {mayWrite && insight.status === 'OPEN' && <NotNow id={insight.id} title={translated(insight.title)} />}
            </Group>
          </Group>
          <Text size="sm" c="dimmed" mt={2}>
            {translated(insight.message)}
          </Text>
          <Evidence insight={insight} />
          <Findings insight={insight} />
          <Group gap="xs">
            {insight.status === 'OPEN' ? (
              <Remedy action={insight.suggestedAction} sku={insight.sku} variant={insight.variant} />
            ) : (
              mayWrite && <BringBack id={insight.id} />
            )}
            <Text size="xs" c="dimmed">
              {[words(insight.type), decidedText(insight)].filter(Boolean).join(' · ')}
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  );
}
