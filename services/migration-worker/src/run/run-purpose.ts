import type { Claim, Corrections } from '@ridgeline/contracts/internal';
import type { Lease } from '../lease/lease.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import type { PipelineParts } from '../pipeline/pipeline-parts.ts';
import { chosenSource } from '../retry/chosen-source.ts';
import { correctedMigration } from '../retry/corrected-migration.ts';
import type { RunVendors } from '../vendors/run-vendors.ts';

/** What of a run's pipeline depends on what the run is for. */
interface PurposeParts extends Pick<PipelineParts<unknown, never, unknown, unknown>, 'source' | 'review'> {
  readonly object: ObjectMigration;
}

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
 *   a retry                                the chosen records, with the values that users corrected
 */
export function purposeOf(question: PurposeQuestion): PurposeParts {
  const { object, options, claim, vendors } = question;
  if (claim.settings.follows?.as === 'retry') return retryOf(question);
  return { object, source: object.source(vendors.acculynx, options) };
}

function retryOf({ object, options, lease, vendors, orchestrator }: PurposeQuestion): PurposeParts {
  const { acculynx } = vendors;
  const corrections = new Map<string, Corrections>();
  const onCorrected = (sourceId: string, corrected: Corrections): void =>
    void corrections.set(sourceId, corrected);
  return {
    object: correctedMigration(object, corrections),
    source: chosenSource({ object, options, acculynx, lease, orchestrator, onCorrected }),
  };
}
