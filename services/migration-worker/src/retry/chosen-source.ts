import type { ChosenRecord, Corrections } from '@ridgeline/contracts/internal';
import { z } from 'zod';
import type { Lease } from '../lease/lease.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { FollowedMigration } from '../orchestrator/orchestrator.ts';
import { GoneRecord, type RecordSource, type SourceRead } from '../vendors/record-source.ts';
import type { AcculynxAccess } from '../vendors/run-vendors.ts';

const cursorSchema = z.object({
  /** The position of the last record that was read. */
  chosen: z.int().nonnegative(),
});

/** What the records of a retry are read with. */
export interface ChosenSourceParts {
  readonly object: Pick<ObjectMigration, 'readByIds'>;
  readonly options: unknown;
  readonly acculynx: AcculynxAccess;
  readonly lease: Lease;
  readonly orchestrator: Pick<FollowedMigration, 'chosenRecords'>;
  /** Told what was corrected, before the record is read. */
  readonly onCorrected: (sourceId: string, corrections: Corrections) => void;
}

/**
 * The records that a retry copies, in the order in which they were chosen, each as AccuLynx has it now. What is chosen does not
 * change: it is all that the retry's account has to account for, also what AccuLynx does not have any more.
 */
export function chosenSource(parts: ChosenSourceParts): RecordSource<unknown> {
  return {
    read(from, onCount) {
      const after = cursorSchema.safeParse(from).data?.chosen ?? 0;
      const reading = new ChosenReading(parts, after, onCount);
      return {
        get summary() {
          return reading.summary;
        },
        hasChanged: () => Promise.resolve(false),
        [Symbol.asyncIterator]: () => reading.pages()[Symbol.asyncIterator](),
      };
    },
  };
}

class ChosenReading {
  readonly #parts: ChosenSourceParts;
  readonly #onCount: (count: number) => void;
  #after: number | null;
  #read = 0;
  #total: number | null = null;

  constructor(parts: ChosenSourceParts, after: number, onCount: (count: number) => void) {
    this.#parts = parts;
    this.#after = after;
    this.#onCount = onCount;
  }

  get summary() {
    const total = this.#total;
    return {
      distinctRead: this.#read,
      foundAtEnd: total ?? 0,
      countedBySource: total,
      gap: total === null ? null : 0,
      passes: 1,
      shifted: false,
      heldStill: true,
    };
  }

  async *pages(): AsyncGenerator<readonly SourceRead<unknown>[]> {
    const { object, options, acculynx, lease, orchestrator } = this.#parts;
    // Whatever is read later, be it from memory, is at least as new.
    const readAt = acculynx.databaseTime?.();
    let readByIds: ReturnType<ObjectMigration['readByIds']> | null = null;
    while (this.#after !== null) {
      const { records, total, next } = await orchestrator.chosenRecords(lease, this.#after, lease.stopping);
      this.#total = total;
      this.#onCount(total);
      readByIds ??= object.readByIds(acculynx, options, total - this.#after);
      for (const { sourceId, corrections } of records)
        if (corrections) this.#parts.onCorrected(sourceId, corrections);
      const found = await readByIds(
        records.map(({ sourceId }) => sourceId),
        lease.stopping,
      );
      this.#read += found.size;
      yield records.map((chosen) => ({
        record: found.get(chosen.sourceId) ?? goneRecord(chosen),
        cursor: { chosen: chosen.position },
        readAt,
      }));
      this.#after = next;
    }
  }
}

const goneRecord = ({ sourceId: id, name }: ChosenRecord): GoneRecord => new GoneRecord({ id, name });
