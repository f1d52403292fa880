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

/** Whether the run lost the worker of an earlier lease a short time ago. */
export async function lostAnotherLately(
  tx: Tx,
  { migrationId, epoch }: { readonly migrationId: number; readonly epoch: number },
): Promise<boolean> {
  const crash = await tx.maybeOne(
    `select from attempts where migration_id = $1 and epoch < $2 and status = 'crashed'
       and ended_at > now() - interval '5 minutes' limit 1`,
    [migrationId, epoch],
  );
  return crash !== undefined;
}

/** What is remembered of a run whose worker was lost. */
export interface Crash {
  /** Shown to people until the next worker takes the run; null where none will take it soon. */
  readonly waitingFor: string | null;
  /** In a row, without any progress between them. */
  readonly crashes: number;
  /** What was planned and counted by now. */
  readonly progress: number;
}

/** Opens the next attempt after a worker was lost. One that another worker is offered immediately was interrupted. */
export async function nextAttemptAfterCrash(
  tx: Tx,
  migrationId: number,
  { waitingFor, crashes, progress }: Crash,
): Promise<void> {
  await tx.query(
    `update migrations
     set attempt = attempt + 1, crashes_without_progress = $3, progress_at_crash = $4, last_activity_at = now(),
       waiting_for = $2, held_until = null, interrupted_at = case when $2::text is null then interrupted_at else now() end,
       interruptions = interruptions + case when $2::text is null then 0 else 1 end
     where id = $1`,
    [migrationId, waitingFor, crashes, progress],
  );
}

/**
 * Opens the next attempt after a worker gave the run back, to be claimed after `ms`. With 0 it may be claimed immediately
 * and counts as rescheduled anyway: no worker is expected to. Null: another worker is to take it, unless it is paused.
 */
export async function nextAttemptAfterRelease(
  tx: Tx,
  migrationId: number,
  { reason, ms }: { readonly reason: string | null; readonly ms: number | null },
): Promise<void> {
  await tx.query(
    `update migrations
     set attempt = attempt + 1, last_activity_at = now(), waiting_for = $2, held_until = null,
       not_before = now() + $3 * interval '1 millisecond'
     where id = $1`,
    [migrationId, reason, ms],
  );
}
