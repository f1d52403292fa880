import type { WebhookStatus } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';

/**
 * The next step in proving a subscription. `proved`: it received an event within the last day. `lost`: a test event did not
 * arrive in time. `send`: a test event is due.
 */
export type ProofStep = 'proved' | 'lost' | 'send';

/** A test event was sent, and has neither arrived nor been recorded as lost since. */
const isOpen = `webhook_test_sent_at > coalesce(greatest(webhook_proved_at, webhook_test_lost_at), '-infinity')`;
const arrivalTime = `interval '10 minutes'`;

/** Claims connections whose proof is due. Events for another processor cannot be proved. */
export function claimProofs(tx: Tx, limit: number): Promise<(ConnectionKey & { step: ProofStep })[]> {
  return tx.query(
    `update connections c set webhook_test_due =
       case when due.step = 'proved' then c.webhook_proved_at + interval '1 day' else now() + ${arrivalTime} end
     from (
       select id, case
         when webhook_proved_at > now() - interval '1 day' then 'proved'
         when ${isOpen} then 'lost'
         else 'send' end as step
       from connections
       where acculynx_subscription_id is not null and custom_event_processor_url is null and webhook_test_due <= now()
       order by webhook_test_due limit $1 for update skip locked
     ) due
     where c.id = due.id
     returning c.company_id as "companyId", c.id as "connectionId", due.step`,
    [limit],
  );
}

/** Records a test event before AccuLynx is called: the event may arrive before the answer. */
export async function noteTestSent(tx: Tx, { companyId, connectionId }: ConnectionKey): Promise<void> {
  await tx.query(
    `update connections set webhook_test_sent_at = now(), webhook_test_due = now() + ${arrivalTime}
     where company_id = $1 and id = $2`,
    [companyId, connectionId],
  );
}

/** Forgets a test event that AccuLynx did not accept; the next one is due in this many seconds. */
export async function withdrawTest(
  tx: Tx,
  { companyId, connectionId }: ConnectionKey,
  dueInSeconds: number,
): Promise<void> {
  await tx.query(
    `update connections set webhook_test_sent_at = null, webhook_test_due = now() + make_interval(secs => $3)
     where company_id = $1 and id = $2`,
    [companyId, connectionId, dueInSeconds],
  );
}

/**
 * Records that a test event did not arrive in time; false when it did arrive, or the connection has another subscription by
 * now.
 */
export async function noteTestLost(tx: Tx, { companyId, connectionId }: ConnectionKey): Promise<boolean> {
  const lost = await tx.query(
    `update connections set webhook_test_lost_at = now()
     where company_id = $1 and id = $2 and ${isOpen} and webhook_test_sent_at <= now() - ${arrivalTime} returning 1`,
    [companyId, connectionId],
  );
  return lost.length > 0;
}

/** Marks a new subscription as unproved, because it replaces one whose test event was lost. */
export async function keepUnproved(tx: Tx, { companyId, connectionId }: ConnectionKey): Promise<void> {
  await tx.query(`update connections set webhook_test_lost_at = now() where company_id = $1 and id = $2`, [
    companyId,
    connectionId,
  ]);
}

/** Sends no further test event before this moment. */
export async function delayTest(
  tx: Tx,
  { companyId, connectionId }: ConnectionKey,
  until: Date,
): Promise<void> {
  await tx.query(
    `update connections set webhook_test_due = greatest(webhook_test_due, $3) where company_id = $1 and id = $2`,
    [companyId, connectionId, until],
  );
}

/** The status of a connection whose last test event was lost and that received no event since; null otherwise. */
export async function statusIfUnproved(
  tx: Tx,
  { companyId, connectionId }: ConnectionKey,
): Promise<WebhookStatus | null> {
  const row = await tx.maybeOne<{ status: WebhookStatus }>(
    `select webhook_status as status from connections
     where company_id = $1 and id = $2 and webhook_test_lost_at is not null`,
    [companyId, connectionId],
  );
  return row?.status ?? null;
}
