import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { quantity } from '../format.ts';
import { useOnPaper } from '../paper.ts';

/** A color of the current color scheme. */
export const css = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
/** The beginning of the day in UTC, in Unix seconds, as uPlot counts time. */
export const secondsOf = (day: string) => Date.parse(day) / 1000;

/** The axes of all charts. */
export function axesOf(x: Partial<uPlot.Axis>): uPlot.Axis[] {
  const axis = {
    stroke: css('--mantine-color-dimmed'),
    grid: { stroke: css('--line'), width: 1 },
    ticks: { show: false },
    font: "12px 'Inter Variable', sans-serif",
  };
  return [
    { ...axis, grid: { show: false }, space: 64, ...x },
    { ...axis, size: 48, values: (_, ticks) => ticks.map(tick => quantity(tick)) },
  ];
}

/** The common options of all charts. */
export const plotOptions = (onPoint: (index: number | null) => void) => ({
  tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
  legend: { show: false },
  padding: [8, 8, 0, 0] as uPlot.Padding,
  cursor: { y: false, points: { size: 7 } },
  hooks: { setCursor: [({ cursor }: uPlot) => onPoint(cursor.idx ?? null)] },
});

interface PlotProps {
  /** A one-sentence summary: the chart itself is only an image. */
  summary: string;
  height: number;
  data: uPlot.AlignedData;
  /** Called again for every color scheme, because it contains colors. The chart is redrawn if the function changes. */
  options(): Omit<uPlot.Options, 'width' | 'height'>;
}

/** A chart as wide as its container. */
export function Plot({ summary, height, data, options }: PlotProps) {
  const { ref, width } = useElementSize();
  const host = useRef<HTMLDivElement>(null);
  const ofScreen = useComputedColorScheme('light');
  const scheme = useOnPaper() ? 'light' : ofScreen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: its colors are those of the scheme that it is drawn in
  useEffect(() => {
    if (!host.current || width === 0) return;
    const chart = new uPlot({ ...options(), width, height }, data, host.current);
    return () => chart.destroy();
  }, [options, data, width, height, scheme]);
  return (
    <div ref={ref}>
      <div ref={host} role="img" aria-label={summary} style={{ minHeight: height }} />
    </div>
  );
}
