interface WaitingCall {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Calls that wait for their turn, in a line for each network; the networks have their turns by rotation. */
export class WaitingCalls {
  readonly #most: number;
  /** The network whose turn is next comes first. */
  readonly #lines = new Map<string, WaitingCall[]>();
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a place is free, or a network that holds more places than this one would must give one up. */
  hasRoomFor(network: string): boolean {
    return this.#count < this.#most || this.#longestLine().length > this.#lineOf(network).length + 1;
  }

  /** Resolves when the turn has come; rejects with the reason when there is no room, or not any more. */
  wait(network: string, refusal: () => Error): Promise<void> {
    if (!this.hasRoomFor(network)) return Promise.reject(refusal());
    if (this.#count >= this.#most) this.#refuseNewestOf(this.#longestLine());
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

  #longestLine(): WaitingCall[] {
    return [...this.#lines.values()].reduce(
      (longest, line) => (line.length > longest.length ? line : longest),
      [],
    );
  }
}
