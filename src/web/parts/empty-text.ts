import { t } from '../language.ts';
import type { Problem } from '../problems.ts';

interface ReadState {
  loading: boolean;
  /** What is on the screen was read for something else that was typed. */
  isOfOther?: boolean;
  problems: readonly Problem[];
}

/** What a field says that has nothing to offer: that nothing matches is only known once it was read. */
export const emptyText = ({ loading, isOfOther, problems }: ReadState, none: string | false = false): string =>
  problems[0]?.message ?? (loading || isOfOther ? t('Looking up …') : none || t('Nothing matches'));
