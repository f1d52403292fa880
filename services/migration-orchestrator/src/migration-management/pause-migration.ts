import type { Migration } from '@ridgeline/contracts';
import { auditEvent, type AuditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { note } from '../logs/log-store.postgres.ts';
import { isHeld } from '../migration-state/lease-row.postgres.ts';
import { toMigration, type MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { hasEnded, whatStays } from '../migration-state/migration-status.ts';
import { commandNext } from '../migration-state/portal-queue-store.postgres.ts';
import { publishUpdate } from '../updates/update-store.postgres.ts';
import { findMigration, markPaused, markResumed } from './migration-store.postgres.ts';

/*
 * Pause and resume. Both lock the migration's row, as do its end, its cancellation and its hand-over: whichever comes first
 * wins.
 *
 *   queued ──pause──> paused: the portal's next migration gets its turn
 *   running, no worker ──pause──> paused
 *   running, held ──pause──> pausing ── its worker hands it back by the next renewal (leases/lease-store) ──> paused
 *                                    └─ it ends, or is cancelled, before that ──> ended
 *   pausing ──resume──> running: its worker continues, or has it handed back and the next one is commanded
 *   paused ──resume──> queued, or running without a worker: commanded, unless its portal is taken or it waits for a vendor
 *
 * A paused migration that had begun keeps its portal. Nothing is lost: its cursor and its unreported plans are stored.
 */

/** Who pauses or resumes. */
type Doer = Pick<AuditEvent, 'by' | 'origin'>;

/** Throws `migration.not_found` and `migration.not_pausable`; one that is paused already is answered as it is. */
export async function pauseInTransaction(tx: Tx, doer: Doer, id: number): Promise<Migration> {
  const migration = await requireOpen(tx, doer, id, 'migration.not_pausable');
  if (migration.paused_at !== null) return toMigration(migration);
  const held = await isHeld(tx, id);
  await markPaused(tx, id);
  await commandNext(tx, migration.portal_queue);
  const message = held
    ? `Pausing; the batches in flight are still ${migration.dry_run ? 'counted' : 'written'}`
    : `Paused; ${whatStays(migration)}`;
  return finish(tx, doer, { id, action: 'migration-paused', message });
}

/** Throws `migration.not_found` and `migration.not_resumable`; one that is not paused is answered as it is. */
export async function resumeInTransaction(tx: Tx, doer: Doer, id: number): Promise<Migration> {
  const migration = await requireOpen(tx, doer, id, 'migration.not_resumable');
  if (migration.paused_at === null) return toMigration(migration);
  await markResumed(tx, id);
  if (!migration.waits) await commandNext(tx, migration.portal_queue);
  return finish(tx, doer, { id, action: 'migration-resumed', message: 'Resumed by a user' });
}

async function requireOpen(
  tx: Tx,
  { by: { companyId } }: Doer,
  id: number,
  otherwise: 'migration.not_pausable' | 'migration.not_resumable',
): Promise<MigrationRow> {
  const migration = await findMigration(tx, { companyId, id, lock: true });
  if (!migration) throw new AppError('migration.not_found');
  if (hasEnded(migration.status)) throw new AppError(otherwise);
  return migration;
}

async function finish(
  tx: Tx,
  doer: Doer,
  { id, action, message }: Pick<AuditEvent, 'action'> & { readonly id: number; readonly message: string },
): Promise<Migration> {
  await addToOutbox(tx, auditEvent({ ...doer, action, result: 'done', detail: `#${String(id)}` }));
  await note(tx, id, 'info', message);
  return publishUpdate(tx, id);
}
