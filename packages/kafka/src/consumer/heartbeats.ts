import type { Membership } from './membership.ts';

/** The heartbeats of one batch. kafkajs sends one only when it is asked to, so a slow handler would lose its place. */
export class Heartbeats implements Disposable {
  readonly #beat: () => Promise<void>;
  readonly #membership: Membership;
  readonly #timer: NodeJS.Timeout;
  #failure: Error | null = null;

  /** Starts to beat every `everyMs`. `beat` is kafkajs' heartbeat, which itself sends no more often than configured. */
  constructor(beat: () => Promise<void>, membership: Membership, everyMs: number) {
    this.#beat = beat;
    this.#membership = membership;
    this.#timer = setInterval(() => void this.#attempt(), everyMs);
  }

  /** Beats if it is time, and throws when a beat has failed since the last call or the membership is lost. */
  async checkpoint(): Promise<void> {
    await this.#attempt();
    this.#membership.check();
    if (this.#failure) throw this.#failure;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #attempt(): Promise<void> {
    try {
      await this.#beat();
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error('The heartbeat failed', { cause: error });
      this.#membership.failed(error);
    }
  }
}
