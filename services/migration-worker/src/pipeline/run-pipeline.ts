import type { SourceAccount } from '@ridgeline/contracts/internal';
import { chunk } from '../base/collections.ts';
import { RunStopped } from '../base/run-errors.ts';
import type { MappedRecord } from '../object-migration/object-migration.ts';
import { countingReason } from '../waiting/wait-tracker.ts';
import { BatchExecutor } from './execution/batch-executor.ts';
import { BatchPlanner } from './batch-planner.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { GroupLookups, type ReadyGroup } from './lookups/group-lookups.ts';
import { followUpPasses } from './follow-up-passes.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import type { KindInUse, ReadyRecord } from './lookups/prepare-group.ts';
import { SourceReading } from './source-reading.ts';

/*
 * The path of the records; each step runs ahead of the next one by a limited number of pages, groups or batches:
 *
 *   SourceReading ─ pages ─> GroupLookups ─ groups, looked up ─> BatchPlanner ─ stored plans ─> BatchExecutor ─> report
 *
 *   1. resume      plans that an earlier worker stored and did not report are executed as they are
 *   2. read        for each group, related records are copied first; then its own batches run concurrently
 *   3. read again  from the start, if the source has changed by the time everything is written (source-reading.ts)
 *   4. follow up   what can only be planned once everything is counted; each plan is executed before the next one is made
 *   any ─> stopped `#stopFor` keeps the first error and stops the lease; work in flight ends; if no worker continues the
 *                  run, what may have been written is read back and reported; then the first error is thrown
 *
 * Why no record is lost: plans are stored strictly in the order of the batches, each with the position where reading continues,
 * so that the next attempt begins after the last stored plan. Why none is written twice: only stored plans are written,
 * executing a plan again writes the same, and records of earlier batches are left out (prepare-group.ts).
 * Why a related record exists before what refers to it: the first group that refers to it copies it, and the batches of that
 * group and of all later ones begin after it. Why memory is limited: every step waits for a place in the next one.
 */

/**
 * The maximum number of planned batches that wait to be counted: beyond it, the run is slowed down to the speed of counting.
 */
const maxUncounted = 64;

/** One run of a migration. Only `object` knows which kind of record is copied. */
export class RunPipeline<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly #parts: PipelineParts<Source, Mapped, Counterparts, Options>;
  readonly #places: ConcurrencyLimit;
  readonly #reading: SourceReading<Source>;
  readonly #lookups: GroupLookups<Source, Mapped, Counterparts, Options>;
  readonly #planner: BatchPlanner;
  readonly #executor: BatchExecutor;
  /** The error that ended the run first; later errors follow from it. */
  #fault: { readonly error: unknown } | null = null;

  constructor(parts: PipelineParts<Source, Mapped, Counterparts, Options>) {
    const { object, claim, lease, ledger, waits, conflicts, review, source, onTarget } = parts;
    this.#parts = parts;
    this.#reading = new SourceReading(source, claim.cursor, (count) => onTarget?.(count));
    this.#lookups = new GroupLookups(parts, (fault) => this.#stopFor(fault));
    this.#planner = new BatchPlanner({
      ownKind: object.type.name,
      claim,
      lease,
      ledger,
      waits,
      conflicts,
      review,
    });
    this.#executor = new BatchExecutor(parts, claim.unfinished);
    this.#places = new ConcurrencyLimit({
      width: claim.settings.concurrency,
      spacingMs: claim.settings.delayMs,
      stopping: lease.stopping,
      // The other batches in flight no longer need to wait for a vendor; they get the grace period to finish.
      onFault: (fault) => this.#stopFor(fault),
    });
  }

  /** Distinct source records of the migration's own kind planned so far, across all attempts. */
  get plannedRecords(): number {
    return this.#planner.plannedRecords;
  }

  /** What is known of the source so far. */
  get sourceAccount(): SourceAccount {
    const { summary, countedBySource } = this.#reading;
    return {
      read: this.#planner.plannedRecords,
      countedBySource,
      foundAtEnd: summary?.foundAtEnd ?? null,
      heldStill: summary?.heldStill ?? null,
    };
  }

  /**
   * Resolves when every record is reported; rejects with `RunStopped` or `RunFailed`, in either case only after all work in
   * flight has ended.
   */
  async run(): Promise<void> {
    const { lease } = this.#parts;
    try {
      for (const resumption of this.#executor.resumptions) await this.#resume(resumption);
      do await this.#writeWhatIsRead();
      while (await this.#reading.goesOn(lease.stopping));
      await this.#parts.mayFollowUp?.();
      for await (const plan of followUpPasses(this.#parts))
        await this.#executor.execute(await this.#planner.planFollowUp(plan));
    } catch (error) {
      const first = this.#stopFor(error);
      await this.#places.idle();
      await this.#executor.closeUnreported(first);
      throw first;
    }
  }

  async #writeWhatIsRead(): Promise<void> {
    for await (const group of this.#lookups.groups(this.#reading.pages)) await this.#writeGroup(group);
    await this.#places.finished();
  }

  /**
   * Starts the batches of a group once its related records are copied; batches of earlier groups continue in the meantime.
   */
  async #writeGroup({ companions, records }: ReadyGroup<Mapped, Counterparts>): Promise<void> {
    const { object, options } = this.#parts;
    const { companionKind } = this.#lookups;
    if (companionKind) {
      const { executed } = await this.#beginBatches(companionKind, companions, (batch) =>
        this.#lookups.companionsAgain(batch),
      );
      await executed;
    }
    await this.#beginBatches({ object, options }, records, (batch) => this.#lookups.again(batch));
  }

  /**
   * Resolves when all batches of these records are started; `executed` when all are executed. An error of one is thrown by
   * the next batch that is started, or at the end.
   */
  async #beginBatches<Read, OfKind extends MappedRecord, Found, Chosen>(
    kind: KindInUse<Read, OfKind, Found, Chosen>,
    records: readonly ReadyRecord<OfKind, Found>[],
    again: (batch: readonly ReadyRecord<OfKind, Found>[]) => Promise<readonly ReadyRecord<OfKind, Found>[]>,
  ): Promise<{ readonly executed: Promise<unknown> }> {
    const executed: Promise<void>[] = [];
    for (const batch of chunk(records, this.#parts.claim.settings.batchSize))
      await this.#begin(() => {
        const done = this.#planner.plan(kind, batch, again).then((plan) => this.#executor.execute(plan));
        executed.push(done);
        return done;
      });
    return { executed: Promise.allSettled(executed) };
  }

  /** Executes a plan of an earlier worker; it is planned already, so it need not wait for the counting of others. */
  async #resume(resumption: () => Promise<void>): Promise<void> {
    await this.#places.free();
    this.#places.begin(resumption);
  }

  /** Starts a batch as soon as a place is free, and the counting of reported batches keeps up. */
  async #begin(work: () => Promise<void>): Promise<void> {
    const { lease, waits } = this.#parts;
    await this.#places.free();
    const waiting = waits.begin(countingReason);
    try {
      await lease.untilCounted(maxUncounted, lease.stopping);
    } finally {
      waiting.end();
    }
    this.#places.begin(work);
  }

  /** Stops all work in progress; returns the error that ended the run first. */
  #stopFor(error: unknown): unknown {
    this.#fault ??= { error };
    this.#parts.lease.stop(error instanceof RunStopped ? error.reason : 'failed');
    return this.#fault.error;
  }
}
