import type { Tx } from '@ridgeline/postgres';
import type { ConnectionKey } from './connection-store.postgres.ts';

/** What of a connection can stop working. */
export type ConnectionPart = 'acculynx' | 'hubspot' | 'webhook';

/**
 * How long a part may take to work again before anybody is told: as long as somebody needs who has made a new token at the
 * vendor and saves it here.
 */
const grace = `interval '5 minutes'`;

/**
 * Notes that a part of a connection has stopped working, in the transaction of its new status. One that is noted already
 * keeps its time: a part that flickers is told of all the same.
 */
export async function noteStopped(
  tx: Tx,
  { companyId, connectionId }: ConnectionKey,
  part: ConnectionPart,
): Promise<void> {
  await tx.query(
    `insert into stop_notes (company_id, connection_id, part, due_at)
     values ($1, $2, $3, now() + ${grace}) on conflict do nothing`,
    [companyId, connectionId, part],
  );
}
