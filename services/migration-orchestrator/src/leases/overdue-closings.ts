import type { Logger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { endUnclosed } from '../completion/close-migration.ts';
import { findOverdueClosings, isClosingOverdue } from '../completion/closing-store.postgres.ts';
import { lockMigration } from '../migration-state/migration-row.postgres.ts';
import { publishUpdate } from '../updates/publish-update.ts';

/** Ends the runs that no worker took in time to close them, each in a transaction of its own. */
export async function endOverdueClosings(db: Database, logger: Logger): Promise<void> {
  for (const id of await db.forSystem(findOverdueClosings))
    await db
      .forSystem((tx) => endIfOverdue(tx, id))
      .catch((error: unknown) =>
        logger.warn({ err: error, migrationId: id }, 'A run could not be closed; trying again'),
      );
}

async function endIfOverdue(tx: Tx, id: number): Promise<void> {
  const migration = await lockMigration(tx, id);
  // Asked again behind the lock: a worker may have taken it meanwhile.
  if (!migration || !(await isClosingOverdue(tx, id))) return;
  await endUnclosed(tx, migration);
  await publishUpdate(tx, id);
}
