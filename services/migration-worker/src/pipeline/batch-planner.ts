import type { BatchPlan, Claim, Cursor, PlannedRecord } from '@ridgeline/contracts/internal';
import { RunFailed } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import type { MappedRecord } from '../object-migration/object-migration.ts';
import type { RecordLedger } from '../orchestrator/record-ledger.ts';
import type { PlanToStore } from '../plans/planned-record.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import { Sequencer } from './concurrency-limit.ts';
import type { ReadyRecord } from './lookups/prepare-group.ts';
import { planBatch, type PlanningRules } from './plan-batch.ts';
import { InUseWait, KnownConflicts, waitedFor, type ConflictRules } from './plan-conflicts.ts';

/** Reviews planned records of a kind before their plan is stored. */
export type ReviewPlan = (
  records: readonly PlannedRecord[],
  kind: string,
) => Promise<readonly PlannedRecord[]>;

/** What batches are planned with. */
interface PlannerParts {
  /** The kind whose records the migration counts as its own. */
  readonly ownKind: string;
  readonly claim: Pick<Claim, 'nextBatch' | 'plannedRecords' | 'cursor'>;
  readonly lease: Lease;
  readonly ledger: Pick<RecordLedger, 'storePlan'>;
  readonly waits: Pick<WaitTracker, 'begin'>;
  readonly conflicts: ConflictRules;
  /** What is left of the plans of records that were read; follow-up passes are not reviewed. */
  readonly review?: ReviewPlan | undefined;
}

/** How the records of a batch are planned, by the conflicts that are known. */
interface Draft {
  readonly readAt: string | undefined;
  readonly planned: (known: KnownConflicts) => readonly PlannedRecord[];
  readonly review: ReviewPlan;
  /** The same records, as they are known now. */
  readonly again: () => Promise<Draft>;
}

const asPlanned: ReviewPlan = (records) => Promise.resolve(records);

/** Numbers the batches of a run, plans them, and stores the plans of all kinds strictly in the order of the batches. */
export class BatchPlanner {
  readonly #parts: PlannerParts;
  readonly #order = new Sequencer();
  #nextBatch: number;
  #planned: number;
  /** Where reading continues after the last batch that moves the reading. */
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

  /**
   * Plans the next batch; resolves when its plan is stored, behind those of all earlier batches. `again` looks its records
   * up again, when another run has written some of them.
   */
  plan<Mapped extends MappedRecord, Counterparts, Options>(
    kind: Omit<PlanningRules<Mapped, Counterparts, Options>, 'taken'>,
    records: readonly ReadyRecord<Mapped, Counterparts>[],
    again: (
      records: readonly ReadyRecord<Mapped, Counterparts>[],
    ) => Promise<readonly ReadyRecord<Mapped, Counterparts>[]>,
  ): Promise<PlanToStore> {
    this.#cursor = records.at(-1)?.cursor ?? this.#cursor;
    const draft = (batch: readonly ReadyRecord<Mapped, Counterparts>[]): Draft => ({
      readAt: earliest(batch.map(({ readAt }) => readAt)),
      planned: ({ taken }) => planBatch(batch, { ...kind, taken }),
      review: this.#parts.review ?? asPlanned,
      again: async () => draft(await again(batch)),
    });
    return this.#store({ kind: kind.object.type.name, pass: 'records' }, draft(records));
  }

  /** Stores what a follow-up pass has planned. What its records were read from is known by their own plans. */
  planFollowUp(
    about: Pick<BatchPlan, 'kind' | 'pass'>,
    records: readonly PlannedRecord[],
  ): Promise<PlanToStore> {
    const draft: Draft = {
      readAt: undefined,
      planned: () => records,
      review: asPlanned,
      again: () => Promise.resolve(draft),
    };
    return this.#store(about, draft);
  }

  #store(about: Pick<BatchPlan, 'kind' | 'pass'>, draft: Draft): Promise<PlanToStore> {
    const numbered = { ...about, batch: this.#nextBatch++, revision: 1, cursor: this.#cursor };
    return this.#order.pass(async () => {
      const plan = await this.#stored(numbered, draft);
      if (plan.kind === this.#parts.ownKind && plan.pass === 'records') this.#planned += plan.records.length;
      return plan;
    });
  }

  /** Plans and stores; what other runs, or other records of this one, have already is planned otherwise. */
  async #stored(about: Omit<BatchPlan, 'records'>, first: Draft): Promise<PlanToStore> {
    const { lease, ledger, waits, conflicts } = this.#parts;
    const others = new InUseWait({ maxMs: conflicts.inUseMs, waits, signal: lease.stopping });
    const known = new KnownConflicts(conflicts.outdated);
    for (let draft = first; ;) {
      const readAt = known.isSureOfUnlinked ? lease.databaseTime : draft.readAt;
      const records = await draft.review(known.applied(draft.planned(known)), about.kind);
      const plan = { ...about, records, readAt };
      const answer = await ledger.storePlan(lease, plan, lease.stopping);
      if (answer.inUse) {
        if (others.isOver) throw new RunFailed(waitedFor(answer));
        await others.pause();
        draft = await draft.again();
      } else if (answer.taken.length + answer.outdated.length === 0) return plan;
      else if (known.add(answer)) {
        // The moment that the plan carries then must be later than the newer plan.
        await others.pause();
        draft = await draft.again();
      }
    }
  }
}

/** The earliest of these moments; undefined when one of them is not known. */
function earliest(moments: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = moments;
  return others.reduce(
    (least, moment) =>
      least === undefined || moment === undefined ? undefined : least < moment ? least : moment,
    first,
  );
}
