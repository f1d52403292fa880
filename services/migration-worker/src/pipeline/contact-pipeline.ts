import type { ListReading, AcculynxContact } from '@ridgeline/acculynx';
import type { BatchPlan, Claim, Cursor, PlannedRecord, TakenKey } from '@ridgeline/contracts/internal';
import { cut } from '../cut.ts';
import type { Lease } from '../lease/lease.ts';
import { BatchCounted, type Orchestrator } from '../orchestrator/orchestrator.ts';
import { planBatch } from '../planning/plan-batch.ts';
import { endsForGood, RunFailed, RunStopped } from '../run/run-stop.ts';
import type { ContactSource } from '../vendors/contact-source.ts';
import type { HubspotTarget } from '../vendors/hubspot-target.ts';
import { countingReason } from '../waiting/wait-reason.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import { closeBatches } from '../writing/close-batches.ts';
import { beginExecution, executePlan, resumeExecution, type Execution } from '../writing/execute-plan.ts';
import { gatherGroups } from './batches.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { settleEmails } from './email-pass.ts';
import { mapAhead } from './map-ahead.ts';
import { prepareGroup, type ReadyRecord } from './prepare-group.ts';
import { Sequencer } from './sequencer.ts';

/** What a run's pipeline works with. */
export interface PipelineParts {
  readonly claim: Claim;
  readonly lease: Lease;
  readonly source: ContactSource;
  readonly target: HubspotTarget;
  readonly orchestrator: Pick<Orchestrator, 'resolveIdentities' | 'storePlan' | 'openEmails'>;
  readonly waits: WaitTracker;
  /** Publishes a batch's outcome; resolves when it is published. */
  readonly reportBatch: (execution: Execution) => Promise<void>;
  /** Told how many records the source has, as far as is known. */
  readonly onTarget?: (count: number) => void;
}

/** Groups whose look-ups are under way while batches of an earlier one are written. */
const groupsAhead = 3;
/** Planned batches that may wait to be counted: beyond it the run is slowed down to the pace of the counting. */
const mostUncounted = 64;
/** So often the source is read when it has changed by the time that all is written: one that changes all the time is left so. */
const mostReadings = 3;

/**
 * One run of a migration of contacts: read, map, look up, batch, plan, write, report. Pages are read and groups are
 * looked up ahead, up to `concurrency` batches are on their way side by side, and plans are stored strictly in the order
 * of the batches.
 */
export class ContactPipeline {
  readonly #parts: PipelineParts;
  readonly #places: ConcurrencyLimit;
  readonly #order = new Sequencer();
  #reading: ListReading<AcculynxContact>;
  /** What AccuLynx counted after the reading; null as long as it was not asked. */
  #countedAtEnd: number | null = null;
  #noSourceIds: boolean | null = null;
  #nextBatch: number;
  #planned: number;
  /** Where reading goes on behind the last batch. */
  #cursor: Cursor | null;
  /** Batches that are planned and not reported, in their order. */
  readonly #unreported: Set<Execution>;
  /** What ended the run first; all else follows from it. */
  #fault: { readonly error: unknown } | null = null;

