import type { Budget } from './budget.ts';

/** How much of a limit is used. */
export interface Use {
  readonly limit: number;
  readonly calls: number;
}

interface Window {
  limit: number;
  readonly windowMs: number;
  starts: number[];
}

/** Which calls this process let go a short time ago, by limit; it forgets a limit when its window has passed. */
export class WindowUse {
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A call goes out now. `limit` is the limit as it is known by now. */
  started({ key, windowMs }: Budget, limit: number): void {
    const window = this.#windows.get(key) ?? { limit, windowMs, starts: [] };
    window.limit = limit;
    this.#drop(window);
    window.starts.push(this.#now());
    this.#windows.set(key, window);
  }

  /** Of the limits whose keys begin so, the one of which most is used; null when none was used of late. */
  fullest(prefix: string): Use | null {
    let fullest: Use | null = null;
    for (const [key, window] of this.#windows) {
      this.#drop(window);
      const { limit, starts } = window;
      if (starts.length === 0) this.#windows.delete(key);
      else if (key.startsWith(prefix) && (!fullest || starts.length / limit > fullest.calls / fullest.limit))
        fullest = { limit, calls: starts.length };
    }
    return fullest;
  }

  #drop(window: Window): void {
    const since = this.#now() - window.windowMs;
    const first = window.starts.findIndex((start) => start > since);
    window.starts = first === -1 ? [] : window.starts.slice(first);
  }
}
