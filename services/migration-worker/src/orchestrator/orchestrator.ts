import type { AnswerOf } from '@ridgeline/contracts';
import type {
  AddedOptions,
  CheckedPage,
  Claim,
  ComparedRecord,
  Cursor,
  findChosenRecords,
  findPlannedNew,
  findUndone,
  findWrittenRecords,
  LeaseState,
  LinkedPage,
  LookAlikes,
  PlannedRecord,
  ReadBack,
  RunWait,
  SweepOrder,
  SweptRecord,
  ReadAhead,
  SyncRound,
} from '@ridgeline/contracts/internal';
import type { HeldRun, RecordLedger } from './record-ledger.ts';

/** The fields of every granted lease. */
export interface Grant {
  readonly epoch: number;
  readonly leaseMs: number;
  /** The orchestrator's database time of the claim, if it was reported. */
  readonly claimedAt?: string | undefined;
}

/** Something that no worker holds, and that this one may claim. */
export interface Offer {
  readonly runId: number;
}

/** The run of a migration that no worker holds. */
export interface RunOffer extends Offer {
  readonly attempt: number;
}

/** The state of this worker's leases, and what is available to claim. */
export interface Renewal<Offered extends Offer> {
  readonly runs: readonly {
    readonly runId: number;
    readonly state: LeaseState;
    readonly uncounted: number;
  }[];
  readonly offers: readonly Offered[];
  /** Whether work may become available soon: if not, a worker without leases may poll less often. */
  readonly isWorkOpen: boolean;
  /** The database's time of the answer, if it was reported. */
  readonly renewedAt?: string | undefined;
}

/** The worker's calls about its leases of one type: on runs of migrations, on syncs, or on sweeps. */
export interface LeaseService<Granted extends Grant, Offered extends Offer> {
  /** null when the run is taken, finished, cancelled or unknown. Rejects when the orchestrator does not answer. */
  claim(offer: Offered): Promise<Granted | null>;
  /** Rejects when the orchestrator does not answer. */
  renew(freeSlots: number, runs: readonly HeldRun[]): Promise<Renewal<Offered>>;
  /** Hands a run back, to be resumed immediately or after the wait. */
  release(run: HeldRun, wait?: RunWait): Promise<void>;
}

