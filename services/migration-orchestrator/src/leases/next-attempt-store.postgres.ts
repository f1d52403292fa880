import type { Tx } from '@ridgeline/postgres';

/** What is remembered of a run whose worker was lost. */
export interface Crash {
  /** Shown to people until the next worker takes the run. */
  readonly waitingFor: string;
  /** In a row, without any progress between them. */
  readonly crashes: number;
  /** What was planned and counted by now. */
  readonly progress: number;
}

/** Opens the next attempt after a worker was lost. */
export async function nextAttemptAfterCrash(
  tx: Tx,
  migrationId: number,
  { waitingFor, crashes, progress }: Crash,
): Promise<void> {
  await tx.query(
    `update migrations
     set attempt = attempt + 1, crashes_without_progress = $3, progress_at_crash = $4, last_activity_at = now(),
       waiting_for = $2
     where id = $1`,
    [migrationId, waitingFor, crashes, progress],
  );
}

/**
 * Opens the next attempt after a worker gave the run back, to be claimed after `ms`. With 0 it may be claimed at once and
 * is put off all the same: nobody is expected to. Null: another worker is to take it.
 */
export async function nextAttemptAfterRelease(
  tx: Tx,
  migrationId: number,
  { reason, ms }: { readonly reason: string; readonly ms: number | null },
): Promise<void> {
  await tx.query(
    `update migrations
     set attempt = attempt + 1, last_activity_at = now(), waiting_for = $2,
       not_before = now() + $3 * interval '1 millisecond'
     where id = $1`,
    [migrationId, reason, ms],
  );
}
