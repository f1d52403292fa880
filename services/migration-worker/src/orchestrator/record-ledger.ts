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

/** What this worker holds, the run of a migration or a portal's sync: the epoch is the fencing number of its lease. */
export interface HeldRun {
  /** The id of the migration, or of the sync. */
  readonly runId: number;
  readonly epoch: number;
}

/** Why a plan was not stored; it is stored when all of these are empty. */
export interface PlanConflicts {
  /** What other records of the run have of it. */
  readonly taken: readonly TakenKey[];
  /** Its records for which a newer plan is stored. */
  readonly outdated: readonly OutdatedRecord[];
  /** Something of it is in an unfinished plan of the same portal: it can be sent again in a moment. */
  readonly inUse: boolean;
  /** Whose plan that is, where it is known. */
  readonly inUseBy?: 'migration' | 'sync' | undefined;
}

/**
 * What a run asks the orchestrator about its records. Each call is repeated until the orchestrator answers or the signal
 * aborts; it throws `RunStopped` when the lease is lost or the migration cancelled.
 */
export interface RecordLedger {
  /** Of records of one kind; `kind` is the name of the `RecordKind`, here and below. */
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
  /** A page of the deferred values whose turn it is; `after` is the last page's `next`, 0 for the first one. */
  openValues(run: HeldRun, kind: string, after: number, signal: AbortSignal): Promise<OpenValues>;
  /** A page of what the written records of a kind must be associated with; `after` as above. */
  references(run: HeldRun, kind: string, after: number, signal: AbortSignal): Promise<References>;
}

/** The batch was executed and counted already: an earlier worker's report came late. Nothing is left to be done. */
export class BatchCounted extends Error {
  override readonly name = 'BatchCounted';
}

interface Page {
  readonly epoch: number;
  readonly kind: string;
  readonly after: number;
}

/** The calls of a ledger, as they are made of a migration or of a round of auto-sync. */
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

/** The ledger that these calls make up. */
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

/** Repeats a call until it is answered; what the answer says of the lease is thrown. */
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
