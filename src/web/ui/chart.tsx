import 'uplot/dist/uPlot.min.css';
import { Button, Table, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import uPlot from 'uplot';
import { date, quantity } from '../format.ts';

export interface Point {
  date: string;
  value: number;
  lower?: number;
  upper?: number;
}

interface ChartProps {
  /** What is shown, in one sentence: the chart itself is a picture. */
  summary: string;
  points: readonly Point[];
  unit?: string;
  height?: number;
  /** Steps rather than slopes: for stock, which jumps. */
  stepped?: boolean;
}

const css = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const secondsOf = (day: string) => Date.parse(day.length === 10 ? `${day}T00:00:00Z` : day) / 1000;

/** A line over time, with a band where the future is uncertain. The same figures are there as a table. */
export function Chart({ summary, points, unit = 'Quantity', height = 220, stepped = false }: ChartProps) {
  const { ref, width } = useElementSize();
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const [asTable, setAsTable] = useState(false);
  const scheme = useComputedColorScheme('light');
  const data = useMemo<uPlot.AlignedData>(() => [points.map(point => secondsOf(point.date)), points.map(point => point.upper ?? null), points.map(point => point.lower ?? null), points.map(point => point.value)], [points]);

  useEffect(() => {
    if (!host || width === 0 || asTable) return;
    const [accent, line, text, band] = [css('--accent'), css('--line'), css('--mantine-color-dimmed'), css('--band')];
    const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: "12px 'Inter Variable', sans-serif" };
    const chart = new uPlot(
      {
        width, height, tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'), legend: { show: false }, cursor: { y: false, points: { size: 7 } },
        scales: { y: { range: (_, min, max) => [Math.min(0, min), max <= 0 ? 1 : max * 1.08] } },
        axes: [axis, { ...axis, size: 56, values: (_, ticks) => ticks.map(tick => quantity(tick)) }],
        bands: [{ series: [1, 2], fill: band }],
        series: [{}, { stroke: 'transparent', points: { show: false } }, { stroke: 'transparent', points: { show: false } }, { stroke: accent, width: 2, points: { show: points.length < 3 }, ...(stepped && { paths: uPlot.paths.stepped!({ align: 1 }) }) }],
      },
      data,
      host,
    );
    return () => chart.destroy();
  }, [host, width, height, data, scheme, asTable, points.length, stepped]);

  return (
    <div ref={ref}>
      {asTable ? (
        <Table.ScrollContainer minWidth={280} mah={height} type="native">
          <Table aria-label={summary}>
            <Table.Thead><Table.Tr><Table.Th>Date</Table.Th><Table.Th className="num">{unit}</Table.Th><Table.Th className="num">Range</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {points.map(point => (
                <Table.Tr key={point.date}><Table.Td>{date(point.date)}</Table.Td><Table.Td className="num">{quantity(point.value)}</Table.Td><Table.Td className="num">{point.lower === undefined ? '–' : `${quantity(point.lower)} – ${quantity(point.upper)}`}</Table.Td></Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : (
        <div ref={setHost} role="img" aria-label={summary} style={{ minHeight: height }} />
      )}
      <Button variant="subtle" size="compact-xs" mt={4} onClick={() => setAsTable(!asTable)}>{asTable ? 'Show as chart' : 'Show as table'}</Button>
    </div>
  );
}
