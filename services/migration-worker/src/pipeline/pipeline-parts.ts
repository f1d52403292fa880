import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import type { Lease } from '../lease/lease.ts';
import type { MappedRecord, ObjectMigration } from '../object-migration/object-migration.ts';
import type { Claim, RecordLedger } from '../orchestrator/orchestrator.ts';
import type { Execution } from '../plans/execution.ts';
import type { RecordSource } from '../vendors/record-source.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';

/** What a run's pipeline works with. */
export interface PipelineParts<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly object: ObjectMigration<Source, Mapped, Counterparts, Options>;
  readonly claim: Claim;
  readonly lease: Lease;
  readonly source: RecordSource<Source>;
  readonly target: HubspotTarget;
  readonly ledger: RecordLedger;
  readonly waits: WaitTracker;
  /** Publishes a batch's outcome; resolves when it is published. */
  readonly reportBatch: (execution: Execution) => Promise<void>;
  /** Told how many records the source has, as far as is known. */
  readonly onTarget?: (count: number) => void;
}
