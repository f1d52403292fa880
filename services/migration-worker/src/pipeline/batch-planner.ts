import type { BatchPlan, Claim, Cursor, PlannedRecord, TakenKey } from '@ridgeline/contracts/internal';
import { RunFailed } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import type { MappedRecord, ObjectMigration } from '../object-migration/object-migration.ts';
import type { RecordLedger } from '../orchestrator/orchestrator.ts';
import type { Plannable, ReadyRecord } from './lookups/prepare-group.ts';
import { Sequencer } from './concurrency-limit.ts';

/** How a batch is planned. */
export interface PlanningRules<Mapped extends MappedRecord, Counterparts, Options> {
  readonly object: Pick<ObjectMigration<never, Mapped, Counterparts, Options>, 'type' | 'keyOf' | 'plan'>;
  readonly options: Options;
  /** What other records of the run have already: unique values and HubSpot records; none is given twice. */
  readonly taken: readonly TakenKey[];
}

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

  /** Stores what a follow-up pass has planned. */
  planFollowUp(
    about: Pick<BatchPlan, 'kind' | 'pass'>,
    records: readonly PlannedRecord[],
  ): Promise<BatchPlan> {
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

/** Plans each record of a batch. Pure. */
function planBatch<Mapped extends MappedRecord, Counterparts, Options>(
  batch: readonly Plannable<Mapped, Counterparts>[],
  { object, options, taken }: PlanningRules<Mapped, Counterparts, Options>,
): PlannedRecord[] {
  const holders = new Map(
    taken.flatMap(({ kind, key, takenBy }) => (kind === 'key' ? [[key, takenBy]] : [])),
  );
  const records = new Set(taken.flatMap(({ kind, key }) => (kind === 'hubspot_id' ? [key] : [])));
  const isTaken = (hubspotId: string): boolean => records.has(hubspotId);
  return batch.map((one) => {
    if ('planned' in one) return one.planned;
    const { record, identity, counterparts } = one;
    const { sourceId } = record;
    const key = object.keyOf(record);
    const holder = identity.keyTakenBy ?? (key === null ? undefined : holders.get(key)) ?? sourceId;
    if (key !== null && !holders.has(key)) holders.set(key, holder);
    const known = { ...identity, keyTakenBy: holder === sourceId ? null : holder };
    const planned = object.plan({ record, identity: known, counterparts, options, isTaken });
    if ('hubspotId' in planned) records.add(planned.hubspotId);
    return key === null || known.keyTakenBy !== null ? planned : { ...planned, key };
  });
}
