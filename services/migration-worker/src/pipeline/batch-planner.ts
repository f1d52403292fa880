import type { BatchPlan, Claim, Cursor, PlannedRecord } from '@ridgeline/contracts/internal';
import { RunFailed } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import type { MappedRecord } from '../object-migration/object-migration.ts';
import type { RecordLedger } from '../orchestrator/record-ledger.ts';
import type { PlanTimes, PlanToStore } from '../plans/planned-record.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import { Sequencer } from './concurrency-limit.ts';
import type { Plannable, ReadyRecord } from './lookups/prepare-group.ts';
import { planBatch, type PlanningRules } from './plan-batch.ts';
import {
  InUseWait,
  KnownConflicts,
  waitedFor,
  type ConflictRules,
  type OutdatedRule,
} from './plan-conflicts.ts';

/** Reviews planned records of a kind before their plan is stored. */
export type ReviewPlan = (
  records: readonly PlannedRecord[],
  kind: string,
) => Promise<readonly PlannedRecord[]>;

/** The plan of a follow-up pass: stored and executed before the pass continues. */
export interface FollowUpPlan {
  readonly about: Pick<BatchPlan, 'kind' | 'pass'>;
  readonly records: readonly PlannedRecord[];
  /**
   * A database time before HubSpot was read; undefined if the records' own plans determine since when they may have changed.
   */
  readonly readAt: string | undefined;
  /** Plans the same records from HubSpot's current state, if they can be looked up again. */
  readonly again: ((records: readonly PlannedRecord[]) => Promise<readonly PlannedRecord[]>) | undefined;
}

/** What batches are planned with. */
interface PlannerParts {
  /** The kind whose records the migration counts as its own. */
  readonly ownKind: string;
  readonly claim: Pick<Claim, 'nextBatch' | 'plannedRecords' | 'cursor'>;
  readonly lease: Lease;
  readonly ledger: Pick<RecordLedger, 'storePlan'>;
  readonly waits: Pick<WaitTracker, 'begin'>;
  readonly conflicts: ConflictRules;
  /** The review of plans of records that were read; follow-up passes are not reviewed. */
  readonly review?: ReviewPlan | undefined;
}

/** How a batch's records are planned, given the known conflicts. */
interface Draft extends PlanTimes {
  readonly planned: (known: KnownConflicts) => readonly PlannedRecord[];
  readonly review: ReviewPlan;
  readonly outdated: OutdatedRule;
  /** The same records, looked up again, as of this database time. */
  readonly again: (now: string | undefined) => Promise<Draft>;
}

const asPlanned: ReviewPlan = (records) => Promise.resolve(records);

/** Numbers the batches of a run, plans them, and stores the plans of all kinds strictly in the order of the batches. */
export class BatchPlanner {
  readonly #parts: PlannerParts;
  readonly #order = new Sequencer();
  #nextBatch: number;
  #planned: number;
  /** Where reading continues after the last batch that advances the reading. */
  #cursor: Cursor | null;

  constructor(parts: PlannerParts) {
    const { claim } = parts;
    this.#parts = parts;
    this.#nextBatch = claim.nextBatch;
    this.#planned = claim.plannedRecords;
    this.#cursor = claim.cursor;
  }

  /** Distinct source records of the migration's own kind planned so far, across all attempts. */
  get plannedRecords(): number {
    return this.#planned;
  }

  /**
   * Plans the next batch; resolves when its plan is stored, after those of all earlier batches. `again` repeats the look-up
   * of its records when another run has written some of them.
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
      ...timesOf(batch, this.#parts.conflicts),
      planned: ({ taken }) => planBatch(batch, { ...kind, taken }),
      review: this.#parts.review ?? asPlanned,
      outdated: this.#parts.conflicts.outdated,
      again: async () => draft(await again(batch)),
    });
    return this.#store({ kind: kind.object.type.name, pass: 'records' }, draft(records));
  }

  /** Stores the plan of a follow-up pass. */
  planFollowUp({ about, records, readAt, again }: FollowUpPlan): Promise<PlanToStore> {
    const draft = (planned: readonly PlannedRecord[], since: string | undefined): Draft => ({
      readAt: since,
      planned: () => planned,
      review: asPlanned,
      outdated: again ? 'look-again' : this.#parts.conflicts.outdated,
      again: async (now) => (again ? draft(await again(planned), now) : draft(planned, since)),
    });
    return this.#store(about, draft(records, readAt));
  }

  #store(about: Pick<BatchPlan, 'kind' | 'pass'>, draft: Draft): Promise<PlanToStore> {
    const numbered = { ...about, batch: this.#nextBatch++, revision: 1, cursor: this.#cursor };
    return this.#order.pass(async () => {
      const plan = await this.#stored(numbered, draft);
      if (plan.kind === this.#parts.ownKind && plan.pass === 'records') this.#planned += plan.records.length;
      return plan;
    });
  }

  /** Plans and stores; records that conflict with other runs, or with other records of this run, are planned differently. */
  async #stored(about: Omit<BatchPlan, 'records'>, first: Draft): Promise<PlanToStore> {
    const { lease, ledger, waits, conflicts } = this.#parts;
    const others = new InUseWait({ maxMs: conflicts.inUseMs, waits, signal: lease.stopping });
    const known = new KnownConflicts(first.outdated);
    let lookedAt = lease.databaseTime;
    const lookAgain = async (draft: Draft): Promise<Draft> => {
      await others.pause();
      lookedAt = lease.databaseTime;
      return draft.again(lookedAt);
    };
    for (let draft = first; ;) {
      const { readLater } = draft;
      const readAt = known.isSureOfUnlinked ? lookedAt : draft.readAt;
      const records = await draft.review(known.applied(draft.planned(known)), about.kind);
      const plan = { ...about, records, readAt, readLater };
      const answer = await ledger.storePlan(lease, plan, lease.stopping);
      if (answer.inUse) {
        if (others.isOver) throw new RunFailed(waitedFor(answer));
        draft = await lookAgain(draft);
      } else if (answer.taken.length + answer.outdated.length === 0) return plan;
      // The plan's new database time must be later than the newer plan.
      else if (known.add(answer)) draft = await lookAgain(draft);
    }
  }
}

const sourceIdOf = (one: Plannable<MappedRecord, unknown>): string =>
  'planned' in one ? one.planned.sourceId : one.record.sourceId;

/** A round mixes records of earlier pages with some that were just read; a migration's records are as old as their batch. */
function timesOf(
  batch: readonly ReadyRecord<MappedRecord, unknown>[],
  { outdated }: Pick<ConflictRules, 'outdated'>,
): PlanTimes {
  const readAt = earliest(batch.map((one) => one.readAt));
  if (readAt === undefined || outdated !== 'leave-out') return { readAt };
  const later = batch.flatMap((one) =>
    one.readAt !== undefined && one.readAt > readAt ? [[sourceIdOf(one), one.readAt] as const] : [],
  );
  return { readAt, readLater: Object.fromEntries(later) };
}

/** The earliest of these times; undefined if one of them is unknown. */
function earliest(moments: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = moments;
  return others.reduce(
    (least, moment) =>
      least === undefined || moment === undefined ? undefined : least < moment ? least : moment,
    first,
  );
}
