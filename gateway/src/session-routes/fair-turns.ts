import { AppError } from '@ridgeline/kit';

interface WaitingCall {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Waiting calls, in one queue per network; the networks take turns. */
class WaitingCalls {
  readonly #most: number;
  /** The queues by network; the network whose turn is next comes first. */
  readonly #lines = new Map<string, WaitingCall[]>();
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a place is free, or can be taken from a network that holds more places than this one would. */
  hasRoomFor(network: string): boolean {
    return this.#count < this.#most || this.#maxLine().length > this.#lineOf(network).length + 1;
  }

  /** Resolves when the turn has come; rejects with the refusal when there is no room, or when the place is taken away. */
  wait(network: string, refusal: () => Error): Promise<void> {
    if (!this.hasRoomFor(network)) return Promise.reject(refusal());
    if (this.#count >= this.#most) this.#refuseNewestOf(this.#maxLine());
    return new Promise((resolve, reject) => {
      const line = this.#lineOf(network);
      line.push({ start: resolve, refuse: () => reject(refusal()) });
      this.#lines.set(network, line);
      this.#count += 1;
    });
  }

  /** Starts the call whose turn it is; false when none waits. */
  startNext(): boolean {
    const [first] = this.#lines;
    if (first === undefined) return false;
    const [network, line] = first;
    this.#lines.delete(network);
    const call = line.shift();
    if (line.length > 0) this.#lines.set(network, line);
    this.#count -= 1;
    call?.start();
    return true;
  }

  #refuseNewestOf(line: WaitingCall[]): void {
    this.#count -= 1;
    line.pop()?.refuse();
  }

  #lineOf(network: string): WaitingCall[] {
    return this.#lines.get(network) ?? [];
  }

  #maxLine(): WaitingCall[] {
    return [...this.#lines.values()].reduce(
      (longest, line) => (line.length > longest.length ? line : longest),
      [],
    );
  }
}

/** The network that asks for a turn, and whether the account's owner has signed in from it before. */
export interface Requester {
  readonly network: string;
  readonly known: boolean;
}

/** How many calls run concurrently in this process, and how many may wait: the same number for known and unknown networks. */
export interface FairTurnLimits {
  readonly running: number;
  readonly waiting: number;
}

const tooMany = (): AppError => new AppError('request.too_many', { retryAfterSeconds: 1 });

/**
 * Runs a few calls at a time. Calls of known networks wait in separate places, so that a crowd of unknown networks cannot
 * take them. While both kinds wait, they take turns, and so do the networks of each kind.
 */
export class FairTurns {
  readonly #maxRunning: number;
  #running = 0;
  /** The kind whose turn is next comes first. */
  #rotation: readonly WaitingCalls[];
  readonly #known: WaitingCalls;
  readonly #unknown: WaitingCalls;

  constructor({ running, waiting }: FairTurnLimits) {
    this.#maxRunning = running;
    this.#known = new WaitingCalls(waiting);
    this.#unknown = new WaitingCalls(waiting);
    this.#rotation = [this.#known, this.#unknown];
  }

  /** Throws `request.too_many` when a call of the network would find no room, whether the network is known or not. */
  requireRoom(network: string): void {
    if (this.#running >= this.#maxRunning && this.#rotation.every((calls) => !calls.hasRoomFor(network)))
      throw tooMany();
  }

  /**
   * Runs the work when its turn has come, and returns its result. Throws `request.too_many` when no place is left, or when
   * a network with fewer calls needed the place.
   */
  async take<T>({ network, known }: Requester, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxRunning) this.#running += 1;
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
