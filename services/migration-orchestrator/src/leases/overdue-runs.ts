import type { Logger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { endUnclosed } from '../completion/end-run.ts';
import { note } from '../logs/log-store.postgres.ts';
import { lockMigration } from '../migration-state/migration-row.postgres.ts';
import { publishUpdate } from '../updates/update-store.postgres.ts';
import {
  findNewlyStalled,
  findOverdueClosings,
  isClosingOverdue,
  markStalled,
} from './overdue-store.postgres.ts';

/** Ends the runs that no worker took in time to close them. */
export async function endOverdueClosings(db: Database, logger: Logger): Promise<void> {
  await eachInTransaction(db, await db.forSystem(findOverdueClosings), endIfOverdue, (failed) =>
    logger.warn(failed, 'A run could not be closed; trying again'),
  );
}

async function endIfOverdue(tx: Tx, id: number): Promise<void> {
  const migration = await lockMigration(tx, id);
  // Checked again under the lock: a worker may have taken the run since it was found.
  if (!migration || !(await isClosingOverdue(tx, id))) return;
  await endUnclosed(tx, migration);
  await publishUpdate(tx, id);
}

/** Marks stalled runs, so that their logs and pages show it. */
export async function noticeStalledRuns(db: Database, logger: Logger): Promise<void> {
  await eachInTransaction(db, await db.forSystem(findNewlyStalled), noticeIfStalled, (failed) =>
    logger.warn(failed, 'Failed to publish that a run stalled; retrying'),
  );
}

async function noticeIfStalled(tx: Tx, id: number): Promise<void> {
  if (!(await markStalled(tx, id))) return;
  await note(tx, id, 'warning', 'No progress for several minutes, though the worker responds', {});
  await publishUpdate(tx, id);
}

/**
 * Each migration has a transaction of its own, so that a failure blocks no other and no transaction holds two companies'
 * sequences.
 */
async function eachInTransaction(
  db: Database,
  migrationIds: readonly number[],
  work: (tx: Tx, migrationId: number) => Promise<void>,
  onError: (failed: { readonly err: unknown; readonly migrationId: number }) => void,
): Promise<void> {
  for (const migrationId of migrationIds)
    await db.forSystem((tx) => work(tx, migrationId)).catch((err: unknown) => onError({ err, migrationId }));
}
