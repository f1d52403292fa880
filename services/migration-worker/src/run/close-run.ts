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
 * Closes an ended run that an earlier worker left with unreported batches: looks up their outcome in HubSpot, and writes
 * nothing. A dry run has nothing in HubSpot. Returns the vendor that did not accept the connection's credential, if there was
 * one. Throws the signal's reason when it is aborted: then another worker closes the run.
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
    // A portal that cannot be opened, perhaps because a credential is missing, counts as one that does not answer.
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
