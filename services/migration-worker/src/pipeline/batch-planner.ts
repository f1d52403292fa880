import type { Cursor } from '@ridgeline/contracts/internal';
import { RunFailed } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import type { MappedRecord, ObjectMigration } from '../object-migration/object-migration.ts';
import type { Claim, RecordLedger } from '../orchestrator/orchestrator.ts';
import type { BatchPlan, TakenKey } from '../plans/batch-plan.ts';
import type { PlannedRecord } from '../plans/planned-record.ts';
import { planBatch } from './plan-batch.ts';
import type { ReadyRecord } from './prepare-group.ts';
import { Sequencer } from './sequencer.ts';

/** What batches are planned with. */
interface PlannerParts<Mapped extends MappedRecord, Counterparts, Options> {
  readonly object: Pick<
    ObjectMigration<never, Mapped, Counterparts, Options>,
    'optionsOf' | 'keyOf' | 'plan'
  >;
  readonly claim: Claim;
  readonly lease: Lease;
  readonly ledger: Pick<RecordLedger, 'storePlan'>;
}

/** Numbers the batches of a run, plans them, and stores the plans strictly in the order of the batches. */
export class BatchPlanner<Mapped extends MappedRecord, Counterparts, Options> {
  readonly #parts: PlannerParts<Mapped, Counterparts, Options>;
  readonly #options: Options;
  readonly #order = new Sequencer();
  #nextBatch: number;
  #planned: number;
  /** Where reading goes on behind the last batch. */
  #cursor: Cursor | null;

  constructor(parts: PlannerParts<Mapped, Counterparts, Options>) {
    const { object, claim } = parts;
    this.#parts = parts;
    this.#options = object.optionsOf(claim.settings);
    this.#nextBatch = claim.nextBatch;
    this.#planned = claim.plannedRecords;
    this.#cursor = claim.cursor;
  }

  /** Distinct source records planned so far, over all attempts. */
  get plannedRecords(): number {
    return this.#planned;
  }

  /** Plans the next batch; resolves when its plan is stored, behind those of all earlier batches. */
  plan(records: readonly ReadyRecord<Mapped, Counterparts>[]): Promise<BatchPlan> {
    const batch = this.#nextBatch++;
    const cursor = (this.#cursor = records.at(-1)?.cursor ?? this.#cursor);
    return this.#order.pass(() => this.#store({ batch, revision: 1, cursor }, records));
  }

  /** Stores a plan of the second pass, which holds no records of its own. */
  async planSettling(records: readonly PlannedRecord[]): Promise<BatchPlan> {
    const { lease, ledger } = this.#parts;
    const batch = this.#nextBatch++;
    const plan: BatchPlan = { batch, revision: 1, cursor: this.#cursor, records, pass: 'settle' };
    await ledger.storePlan(lease, plan, lease.stopping);
    return plan;
  }

  /** Plans a batch and stores the plan; what another record of the run has already is planned otherwise. */
  async #store(
    about: Pick<BatchPlan, 'batch' | 'revision' | 'cursor'>,
    records: readonly ReadyRecord<Mapped, Counterparts>[],
  ): Promise<BatchPlan> {
    const { object, lease, ledger } = this.#parts;
    const taken: TakenKey[] = [];
    for (;;) {
      const plan = { ...about, records: planBatch(records, { object, options: this.#options, taken }) };
      const conflicts = await ledger.storePlan(lease, plan, lease.stopping);
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
}
