import { kindNamed, warningCodes } from '@ridgeline/contracts';
import type { Claim, Corrections, PlannedRecord } from '@ridgeline/contracts/internal';
import { RunFailed } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { FollowedMigration } from '../orchestrator/orchestrator.ts';
import type { RecordLedger } from '../orchestrator/record-ledger.ts';
import type { ReviewPlan } from '../pipeline/batch-planner.ts';
import type { PipelineParts } from '../pipeline/pipeline-parts.ts';
import { chosenSource } from '../retry/chosen-source.ts';
import { correctedMigration } from '../retry/corrected-migration.ts';
import { followedWrites } from '../undo/followed-writes.ts';
import { undoOf } from '../undo/undo-of.ts';
import type { RunVendors } from '../vendors/run-vendors.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import { heldToPlan } from './held-to-plan.ts';

/** The parts of a run's pipeline that depend on the purpose of the run. */
interface PurposeParts extends Pick<
  PipelineParts<unknown, never, unknown, unknown>,
  'source' | 'review' | 'isDryRun' | 'settles'
> {
  readonly object: ObjectMigration;
}

/** What a purpose is derived from. */
interface PurposeQuestion {
  readonly object: ObjectMigration;
  readonly options: unknown;
  readonly claim: Claim;
  readonly lease: Lease;
  readonly vendors: RunVendors;
  readonly orchestrator: FollowedMigration & Pick<RecordLedger, 'resolveIdentities'>;
}

/**
 * What a run reads, how its plans are reviewed, and whether they are written, depending on its purpose (ADR 81):
 *
 *   a migration of its own   all records of the source, as they are planned
 *   a run of a plan          the same, except what differs from the plan of a dry run, or of an undone migration
 *   a retry, and its plan    the chosen records, with the values that users corrected
 *   an undo                  what the followed migration wrote (`migrationOf`)
 *   a dry run of any         the same, and nothing is written
 */
export function purposeOf(question: PurposeQuestion): PurposeParts {
  const { settings } = question.claim;
  const parts = settings.onlyChosen ? chosenOf(question) : allOf(question);
  const isPlanned = settings.follows?.as === 'plan';
  const reviews = [
    ...(isPlanned ? [asShown(question)] : []),
    ...(settings.dryRun ? [decidedWhenWritten] : []),
  ];
  return {
    ...parts,
    ...inTurn(reviews),
    isDryRun: settings.dryRun,
    // A dry run frees no value, and its plan contains none that became free.
    settles: !settings.dryRun && !isPlanned,
  };
}

const allOf = ({ object, options, vendors }: PurposeQuestion): PurposeParts => ({
  object,
  source: object.source(vendors.acculynx, options),
});

/** Applies one review after the other. */
function inTurn(reviews: readonly ReviewPlan[]): Pick<PurposeParts, 'review'> {
  if (reviews.length === 0) return {};
  return {
    async review(records, kind) {
      let reviewed = records;
      for (const review of reviews) reviewed = await review(reviewed, kind);
      return reviewed;
    },
  };
}

const asShown = ({ lease, orchestrator }: PurposeQuestion): ReviewPlan =>
  heldToPlan((kind, sourceIds) => orchestrator.followedPlan(lease, kind, sourceIds, lease.stopping));

function chosenOf({ object, options, lease, vendors, orchestrator }: PurposeQuestion): PurposeParts {
  const { acculynx } = vendors;
  const rules = object.retry;
  if (!rules) throw new RunFailed(`Records of ${object.type.noun.many} cannot be copied singly.`);
  const corrections = new Map<string, Corrections>();
  const onCorrected = (sourceId: string, corrected: Corrections): void =>
    void corrections.set(sourceId, corrected);
  return {
    object: correctedMigration(object, rules, corrections),
    source: chosenSource({ object, rules, options, acculynx, lease, orchestrator, onCorrected }),
  };
}

/** Adds to the warning about each value that a record goes without, and may still get, that the plan does not give it. */
const decidedWhenWritten: ReviewPlan = (records, kindName) => {
  const kind = kindNamed(kindName);
  const codes = new Set<string>(kind ? warningCodes(kind, ({ deferred }) => deferred === true) : []);
  const told = (record: PlannedRecord): PlannedRecord => ({
    ...record,
    warnings: record.warnings.map((warning) =>
      codes.has(warning.code)
        ? {
            ...warning,
            message: `${warning.message}; a run of this plan leaves it out, a migration gives it once it is free`,
          }
        : warning,
    ),
  });
  return Promise.resolve(records.map(told));
};

/** What a run's migration is derived from. */
interface MigrationQuestion extends Pick<PurposeQuestion, 'object' | 'claim' | 'lease' | 'orchestrator'> {
  readonly waits: WaitTracker;
}

/** The migration of a run: that of its kind, or for an undo one that is derived from it. */
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
