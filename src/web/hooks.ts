import { useEffect, useRef } from 'react';

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
