import { eventEnvelope, outgoingEvent, topics } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import type { Tx } from '@ridgeline/postgres';
import { headOfQueue, markCommanded } from './portal-queue-store.postgres.ts';

/** Puts the start command of the migration's present attempt into the outbox. */
export async function commandStart(tx: Tx, migrationId: number): Promise<void> {
  const { company_id, attempt } = await markCommanded(tx, migrationId);
  await addToOutbox(
    tx,
    outgoingEvent(topics.migrationCommand, {
      key: String(migrationId),
      value: { migrationId, companyId: company_id, attempt },
      envelope: eventEnvelope(company_id),
    }),
  );
}

/**
 * Starts the queue's next migration when nothing in it runs. A start that two simultaneous transactions leave out (each
 * sees the other's migration as still waiting or still running) is repaired by the offers of the next lease renewal.
 */
export async function commandNext(tx: Tx, portalQueue: string): Promise<void> {
  const head = await headOfQueue(tx, portalQueue);
  if (head?.commanded_at === null) await commandStart(tx, head.id);
}
