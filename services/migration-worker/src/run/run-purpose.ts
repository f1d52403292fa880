import { kindNamed, warningCodes } from '@ridgeline/contracts';
import type { Claim, PlannedRecord } from '@ridgeline/contracts/internal';
import type { Lease } from '../lease/lease.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { FollowedMigration } from '../orchestrator/orchestrator.ts';
import type { ReviewPlan } from '../pipeline/batch-planner.ts';
import type { PipelineParts } from '../pipeline/pipeline-parts.ts';
import type { RunVendors } from '../vendors/run-vendors.ts';
import { heldToPlan } from './held-to-plan.ts';

/** What of a run's pipeline depends on what the run is for. */
type PurposeParts = Pick<PipelineParts<unknown, never, unknown, unknown>, 'source' | 'review' | 'isDryRun'>;

/** What a purpose is made of. */
interface PurposeQuestion {
  readonly object: ObjectMigration;
  readonly options: unknown;
  readonly claim: Claim;
  readonly lease: Lease;
  readonly vendors: RunVendors;
  readonly orchestrator: FollowedMigration;
}

/**
 * What a run reads, how its plans are reviewed, and whether they are written, by what it is for (ADR 81):
 *
 *   a migration of its own   all records of the source, as they are planned
 *   a dry run                the same, and nothing is written
 *   a run of a plan          the same, without what differs from the dry run's plan
 */
export function purposeOf({
  object,
  options,
  claim: { settings },
  lease,
  vendors,
  orchestrator,
}: PurposeQuestion): PurposeParts {
  const source = object.source(vendors.acculynx, options);
  if (settings.dryRun) return { source, review: decidedWhenWritten, isDryRun: true };
  if (settings.follows?.as !== 'plan') return { source };
  const review = heldToPlan((kind, sourceIds) =>
    orchestrator.followedPlan(lease, kind, sourceIds, lease.stopping),
  );
  return { source, review };
}

/** Says of each value that a record goes without, and may still get: only a run that writes knows which values become free. */
const decidedWhenWritten: ReviewPlan = (records, kindName) => {
  const kind = kindNamed(kindName);
  const codes = new Set<string>(kind ? warningCodes(kind, ({ deferred }) => deferred === true) : []);
  const told = (record: PlannedRecord): PlannedRecord => ({
    ...record,
    warnings: record.warnings.map((warning) =>
      codes.has(warning.code)
        ? { ...warning, message: `${warning.message}, unless it becomes free while records are written` }
        : warning,
    ),
  });
  return Promise.resolve(records.map(told));
};
