import { outgoingEvent, topics } from '@ridgeline/events';
import { addToOutbox, eventEnvelope } from '@ridgeline/kafka';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import type { ConnectionKey } from './connection-store.postgres.ts';

interface Change extends ConnectionKey {
  readonly revision: number;
  readonly deleted: boolean;
}

/** Tells open pages and validation of a change, in its transaction. */
export function addChangeEvent(
  tx: Tx,
  { companyId, connectionId, revision, deleted }: Change,
): Promise<void> {
  return addToOutbox(
    tx,
    outgoingEvent(topics.connection, {
      key: String(connectionId),
      value: { connectionId, companyId, revision, deleted },
      envelope: eventEnvelope(companyId),
    }),
  );
}

/** Lets the revision of a connection grow and tells of it; the row's lock keeps the events in the order of revisions. */
export async function tellChange(tx: Tx, key: ConnectionKey): Promise<void> {
  const { revision } = await tx.one<{ revision: number }>(
    `update connections set revision = revision + 1 where company_id = $1 and id = $2 returning revision`,
    [key.companyId, key.connectionId],
  );
  await addChangeEvent(tx, { ...key, revision, deleted: false });
}

/** Keeps everybody else from changing a connection until the transaction ends. Throws `connection.not_found`. */
export async function lockConnection(tx: Tx, { companyId, connectionId }: ConnectionKey): Promise<void> {
  const row = await tx.maybeOne(`select 1 from connections where company_id = $1 and id = $2 for update`, [
    companyId,
    connectionId,
  ]);
  if (!row) throw new AppError('connection.not_found');
}

/**
 * Deletes a connection with its secrets, and tells of it. Answers the subscription that it had, which is nobody's from
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
