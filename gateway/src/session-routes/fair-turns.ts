import { AppError } from '@ridgeline/kit';

interface WaitingCall {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Calls that wait for their turn, in a line for each network; the networks have their turns by rotation. */
class WaitingCalls {
  readonly #most: number;
  /** The network whose turn is next comes first. */
  readonly #lines = new Map<string, WaitingCall[]>();
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a place is free, or a network that holds more places than this one would must give one up. */
  hasRoomFor(network: string): boolean {
    return this.#count < this.#most || this.#maxLine().length > this.#lineOf(network).length + 1;
  }

  /** Resolves when the turn has come; rejects with the reason when there is no room, or not any more. */
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

/** Who asks for a turn: from which network, and whether the account's owner signed in from there before. */
export interface Requester {
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

  /** Throws `request.too_many` when a call of the network could not wait, whether it is known or not. */
  requireRoom(network: string): void {
    if (this.#running >= this.#maxRunning && this.#rotation.every((calls) => !calls.hasRoomFor(network)))
      throw tooMany();
  }

  /**
   * Does the work when its turn has come, and answers what it answers. Throws `request.too_many` when no place is left,
   * or when a network with fewer calls needed the place.
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
