import type { HandlerResult } from '@ridgeline/kafka';
import type { Database, Tx } from '@ridgeline/postgres';
import { connectionExists, findConnection, type ConnectionKey } from './connection-store.postgres.ts';

/**
 * Does what an event asks for with the connection that it names. One that was deleted meanwhile is done with; for another
 * company's connection the event was made by nobody of ours.
 */
export async function forConnectionOf(
  db: Database,
  { companyId, connectionId }: ConnectionKey,
  work: (tx: Tx) => Promise<void>,
): Promise<HandlerResult> {
  const isOurs = await db.forCompany(companyId, async (tx) => {
    if (!(await findConnection(tx, companyId, connectionId))) return false;
    await work(tx);
    return true;
  });
  if (isOurs || !(await db.forSystem((tx) => connectionExists(tx, connectionId)))) return { verdict: 'done' };
  return { verdict: 'dead', kind: 'unknown', reason: 'The company has no such connection' };
}
