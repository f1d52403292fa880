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

/** Where a run begins, and its limits. */
export interface RunStart extends Pick<
  Claim,
  'cursor' | 'nextBatch' | 'plannedRecords' | 'unfinished' | 'newPortal' | 'hasLinks'
> {
  readonly settings: Pick<RunSettings, 'batchSize' | 'concurrency' | 'delayMs'>;
}

/** Dependencies of a run's pipeline. */
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
  /** How conflicts with other runs of the same portal are resolved. */
  readonly conflicts: ConflictRules;
  readonly reportBatch: ReportBatch;
  /** Whether nothing is written: plans are reported as executed when they are stored. */
  readonly isDryRun?: boolean;
  /** Whether values that become free during the run are given to the records that wait for them; the default. */
  readonly settles?: boolean;
  /** Whether a failed run continues later, and plans records without an outcome again. */
  readonly continues?: boolean;
  /** Whether linked related records are assumed to be in HubSpot without a look-up. */
  readonly trustsLinks?: boolean;
  /** Resolves when the follow-up passes may begin; an error ends the run. */
  readonly mayFollowUp?: () => Promise<void>;
  /** The review of plans of records that were read, of the run's own kind and of related records. */
  readonly review?: ReviewPlan | undefined;
  /** How related records are read, if not as in a migration. */
  readonly readCompanions?: ReadCompanions<unknown> | undefined;
  /** Called with the number of records in the source, as far as it is known. */
  readonly onTarget?: (count: number) => void;
}
