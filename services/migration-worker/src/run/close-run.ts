import { RunFailed, type Vendor } from '../base/run-errors.ts';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import type { Lease } from '../lease/lease.ts';
import type { Claim } from '../orchestrator/orchestrator.ts';
import { closeBatches, readBackMs, type BatchCloser } from '../pipeline/close-batches.ts';
import { resumeExecution } from '../plans/execution.ts';

export interface RunCloser extends Pick<BatchCloser, 'object' | 'reportBatch'> {
  readonly openTarget: (signal: AbortSignal) => Promise<BatchCloser['target']>;
}

/**
 * Closes a run that has ended without its worker: looks up in HubSpot what became of the batches that nobody reported, and
 * writes nothing. Answers the vendor that did not accept the connection's credential, if one did not. Throws `RunStopped`
 * when another worker is to close the run.
 */
export async function closeRun(
  { unfinished }: Pick<Claim, 'unfinished'>,
  lease: Lease,
  { object, reportBatch, openTarget }: RunCloser,
): Promise<Vendor | null> {
  const target = openTarget(AbortSignal.any([lease.stopping, AbortSignal.timeout(readBackMs)]));
  target.catch(() => undefined);
  let refusedBy: Vendor | null = null;
  // A portal that cannot be opened, for want of a credential perhaps, is one that does not answer.
  const read: HubspotTarget['read'] = async (...question) => {
    try {
      return await (await target).read(...question);
    } catch (error) {
      if (error instanceof RunFailed) refusedBy ??= error.refusedBy;
      throw error;
    }
  };
  const closer = { object, target: { read }, reportBatch, signal: lease.stopping };
  await closeBatches(unfinished.map(resumeExecution), closer);
  lease.stopping.throwIfAborted();
  return refusedBy;
}
