import type { Group } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import type { MeasureName } from '../../figures/measures.ts';
import type { Times } from '../dates/times.ts';
import type { Part } from '../words/parts.ts';
import type { Chosen } from './chosen.ts';
import type { Computed, Setting } from './requests.ts';

/** A query as far as it is read. */
export interface Draft {
  setting: Setting;
  chosen: Chosen;
  parts: readonly Part[];
  measures: MeasureName[];
  dimensions: Group[];
  filters: Condition[];
  having: Condition[];
  times: Times;
  sort?: string | undefined;
  limit?: number;
  also: Computed;
  /** Conditions that the time of the question makes. */
  spanned: readonly Condition[];
  /** What several are named of, to be set side by side; and what those that share a name are told apart by. */
  rivals: Group[];
  apart: readonly Group[];
  /** The figures that there is to be none of, and the words that say so. */
  lacked: readonly { at: number; name: MeasureName }[];
  /** What the figure of the query is a share of: that of all of these. */
  wholeOf?: readonly string[] | undefined;
  /** "When was it last sold". */
  isLast: boolean;
  /** "What is reserved": the items of which something is. */
  isHeldBack: boolean;
  /** Which way a figure is to change, and which change comes first, if rows are ordered by that. */
  way?: 'up' | 'down' | undefined;
  changed?: 'most' | 'least';
}
