import { LRUCache } from 'lru-cache';

const windowMs = 10_000;
const maxKeys = 50_000;

/** A key's calls in its current 10 seconds. */
export interface Window {
  readonly endsAt: number;
  calls: number;
}

/** Counts calls per key in windows of 10 seconds, which start separately for each key; a call may count as 0. */
export function createCounter(now: () => number): (key: number | string, calls?: number) => Window {
  const windows = new LRUCache<number | string, Window>({ max: maxKeys });
  return (key, calls = 1) => {
    const found = windows.get(key);
    const window = found && found.endsAt > now() ? found : { endsAt: now() + windowMs, calls: 0 };
    if (window !== found) windows.set(key, window);
    window.calls += calls;
    return window;
  };
}
