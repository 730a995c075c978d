import { useDebouncedValue, useInterval } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Runs whenever the value changes, but not for the initial value. */
export function useOnChange(value: unknown, act: () => void): void {
  const before = useRef(value);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (Object.is(before.current, value)) return;
    before.current = value;
    latest.current();
  }, [value]);
}

/** The previous object as long as its content is the same, so that components need not render again. */
export function useSame<Value>(value: Value): Value {
  const kept = useRef(value);
  if (!Object.is(kept.current, value) && JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value;
  return kept.current;
}

/**
 * The text of a filter that is part of the URL. What is typed goes there when typing pauses, and what changes there
 * otherwise (a saved view) appears in the field.
 */
export function useTypedFilter(said: string, say: (typed: string) => void, pauseMs = 200) {
  const [text, setText] = useState(said);
  const [typed] = useDebouncedValue(text.trim(), pauseMs);
  const known = useRef(said);
  const latest = useRef(say);
  latest.current = say;
  useEffect(() => {
    if (said === known.current) return;
    known.current = said;
    setText(said);
  }, [said]);
  useEffect(() => {
    if (typed === known.current) return;
    known.current = typed;
    latest.current(typed);
  }, [typed]);
  return { text, setText };
}

const MINUTE_MS = 60_000;
/** Another number every minute: for what is said in relation to now. */
export function useMinute(): number {
  const [minute, setMinute] = useState(0);
  useInterval(() => setMinute(count => count + 1), MINUTE_MS, { autoInvoke: true });
  return minute;
}
