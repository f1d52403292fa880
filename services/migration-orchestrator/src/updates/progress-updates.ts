import { pause, type Logger } from '@ridgeline/kit';

/** What updates of progress need. */
export interface ProgressUpdatesParts {
  /** Publishes a migration as it is now. */
  readonly publish: (id: number) => Promise<unknown>;
  readonly logger: Logger;
  /** The shortest time between two updates of one migration, in ms. */
  readonly intervalMs?: number;
  /** For tests whose time is not the clock's. */
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
 * immediately, then the last state of each interval. What is due is kept in memory: what a process that is killed had not
 * published is published with the migration's next change, at the latest with its end, in the end's own transaction.
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

  /** The migration was published as it is by something else: none is due. */
  told(migrationId: number): void {
    const followed = this.#followed.get(migrationId);
    if (followed) followed.isDue = false;
  }

  /** Publishes what is due. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#followed.values()].map(({ end }) => end));
  }

  /** Publishes a migration, one update after the other, until it does not change for an interval. */
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

  /** Whether it succeeded; what changes in the time is due again. */
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
