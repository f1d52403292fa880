import type { WorkerIdentity } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';

/** Records who took a run: one row for each lease that was granted. */
export async function openAttempt(
  tx: Tx,
  run: { readonly migrationId: number; readonly epoch: number },
  worker: WorkerIdentity,
): Promise<void> {
  await tx.query(
    `insert into attempts (migration_id, epoch, company_id, attempt, process_id, server_instance_id, pid)
     select id, $2, company_id, attempt, $3, $4, $5 from migrations where id = $1`,
    [run.migrationId, run.epoch, worker.processId, worker.serverInstanceId, worker.pid],
  );
}

/** A sign of life: the attempt runs, seen now. */
export async function markAlive(tx: Tx, migrationId: number, epoch: number): Promise<void> {
  await tx.query(
    `update attempts set status = 'running', last_heartbeat = now()
     where migration_id = $1 and epoch = $2 and ended_at is null`,
    [migrationId, epoch],
  );
}

/** The same, written only when the last sign is older than five seconds: heartbeats come far more often. */
export async function markAliveNowAndThen(tx: Tx, migrationId: number, epoch: number): Promise<void> {
  await tx.query(
    `update attempts set status = 'running', last_heartbeat = now()
     where migration_id = $1 and epoch = $2 and ended_at is null
       and (status = 'starting' or last_heartbeat < now() - interval '5 seconds')`,
    [migrationId, epoch],
  );
}

/**
 * The worker is done with the run (finished or handed back), or was lost. An attempt ends once, and keeps what the
 * migration had counted by then.
 */
export async function closeAttempt(
  tx: Tx,
  run: { readonly migrationId: number; readonly epoch: number },
  status: 'completed' | 'crashed',
): Promise<void> {
  await tx.query(
    `update attempts a
     set status = $3, ended_at = now(), processed_count = m.processed_count, target_count = m.target_count
     from migrations m
     where m.id = $1 and a.migration_id = $1 and a.epoch = $2 and a.ended_at is null`,
    [run.migrationId, run.epoch, status],
  );
}
