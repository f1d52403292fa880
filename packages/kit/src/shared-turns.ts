import { AppError } from './errors.ts';
import { Turns, type TurnLimits } from './turns.ts';

/** What one key may have under way and waiting, and what all keys may together. */
export interface SharedTurnLimits {
  readonly perKey: TurnLimits;
  readonly inAll: TurnLimits;
}

/**
 * Turns at something that all keys share, such as a pool of connections: each key's calls run a few at a time, and so do
 * those of all keys together. When as many calls are in as may be, a key that has its few running is refused, and any
 * other key is still let in: the key that fills the line never shuts out one that has nothing in it.
 */
export class SharedTurns {
  readonly #inAll: TurnLimits;
  readonly #keys: Turns;
  readonly #all: Turns;
  #admitted = 0;

  constructor({ perKey, inAll }: SharedTurnLimits) {
    this.#inAll = inAll;
    this.#keys = new Turns(perKey);
    this.#all = new Turns(inAll);
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
