import { Button, Group, Table, Text } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import uPlot from 'uplot';
import { date, monthAndDay, quantity, rate } from '../format.ts';
import { t } from '../language.ts';
import { axesOf, css, Plot, plotOptions, secondsOf } from './plot.tsx';
import { ScrollRegion } from './scroll-region.tsx';

/** A day, a week or an instant: an actual value, or a forecast with its interval. */
export interface Point {
  date: string;
  value?: number;
  expected?: number;
  lower?: number;
  upper?: number;
}

interface ChartProps {
  /** A one-sentence summary: the chart itself is only an image. */
  summary: string;
  points: readonly Point[];
  unit?: string;
  height?: number;
  /** Steps rather than slopes: for stock, which jumps. */
  stepped?: boolean;
}

const HALF_A_DAY = 43_200;
const range = ({ lower, upper }: Point) => (lower === undefined ? '–' : `${rate(lower)} – ${rate(upper)}`);

function optionsOf(
  points: readonly Point[],
  stepped: boolean,
  onPoint: (index: number | null) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
  const [accent, band, past] = [css('--accent'), css('--band'), css('--past')];
  const isForecast = points.some(point => point.expected !== undefined);
  /** A bar is centred on its point: the first one begins half a bar earlier. */
  const half = points.length > 1 ? (secondsOf(points[1]!.date) - secondsOf(points[0]!.date)) / 2 : HALF_A_DAY;
  const lineStyle = { width: 2, points: { show: points.length < 3 } };
  const edge = { stroke: 'transparent', points: { show: false } };
  return {
    ...plotOptions(onPoint),
    scales: {
      // A single point gets a day of width.
      ...((isForecast || points.length === 1) && {
        x: { range: (_: uPlot, min: number, max: number): uPlot.Range.MinMax => [min - half, max + half] },
      }),
      y: { range: (_, min, max) => [Math.min(0, min), max <= 0 ? 1 : max * 1.08] },
    },
    axes: axesOf({
      size: 30,
      values: (_, ticks) => ticks.map(tick => monthAndDay(new Date(tick * 1000).toISOString())),
    }),
    bands: [{ series: [1, 2], fill: band }],
    series: [
      {},
      edge,
      edge,
      isForecast
        ? { stroke: past, fill: past, paths: uPlot.paths.bars!({ size: [0.6, 24] }), points: { show: false } }
        : { ...lineStyle, stroke: accent, ...(stepped && { paths: uPlot.paths.stepped!({ align: 1 }) }) },
      { ...lineStyle, stroke: accent },
    ],
  };
}

/** A line over time, and a forecast with its interval. The same figures are available as a table. */
export function Chart({ summary, points, unit = t('Quantity'), height = 220, stepped = false }: ChartProps) {
  const [asTable, setAsTable] = useState(false);
  const [pointIndex, setPointed] = useState<number | null>(null);
  const data = useMemo(() => {
    const series = (name: 'upper' | 'lower' | 'value' | 'expected') => points.map(point => point[name] ?? null);
    return [
      points.map(point => secondsOf(point.date)),
      series('upper'),
      series('lower'),
      series('value'),
      series('expected'),
    ] as uPlot.AlignedData;
  }, [points]);
  const options = useCallback(() => optionsOf(points, stepped, setPointed), [points, stepped]);

  return (
    <div>
      {asTable ? (
        <PointTable points={points} unit={unit} label={summary} height={height} />
      ) : (
        <Plot summary={summary} data={data} height={height} options={options} />
      )}
      <Group justify="space-between" mt={4} gap="xs" mih={22}>
        <Legend points={points} unit={unit} at={asTable ? undefined : points[pointIndex ?? -1]} />
        <Button variant="subtle" size="compact-xs" onClick={() => setAsTable(!asTable)}>
          {asTable ? t('Show as chart') : t('Show as table')}
        </Button>
      </Group>
    </div>
  );
}

function Legend({ points, unit, at }: { points: readonly Point[]; unit: string; at: Point | undefined }) {
  if (at)
    return (
      <Text size="xs" className="tabular" aria-hidden>
        {date(at.date)}: <b>{rate(at.value ?? at.expected)}</b>
        {at.lower !== undefined && ` (${range(at)})`}
      </Text>
    );
  if (!points.some(point => point.expected !== undefined))
    return (
      <Text size="xs" c="dimmed">
        {unit}
      </Text>
    );
  return (
    <Group gap="md" className="legend">
      <Text size="xs" c="dimmed">
        <i className="key key-past" aria-hidden />
        {unit}
      </Text>
      <Text size="xs" c="dimmed">
        <i className="key key-expected" aria-hidden />
        {t('Expected')}
      </Text>
      <Text size="xs" c="dimmed">
        <i className="key key-band" aria-hidden />
        {t('80 % band')}
      </Text>
    </Group>
  );
}

function PointTable({
  points,
  unit,
  label,
  height,
}: {
  points: readonly Point[];
  unit: string;
  label: string;
  height: number;
}) {
  const isForecast = points.some(point => point.expected !== undefined);
  return (
    <ScrollRegion label={label} minWidth={280} mah={height}>
      <Table stickyHeader aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Date')}</Table.Th>
            <Table.Th className="num">{unit}</Table.Th>
            {isForecast && (
              <>
                <Table.Th className="num">{t('Expected')}</Table.Th>
                <Table.Th className="num">{t('80 % band')}</Table.Th>
              </>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map(point => (
            <Table.Tr key={point.date}>
              <Table.Td>{date(point.date)}</Table.Td>
              <Table.Td className="num">{quantity(point.value)}</Table.Td>
              {isForecast && (
                <>
                  <Table.Td className="num">{rate(point.expected)}</Table.Td>
                  <Table.Td className="num">{range(point)}</Table.Td>
                </>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}
