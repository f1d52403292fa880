import type { WorkerIdentity } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';

/** Records that a worker took a run: one row per granted lease. */
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

/** The same, but written only if the last sign is older than five seconds: heartbeats are much more frequent. */
export async function markAliveNowAndThen(tx: Tx, migrationId: number, epoch: number): Promise<void> {
  await tx.query(
    `update attempts set status = 'running', last_heartbeat = now()
     where migration_id = $1 and epoch = $2 and ended_at is null
       and (status = 'starting' or last_heartbeat < now() - interval '5 seconds')`,
    [migrationId, epoch],
  );
}

/**
 * Ends an attempt: its worker finished the run, handed it back, or was lost. An attempt ends once, and keeps what the
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

/** Whether the run recently lost the worker of an earlier lease. */
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

/** What is stored about a run whose worker was lost. */
export interface Crash {
  /** Shown to users until the next worker takes the run; null if none will take it soon. */
  readonly waitingFor: string | null;
  /** Consecutive losses without progress in between. */
  readonly crashes: number;
  /** What was planned and counted by now. */
  readonly progress: number;
}

/**
 * Opens the next attempt after a worker was lost. If another worker is offered the run immediately, this counts as an
 * interruption.
 */
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
 * Opens the next attempt after a worker handed the run back, claimable after `ms`. 0: claimable immediately, but counted as
 * rescheduled, because no worker is expected to take it. Null: another worker is expected to take it, unless it is paused.
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
