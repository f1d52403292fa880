import { syncPageSize, type SyncUpdate } from '@ridgeline/contracts';
import { eventEnvelope, outgoingEvent, topics } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { pause } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import {
  feedOf,
  nextTurnIn,
  statusOf,
  storeTold,
  takeToldTurn,
  type ToldTurn,
} from './sync-status-store.postgres.ts';

/**
 * Publishes the status of a connection's sync with its newest feed entries. If several processes are asked to, each waits for
 * its turn: every request is covered, but they publish no more often than the turns allow.
 */
export async function publishSyncUpdate(db: Database, connectionId: number): Promise<void> {
  for (;;) {
    const turnInMs = await db.forSystem((tx) => publishIfTurn(tx, connectionId));
    if (turnInMs === undefined) return;
    await pause(turnInMs);
  }
}

/** Milliseconds until the turn; undefined when there is nothing left to publish. */
async function publishIfTurn(tx: Tx, connectionId: number): Promise<number | undefined> {
  const turn = await takeToldTurn(tx, connectionId);
  if (!turn) return nextTurnIn(tx, connectionId);
  const update = await updateOf(tx, connectionId, turn);
  if (!update) return undefined;
  const { company_id: companyId } = turn;
  await addToOutbox(
    tx,
    outgoingEvent(topics.syncUpdate, {
      key: companyId,
      value: {
        connectionId,
        companyId,
        updateJson: JSON.stringify(update),
        upToDateAsOf: update.status.upToDateAsOf ?? '',
      },
      envelope: eventEnvelope(companyId),
    }),
  );
  return undefined;
}

async function updateOf(
  tx: Tx,
  connectionId: number,
  { company_id, told_outcome: after }: ToldTurn,
): Promise<SyncUpdate | null> {
  const status = await statusOf(tx, company_id, connectionId);
  if (!status) return null;
  const records = await feedOf(tx, connectionId, { after, limit: syncPageSize });
  const [newest] = records;
  if (newest) await storeTold(tx, connectionId, newest.id);
  return { status, records };
}
