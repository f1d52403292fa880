import type { ReadingSummary } from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';
import type { ReadPages, RecordReading, RecordSource } from '../vendors/record-source.ts';

/** The maximum number of readings of a source that keeps changing while its records are written. */
const maxReadings = 3;

/** Reads a source, and reads it again from its start if it has changed by the time everything is written. */
export class SourceReading<Source> {
  readonly #source: RecordSource<Source>;
  readonly #onCount: (count: number) => void;
  #reading: RecordReading<Source>;
  #readings = 1;
  /** Whether the last reading reached the end. */
  #isComplete = false;

  /** Begins after a cursor, or at the start. `onCount` receives the source's count. */
  constructor(source: RecordSource<Source>, from: Cursor | null, onCount: (count: number) => void) {
    this.#source = source;
    this.#onCount = onCount;
    this.#reading = source.read(from, onCount);
  }

  /** The pages of the current reading; to be iterated once. */
  get pages(): ReadPages<Source> {
    return this.#reading;
  }

  /** The source's count, and what the last reading found; null until a reading has reached the end. */
  get summary(): ReadingSummary | null {
    return this.#isComplete ? this.#reading.summary : null;
  }

  /** The source's last count; null until it is known. */
  get countedBySource(): number | null {
    return this.#reading.summary.countedBySource;
  }

  /**
   * Checks the source again once everything that was read is written, because writing takes time. Returns whether there is
   * more to read: a new reading from the start, in which records that are already planned are left out.
   */
  async goesOn(signal: AbortSignal): Promise<boolean> {
    this.#isComplete = true;
    const changed = await this.#reading.hasChanged(signal);
    if (!changed || this.#readings >= maxReadings) return false;
    this.#readings += 1;
    this.#isComplete = false;
    this.#reading = this.#source.read(null, this.#onCount);
    return true;
  }
}
