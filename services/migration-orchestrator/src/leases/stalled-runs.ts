import type { Logger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { note } from '../logs/log-store.postgres.ts';
import { publishUpdate } from '../updates/publish-update.ts';

/** A batch under way takes seconds, and what holds it up longer is told as a wait. */
const quietMs = 2 * 60_000;
/** Without one the run reads: at its beginning and its end the whole source, of which nothing may be left to plan. */
const quietReadingMs = 15 * 60_000;

/** Runs that come to nothing though they wait for nothing, and of which that was not noticed yet. */
const isNewlyStalled = `
  is_open and status = 'running' and waiting_for is null
  and (stalled_at is null or stalled_at < last_activity_at)
  and last_activity_at < now() - interval '1 millisecond' * case
    when exists (select from batches b where b.migration_id = migrations.id and b.done_at is null)
      then ${quietMs} + 2 * delay_ms
    else ${quietReadingMs} end`;

/** Notices runs that stand still and tells of each, in a transaction of its own. */
export async function noticeStalledRuns(db: Database, logger: Logger): Promise<void> {
  const found = await db.forSystem((tx) =>
    tx.query<{ id: number }>(`select id from migrations where ${isNewlyStalled}`),
  );
  for (const { id } of found)
    await db
      .forSystem((tx) => noticeIfStalled(tx, id))
      .catch((error: unknown) =>
        logger.warn({ err: error, migrationId: id }, 'A standstill could not be told; trying again'),
      );
}

/** Asked again in the statement that notes it: two orchestrators look, and something may have come of the run meanwhile. */
async function noticeIfStalled(tx: Tx, id: number): Promise<void> {
  const stalled = await tx.maybeOne(
    `update migrations set stalled_at = now() where id = $1 and ${isNewlyStalled} returning id`,
    [id],
  );
  if (!stalled) return;
  await note(tx, id, 'warning', 'Nothing has come of the run for minutes, though its worker answers', {});
  await publishUpdate(tx, id);
}
