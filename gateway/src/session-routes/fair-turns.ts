import { AppError } from '@ridgeline/kit';
import { WaitingCalls } from './waiting-calls.ts';

/** Who asks for a turn: from which network, and whether the account's owner signed in from there before. */
export interface Asker {
  readonly network: string;
  readonly known: boolean;
}

/** How many calls run concurrently in this process, and how many wait: of known networks, and as many of unknown ones. */
export interface FairTurnLimits {
  readonly running: number;
  readonly waiting: number;
}

const tooMany = (): AppError => new AppError('request.too_many', { retryAfterSeconds: 1 });

/**
 * Lets calls run a few at a time. Those of known networks wait in places of their own, so that no crowd of unknown
 * networks takes them; the two kinds have their turns by rotation while both wait, and so do the networks of each.
 */
export class FairTurns {
  readonly #mostRunning: number;
  #running = 0;
  /** The kind whose turn is next comes first. */
  #rotation: readonly WaitingCalls[];
  readonly #known: WaitingCalls;
  readonly #unknown: WaitingCalls;

  constructor({ running, waiting }: FairTurnLimits) {
    this.#mostRunning = running;
    this.#known = new WaitingCalls(waiting);
    this.#unknown = new WaitingCalls(waiting);
    this.#rotation = [this.#known, this.#unknown];
  }

  /** Throws `request.too_many` when a call of the network could not wait, whether it is known or not. */
  requireRoom(network: string): void {
    if (this.#running >= this.#mostRunning && this.#rotation.every((calls) => !calls.hasRoomFor(network)))
      throw tooMany();
  }

  /**
   * Does the work when its turn has come, and answers what it answers. Throws `request.too_many` when no place is left,
   * or when a network with fewer calls needed the place.
   */
  async take<T>({ network, known }: Asker, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#mostRunning) this.#running += 1;
    // The next call takes over the place of the one that ended.
    else await (known ? this.#known : this.#unknown).wait(network, tooMany);
    try {
      return await work();
    } finally {
      if (!this.#startNext()) this.#running -= 1;
    }
  }

  #startNext(): boolean {
    const next = this.#rotation.find((calls) => calls.startNext());
    if (next === undefined) return false;
    this.#rotation = next === this.#known ? [this.#unknown, this.#known] : [this.#known, this.#unknown];
    return true;
  }
}
