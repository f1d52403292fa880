import { findUndone, findWrittenRecords } from '@ridgeline/contracts/internal';
import { AppError, bindForService, type Router } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { fenceRun, type HeldRun } from '../migration-state/lease-row.postgres.ts';
import { countUnreportedBatches } from '../plans/batch-store.postgres.ts';
import { undoneRecords } from './undone-records.postgres.ts';
import { countWritten, writtenPage } from './written-records.postgres.ts';

/** Questions of an undo's worker; only under a lease that is still held. */
export function bindUndoRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForService(router, findWrittenRecords, ({ params, body: { epoch, kind, before } }) =>
    db.forSystem(async (tx) => {
      const migrationId = await undoneMigration(tx, { migrationId: params.id, epoch });
      const page = await writtenPage(tx, { migrationId, kind, before });
      return { ...page, total: await countWritten(tx, { migrationId, kind }) };
    }),
  );

  bindForService(router, findUndone, ({ params, body: { epoch, hubspotIds } }) =>
    db.forSystem(async (tx) => {
      await undoneMigration(tx, { migrationId: params.id, epoch });
      if ((await countUnreportedBatches(tx, params.id)) > 0) return { settled: false, records: [] };
      return { settled: true, records: await undoneRecords(tx, params.id, hubspotIds) };
    }),
  );
}

/** The migration that a held run undoes. Throws `request.invalid` when the run is not an undo. */
async function undoneMigration(tx: Tx, held: HeldRun): Promise<number> {
  const { follows, follows_as } = await fenceRun(tx, held, 'read');
  if (follows === null || follows_as !== 'undo')
    throw new AppError('request.invalid', { text: 'This run undoes no migration' });
  return follows;
}
