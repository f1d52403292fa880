import { AppError } from './errors.ts';

/** How many of a key's calls run concurrently in this process, and how many wait. */
export interface TurnLimits {
  readonly running: number;
  readonly waiting: number;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Runs each key's calls a few at a time, in order of arrival; a call beyond the queue limit is rejected immediately. */
export class KeyedLimiter {
  readonly #limits: TurnLimits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Whether one more call of the key would wait. */
  isBusy(key: string): boolean {
    return (this.#lines.get(key)?.running ?? 0) >= this.#limits.running;
  }

  /** Throws `request.too_many` when no more calls of the key can wait. */
  requireRoom(key: string): void {
    const line = this.#lines.get(key);
    const { running, waiting } = this.#limits;
    if (line && line.running >= running && line.waiting.length >= waiting)
      throw new AppError('request.too_many', { retryAfterSeconds: 1 });
  }

  /** Does the work in its turn and returns its result. Throws as `requireRoom` does. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    this.requireRoom(key);
    return this.goOn(key, work);
  }

  /** The same for a further part of work that was admitted before: it waits for its turn, however many others wait. */
  async goOn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.running < this.#limits.running) line.running += 1;
    // The next call takes over the slot of the one that ended.
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if ((line.running -= 1) === 0) this.#lines.delete(key);
    }
  }
}

/** What each key, and all keys together, may have running and waiting. */
export interface SharedLimits {
  readonly perKey: TurnLimits;
  readonly inAll: TurnLimits;
}

/**
 * A limiter for something that all keys share, such as a connection pool: it runs a few calls per key at a time, and a few
 * of all keys together. When the maximum number of calls is admitted, a key that already runs its share is refused, and any
 * other key is still admitted: a key that fills the queue never shuts out one that has nothing in it.
 */
export class SharedLimiter {
  readonly #inAll: TurnLimits;
  readonly #keys: KeyedLimiter;
  readonly #all: KeyedLimiter;
  #admitted = 0;

  constructor({ perKey, inAll }: SharedLimits) {
    this.#inAll = inAll;
    this.#keys = new KeyedLimiter(perKey);
    this.#all = new KeyedLimiter(inAll);
  }

  /** Does the work in its turn and returns its result. Throws `request.too_many` when no more calls can wait. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const isFull = this.#admitted >= this.#inAll.running + this.#inAll.waiting;
    if (isFull && this.#keys.isBusy(key)) throw new AppError('request.too_many', { retryAfterSeconds: 1 });
    this.#keys.requireRoom(key);
    this.#admitted += 1;
    try {
      return await this.goOn(key, work);
    } finally {
      this.#admitted -= 1;
    }
  }

  /** The same for a further part of work that was admitted before: it waits for its turn, however many others wait. */
  goOn<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#keys.goOn(key, () => this.#all.goOn('all', work));
  }
}
