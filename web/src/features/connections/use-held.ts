import { useState } from 'react';

/** The value; while it is held, as it was before, if it was there. */
export function useHeld<Value>(value: Value | undefined, hold: boolean): Value | undefined {
  const [held, setHeld] = useState(value);
  if (hold && held !== undefined) return held;
  if (held !== value) setHeld(value);
  return value;
}
