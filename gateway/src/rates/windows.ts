import { LRUCache } from 'lru-cache';

const windowMs = 10_000;
const maxKeys = 50_000;

/** What a key did in its present ten seconds. */
export interface Window {
  readonly endsAt: number;
  calls: number;
}

/** Counts by key in windows of ten seconds, of which each key has its own; a call may count nothing. */
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
