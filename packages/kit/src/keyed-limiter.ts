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

  /** Whether so many of the key's calls run that one more would wait. */
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

  /** Does the work when its turn has come, and answers what it answers. Throws as `requireRoom` does. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    this.requireRoom(key);
    return this.goOn(key, work);
  }

  /** The same for a further part of what was let in before: it waits for its turn however many others do. */
  async goOn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.running < this.#limits.running) line.running += 1;
    // The next call takes over the place of the one that ended.
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

/** What one key may have under way and waiting, and what all keys may together. */
export interface SharedLimits {
  readonly perKey: TurnLimits;
  readonly inAll: TurnLimits;
}

/**
 * KeyedLimiter at something that all keys share, such as a pool of connections: each key's calls run a few at a time, and so do
 * those of all keys together. When as many calls are in as may be, a key that has its few running is refused, and any
 * other key is still let in: the key that fills the line never shuts out one that has nothing in it.
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

  /** Does the work when its turn has come, and answers what it answers. Throws `request.too_many` when no more can wait. */
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

  /** The same for a further part of what was let in before: it waits for its turn however many others do. */
  goOn<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#keys.goOn(key, () => this.#all.goOn('all', work));
  }
}
