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
import { bindForUser, clientOrigin, type Actor, type Router } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import type { ConnectionLookup } from '../migration-management/connection-lookup.ts';
import { knownSyncs } from './known-sync.ts';
import { deadLettersOf, retryDeadLetters, type RecordKey } from './dead-letter-store.postgres.ts';
import { notedKinds } from '../sync/round-service.ts';
import { lockSyncConnection, recountList } from '../sync/sync-connection-store.postgres.ts';
import { feedOf, statusesOf } from './sync-status-store.postgres.ts';

/** Dependencies of the routes of auto-sync. */
interface SyncRouteParts {
  readonly db: Database;
  readonly findConnection: ConnectionLookup;
  readonly onChange: (connectionId: number) => void;
}

/** Users' view of auto-sync, and their actions on it, always within their own company. */
export function bindSyncRoutes(router: Router, { db, findConnection, onChange }: SyncRouteParts): void {
  const { known, requireConnection } = knownSyncs({ db, findConnection });

  bindForUser(router, listSyncs, ({ user: { companyId } }) =>
    db.forCompany(companyId, (tx) => statusesOf(tx, companyId)),
  );

  bindForUser(router, getSync, ({ user: { companyId }, params: { id } }) =>
    known(companyId, id, (_tx, status) => Promise.resolve(status), neverOn(id)),
  );

  bindForUser(router, listSyncedRecords, ({ user: { companyId }, params: { id }, query: { before } }) =>
    known(
      companyId,
      id,
      async (tx) => {
        const found = await feedOf(tx, id, { before, limit: syncPageSize + 1 });
        return { records: found.slice(0, syncPageSize), hasMore: found.length > syncPageSize };
      },
      { records: [], hasMore: false },
    ),
  );

  bindForUser(router, listSyncDeadLetters, ({ user: { companyId }, params: { id }, query: { page = 1 } }) =>
    known(companyId, id, (tx) => deadLettersOf(tx, id, page), { records: [], total: 0 }),
  );

  bindForUser(router, retrySyncDeadLetters, async ({ user, params: { id }, body: { records }, req }) => {
    const by = { user, origin: clientOrigin(req.headers) };
    const retried = await db.forCompany(user.companyId, (tx) => retry(tx, by, id, records ?? null));
    if (retried === null) await requireConnection(id, user.companyId);
    else onChange(id);
    return { retried: retried ?? 0 };
  });
}

/** The status of a connection whose auto-sync was never on. */
const neverOn = (connectionId: number): SyncStatus => ({
  connectionId,
  state: 'off',
  upToDateAsOf: null,
  waiting: 0,
  oldestWaitingAt: null,
  delayMs: null,
  lastEventAt: null,
  waitingFor: null,
  deadLetters: 0,
  leftToMigrations: 0,
});

/** How many were made due; null if the connection's auto-sync is not known. */
async function retry(
  tx: Tx,
  { user, origin }: Actor,
  connectionId: number,
  records: readonly RecordKey[] | null,
): Promise<number | null> {
  const connection = await lockSyncConnection(tx, connectionId);
  if (connection?.company_id !== user.companyId) return null;
  const retried = await retryDeadLetters(tx, connectionId, records);
  await recountList(tx, connectionId, notedKinds);
  const detail = `connection #${String(connectionId)}: ${String(retried)} dead letters`;
  await addToOutbox(tx, auditEvent({ by: user, origin, action: 'sync-retried', result: 'done', detail }));
  return retried;
}