  constructor(parts: PipelineParts) {
    const { claim, lease } = parts;
    this.#parts = parts;
    this.#nextBatch = claim.nextBatch;
    this.#planned = claim.plannedRecords;
    this.#cursor = claim.cursor;
    this.#unreported = new Set(claim.unfinished.map(resumeExecution));
    this.#reading = this.#read(claim.cursor);
    this.#places = new ConcurrencyLimit({
      width: claim.settings.concurrency,
      spacingMs: claim.settings.delayMs,
      stopping: lease.stopping,
      // The other batches in flight need not wait for a vendor any longer; they get the grace to finish.
      onFault: (fault) => this.#stopFor(fault),
    });
  }

  /** Distinct source records planned so far, over all attempts. */
  get plannedRecords(): number {
    return this.#planned;
  }

  /** What AccuLynx counted last; null as long as it has not told. */
  get countedBySource(): number | null {
    return this.#countedAtEnd ?? this.#reading.summary.countedBySource;
  }

  /**
   * Executes the plans that an earlier worker left unfinished, then reads on; at the end e-mails that were left out and
   * have become free follow. Resolves when every record is reported; rejects with `RunStopped` or `RunFailed`, in either
   * case only after all work in flight has ended.
   */
  async run(): Promise<void> {
    try {
      for (const execution of [...this.#unreported]) await this.#resume(execution);
      await this.#writeWhatIsRead();
      for (let readings = 1; readings < mostReadings && (await this.#hasChanged()); readings += 1) {
        // From the start: what is planned already is known, and left out.
        this.#reading = this.#read(null);
        await this.#writeWhatIsRead();
      }
      await this.#settleEmails();
    } catch (error) {
      const first = this.#stopFor(error);
      await this.#places.idle();
      await this.#closeUnreported(first);
      throw first;
    }
  }

  async #writeWhatIsRead(): Promise<void> {
    const { batchSize } = this.#parts.claim.settings;
    for await (const group of this.#groups())
      for (const batch of cut(group, batchSize)) await this.#beginBatch(batch);
    await this.#places.finished();
  }

  #read(from: Cursor | null): ListReading<AcculynxContact> {
    const { source, onTarget } = this.#parts;
    return source.read(from, (count) => onTarget?.(count));
  }

  /** Whether AccuLynx counts another number by now than when it was read: writing takes its time. */
  async #hasChanged(): Promise<boolean> {
    const { source, lease } = this.#parts;
    const read = this.#reading.summary.countedBySource;
    this.#countedAtEnd = await source.count(lease.stopping);
    return this.#countedAtEnd !== null && this.#countedAtEnd !== read;
  }

  /** Stops everything that is under way; answers what ended the run first. */
  #stopFor(error: unknown): unknown {
    this.#fault ??= { error };
    this.#parts.lease.stop(error instanceof RunStopped ? error.reason : 'failed');
    return this.#fault.error;
  }

  async *#groups(): AsyncGenerator<readonly ReadyRecord[]> {
    const { lease, claim, target, orchestrator } = this.#parts;
    const signal = lease.stopping;
    // What this run itself has written since is known by its plans.
    const noSourceIds = (this.#noSourceIds ??= claim.newPortal && !(await this.#anySourceId()));
    const groups = gatherGroups(this.#reading, claim.settings.batchSize);
    yield* mapAhead(groups, groupsAhead, (group) =>
      prepareGroup(group, { run: lease, orchestrator, target, noSourceIds, signal }).catch(
        (error: unknown) => {
          // At once: until it is this group's turn, pages may be waited for that nobody needs any more.
          throw this.#stopFor(error);
        },
      ),
    );
  }

  /** What HubSpot does not search by is asked for one by one; that tells what is wrong. */
  async #anySourceId(): Promise<boolean> {
    const answer = await this.#parts.target.anySourceId(this.#parts.lease.stopping);
    return answer.outcome === 'ok' ? answer.value : true;
  }

  /** Executes a plan of an earlier worker; it is planned already, so that it need not wait for the counting of others. */
  async #resume(execution: Execution): Promise<void> {
    await this.#places.free();
    this.#places.begin(() => this.#execute(execution));
  }

  /** Begins a batch as soon as there is a place for it, and the counting of what was reported keeps up. */
  async #begin(work: () => Promise<void>): Promise<void> {
    const { lease, waits } = this.#parts;
    await this.#places.free();
    const waiting = waits.begin(countingReason);
    try {
      await lease.untilCounted(mostUncounted, lease.stopping);
    } finally {
      waiting.end();
    }
    this.#places.begin(work);
  }

  async #beginBatch(records: readonly ReadyRecord[]): Promise<void> {
    await this.#begin(async () => {
      const batch = this.#nextBatch++;
      const cursor = (this.#cursor = records.at(-1)?.cursor ?? this.#cursor);
      const plan = await this.#order.pass(() => this.#storeBatch({ batch, revision: 1, cursor }, records));
      await this.#execute(beginExecution(plan));
    });
  }

  /** Plans a batch and stores the plan; what another record of the run has already is planned otherwise. */
  async #storeBatch(
    about: Pick<BatchPlan, 'batch' | 'revision' | 'cursor'>,
    records: readonly ReadyRecord[],
  ): Promise<BatchPlan> {
    const { lease, claim, orchestrator } = this.#parts;
    const { includeNoEmailContacts } = claim.settings;
    const taken: TakenKey[] = [];
    for (;;) {
      const plan = { ...about, records: planBatch(records, { includeNoEmailContacts, taken }) };
      const conflicts = await orchestrator.storePlan(lease, plan, lease.stopping);
      if (conflicts.length === 0) {
        this.#planned += plan.records.length;
        return plan;
      }
      const known = taken.length;
      for (const key of conflicts)
        if (!taken.some((one) => one.kind === key.kind && one.key === key.key)) taken.push(key);
      if (taken.length === known)
        throw new RunFailed('A batch cannot be planned: its keys are taken again and again.');
    }
  }

  #settleEmails(): Promise<void> {
    const { lease, claim, target, orchestrator, waits } = this.#parts;
    return settleEmails({
      run: lease,
      orchestrator,
      target,
      waits,
      batchSize: claim.settings.batchSize,
      signal: lease.stopping,
      execute: async (records: readonly PlannedRecord[]) => {
        const batch = this.#nextBatch++;
        const plan: BatchPlan = {
          batch,
          revision: 1,
          cursor: this.#cursor,
          records: [...records],
          emailsOnly: true,
        };
        await orchestrator.storePlan(lease, plan, lease.stopping);
        await this.#execute(beginExecution(plan));
      },
    });
  }

  async #execute(execution: Execution): Promise<void> {
    const { lease, target, orchestrator, reportBatch } = this.#parts;
    this.#unreported.add(execution);
    lease.stopping.throwIfAborted();
    try {
      await executePlan(execution, {
        target,
        signals: { waiting: lease.stopping, calling: lease.writing },
        storePlan: (revised) => orchestrator.storePlan(lease, revised, lease.stopping),
      });
    } catch (error) {
      if (!(error instanceof BatchCounted)) throw error;
      this.#unreported.delete(execution);
      return;
    }
    this.#unreported.delete(execution);
    await reportBatch(execution);
  }

  /** Nobody executes these plans any more after a cancel or a failure: what is done is reported as far as it went. */
  async #closeUnreported(first: unknown): Promise<void> {
    const { lease, target, reportBatch } = this.#parts;
    const final = !(first instanceof RunStopped) || endsForGood(lease.stopReason);
    if (!final || lease.lost.aborted) return;
    await closeBatches(this.#unreported, { target, reportBatch, signal: lease.lost });
  }
}
