import 'uplot/dist/uPlot.min.css';
import { Button, Group, Table, Text, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import { date, monthAndDay, quantity, rate } from '../format.ts';

/** A day, a week or a moment: what was, or what is expected and the band that it should stay within. */
export interface Point {
  date: string;
  value?: number;
  expected?: number;
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
const secondsOf = (day: string) => Date.parse(day) / 1000;
const range = ({ lower, upper }: Point) => (lower === undefined ? '–' : `${rate(lower)} – ${rate(upper)}`);

function options(
  points: readonly Point[],
  { width, height, stepped }: { width: number; height: number; stepped: boolean },
  pointed: (index: number | null) => void,
): uPlot.Options {
  const [accent, line, text, band, past] = [
    css('--accent'),
    css('--line'),
    css('--mantine-color-dimmed'),
    css('--band'),
    css('--past'),
  ];
  const isForecast = points.some(point => point.expected !== undefined);
  /** A bar stands around its moment: half of it before the first. */
  const half = points.length > 1 ? (secondsOf(points[1]!.date) - secondsOf(points[0]!.date)) / 2 : 0;
  const axis = {
    stroke: text,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    font: "12px 'Inter Variable', sans-serif",
  };
  const drawn = { width: 2, points: { show: points.length < 3 } };
  const edge = { stroke: 'transparent', points: { show: false } };
  return {
    width,
    height,
    tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, points: { size: 7 } },
    scales: {
      ...(isForecast && {
        x: { range: (_: uPlot, min: number, max: number): uPlot.Range.MinMax => [min - half, max + half] },
      }),
      y: { range: (_, min, max) => [Math.min(0, min), max <= 0 ? 1 : max * 1.08] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 64,
        size: isForecast ? 30 : 50,
        ...(isForecast && {
          values: (_: uPlot, ticks: number[]) => ticks.map(tick => monthAndDay(new Date(tick * 1000).toISOString())),
        }),
      },
      { ...axis, size: 48, values: (_, ticks) => ticks.map(tick => quantity(tick)) },
    ],
    bands: [{ series: [1, 2], fill: band }],
    series: [
      {},
      edge,
      edge,
      isForecast
        ? { stroke: past, fill: past, paths: uPlot.paths.bars!({ size: [0.6, 24] }), points: { show: false } }
        : { ...drawn, stroke: accent, ...(stepped && { paths: uPlot.paths.stepped!({ align: 1 }) }) },
      { ...drawn, stroke: accent },
    ],
    hooks: { setCursor: [({ cursor }) => pointed(cursor.idx ?? null)] },
  };
}

/** A line over time, and what is to come with a band where it is uncertain. The same figures are there as a table. */
export function Chart({ summary, points, unit = 'Quantity', height = 220, stepped = false }: ChartProps) {
  const { ref, width } = useElementSize();
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const scheme = useComputedColorScheme('light');
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

  return (
    <div ref={ref}>
      {asTable ? (
        <PointTable points={points} unit={unit} label={summary} height={height} />
      ) : (
        <Drawing
          // Its colours are those of the scheme that it was drawn in.
          key={scheme}
          summary={summary}
          points={points}
          data={data}
          width={width}
          height={height}
          stepped={stepped}
          pointed={setPointed}
        />
      )}
      <Group justify="space-between" mt={4} gap="xs" mih={22}>
        <Legend points={points} unit={unit} at={asTable ? undefined : points[pointed ?? -1]} />
        <Button variant="subtle" size="compact-xs" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </Group>
    </div>
  );
}

interface DrawingProps extends Required<Pick<ChartProps, 'summary' | 'points' | 'height' | 'stepped'>> {
  data: uPlot.AlignedData;
  width: number;
  pointed(index: number | null): void;
}

function Drawing({ summary, points, data, width, height, stepped, pointed }: DrawingProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current || width === 0) return;
    const chart = new uPlot(options(points, { width, height, stepped }, pointed), data, host.current);
    return () => chart.destroy();
  }, [points, data, width, height, stepped, pointed]);
  return <div ref={host} role="img" aria-label={summary} style={{ minHeight: height }} />;
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
        Expected
      </Text>
      <Text size="xs" c="dimmed">
        <i className="key key-band" aria-hidden />
        80 % band
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
    <Table.ScrollContainer minWidth={280} mah={height} type="native" tabIndex={0} aria-label={label} role="region">
      <Table stickyHeader aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Date</Table.Th>
            <Table.Th className="num">{unit}</Table.Th>
            {isForecast && (
              <>
                <Table.Th className="num">Expected</Table.Th>
                <Table.Th className="num">80 % band</Table.Th>
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
    </Table.ScrollContainer>
  );
}
