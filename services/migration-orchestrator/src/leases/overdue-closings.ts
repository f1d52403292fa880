import type { Logger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { endUnclosed } from '../endings/close-migration.ts';
import { lockMigration } from '../migration/migration-row.ts';
import { announceChange } from '../updates/announce-change.ts';

/** Nobody has the run, and it has waited long enough for somebody to look up what became of its batches. */
const overdue = `closing_until < clock_timestamp() and not exists (select from leases l where l.migration_id = migrations.id)`;

/** Ends the runs that no worker took in time to close them, each in a transaction of its own. */
export async function endOverdueClosings(db: Database, logger: Logger): Promise<void> {
  const rows = await db.forSystem((tx) =>
    tx.query<{ id: number }>(`select id from migrations where ${overdue} order by closing_until`),
  );
  for (const { id } of rows)
    await db
      .forSystem((tx) => endIfOverdue(tx, id))
      .catch((error: unknown) =>
        logger.warn({ err: error, migrationId: id }, 'A run could not be closed; trying again'),
      );
}

async function endIfOverdue(tx: Tx, id: number): Promise<void> {
  const migration = await lockMigration(tx, id);
  const still = await tx.query(`select from migrations where id = $1 and ${overdue}`, [id]);
  if (!migration || still.length === 0) return;
  await endUnclosed(tx, migration);
  await announceChange(tx, id);
}
