import { Button, Group, Table, Text } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import uPlot from 'uplot';
import { date, monthAndDay, quantity } from '../format.ts';
import { t } from '../language.ts';
import { axesOf, css, Plot, plotOptions, secondsOf } from './plot.tsx';
import { Rich } from './rich.tsx';
import { ScrollRegion } from './scroll-region.tsx';

/** The projected stock on a day. */
export interface StockDay {
  date: string;
  incoming: number;
  /** The demand by source. */
  demand: { readonly [name: string]: number };
  projected: number;
  promisable: number;
}

interface StockChartProps {
  /** A one-sentence summary: the chart itself is only an image. */
  summary: string;
  days: readonly StockDay[];
  /** The sources of demand, with their labels. */
  parts: { readonly [name: string]: string };
  /** Levels that stock should not fall below, such as a reorder point. */
  lines: readonly { label: string; value: number }[];
  height?: number;
}

const sumOf = ({ demand }: StockDay) => Object.values(demand).reduce((sum, part) => sum + part, 0);
const DASH = [6, 5];

function optionsOf(
  lines: StockChartProps['lines'],
  onPoint: (index: number | null) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
  const steps = uPlot.paths.stepped!({ align: 1 });
  const bars = uPlot.paths.bars!({ size: [0.6, 16] });
  const none = { show: false };
  const bar = (color: string) => ({ stroke: color, fill: color, paths: bars, points: none });
  return {
    ...plotOptions(onPoint),
    scales: { y: { range: (_, min, max) => [Math.min(0, min * 1.08), max <= 0 ? 1 : max * 1.08] } },
    axes: axesOf({
      size: 30,
      values: (_, ticks) => ticks.map(tick => monthAndDay(new Date(tick * 1000).toISOString())),
    }),
    series: [
      {},
      bar(css('--info')),
      bar(css('--past')),
      { stroke: css('--accent'), width: 2, paths: steps, points: none },
      { stroke: css('--accent'), width: 1.5, dash: [2, 3], paths: steps, points: none },
      ...lines.map(() => ({ stroke: css('--warn'), width: 1.5, dash: DASH, points: none })),
    ],
  };
}

/** Projected stock by day, if everything happens as expected. The same figures are available as a table. */
export function StockChart({ summary, days, parts, lines, height = 240 }: StockChartProps) {
  const [asTable, setAsTable] = useState(false);
  const [pointIndex, setPointed] = useState<number | null>(null);
  const levels = JSON.stringify(lines);
  const data = useMemo(
    () =>
      [
        days.map(day => secondsOf(day.date)),
        days.map(day => day.incoming || null),
        days.map(day => sumOf(day) || null),
        days.map(day => day.projected),
        days.map(day => day.promisable),
        ...(JSON.parse(levels) as typeof lines).map(({ value }) => days.map(() => value)),
      ] as uPlot.AlignedData,
    [days, levels],
  );
  const options = useCallback(() => optionsOf(JSON.parse(levels) as typeof lines, setPointed), [levels]);
  const at = asTable ? undefined : days[pointIndex ?? -1];
  return (
    <div>
      {asTable ? (
        <DayTable days={days} parts={parts} label={summary} height={height} />
      ) : (
        <Plot summary={summary} data={data} height={height} options={options} />
      )}
      <Group justify="space-between" mt={4} gap="xs" mih={22} wrap="nowrap" align="flex-start">
        {at ? (
          <Text size="xs" className="tabular" aria-hidden>
            {at.incoming > 0 ? (
              sumOf(at) > 0 ? (
                <Rich
                  of="{date}: <b>{projected}</b> on hand, {incoming} incoming, {demand} demand, {promisable} available to promise"
                  values={{
                    date: date(at.date),
                    projected: quantity(at.projected),
                    incoming: quantity(at.incoming),
                    demand: quantity(sumOf(at)),
                    promisable: quantity(at.promisable),
                  }}
                  parts={{ b: <b /> }}
                />
              ) : (
                <Rich
                  of="{date}: <b>{projected}</b> on hand, {incoming} incoming, {promisable} available to promise"
                  values={{
                    date: date(at.date),
                    projected: quantity(at.projected),
                    incoming: quantity(at.incoming),
                    promisable: quantity(at.promisable),
                  }}
                  parts={{ b: <b /> }}
                />
              )
            ) : sumOf(at) > 0 ? (
              <Rich
                of="{date}: <b>{projected}</b> on hand, {demand} demand, {promisable} available to promise"
                values={{
                  date: date(at.date),
                  projected: quantity(at.projected),
                  demand: quantity(sumOf(at)),
                  promisable: quantity(at.promisable),
                }}
                parts={{ b: <b /> }}
              />
            ) : (
              <Rich
                of="{date}: <b>{projected}</b> on hand, {promisable} available to promise"
                values={{ date: date(at.date), projected: quantity(at.projected), promisable: quantity(at.promisable) }}
                parts={{ b: <b /> }}
              />
            )}
          </Text>
        ) : (
          <Legend lines={lines} />
        )}
        <Button variant="subtle" size="compact-xs" flex="none" onClick={() => setAsTable(!asTable)}>
          {asTable ? t('Show as chart') : t('Show as table')}
        </Button>
      </Group>
    </div>
  );
}

function Legend({ lines }: Pick<StockChartProps, 'lines'>) {
  const keys = [
    ['expected', t('On hand')],
    ['promise', t('To promise')],
    ['incoming', t('Incoming')],
    ['past', t('Demand')],
    ...lines.map(({ label, value }) => ['level', `${label} ${quantity(value)}`] as const),
  ] as const;
  return (
    <Group gap="md" className="legend" style={{ rowGap: 2 }}>
      {keys.map(([key, label]) => (
        <Text size="xs" c="dimmed" key={label}>
          <i className={`key key-${key}`} aria-hidden />
          {label}
        </Text>
      ))}
    </Group>
  );
}

function DayTable({
  days,
  parts,
  label,
  height,
}: Required<Pick<StockChartProps, 'days' | 'parts' | 'height'>> & { label: string }) {
  // Sources that never occur have no column.
  const names = Object.keys(parts).filter(name => days.some(({ demand }) => demand[name]));
  return (
    <ScrollRegion label={label} minWidth={480} mah={height}>
      <Table stickyHeader aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Date')}</Table.Th>
            <Table.Th className="num">{t('Incoming')}</Table.Th>
            {names.map(name => (
              <Table.Th key={name} className="num">
                {parts[name]}
              </Table.Th>
            ))}
            <Table.Th className="num">{t('On hand')}</Table.Th>
            <Table.Th className="num">{t('To promise')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map(day => (
            <Table.Tr key={day.date}>
              <Table.Td>{date(day.date)}</Table.Td>
              <Table.Td className="num">{quantity(day.incoming)}</Table.Td>
              {names.map(name => (
                <Table.Td key={name} className="num">
                  {quantity(day.demand[name])}
                </Table.Td>
              ))}
              <Table.Td className="num">{quantity(day.projected)}</Table.Td>
              <Table.Td className="num">{quantity(day.promisable)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}
