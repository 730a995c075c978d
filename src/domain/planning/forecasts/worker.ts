import { parentPort } from 'node:worker_threads';
import {
  calibrateDemand,
  type DemandCalibration,
  type DemandDay,
  type DemandForecast,
  forecastDemand,
} from '../../../forecasting/demand.ts';

/*
 * The thread that computes forecasts, separate from that of requests. It has no database: days go in, forecasts come
 * out.
 */

/** Whether to learn from the items together, or to forecast each. */
export type Work = { id: number; items: readonly (readonly DemandDay[])[]; through: string; horizonDays: number } & (
  | { kind: 'calibrate' }
  | { kind: 'forecast'; level: number; calibration: DemandCalibration | null; totalDays?: readonly number[] }
);

export interface WorkResult {
  id: number;
  result?: DemandCalibration | DemandForecast[];
  error?: string;
}

function perform(work: Work): DemandCalibration | DemandForecast[] {
  const { items, through, horizonDays } = work;
  if (work.kind === 'calibrate') return calibrateDemand(items, horizonDays, through);
  return items.map(daily =>
    forecastDemand({
      daily,
      through,
      horizonDays,
      level: work.level,
      calibration: work.calibration,
      totalDays: work.totalDays ?? [],
    }),
  );
}

parentPort?.on('message', (work: Work) => {
  let done: WorkResult;
  try {
    done = { id: work.id, result: perform(work) };
  } catch (error) {
    done = { id: work.id, error: (error as Error).stack ?? String(error) };
  }
  parentPort!.postMessage(done);
});
