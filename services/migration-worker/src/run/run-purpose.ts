import type { Claim } from '@ridgeline/contracts/internal';
import type { Lease } from '../lease/lease.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import { followedWrites } from '../undo/followed-writes.ts';
import { undoOf } from '../undo/undo-of.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import type { PipelineParts } from '../pipeline/pipeline-parts.ts';
import type { RunVendors } from '../vendors/run-vendors.ts';

/** What of a run's pipeline depends on what the run is for. */
type PurposeParts = Pick<PipelineParts<unknown, never, unknown, unknown>, 'source' | 'review'>;

/** What a purpose is made of. */
interface PurposeQuestion {
  readonly object: ObjectMigration;
  readonly options: unknown;
  readonly claim: Claim;
  readonly lease: Lease;
  readonly vendors: RunVendors;
  readonly orchestrator: Orchestrator;
}

/**
 * What a run reads, and how its plans are reviewed, by what it is for (ADR 81):
 *
 *   a migration of its own, or a dry run   all records of the source
 *   an undo                                what the followed migration wrote (`migrationOf`)
 */
export function purposeOf({ object, options, vendors }: PurposeQuestion): PurposeParts {
  return { source: object.source(vendors.acculynx, options) };
}

/** What a run's migration is made from. */
interface MigrationQuestion extends Pick<PurposeQuestion, 'object' | 'claim' | 'lease' | 'orchestrator'> {
  readonly waits: WaitTracker;
}

/** The migration of a run: that of its kind, or for an undo one that is made from it. */
export function migrationOf({
  object,
  claim,
  lease,
  orchestrator,
  waits,
}: MigrationQuestion): ObjectMigration {
  if (claim.settings.follows?.as !== 'undo') return object;
  const followed = followedWrites(orchestrator, { run: lease, signal: lease.stopping, waits });
  return undoOf(object, { followed, databaseTime: () => lease.databaseTime });
}
