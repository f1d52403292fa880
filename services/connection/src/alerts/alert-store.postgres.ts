import { ConnectionPart as WirePart, eventEnvelope, outgoingEvent, topics } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import type { Tx } from '@ridgeline/postgres';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';
import type { ConnectionPart } from '../connections/status-store.postgres.ts';

/** A part of a connection that stopped working some minutes ago. */
export interface StopNote extends ConnectionKey {
  readonly part: ConnectionPart;
}

/** The current state of the part, and what depends on it. */
export interface StandingPart {
  readonly connectionName: string;
  readonly reason: string;
  /** False when it works again, or when its cause is another part with its own alert. */
  readonly isStopped: boolean;
  readonly syncsContacts: boolean;
  readonly syncsJobs: boolean;
  readonly failedMigration: boolean;
}

/** Claims pending alerts whose grace period is over; they are due again after a minute unless they are taken. */
export function claimNotes(tx: Tx, limit: number): Promise<StopNote[]> {
  return tx.query<StopNote>(
    `update stop_notes set due_at = now() + interval '1 minute'
     where (connection_id, part) in (
       select connection_id, part from stop_notes where due_at <= now()
       order by due_at limit $1 for update skip locked)
     returning company_id as "companyId", connection_id as "connectionId", part`,
    [limit],
  );
}

/** A webhook that fails because of the AccuLynx key is reported with the key. */
const stopped: Readonly<Record<ConnectionPart, string>> = {
  acculynx: `acculynx_status = 'invalid'`,
  hubspot: `hubspot_status = 'invalid'`,
  webhook: `webhook_status in ('error', 'invalid') and acculynx_status <> 'invalid'`,
};

/**
 * Removes a pending alert and returns the state of the part; null when the alert, or the connection, is gone. It locks the
 * connection first, as writers of pending alerts do, so that no stop in between is missed.
 */
export async function takeNote(tx: Tx, note: StopNote): Promise<StandingPart | null> {
  const { companyId, connectionId, part } = note;
  const standing = await tx.maybeOne<StandingPart>(
    `select name as "connectionName", coalesce(${part}_reason, '') as reason, ${stopped[part]} as "isStopped",
       auto_sync_new_contacts as "syncsContacts", auto_sync_new_jobs as "syncsJobs",
       exists (
         select 1 from run_refusals r
         where r.connection_id = c.id and r.part = $3 and refused_at > now() - interval '1 hour'
       ) as "failedMigration"
     from connections c where company_id = $1 and id = $2 for no key update of c`,
    [companyId, connectionId, part],
  );
  const taken = await tx.query(
    `delete from stop_notes where company_id = $1 and connection_id = $2 and part = $3 returning 1`,
    [companyId, connectionId, part],
  );
  return taken.length > 0 ? (standing ?? null) : null;
}

/**
 * Records that a vendor refused a run's credential, which makes the run fail; a refusal older than the recorded one changes
 * nothing.
 */
export async function noteRunRefusal(
  tx: Tx,
  { companyId, connectionId, part }: StopNote,
  refusedAt: Date,
): Promise<void> {
  await tx.query(
    `insert into run_refusals (company_id, connection_id, part, refused_at) values ($1, $2, $3, least($4, now()))
     on conflict (connection_id, part) do update
       set refused_at = greatest(run_refusals.refused_at, excluded.refused_at)`,
    [companyId, connectionId, part, refusedAt],
  );
}

const wireParts: Readonly<Record<ConnectionPart, WirePart>> = {
  acculynx: WirePart.ACCULYNX,
  hubspot: WirePart.HUBSPOT,
  webhook: WirePart.WEBHOOK,
};

/** Publishes a part that has stopped working, in the transaction that removes its pending alert. */
export function tellStopped(
  tx: Tx,
  { companyId, connectionId, part }: StopNote,
  depending: Omit<StandingPart, 'isStopped'> & { readonly hasOpenMigrations: boolean },
): Promise<void> {
  const { connectionName, reason, syncsContacts, syncsJobs, failedMigration, hasOpenMigrations } = depending;
  return addToOutbox(
    tx,
    outgoingEvent(topics.connectionAlert, {
      key: String(connectionId),
      value: {
        connectionId,
        companyId,
        connectionName,
        part: wireParts[part],
        reason,
        syncsContacts,
        syncsJobs,
        hasOpenMigrations,
        failedMigration,
      },
      envelope: eventEnvelope(companyId),
    }),
  );
}
