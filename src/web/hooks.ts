import { useDebouncedValue, useInterval } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isTyping, onceTyped } from './typing.ts';

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

/** The value; the one from before as long as something is typed, so that no form is taken away from under it. */
export function useOnceTyped<Value>(value: Value): Value {
  const [settled, settle] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    if (settled !== value) onceTyped(() => settle(latest.current));
  }, [settled, value]);
  return isTyping() ? settled : value;
}

/** The previous object as long as its content is the same, so that components need not render again. */
export function useSteadyValue<Value>(value: Value): Value {
  const previous = useRef(value);
  if (!Object.is(previous.current, value) && JSON.stringify(previous.current) !== JSON.stringify(value))
    previous.current = value;
  return previous.current;
}

/**
 * Whether the page on the screen is left already, for one that is yet to be fetched: its address is that of the other,
 * and whatever is done on it is gone with it.
 */
export const useIsLeft = (): boolean =>
  useRouterState({
    select: ({ status, location, matches }) => status === 'pending' && matches.at(-1)?.pathname !== location.pathname,
  });

/**
 * The text of a filter that is part of the URL. What is typed goes there when typing pauses, and what changes there
 * otherwise (a saved view) appears in the field.
 */
export function useTypedFilter(value: string, onTyped: (typed: string) => void, pauseMs = 200) {
  const [text, setText] = useState(value);
  const [typed] = useDebouncedValue(text.trim(), pauseMs);
  const isLeft = useIsLeft();
  const lastValue = useRef(value);
  const latest = useRef(onTyped);
  latest.current = onTyped;
  useEffect(() => {
    if (value === lastValue.current) return;
    lastValue.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    // It would lead back to the page that is left.
    if (typed === lastValue.current || isLeft) return;
    lastValue.current = typed;
    latest.current(typed);
  }, [typed, isLeft]);
  return { text, setText };
}

const MINUTE_MS = 60_000;
/** Another number every minute: for what is said in relation to now. */
export function useMinute(): number {
  const [minute, setMinute] = useState(0);
  useInterval(() => setMinute(count => count + 1), MINUTE_MS, { autoInvoke: true });
  return minute;
}
