import type { Claim } from '@ridgeline/contracts/internal';
import type { Lease } from '../lease/lease.ts';
import type { ContactReader } from '../planning/read-contacts.ts';
import { closeBatches, readBackMs } from '../writing/close-batches.ts';
import { resumeExecution, type Execution } from '../writing/execute-plan.ts';

/**
 * Closes a run that has ended without its worker: looks up in HubSpot what became of the batches that nobody reported, and
 * writes nothing. Throws `RunStopped` when another worker is to do so.
 */
export async function closeRun(
  { unfinished }: Pick<Claim, 'unfinished'>,
  lease: Lease,
  openTarget: (signal: AbortSignal) => Promise<ContactReader>,
  reportBatch: (execution: Execution) => Promise<void>,
): Promise<void> {
  const target = openTarget(AbortSignal.any([lease.stopping, AbortSignal.timeout(readBackMs)]));
  // A portal that cannot be opened, for want of a credential perhaps, is one that does not answer.
  const read: ContactReader['read'] = async (...question) => (await target).read(...question);
  target.catch(() => undefined);
  await closeBatches(unfinished.map(resumeExecution), {
    target: { read },
    reportBatch,
    signal: lease.stopping,
  });
  lease.stopping.throwIfAborted();
}
