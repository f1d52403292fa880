import type { ListReading, ReadRecord } from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';
import type { RecordSource } from '../vendors/record-source.ts';

/** Reads a source, and once more from its start when it has changed by the time that all is written. */
export class SourceReading<Source> {
  readonly #source: RecordSource<Source>;
  readonly #onCount: (count: number) => void;
  #reading: ListReading<Source>;
  /** What the source counted after the reading; null as long as it was not asked. */
  #countedAtEnd: number | null = null;

  /** Begins behind a cursor, or at the start. `onCount` is told what the source counts. */
  constructor(source: RecordSource<Source>, from: Cursor | null, onCount: (count: number) => void) {
    this.#source = source;
    this.#onCount = onCount;
    this.#reading = source.read(from, onCount);
  }

  /** The pages of the present reading; to be iterated once. */
  get pages(): AsyncIterable<readonly ReadRecord<Source>[]> {
    return this.#reading;
  }

  /** What the source counted last; null as long as it has not told. */
  get countedBySource(): number | null {
    return this.#countedAtEnd ?? this.#reading.summary.countedBySource;
  }

  /** Whether the source counts another number by now than when it was read: writing takes its time. */
  async hasChanged(signal: AbortSignal): Promise<boolean> {
    const read = this.#reading.summary.countedBySource;
    this.#countedAtEnd = await this.#source.count(signal);
    return this.#countedAtEnd !== null && this.#countedAtEnd !== read;
  }

  /** Begins a new reading from the start: what is planned already is known, and left out. */
  startAgain(): void {
    this.#reading = this.#source.read(null, this.#onCount);
  }
}
