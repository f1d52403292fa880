import type { ReadingSummary } from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';
import type { ReadPages, RecordReading, RecordSource } from '../vendors/record-source.ts';

/** So often the source is read when it has changed by the time that all is written: one that changes all the time is left so. */
const maxReadings = 3;

/** Reads a source, and reads it again from its start when it has changed by the time that all is written. */
export class SourceReading<Source> {
  readonly #source: RecordSource<Source>;
  readonly #onCount: (count: number) => void;
  #reading: RecordReading<Source>;
  #readings = 1;
  /** Whether the last reading came to its end. */
  #isComplete = false;

  /** Begins behind a cursor, or at the start. `onCount` receives what the source counts. */
  constructor(source: RecordSource<Source>, from: Cursor | null, onCount: (count: number) => void) {
    this.#source = source;
    this.#onCount = onCount;
    this.#reading = source.read(from, onCount);
  }

  /** The pages of the present reading; to be iterated once. */
  get pages(): ReadPages<Source> {
    return this.#reading;
  }

  /** What the source counts, and what the last reading found of it; null as long as none has come to its end. */
  get summary(): ReadingSummary | null {
    return this.#isComplete ? this.#reading.summary : null;
  }

  /** What the source counted last; null as long as it has not told. */
  get countedBySource(): number | null {
    return this.#reading.summary.countedBySource;
  }

  /**
   * Looks at the source again when all that was read is written: writing takes its time. Returns whether there is more to
   * read: a new reading from the start, in which what is planned already is known, and left out.
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