/** A run's questions about the migration that it follows on. Each call is retried like those of a ledger. */
export interface FollowedMigration {
  /** A page of the records that a retry copies; `after` is the last page's `next`, 0 for the first one. */
  chosenRecords(
    run: HeldRun,
    after: number,
    signal: AbortSignal,
  ): Promise<AnswerOf<typeof findChosenRecords>>;
  /** How the dry run planned these records; records without a plan are missing. */
  followedPlan(
    run: HeldRun,
    kind: string,
    sourceIds: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly PlannedRecord[]>;
  /** A page of the records to undo; `before` is the last page's `next`, null for the first one. */
  writtenRecords(
    run: HeldRun,
    kind: string,
    before: number | null,
    signal: AbortSignal,
  ): Promise<AnswerOf<typeof findWrittenRecords>>;
  /** The HubSpot records among these that this undo has removed or spared; settled when all planned records are counted. */
  undoneRecords(
    run: HeldRun,
    hubspotIds: readonly string[],
    signal: AbortSignal,
  ): Promise<AnswerOf<typeof findUndone>>;
}

/** A dry run's calls about possible duplicates. Each call is retried like those of a ledger. */
export interface LookAlikeLedger {
  /** A page of the records that the run has planned to create; `after` is the last page's `next`, 0 for the first one. */
  plannedNew(
    run: HeldRun,
    kind: string,
    after: number,
    signal: AbortSignal,
  ): Promise<AnswerOf<typeof findPlannedNew>>;
  /** At most `maxReportedLookAlikes` records. */
  reportLookAlikes(
    run: HeldRun,
    kind: string,
    records: readonly LookAlikes[],
    signal: AbortSignal,
  ): Promise<void>;
}

/** The worker's calls about migrations. */
export interface Orchestrator
  extends LeaseService<Claim, RunOffer>, RecordLedger, FollowedMigration, LookAlikeLedger {
  /** Reports options that the run added to a HubSpot property, or would add. Retried like the calls of a ledger. */
  reportAddedOptions(run: HeldRun, added: AddedOptions, signal: AbortSignal): Promise<void>;
}

/** Due records to copy; if there are none: when to ask again, or null when nothing is due soon. */
export interface TakenRound {
  readonly round: SyncRound | null;
  readonly waitMs: number | null;
  /** The rounds in hand whose end is not counted; an orchestrator of the previous release returns such a round again. */
  readonly open?: readonly number[] | undefined;
}

/** What the worker has in hand when it asks for a round. */
interface RoundsBeside {
  readonly inHand: readonly number[];
  readonly readAhead: readonly ReadAhead[];
}

/** The worker's calls about auto-sync. */
export interface SyncService extends LeaseService<Grant, Offer> {
  /**
   * Takes a round in addition to those in hand, preferably of records that were read ahead. Retried like the calls of a
   * ledger.
   */
  takeRound(sync: HeldRun, beside: RoundsBeside, signal: AbortSignal): Promise<TakenRound>;
  /**
   * The linked records of the round's connection and kind that are due and in no round; none if the orchestrator is of the
   * previous release. Retried like the calls of a ledger.
   */
  findWaiting(sync: HeldRun, round: number, signal: AbortSignal): Promise<readonly string[]>;
  /** Stores records of the round's kind that existed when auto-sync was switched on. Retried like the calls of a ledger. */
  noteExisting(
    sync: HeldRun,
    round: number,
    existing: { readonly sourceIds: readonly string[]; readonly complete: boolean },
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Stores records of the round's kind that were created since then and are therefore new. Retried like the calls of a
   * ledger.
   */
  noteCreated(
    sync: HeldRun,
    round: number,
    created: { readonly sourceIds: readonly string[]; readonly from: string; readonly until: string | null },
    signal: AbortSignal,
  ): Promise<void>;
  /** The ledger of a round of the sync. */
  ledgerOf(round: number): RecordLedger;
}

/** A granted sweep: what it reads, and where it begins. */
export interface SweepGrant extends Grant {
  readonly claimedAt: string;
  readonly sweep: SweepOrder;
}

/** A page of a sweep as it is reported. */
export interface ReportedPage {
  /** A database time of the orchestrator before it was read. */
  readonly readAt: string;
  readonly records: readonly SweptRecord[];
  /** Where reading continues after it; null if it cannot. */
  readonly cursor: Cursor | null;
  /** The number of vendor calls since the previous page. */
  readonly calls: number;
}

/** A page of linked records and the result of comparing it with HubSpot. */
export interface ComparedPage extends Pick<LinkedPage, 'place' | 'next'> {
  readonly records: readonly ComparedRecord[];
}

/** A page of what a migration wrote, as it was read back from HubSpot. */
export interface ReadBackPage extends Pick<CheckedPage, 'place' | 'next'> {
  readonly records: readonly ReadBack[];
}

/** What a worker reports of a sweep: a page, its end, or both. */
export interface SweepReport {
  readonly sweep: HeldRun;
  readonly page: ReportedPage | null;
  readonly end: { readonly calls: number } | null;
}

/** A sweep that is due. With a grant, its lease has been held since the renewal was sent. */
interface SweepOffer extends Offer {
  readonly grant?: SweepGrant | undefined;
}

/** The worker's calls about sweeps. */
export interface SweepService extends LeaseService<SweepGrant, SweepOffer> {
  /**
   * Reports several sweeps, each at most once; once this is answered, the records that differ are due. Returns the ids of the
   * lost sweeps. Rejects when the orchestrator does not answer, or is of the previous release.
   */
  reportJointly(reports: readonly SweepReport[]): Promise<readonly number[]>;
  /** Once this is answered, the records that differ are due. Retried like the calls of a ledger. */
  reportPage(sweep: HeldRun, page: ReportedPage, signal: AbortSignal): Promise<void>;
  /** The next page of a comparison with HubSpot; an empty page ends it. Retried like the calls of a ledger. */
  linkedRecords(sweep: HeldRun, signal: AbortSignal): Promise<LinkedPage>;
  /** Once this is answered, records whose difference no one caused are due. Retried like the calls of a ledger. */
  reportCompared(sweep: HeldRun, page: ComparedPage, signal: AbortSignal): Promise<void>;
  /** The next page of what the checked migration wrote. Retried like the calls of a ledger. */
  writtenPage(sweep: HeldRun, signal: AbortSignal): Promise<CheckedPage>;
  /** Counts a page of a check. Retried like the calls of a ledger. */
  reportReadBack(sweep: HeldRun, page: ReadBackPage, signal: AbortSignal): Promise<void>;
  /**
   * Everything was read: this ends the lease. `calls`: since the last page. With a problem, the check of a migration has
   * failed. Retried like the calls of a ledger.
   */
  end(sweep: HeldRun, calls: number, signal: AbortSignal, problem?: string): Promise<void>;
}
