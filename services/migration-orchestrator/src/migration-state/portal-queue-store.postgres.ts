import { outgoingEvent, topics, eventEnvelope } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import type { Tx } from '@ridgeline/postgres';

/** The migration whose turn it is among those that write to one HubSpot portal. */
export interface HeadOfQueue {
  readonly id: number;
  /** When its start command last went out; null when it never did. */
  readonly commanded_at: Date | null;
  readonly paused: boolean;
}

/**
 * Only one migration of a connection runs at a time, and only one per portal, across all connections and companies that lead
 * to it: two migrations that write the same records concurrently could both count them as created. A company's scope shows
 * only its own migrations, so it may start one too early; the claim, in the system's scope, decides. Other migrations wait in
 * the order of their ids. The head is the running migration without a worker, or one that must be closed, or else the first
 * one that is queued and not paused; undefined while any run of the queue is held, including a cancelled one with a batch in
 * flight. A paused migration that had begun keeps its portal: its planned but unwritten records would block the next one.
 */
export function headOfQueue(tx: Tx, portalQueue: string): Promise<HeadOfQueue | undefined> {
  return tx.maybeOne<HeadOfQueue>(
    `select id, commanded_at, paused_at is not null as paused from migrations
     where portal_queue = $1 and is_open
       and not exists (select from leases where portal_queue = $1)
     order by ${turnInQueue()} limit 1`,
    [portalQueue],
  );
}

/**
 * The order in which a queue's open migrations have their turn: what has begun, then what is queued and not paused. What is
 * paused and not begun is last, and is not claimable.
 */
export const turnInQueue = (migration = 'migrations'): string =>
  `${migration}.status <> 'queued' desc, ${migration}.paused_at is not null, ${migration}.id`;

/** Notes that the start command of the migration's present attempt goes out now. */
function markCommanded(
  tx: Tx,
  migrationId: number,
): Promise<{ readonly company_id: string; readonly attempt: number }> {
  return tx.one(
    `update migrations set commanded_at = clock_timestamp() where id = $1 returning company_id, attempt`,
    [migrationId],
  );
}

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
  if (head?.commanded_at === null && !head.paused) await commandStart(tx, head.id);
}
