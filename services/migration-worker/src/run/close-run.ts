import { RunFailed, type Vendor } from '../base/run-errors.ts';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import type { Claim } from '../orchestrator/orchestrator.ts';
import { closeBatches, readBackMs, type BatchCloser } from '../pipeline/close-batches.ts';
import { resumeExecution } from '../plans/execution.ts';

export interface RunCloser extends Pick<BatchCloser, 'object' | 'reportBatch'> {
  readonly openTarget: (signal: AbortSignal) => Promise<BatchCloser['target']>;
}

/**
 * Closes a run that has ended and whose batches an earlier worker left: looks up in HubSpot what became of those that nobody
 * reported, and writes nothing. Answers the vendor that did not accept the connection's credential, if one did not. Throws
 * the signal's reason when it is aborted: then another worker is to close the run.
 */
export async function closeRun(
  { unfinished }: Pick<Claim, 'unfinished'>,
  signal: AbortSignal,
  { object, reportBatch, openTarget }: RunCloser,
): Promise<Vendor | null> {
  const target = openTarget(AbortSignal.any([signal, AbortSignal.timeout(readBackMs)]));
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
  const closer = { object, target: { read }, reportBatch, signal };
  await closeBatches(unfinished.map(resumeExecution), closer);
  signal.throwIfAborted();
  return refusedBy;
}
