import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Calls when the value becomes another one; not for the first. */
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

/** The value as it was, for as long as it says the same: what shows it need not be drawn anew. */
export function useSame<Value>(value: Value): Value {
  const kept = useRef(value);
  if (!Object.is(kept.current, value) && JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value;
  return kept.current;
}

/**
 * The text of a filter that is part of the address: what is typed goes there once typing pauses, and what is said there by others, as a kept view does,
 * stands in the field.
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
