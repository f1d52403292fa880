import { outgoingEvent, topics } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import type { Tx } from '@ridgeline/postgres';
import { newEnvelope } from '../updates/event-envelope.ts';
import { headOfQueue } from './portal-queue.ts';

/** Puts the start command of the migration's present attempt into the outbox. */
export async function commandStart(tx: Tx, migrationId: number): Promise<void> {
  const { company_id, attempt } = await tx.one<{ company_id: string; attempt: number }>(
    `update migrations set commanded_at = clock_timestamp() where id = $1 returning company_id, attempt`,
    [migrationId],
  );
  await addToOutbox(
    tx,
    outgoingEvent(topics.migrationCommand, {
      key: String(migrationId),
      value: { migrationId, companyId: company_id, attempt },
      envelope: newEnvelope(company_id),
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
