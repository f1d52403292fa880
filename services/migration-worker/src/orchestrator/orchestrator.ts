import type { AnswerOf } from '@ridgeline/contracts';
import type {
  BatchPlan,
  Claim,
  findOpenValues,
  findReferences,
  IdentityQuestion,
  RecordIdentity,
  renewLeases,
  RunWait,
  TakenKey,
} from '@ridgeline/contracts/internal';

/** A run that this worker holds: the epoch is the fencing number of its lease. */
export interface HeldRun {
  readonly migrationId: number;
  readonly epoch: number;
}

export type Renewal = AnswerOf<typeof renewLeases>;
export type OpenValues = AnswerOf<typeof findOpenValues>;
export type References = AnswerOf<typeof findReferences>;

/** What the worker asks the orchestrator about its leases. */
export interface LeaseService {
  /** null when the run is taken, finished, cancelled or unknown. Rejects when the orchestrator does not answer. */
  claim(migrationId: number, attempt: number): Promise<Claim | null>;
  /** Rejects when the orchestrator does not answer. */
  renew(freeSlots: number, runs: readonly HeldRun[]): Promise<Renewal>;
  /** Hands a run back: to be resumed at once, or when the wait is over. */
  release(run: HeldRun, wait?: RunWait): Promise<void>;
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
   * Answers what other records of the run have of what the plan claims; when there is anything, nothing was stored.
   * Throws `BatchCounted` when an amendment comes after the batch was counted.
   */
  storePlan(run: HeldRun, plan: BatchPlan, signal: AbortSignal): Promise<readonly TakenKey[]>;
  /** A page of the deferred values whose turn it is; `after` is the last page's `next`, 0 for the first one. */
  openValues(run: HeldRun, kind: string, after: number, signal: AbortSignal): Promise<OpenValues>;
  /** A page of what the written records of a kind are to be associated with; `after` as above. */
  references(run: HeldRun, kind: string, after: number, signal: AbortSignal): Promise<References>;
}

/** What the worker asks the orchestrator. */
export interface Orchestrator extends LeaseService, RecordLedger {}

/** The batch was executed and counted already: an earlier worker's report came late. Nothing is left to be done. */
export class BatchCounted extends Error {
  override readonly name = 'BatchCounted';
}
