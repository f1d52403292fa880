import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';

/** The run that a worker may write for. */
export interface FencedRun {
  readonly id: number;
  readonly company_id: string;
  readonly hubspot_portal_id: string | null;
}

interface LeaseState extends FencedRun {
  readonly status: string;
  readonly epoch: number;
  readonly live: boolean;
}

/**
 * Lets only the present holder of the lease go on, and keeps the run's row to the end of the transaction, so that no
 * other worker can take it in between. Throws `run.cancelled` or `run.lease_lost`.
 */
export async function fenceRun(tx: Tx, migrationId: number, epoch: number): Promise<FencedRun> {
  const run = await tx.maybeOne<LeaseState>(
    `select id, company_id, hubspot_portal_id, status, epoch,
       holder is not null and lease_until > clock_timestamp() as live
     from migrations where id = $1 for no key update`,
    [migrationId],
  );
  if (run?.epoch !== epoch) throw new AppError('run.lease_lost');
  if (run.status === 'cancelled') throw new AppError('run.cancelled');
  if (run.status !== 'running' || !run.live) throw new AppError('run.lease_lost');
  return run;
}
