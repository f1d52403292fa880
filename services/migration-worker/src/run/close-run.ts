import type { Claim } from '@ridgeline/contracts/internal';
import { RunFailed, type Vendor } from '../base/run-errors.ts';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import { closeBatches, readBackMs, type BatchCloser } from '../pipeline/execution/close-batches.ts';
import { RunKinds } from '../pipeline/run-kinds.ts';
import { planOnly, resumeExecution } from '../plans/execution.ts';
import type { HubspotAccess } from '../vendors/run-vendors.ts';

export interface RunCloser extends Pick<BatchCloser, 'reportBatch'> {
  readonly object: ObjectMigration;
  readonly openHubspot: (signal: AbortSignal) => Promise<HubspotAccess>;
}

/**
 * Closes a run that has ended and whose batches an earlier worker left: looks up in HubSpot the outcome of those that were not
 * reported, and writes nothing. Of a dry run nothing can be in HubSpot. Answers the vendor that did not accept the connection's
 * credential, if one did not. Throws the signal's reason when it is aborted: then another worker closes the run.
 */
export async function closeRun(
  { unfinished, settings: { dryRun } }: Pick<Claim, 'unfinished' | 'settings'>,
  signal: AbortSignal,
  { object, reportBatch, openHubspot }: RunCloser,
): Promise<Vendor | null> {
  const hubspot = openHubspot(AbortSignal.any([signal, AbortSignal.timeout(readBackMs)]));
  hubspot.catch(() => undefined);
  let refusedBy: Vendor | null = null;
  const kinds = new RunKinds(object, (rules) => {
    const target = hubspot.then((access) => rules.openTarget(access));
    target.catch(() => undefined);
    // A portal that cannot be opened, perhaps because a credential is missing, is one that does not answer.
    const read: HubspotTarget['read'] = async (...question) => {
      try {
        return await (await target).read(...question);
      } catch (error) {
        if (error instanceof RunFailed) refusedBy ??= error.refusedBy;
        throw error;
      }
    };
    return { read };
  });
  await closeBatches(unfinished.map(dryRun ? planOnly : resumeExecution), { kinds, reportBatch, signal });
  signal.throwIfAborted();
  return refusedBy;
}
