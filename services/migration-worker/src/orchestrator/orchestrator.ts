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

/** What a lease begins with, whatever it is on. */
export interface Grant {
  readonly epoch: number;
  readonly leaseMs: number;
  /** The moment of the claim by the orchestrator's database, where it tells. */
  readonly claimedAt?: string | undefined;
}

/** What no worker holds, and this one may claim. */
export interface Offer {
  readonly runId: number;
}

/** The run of a migration that no worker holds. */
export interface RunOffer extends Offer {
  readonly attempt: number;
}

/** How the leases of this worker stand, and what is left to take. */
export interface Renewal<Offered extends Offer> {
  readonly runs: readonly {
    readonly runId: number;
    readonly state: LeaseState;
    readonly uncounted: number;
  }[];
  readonly offers: readonly Offered[];
  /** Whether there may be something to take soon: when there is not, a worker that holds nothing may ask less often. */
  readonly isWorkOpen: boolean;
  /** The moment of the answer by the orchestrator's database, where it tells. */
  readonly renewedAt?: string | undefined;
}

/** What the worker asks the orchestrator about its leases of one sort: on runs of migrations, on syncs, or on sweeps. */
export interface LeaseService<Granted extends Grant, Offered extends Offer> {
  /** null when the run is taken, finished, cancelled or unknown. Rejects when the orchestrator does not answer. */
  claim(offer: Offered): Promise<Granted | null>;
  /** Rejects when the orchestrator does not answer. */
  renew(freeSlots: number, runs: readonly HeldRun[]): Promise<Renewal<Offered>>;
  /** Hands a run back: to be resumed immediately, or when the wait is over. */
  release(run: HeldRun, wait?: RunWait): Promise<void>;
}

/** What a run asks about the migration that it follows on. Each repeats its call as a ledger does. */
export interface FollowedMigration {
  /** A page of the records that a retry copies; `after` is the last page's `next`, 0 for the first one. */
  chosenRecords(
    run: HeldRun,
    after: number,
    signal: AbortSignal,
  ): Promise<AnswerOf<typeof findChosenRecords>>;
  /** How the dry run planned these records; one that it did not plan is missing. */
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
  /** Which of these HubSpot records this undo has removed or spared; settled when all that was planned is counted. */
  undoneRecords(
    run: HeldRun,
    hubspotIds: readonly string[],
    signal: AbortSignal,
  ): Promise<AnswerOf<typeof findUndone>>;
}

/** What a dry run asks and reports about records that look like those of HubSpot. Each repeats its call as a ledger does. */
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

/** What the worker asks the orchestrator about migrations. */
export interface Orchestrator
  extends LeaseService<Claim, RunOffer>, RecordLedger, FollowedMigration, LookAlikeLedger {
  /** Reports options that the run added to a HubSpot property, or would add. Repeats its call as a ledger does. */
  reportAddedOptions(run: HeldRun, added: AddedOptions, signal: AbortSignal): Promise<void>;
}

/** Due records to be copied; without any: when to ask again, null when nothing is due soon. */
export interface TakenRound {
  readonly round: SyncRound | null;
  readonly waitMs: number | null;
  /** The rounds in hand whose end is not counted; an orchestrator of the release before gives such a round again. */
  readonly open?: readonly number[] | undefined;
}

/** What the worker has while it asks for a round. */
interface RoundsBeside {
  readonly inHand: readonly number[];
  readonly readAhead: readonly ReadAhead[];
}

/** What the worker asks the orchestrator about auto-sync. */
export interface SyncService extends LeaseService<Grant, Offer> {
  /** A round beside those in hand, of records that were read ahead if there are any. Repeats its call as a ledger does. */
  takeRound(sync: HeldRun, beside: RoundsBeside, signal: AbortSignal): Promise<TakenRound>;
  /**
   * The linked records of the round's connection and kind that are due and in no round; none at an orchestrator of the release
   * before. Repeats its call as a ledger does.
   */
  findWaiting(sync: HeldRun, round: number, signal: AbortSignal): Promise<readonly string[]>;
  /** Notes records of the round's kind that were there when auto-sync was switched on. Repeats its call as a ledger does. */
  noteExisting(
    sync: HeldRun,
    round: number,
    existing: { readonly sourceIds: readonly string[]; readonly complete: boolean },
    signal: AbortSignal,
  ): Promise<void>;
  /** Notes records of the round's kind that were created since then: they are new. Repeats its call as a ledger does. */
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
  /** A moment of the orchestrator's database before it was read. */
  readonly readAt: string;
  readonly records: readonly SweptRecord[];
  /** Where reading continues behind it; null where it cannot. */
  readonly cursor: Cursor | null;
  /** How many calls the vendor got since the page before. */
  readonly calls: number;
}

/** A page of linked records as it was compared with HubSpot. */
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

/** A sweep that is due; with a grant, its lease is held already, since its renewal was sent. */
interface SweepOffer extends Offer {
  readonly grant?: SweepGrant | undefined;
}

/** What the worker asks the orchestrator about sweeps. */
export interface SweepService extends LeaseService<SweepGrant, SweepOffer> {
  /**
   * Reports of several sweeps, each at most once: what differs on the pages is due when it is answered. Answers the numbers of those
   * that are lost. Rejects when the orchestrator does not answer, or is of the release before.
   */
  reportJointly(reports: readonly SweepReport[]): Promise<readonly number[]>;
  /** What differs on the page is due when it is answered. Repeats its call as a ledger does. */
  reportPage(sweep: HeldRun, page: ReportedPage, signal: AbortSignal): Promise<void>;
  /** The next page that a comparison with HubSpot compares; over without records. Repeats its call as a ledger does. */
  linkedRecords(sweep: HeldRun, signal: AbortSignal): Promise<LinkedPage>;
  /** What no one changed and differs is due when it is answered. Repeats its call as a ledger does. */
  reportCompared(sweep: HeldRun, page: ComparedPage, signal: AbortSignal): Promise<void>;
  /** The next page of what the checked migration wrote. Repeats its call as a ledger does. */
  writtenPage(sweep: HeldRun, signal: AbortSignal): Promise<CheckedPage>;
  /** Counts a page of a check. Repeats its call as a ledger does. */
  reportReadBack(sweep: HeldRun, page: ReadBackPage, signal: AbortSignal): Promise<void>;
  /**
   * All was read: this ends the lease. `calls`: since the last page. With a problem, the check of a migration could not be made.
   * Repeats its call as a ledger does.
   */
  end(sweep: HeldRun, calls: number, signal: AbortSignal, problem?: string): Promise<void>;
}
