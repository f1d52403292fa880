import type { Claim, RunSettings } from '@ridgeline/contracts/internal';
import type { Lease } from '../lease/lease.ts';
import type { MappedRecord, ObjectMigration, ReadCompanions } from '../object-migration/object-migration.ts';
import type { RecordLedger } from '../orchestrator/record-ledger.ts';
import type { RecordSource } from '../vendors/record-source.ts';
import type { AcculynxAccess, HubspotAccess } from '../vendors/run-vendors.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import type { ReviewPlan } from './batch-planner.ts';
import type { ConflictRules } from './plan-conflicts.ts';
import type { ReportBatch, RunKinds } from './run-kinds.ts';

/** Where a run begins, and by which bounds it works. */
export interface RunStart extends Pick<
  Claim,
  'cursor' | 'nextBatch' | 'plannedRecords' | 'unfinished' | 'newPortal' | 'hasLinks'
> {
  readonly settings: Pick<RunSettings, 'batchSize' | 'concurrency' | 'delayMs'>;
}

/** What a run's pipeline works with. */
export interface PipelineParts<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly object: ObjectMigration<Source, Mapped, Counterparts, Options>;
  readonly options: Options;
  readonly kinds: RunKinds;
  readonly claim: RunStart;
  readonly lease: Lease;
  readonly source: RecordSource<Source>;
  readonly acculynx: AcculynxAccess;
  readonly hubspot: HubspotAccess;
  readonly ledger: RecordLedger;
  readonly waits: WaitTracker;
  /** How it goes about what other runs of the same portal do. */
  readonly conflicts: ConflictRules;
  readonly reportBatch: ReportBatch;
  /** Whether nothing is written: a plan is reported as executed when it is stored. */
  readonly isDryRun?: boolean;
  /** Whether values that become free while it writes are given to the records that wait for them; as a rule they are. */
  readonly settles?: boolean;
  /** Whether a run that failed continues later, and plans again what has no outcome. */
  readonly continues?: boolean;
  /** Whether what comes along is taken to be in HubSpot where it is linked, without a look at it. */
  readonly trustsLinks?: boolean;
  /** Resolves when the follow-up passes may begin; what it throws ends the run. */
  readonly mayFollowUp?: () => Promise<void>;
  /** What is left of the plans of records that were read, of the run's own kind and of what comes along. */
  readonly review?: ReviewPlan | undefined;
  /** How what comes along is read, where that is not as in a migration. */
  readonly readCompanions?: ReadCompanions<unknown> | undefined;
  /** Told how many records the source has, as far as is known. */
  readonly onTarget?: (count: number) => void;
}
