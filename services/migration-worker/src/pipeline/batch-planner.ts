import type { BatchPlan, Claim, Cursor, PlannedRecord, TakenKey } from '@ridgeline/contracts/internal';
import { RunFailed } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import type { MappedRecord } from '../object-migration/object-migration.ts';
import type { RecordLedger } from '../orchestrator/orchestrator.ts';
import { planBatch, type PlanningRules } from './plan-batch.ts';
import type { ReadyRecord } from './prepare-group.ts';
import { Sequencer } from './sequencer.ts';

/** What batches are planned with. */
interface PlannerParts {
  /** The kind whose records the migration counts as its own. */
  readonly ownKind: string;
  readonly claim: Pick<Claim, 'nextBatch' | 'plannedRecords' | 'cursor'>;
  readonly lease: Lease;
  readonly ledger: Pick<RecordLedger, 'storePlan'>;
}

/** Numbers the batches of a run, plans them, and stores the plans of all kinds strictly in the order of the batches. */
export class BatchPlanner {
  readonly #parts: PlannerParts;
  readonly #order = new Sequencer();
  #nextBatch: number;
  #planned: number;
  /** Where reading goes on behind the last batch that moves the reading. */
  #cursor: Cursor | null;

  constructor(parts: PlannerParts) {
    const { claim } = parts;
    this.#parts = parts;
    this.#nextBatch = claim.nextBatch;
    this.#planned = claim.plannedRecords;
    this.#cursor = claim.cursor;
  }

  /** Distinct source records of the migration's own kind planned so far, over all attempts. */
  get plannedRecords(): number {
    return this.#planned;
  }

  /** Plans the next batch; resolves when its plan is stored, behind those of all earlier batches. */
  plan<Mapped extends MappedRecord, Counterparts, Options>(
    kind: Omit<PlanningRules<Mapped, Counterparts, Options>, 'taken'>,
    records: readonly ReadyRecord<Mapped, Counterparts>[],
  ): Promise<BatchPlan> {
    this.#cursor = records.at(-1)?.cursor ?? this.#cursor;
    return this.#store({ kind: kind.object.type.name, pass: 'records' }, (taken) =>
      planBatch(records, { ...kind, taken }),
    );
  }

  /** Stores what a later pass has planned. */
  planLater(about: Pick<BatchPlan, 'kind' | 'pass'>, records: readonly PlannedRecord[]): Promise<BatchPlan> {
    return this.#store(about, () => records);
  }

  #store(
    about: Pick<BatchPlan, 'kind' | 'pass'>,
    planned: (taken: readonly TakenKey[]) => readonly PlannedRecord[],
  ): Promise<BatchPlan> {
    const numbered = { ...about, batch: this.#nextBatch++, revision: 1, cursor: this.#cursor };
    return this.#order.pass(async () => {
      const plan = await this.#stored(numbered, planned);
      if (plan.kind === this.#parts.ownKind && plan.pass === 'records') this.#planned += plan.records.length;
      return plan;
    });
  }

  /** Plans and stores; what another record of the run has already is planned otherwise. */
  async #stored(
    about: Omit<BatchPlan, 'records'>,
    planned: (taken: readonly TakenKey[]) => readonly PlannedRecord[],
  ): Promise<BatchPlan> {
    const { lease, ledger } = this.#parts;
    const taken: TakenKey[] = [];
    for (;;) {
      const plan = { ...about, records: planned(taken) };
      const conflicts = await ledger.storePlan(lease, plan, lease.stopping);
      if (conflicts.length === 0) return plan;
      const known = taken.length;
      for (const key of conflicts)
        if (!taken.some((one) => one.kind === key.kind && one.key === key.key)) taken.push(key);
      if (taken.length === known)
        throw new RunFailed('A batch cannot be planned: its keys are taken again and again.');
    }
  }
}
