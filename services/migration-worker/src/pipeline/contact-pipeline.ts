import { setTimeout as pause } from 'node:timers/promises';
import { contactPages, type FetchContactsPage } from '@ridgeline/acculynx';
import type { BatchPlan, Claim, Cursor, PlannedRecord } from '@ridgeline/contracts/internal';
import type { Lease } from '../lease/lease.ts';
import { mapContact } from '../mapping/map-contact.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import { planBatch, type IdentifiedContact } from '../planning/plan-batch.ts';
import { RunFailed, RunStopped } from '../run/run-stop.ts';
import type { HubspotTarget } from '../vendors/hubspot-target.ts';
import { beginExecution, executePlan, type Execution } from '../writing/execute-plan.ts';
import { cutBatches, type SourceBatch } from './batches.ts';
import { settleEmails } from './email-pass.ts';
import { Lanes } from './lanes.ts';
import { readAhead } from './read-ahead.ts';
import { Turnstile } from './turnstile.ts';

/** What a run's pipeline works with. */
export interface PipelineParts {
  readonly claim: Claim;
  readonly lease: Lease;
  readonly source: FetchContactsPage;
  readonly target: HubspotTarget;
  readonly orchestrator: Pick<Orchestrator, 'resolveIdentities' | 'storePlan' | 'openEmails'>;
  /** Publishes a batch's outcome; resolves when it is published. */
  readonly reportBatch: (execution: Execution) => Promise<void>;
  /** Told how many records the source has, as far as is known. */
  readonly onTarget?: (count: number) => void;
}

/**
 * One run of a migration of contacts: read, map, batch, plan, write, report. Up to `concurrency` batches are on their way
 * side by side, one page is read ahead, and plans are stored strictly in the order of the batches.
 */
export class ContactPipeline {
  readonly #parts: PipelineParts;
  readonly #lanes: Lanes;
  readonly #order = new Turnstile();
  #nextBatch: number;
  #planned: number;
  /** Where reading goes on behind the last batch. */
  #cursor: Cursor;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#nextBatch = parts.claim.nextBatch;
    this.#planned = parts.claim.plannedRecords;
    this.#cursor = parts.claim.cursor ?? { page: 0, offset: 0 };
    this.#lanes = new Lanes(parts.claim.settings.concurrency, (fault) =>
      // The other batches in flight need not wait for a vendor any longer; they get the grace to finish.
      parts.lease.stop(fault instanceof RunStopped ? fault.reason : 'failed'),
    );
  }

  /** Distinct source records planned so far, over all attempts. */
  get plannedRecords(): number {
    return this.#planned;
  }

  /**
   * Executes the plans that an earlier worker left unfinished, then reads on; at the end e-mails that were left out and
   * have become free follow. Resolves when every record is reported; rejects with `RunStopped` or `RunFailed`, in either case only after all work in flight has ended.
   */
  async run(): Promise<void> {
    try {
      for (const plan of this.#parts.claim.unfinished) await this.#begin(() => this.#execute(plan));
      for await (const batch of this.#batches()) await this.#planInOrder(batch);
      await this.#lanes.finished();
      await this.#settleEmails();
    } catch (error) {
      this.#parts.lease.stop(error instanceof RunStopped ? error.reason : 'failed');
      await this.#lanes.idle();
      // A lane's failure stops the reading too: what is thrown is what came first.
      const followed = error instanceof RunStopped && error.reason === 'failed';
      throw followed && this.#lanes.fault ? this.#lanes.fault.error : error;
    }
  }

  #batches(): AsyncGenerator<SourceBatch> {
    const { source, claim, onTarget } = this.#parts;
    const from = this.#cursor;
    return cutBatches(readAhead(contactPages(source, from.page)), {
      size: claim.settings.batchSize,
      from,
      onPage: ({ count }) => {
        if (count !== null) onTarget?.(count);
      },
    });
  }

  /** Begins a batch as soon as a lane is free, and pauses so that batches begin at most every `delayMs`. */
  async #begin(work: () => Promise<void>): Promise<void> {
    const { lease, claim } = this.#parts;
    await this.#lanes.free();
    lease.stopping.throwIfAborted();
    this.#lanes.begin(work);
    const { delayMs } = claim.settings;
    if (delayMs > 0)
      await pause(delayMs, undefined, { signal: lease.stopping }).catch(() =>
        lease.stopping.throwIfAborted(),
      );
  }

  async #planInOrder({ contacts, cursor }: SourceBatch): Promise<void> {
    const { lease, orchestrator } = this.#parts;
    await this.#lanes.free();
    lease.stopping.throwIfAborted();
    const batch = this.#nextBatch;
    const mapped = contacts.map(mapContact);
    const questions = mapped.map(({ sourceId, email }) => ({ sourceId, email }));
    const answers = await orchestrator.resolveIdentities(lease, batch, questions, lease.stopping);
    const identities = new Map(answers.map((identity) => [identity.sourceId, identity]));
    const records = mapped.flatMap((contact): IdentifiedContact[] => {
      const identity = identities.get(contact.sourceId);
      if (!identity) throw new RunFailed('The orchestrator did not tell the identity of every record.');
      // The source shifted while it was read: an earlier batch has counted this record already.
      return identity.seenInBatch === null ? [{ contact, identity }] : [];
    });
    if (records.length === 0) return;
    this.#nextBatch += 1;
    this.#cursor = cursor;
    await this.#begin(async () => {
      const plan = await this.#order.pass(
        () => this.#plan(batch, cursor, records),
        async (prepared) => {
          await orchestrator.storePlan(lease, prepared, lease.stopping);
          this.#planned += prepared.records.length;
          return prepared;
        },
      );
      await this.#execute(plan);
    });
  }

  #settleEmails(): Promise<void> {
    const { lease, claim, target, orchestrator } = this.#parts;
    return settleEmails({
      run: lease,
      orchestrator,
      target,
      batchSize: claim.settings.batchSize,
      signal: lease.stopping,
      execute: async (records: PlannedRecord[]) => {
        const batch = this.#nextBatch++;
        const plan: BatchPlan = { batch, revision: 1, cursor: this.#cursor, records, emailsOnly: true };
        await orchestrator.storePlan(lease, plan, lease.stopping);
        await this.#execute(plan);
      },
    });
  }

  async #plan(
    batch: number,
    cursor: BatchPlan['cursor'],
    records: readonly IdentifiedContact[],
  ): Promise<BatchPlan> {
    const { lease, claim, target } = this.#parts;
    const { includeNoEmailContacts } = claim.settings;
    const planned = await planBatch(target, records, { includeNoEmailContacts, signal: lease.stopping });
    return { batch, revision: 1, cursor, records: planned };
  }

  async #execute(plan: BatchPlan): Promise<void> {
    const { lease, target, orchestrator, reportBatch } = this.#parts;
    lease.stopping.throwIfAborted();
    const execution = beginExecution(plan);
    try {
      await executePlan(execution, {
        target,
        signal: lease.writing,
        storePlan: (revised) => orchestrator.storePlan(lease, revised, lease.writing),
      });
    } catch (error) {
      // Nobody executes this plan again after a cancel or a failure: what is done is reported as far as it went.
      const final =
        error instanceof RunFailed || lease.stopReason === 'cancelled' || lease.stopReason === 'failed';
      if (final && execution.outcomes.size > 0) await reportBatch(execution);
      throw error;
    }
    await reportBatch(execution);
  }
}
