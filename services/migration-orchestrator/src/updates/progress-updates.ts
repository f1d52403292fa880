import { pause, type Logger } from '@ridgeline/kit';

/** Dependencies of progress updates. */
export interface ProgressUpdatesParts {
  /** Publishes a migration's current state. */
  readonly publish: (id: number) => Promise<unknown>;
  readonly logger: Logger;
  /** The shortest time between two updates of one migration, in ms. */
  readonly intervalMs?: number;
  /** Replaced in tests with simulated time. */
  readonly wait?: typeof pause;
}

/** A migration that was published within the interval. */
interface Followed {
  /** Whether it has changed since. */
  isDue: boolean;
  readonly end: Promise<void>;
}

const retryMs = 5_000;

/**
 * Publishes a running migration at most four times a second, however fast its batches are counted: the first change
 * immediately, then the last state of each interval. Pending updates are kept in memory: if the process is killed, they are
 * published with the migration's next change, at the latest with its end, in the end's own transaction.
 */
export class ProgressUpdates implements AsyncDisposable {
  readonly #parts: ProgressUpdatesParts;
  readonly #followed = new Map<number, Followed>();
  readonly #stop = new AbortController();

  constructor(parts: ProgressUpdatesParts) {
    this.#parts = parts;
  }

  /** To be called after the change is committed. */
  changed(migrationId: number): void {
    const followed = this.#followed.get(migrationId);
    if (followed) followed.isDue = true;
    else this.#followed.set(migrationId, { isDue: true, end: this.#follow(migrationId) });
  }

  /** The migration's current state was published elsewhere: nothing is pending. */
  told(migrationId: number): void {
    const followed = this.#followed.get(migrationId);
    if (followed) followed.isDue = false;
  }

  /** Publishes pending updates. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#followed.values()].map(({ end }) => end));
  }

  /** Publishes a migration repeatedly, until it stays unchanged for an interval. */
  async #follow(migrationId: number): Promise<void> {
    const { intervalMs = 250, wait = pause } = this.#parts;
    const { signal } = this.#stop;
    // The caller notes the migration first.
    await Promise.resolve();
    const isDue = (): boolean => this.#followed.get(migrationId)?.isDue === true;
    for (let isTold = true; isDue() && (isTold || !signal.aborted);) {
      isTold = await this.#tell(migrationId);
      await wait(isTold ? intervalMs : retryMs, signal).catch(() => undefined);
    }
    this.#followed.delete(migrationId);
  }

  /** Whether publishing succeeded; a change during it is pending again. */
  async #tell(migrationId: number): Promise<boolean> {
    this.told(migrationId);
    try {
      await this.#parts.publish(migrationId);
      return true;
    } catch (error) {
      this.#parts.logger.warn({ err: error, migrationId }, 'Failed to publish progress; retrying');
      this.changed(migrationId);
      return false;
    }
  }
}
