import {
  getSync,
  listSyncDeadLetters,
  listSyncedRecords,
  listSyncs,
  retrySyncDeadLetters,
  syncPageSize,
  type SyncStatus,
} from '@ridgeline/contracts';
import { auditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError, bindForUser, clientOrigin, type Actor, type Router } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { deadLettersOf, retryDeadLetters, type RecordKey } from './dead-letter-store.postgres.ts';
import { notedKinds } from '../sync/round-service.ts';
import { lockSyncConnection, recountList } from '../sync/sync-connection-store.postgres.ts';
import { feedOf, statusesOf, statusOf } from './sync-status-store.postgres.ts';

/** What people see of auto-sync, and what they do about it, always within their own company. */
export function bindSyncRoutes(
  router: Router,
  { db, onChange }: { readonly db: Database; readonly onChange: (connectionId: number) => void },
): void {
  bindForUser(router, listSyncs, ({ user: { companyId } }) =>
    db.forCompany(companyId, (tx) => statusesOf(tx, companyId)),
  );

  bindForUser(router, getSync, ({ user: { companyId }, params: { id } }) =>
    db.forCompany(companyId, (tx) => requireSync(tx, companyId, id)),
  );

  bindForUser(router, listSyncedRecords, ({ user: { companyId }, params: { id }, query: { before } }) =>
    db.forCompany(companyId, async (tx) => {
      await requireSync(tx, companyId, id);
      const found = await feedOf(tx, id, { before, limit: syncPageSize + 1 });
      return { records: found.slice(0, syncPageSize), hasMore: found.length > syncPageSize };
    }),
  );

  bindForUser(router, listSyncDeadLetters, ({ user: { companyId }, params: { id }, query: { page = 1 } }) =>
    db.forCompany(companyId, async (tx) => {
      await requireSync(tx, companyId, id);
      return deadLettersOf(tx, id, page);
    }),
  );

  bindForUser(router, retrySyncDeadLetters, async ({ user, params: { id }, body: { records }, req }) => {
    const by = { user, origin: clientOrigin(req.headers) };
    const retried = await db.forCompany(user.companyId, (tx) => retry(tx, by, id, records ?? null));
    onChange(id);
    return { retried };
  });
}

async function requireSync(tx: Tx, companyId: string, connectionId: number): Promise<SyncStatus> {
  const status = await statusOf(tx, companyId, connectionId);
  if (!status) throw new AppError('connection.not_found');
  return status;
}

async function retry(
  tx: Tx,
  { user, origin }: Actor,
  connectionId: number,
  records: readonly RecordKey[] | null,
): Promise<number> {
  const connection = await lockSyncConnection(tx, connectionId);
  if (connection?.company_id !== user.companyId) throw new AppError('connection.not_found');
  const retried = await retryDeadLetters(tx, connectionId, records);
  await recountList(tx, connectionId, notedKinds);
  const detail = `connection #${String(connectionId)}: ${String(retried)} dead letters`;
  await addToOutbox(tx, auditEvent({ by: user, origin, action: 'sync-retried', result: 'done', detail }));
  return retried;
}
