import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { answerOf, t } from './language.ts';

/*
 * What went wrong, and where it is shown. Everything that is read for the screen reports its problems here; those that
 * no part of the page shows itself appear above the page. So nothing fails unnoticed because a page forgot to check.
 */

/** One thing that the service refused, and the field that caused it. */
export interface Problem {
  code: string;
  message: string;
  field: string | null;
  details?: { [name: string]: unknown };
}

/** The problem in the reader's language, if it is translated. In a form a record is chosen: nobody types its id. */
export const translated = <P extends Pick<Problem, 'code' | 'message' | 'details'>>(problem: P): P => ({
  ...problem,
  message: /\(UUID\)/.test(problem.message) ? t('Please choose.') : answerOf(problem),
});

/** The version that the record has, if it is not the one that was to be changed. */
export const versionFound = (problems: readonly Problem[] | undefined): string | undefined =>
  problems?.find(({ code }) => code === 'PRECONDITION_FAILED')?.details?.['version'] as string | undefined;

interface Report {
  problems: readonly Problem[];
  retry(): void;
}

const reports = new Set<Report>();
/** How many parts of the screen show each problem. */
const shownCounts = new Map<Problem, number>();
const watchers = new Set<() => void>();
const NO_REPORTS: readonly Report[] = [];
let unshownReports = NO_REPORTS;

function updateUnshown(): void {
  const left = [...reports].filter(({ problems }) => problems.some(problem => !shownCounts.has(problem)));
  if (left.length === 0 && unshownReports.length === 0) return;
  unshownReports = left.length === 0 ? NO_REPORTS : left;
  watchers.forEach(watcher => watcher());
}

/** The interval of automatic retries; the device's `online` event triggers one sooner. */
const AGAIN_MS = 5000;

/**
 * Reports the problems of a read that is on the screen, and how to retry it. If only the connection was missing, it is
 * retried automatically.
 */
export function useReportedProblems(problems: readonly Problem[], retry: () => void): void {
  useEffect(() => {
    if (!problems.some(({ code }) => code === 'UNREACHABLE')) return;
    const timer = setInterval(retry, AGAIN_MS);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, [problems, retry]);
  useEffect(() => {
    if (problems.length === 0) return;
    const report = { problems, retry };
    reports.add(report);
    updateUnshown();
    return () => {
      reports.delete(report);
      updateUnshown();
    };
  }, [problems, retry]);
}

/** For a part of the page that shows these problems itself, as they were reported. */
export function useProblemsShownHere(problems: readonly Problem[]): void {
  useEffect(() => {
    for (const problem of problems) shownCounts.set(problem, (shownCounts.get(problem) ?? 0) + 1);
    updateUnshown();
    return () => {
      for (const problem of problems) {
        const left = shownCounts.get(problem)! - 1;
        if (left > 0) shownCounts.set(problem, left);
        else shownCounts.delete(problem);
      }
      updateUnshown();
    };
  }, [problems]);
}

/** The failed reads whose problems are not shown anywhere. */
export const useUnshownReports = (): readonly Report[] =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => unshownReports,
  );

/** The problems of these fields, for the controls that show them, and the remaining ones. */
export function useProblemsAt(problems: readonly Problem[], fields: readonly string[]) {
  const names = fields.join(' ');
  const [own, others] = useMemo(() => {
    const isOwn = ({ field }: Problem) => names.split(' ').includes(field ?? '?');
    return [problems.filter(isOwn), problems.filter(problem => !isOwn(problem))] as const;
  }, [problems, names]);
  useProblemsShownHere(own);
  return { at: (name: string) => own.find(({ field }) => field === name)?.message, others };
}
