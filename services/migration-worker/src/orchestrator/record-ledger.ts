import type { AnswerOf } from '@ridgeline/contracts';
import type {
  findOpenValues,
  findReferences,
  IdentityQuestion,
  OutdatedRecord,
  RecordIdentity,
  storePlan,
  TakenKey,
} from '@ridgeline/contracts/internal';
import { RunStopped } from '../base/run-errors.ts';
import type { PlanToStore } from '../plans/planned-record.ts';
import { isAnswer, untilAnswered } from './until-answered.ts';

export type OpenValues = AnswerOf<typeof findOpenValues>;
export type References = AnswerOf<typeof findReferences>;

/** What this worker holds: a migration's run or a portal's sync. The epoch is the fencing number of its lease. */
export interface HeldRun {
  /** The id of the migration, or of the sync. */
  readonly runId: number;
  readonly epoch: number;
}

/** Why a plan was not stored; if all fields are empty, it was stored. */
export interface PlanConflicts {
  /** What other records of the run already claim. */
  readonly taken: readonly TakenKey[];
  /** Its records for which a newer plan is stored. */
  readonly outdated: readonly OutdatedRecord[];
  /** An unfinished plan of the same portal claims part of it: it can be sent again in a moment. */
  readonly inUse: boolean;
  /** The owner of that plan, if known. */
  readonly inUseBy?: 'migration' | 'sync' | undefined;
}

/**
 * What a run asks the orchestrator about its records. Each call is repeated until the orchestrator answers or the signal
 * aborts; it throws `RunStopped` when the lease is lost or the migration cancelled.
 */
export interface RecordLedger {
  /** For records of one kind; `kind` is the name of the `RecordKind`, here and below. */
  resolveIdentities(
    run: HeldRun,
    kind: string,
    records: readonly IdentityQuestion[],
    signal: AbortSignal,
  ): Promise<readonly RecordIdentity[]>;
  /**
   * Stores a plan, or answers why it cannot be stored as it is. Throws `BatchCounted` when an amendment comes after the
   * batch was counted.
   */
  storePlan(run: HeldRun, plan: PlanToStore, signal: AbortSignal): Promise<PlanConflicts>;
  /** A page of deferred values that can be given now; `after` is the last page's `next`, 0 for the first one. */
  openValues(run: HeldRun, kind: string, after: number, signal: AbortSignal): Promise<OpenValues>;
  /** A page of the associations that the written records of a kind need; `after` as above. */
  references(run: HeldRun, kind: string, after: number, signal: AbortSignal): Promise<References>;
}

/** The batch was already executed and counted: an earlier worker's report arrived late. Nothing is left to do. */
export class BatchCounted extends Error {
  override readonly name = 'BatchCounted';
}

interface Page {
  readonly epoch: number;
  readonly kind: string;
  readonly after: number;
}

/** The calls of a ledger, for a migration or for a round of auto-sync. */
export interface LedgerCalls {
  identities(
    run: HeldRun,
    body: { epoch: number; kind: string; records: readonly IdentityQuestion[] },
    signal: AbortSignal,
  ): Promise<{ readonly records: readonly RecordIdentity[] }>;
  plan(
    run: HeldRun,
    batch: number,
    body: Omit<PlanToStore, 'batch'> & { readonly epoch: number },
    signal: AbortSignal,
  ): Promise<AnswerOf<typeof storePlan>>;
  openValues(run: HeldRun, body: Page, signal: AbortSignal): Promise<OpenValues>;
  references(run: HeldRun, body: Page, signal: AbortSignal): Promise<References>;
}

/** A ledger that makes these calls. */
export function recordLedger(calls: LedgerCalls): RecordLedger {
  return {
    async resolveIdentities(run, kind, records, signal) {
      const body = { epoch: run.epoch, kind, records };
      const answer = await whileHeld(signal, () => calls.identities(run, body, signal));
      return answer.records;
    },

    async storePlan(run, { batch, ...plan }, signal) {
      const body = { ...plan, epoch: run.epoch };
      const answer = await whileHeld(signal, () => calls.plan(run, batch, body, signal));
      const { taken, outdated = [], inUse = false, inUseBy } = answer;
      return { taken, outdated, inUse, inUseBy };
    },

    openValues: (run, kind, after, signal) =>
      whileHeld(signal, () => calls.openValues(run, { epoch: run.epoch, kind, after }, signal)),

    references: (run, kind, after, signal) =>
      whileHeld(signal, () => calls.references(run, { epoch: run.epoch, kind, after }, signal)),
  };
}

/**
 * Retries a call until it is answered. Throws `RunStopped` if the lease is lost or the run cancelled, and `BatchCounted` if
 * the batch was already counted.
 */
export async function whileHeld<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  try {
    return await untilAnswered(signal, call);
  } catch (error) {
    if (isAnswer(error) && error.code === 'run.lease_lost') throw new RunStopped('lost');
    if (isAnswer(error) && error.code === 'run.cancelled') throw new RunStopped('cancelled');
    if (isAnswer(error) && error.code === 'run.batch_counted') throw new BatchCounted();
    throw error;
  }
}
