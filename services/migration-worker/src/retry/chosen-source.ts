import { UnreadableRecord, isMadeUpId } from '@ridgeline/acculynx';
import type { ChosenRecord, Corrections, Cursor } from '@ridgeline/contracts/internal';
import { batchLimit } from '@ridgeline/hubspot';
import { z } from 'zod';
import { chunk } from '../base/collections.ts';
import type { Lease } from '../lease/lease.ts';
import type { ObjectMigration, RetryRules } from '../object-migration/object-migration.ts';
import type { FollowedMigration } from '../orchestrator/orchestrator.ts';
import type { RecordLedger } from '../orchestrator/record-ledger.ts';
import { GoneRecord, type RecordSource, type SourceRead } from '../vendors/record-source.ts';
import type { AcculynxAccess } from '../vendors/run-vendors.ts';

/*
 * The records that a retry copies, each in its current state in AccuLynx:
 *
 *   few       by their ids, in the order in which they were chosen
 *   more than the list has pages
 *             from the list, filtered by the chosen ids; then by their ids, if the list did not contain them
 *
 * The selection does not change: the retry accounts for exactly these records, including those that AccuLynx no longer has.
 */

/** For fewer records, asking for the length of the list does not pay off. */
const minForList = 20;

const cursorSchema = z.union([
  /** The position in the list. */
  z.object({ list: z.record(z.string(), z.unknown()) }),
  /** The position of the last record that was read by id, and whether the list has been read. */
  z.object({ chosen: z.int().nonnegative(), isRest: z.boolean() }),
]);

/** Dependencies of reading a retry's records. */
export interface ChosenSourceParts {
  readonly object: Pick<ObjectMigration, 'type' | 'source'>;
  readonly rules: Pick<RetryRules, 'listCalls' | 'readByIds'>;
  readonly options: unknown;
  readonly acculynx: AcculynxAccess;
  readonly lease: Lease;
  readonly orchestrator: Pick<FollowedMigration, 'chosenRecords'> & Pick<RecordLedger, 'resolveIdentities'>;
  /** Called with a record's corrections before the record is read. */
  readonly onCorrected: (sourceId: string, corrections: Corrections) => void;
}

export function chosenSource(parts: ChosenSourceParts): RecordSource<unknown> {
  return {
    read(from, onCount) {
      const reading = new ChosenReading(parts, from, onCount);
      return {
        get summary() {
          return reading.summary;
        },
        hasChanged: () => Promise.resolve(false),
        [Symbol.asyncIterator]: () => reading.pages(),
      };
    },
  };
}

type Page = readonly SourceRead<unknown>[];
type ChosenPage = Awaited<ReturnType<FollowedMigration['chosenRecords']>>;

class ChosenReading {
  readonly #parts: ChosenSourceParts;
  readonly #from: z.output<typeof cursorSchema> | null;
  readonly #onCount: (count: number) => void;
  /** The ids found in the list. */
  readonly #met = new Set<string>();
  #read = 0;
  #total: number | null = null;

  constructor(parts: ChosenSourceParts, from: Cursor | null, onCount: (count: number) => void) {
    this.#parts = parts;
    this.#from = cursorSchema.safeParse(from).data ?? null;
    this.#onCount = onCount;
  }

  get summary() {
    const total = this.#total;
    return {
      ...{ distinctRead: this.#read, foundAtEnd: total ?? 0, countedBySource: total },
      ...{ gap: total === null ? null : 0, passes: 1, shifted: false, heldStill: true },
    };
  }

  async *pages(): AsyncGenerator<Page> {
    const from = this.#from;
    if (from && 'chosen' in from) yield* this.#byIds(from.chosen, from.isRest);
    else if (from || (await this.#isListCheaper())) {
      yield* this.#fromList(from?.list ?? null);
      yield* this.#byIds(0, true);
    } else yield* this.#byIds(0, false);
  }

  async #isListCheaper(): Promise<boolean> {
    const { rules, acculynx, lease } = this.#parts;
    const { total } = await this.#chosen(0);
    return total >= minForList && total > (await rules.listCalls(acculynx, lease.stopping));
  }

  async *#fromList(cursor: Cursor | null): AsyncGenerator<Page> {
    const { object, options, acculynx } = this.#parts;
    const wanted = new Set<string>();
    for (let after: number | null = 0; after !== null;) {
      const { records, next }: ChosenPage = await this.#chosen(after);
      for (const { sourceId } of records) wanted.add(sourceId);
      after = next;
    }
    const take = (id: string): boolean => {
      const isTaken = wanted.delete(id);
      if (isTaken) this.#met.add(id);
      return isTaken;
    };
    for await (const page of object.source(acculynx, options, take).read(cursor, () => undefined)) {
      this.#read += page.length;
      yield page.map((read) => ({ ...read, cursor: read.cursor && { list: read.cursor } }));
    }
  }

  async *#byIds(from: number, isRest: boolean): AsyncGenerator<Page> {
    const { rules, options, acculynx, lease } = this.#parts;
    const readByIds = rules.readByIds(acculynx, options);
    for (let after: number | null = from; after !== null;) {
      const { records, next }: ChosenPage = await this.#chosen(after);
      for (const group of chunk(records, batchLimit)) {
        const open = isRest ? await this.#leftOf(group) : group;
        const readAt = acculynx.databaseTime?.();
        const asked = open.map(({ sourceId }) => sourceId).filter((id) => !isMadeUpId(id));
        const found = await readByIds(asked, lease.stopping);
        this.#read += found.size;
        yield open.map((chosen) => ({
          record: found.get(chosen.sourceId) ?? absentRecord(chosen),
          cursor: { chosen: chosen.position, isRest },
          readAt,
        }));
      }
      after = next;
    }
  }

  /** The records among these that the list did not contain, in this reading or an earlier worker's. */
  async #leftOf(group: readonly ChosenRecord[]): Promise<readonly ChosenRecord[]> {
    const { object, lease, orchestrator } = this.#parts;
    const open = group.filter(({ sourceId }) => !this.#met.has(sourceId));
    if (open.length === 0) return [];
    const questions = open.map(({ sourceId }) => ({ sourceId, key: null }));
    const known = await orchestrator.resolveIdentities(lease, object.type.name, questions, lease.stopping);
    const planned = new Set(
      known.flatMap(({ sourceId, seenInBatch }) => (seenInBatch === null ? [] : sourceId)),
    );
    return open.filter(({ sourceId }) => !planned.has(sourceId));
  }

  async #chosen(after: number): Promise<ChosenPage> {
    const { lease, orchestrator, onCorrected } = this.#parts;
    const page = await orchestrator.chosenRecords(lease, after, lease.stopping);
    this.#total = page.total;
    this.#onCount(page.total);
    for (const { sourceId, corrections } of page.records) if (corrections) onCorrected(sourceId, corrections);
    return page;
  }
}

/** A record without an id of its own is only found through a list. */
const absentRecord = ({ sourceId: id, name }: ChosenRecord): UnreadableRecord | GoneRecord =>
  isMadeUpId(id) ? new UnreadableRecord({ id, name, field: '' }) : new GoneRecord({ id, name });
