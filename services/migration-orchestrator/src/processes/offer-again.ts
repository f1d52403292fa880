import type { MigrationProcess } from '@ridgeline/contracts';
import type { Database, Tx } from '@ridgeline/postgres';
import { lockMigration } from '../migration-state/migration-row.postgres.ts';
import { commandStart } from '../portal-queue/start-command.ts';
import { findAbandoned } from './process-store.postgres.ts';

/**
 * Offers the migrations of crashed processes to all workers again, each in a transaction of its own, and answers the
 * processes whose migrations nobody has taken meanwhile. A worker without runs asks for offers every two seconds; the
 * command reaches it at once. One that went out within a second is not repeated, however many people ask.
 */
export async function offerAgain(
  db: Database,
  processes: readonly MigrationProcess[],
  alongside: (tx: Tx, migrationId: number) => Promise<void>,
): Promise<readonly MigrationProcess[]> {
  const offered: MigrationProcess[] = [];
  for (const process of processes) {
    const free = await db.forSystem(async (tx) => {
      const { migrationId } = process;
      await lockMigration(tx, migrationId);
      const abandoned = await findAbandoned(tx, migrationId);
      if (!abandoned) return false;
      if (abandoned.due) await commandStart(tx, migrationId);
      await alongside(tx, migrationId);
      return true;
    });
    if (free) offered.push(process);
  }
  return offered;
}
