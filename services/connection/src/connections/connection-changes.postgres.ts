import { eventEnvelope, type OutgoingEvent, outgoingEvent, topics } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import type { ConnectionKey } from './connection-store.postgres.ts';

interface Change extends ConnectionKey {
  readonly revision: number;
  readonly deleted: boolean;
}

const changeEvent = ({ companyId, connectionId, revision, deleted }: Change): OutgoingEvent =>
  outgoingEvent(topics.connection, {
    key: String(connectionId),
    value: { connectionId, companyId, revision, deleted },
    envelope: eventEnvelope(companyId),
  });

/** Notifies open pages and validation of a change, in its transaction. */
export const addChangeEvent = (tx: Tx, change: Change): Promise<void> => addToOutbox(tx, changeEvent(change));

/** The revision of a connection that was never published: each publication raises it. */
const unpublishedRevision = 1;

/**
 * Publishes connections that were saved before these events existed, and that validation would otherwise never check. Returns
 * how many were published; fewer than `limit` means that none is left. Several processes may share the work.
 */
async function publishUnpublished(tx: Tx, limit: number): Promise<number> {
  const told = await tx.query<Omit<Change, 'deleted'>>(
    `update connections set revision = revision + 1
     where id in (
       select id from connections where revision = $1 order by id limit $2 for update skip locked)
     returning company_id as "companyId", id as "connectionId", revision`,
    [unpublishedRevision, limit],
  );
  await addToOutbox(tx, ...told.map((each) => changeEvent({ ...each, deleted: false })));
  return told.length;
}

/** Increments the revision of a connection and publishes it; the row's lock keeps the events in the order of revisions. */
export async function tellChange(tx: Tx, key: ConnectionKey): Promise<void> {
  const { revision } = await tx.one<{ revision: number }>(
    `update connections set revision = revision + 1 where company_id = $1 and id = $2 returning revision`,
    [key.companyId, key.connectionId],
  );
  await addChangeEvent(tx, { ...key, revision, deleted: false });
}

/** Locks a connection against other changes until the transaction ends. Throws `connection.not_found`. */
export async function lockConnection(tx: Tx, { companyId, connectionId }: ConnectionKey): Promise<void> {
  const row = await tx.maybeOne(`select 1 from connections where company_id = $1 and id = $2 for update`, [
    companyId,
    connectionId,
  ]);
  if (!row) throw new AppError('connection.not_found');
}

/**
 * Deletes a connection with its secrets, and publishes that. Returns its subscription, which is orphaned from
 * then on. Throws `connection.not_found`.
 */
export async function deleteConnection(
  tx: Tx,
  key: ConnectionKey,
): Promise<{ readonly name: string; readonly subscriptionId: string | null }> {
  const gone = await tx.maybeOne<{ name: string; subscriptionId: string | null; revision: number }>(
    `delete from connections where company_id = $1 and id = $2
     returning name, acculynx_subscription_id as "subscriptionId", revision`,
    [key.companyId, key.connectionId],
  );
  if (!gone) throw new AppError('connection.not_found');
  await addChangeEvent(tx, { ...key, revision: gone.revision + 1, deleted: true });
  return gone;
}

const batchSize = 500;

/**
 * Publishes all connections that were never published, in short transactions. Runs at each start; only the first one finds
 * any. Returns how many were published.
 */
export async function backfillConnectionEvents(db: Database): Promise<number> {
  let told = 0;
  for (let batch = batchSize; batch === batchSize; told += batch)
    batch = await db.forSystem((tx) => publishUnpublished(tx, batchSize));
  return told;
}

/**
 * Sets when a connection was last synced, and notifies open pages. Does nothing if the stored time is later, or less than
 * `stepMs` earlier. A time in the future counts as now.
 */
export async function setLastSync(tx: Tx, key: ConnectionKey, at: Date, stepMs = 0): Promise<void> {
  const moved = await tx.maybeOne(
    `update connections set last_sync = least($3, now())
     where company_id = $1 and id = $2
       and (last_sync is null or last_sync < least($3, now()) - make_interval(secs => $4::float8 / 1000))
     returning 1`,
    [key.companyId, key.connectionId, at, stepMs],
  );
  if (moved) await tellChange(tx, key);
}
