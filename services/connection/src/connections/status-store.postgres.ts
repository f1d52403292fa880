import type { CredentialStatus, WebhookStatus } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { tellChange } from './connection-changes.postgres.ts';
import type { ConnectionKey } from './connection-store.postgres.ts';

/** A check's finding about a credential; null keeps the known status. */
export interface CredentialFinding {
  readonly status: CredentialStatus;
  readonly reason: string | null;
}

export interface CredentialFindings {
  readonly acculynx: CredentialFinding | null;
  readonly hubspot: CredentialFinding | null;
  readonly checkedAt: Date;
}

interface Known {
  readonly acculynx: CredentialFinding;
  readonly hubspot: CredentialFinding;
  readonly checkedAt: Date | null;
}

const same = (one: CredentialFinding, other: CredentialFinding): boolean =>
  one.status === other.status && one.reason === other.reason;

const hasStopped = (known: CredentialFinding, now: CredentialFinding): boolean =>
  known.status === 'valid' && now.status === 'invalid';

/**
 * Stores a check's findings, unless later ones are known. Notifies open pages when a status changes, and adds a pending alert
 * for a credential that is no longer accepted.
 */
export async function setCredentialStatuses(
  tx: Tx,
  key: ConnectionKey,
  found: CredentialFindings,
): Promise<void> {
  const known = await tx.maybeOne<Known>(
    `select json_build_object('status', acculynx_status, 'reason', acculynx_reason) as acculynx,
       json_build_object('status', hubspot_status, 'reason', hubspot_reason) as hubspot,
       last_checked_at as "checkedAt"
     from connections where company_id = $1 and id = $2 for no key update`,
    [key.companyId, key.connectionId],
  );
  if (!known) return;
  if (known.checkedAt && known.checkedAt > found.checkedAt) return;
  if (found.acculynx === null && found.hubspot === null) return;
  const acculynx = found.acculynx ?? known.acculynx;
  const hubspot = found.hubspot ?? known.hubspot;
  await tx.query(
    `update connections set acculynx_status = $3, acculynx_reason = $4, hubspot_status = $5, hubspot_reason = $6,
       last_checked_at = $7
     where company_id = $1 and id = $2`,
    [
      key.companyId,
      key.connectionId,
      acculynx.status,
      acculynx.reason,
      hubspot.status,
      hubspot.reason,
      found.checkedAt,
    ],
  );
  if (!same(acculynx, known.acculynx) || !same(hubspot, known.hubspot)) await tellChange(tx, key);
  if (hasStopped(known.acculynx, acculynx)) await addPendingAlert(tx, key, 'acculynx');
  if (hasStopped(known.hubspot, hubspot)) await addPendingAlert(tx, key, 'hubspot');
}

/** A check's finding about a subscription. */
export interface WebhookFinding {
  readonly status: WebhookStatus;
  readonly reason: string | null;
}

const delivers: ReadonlySet<WebhookStatus> = new Set(['active', 'warning']);
const fails: ReadonlySet<WebhookStatus> = new Set(['error', 'invalid']);

/**
 * Stores a check's finding about a connection's subscription. Notifies open pages when it changes, and adds a pending alert
 * when the subscription has stopped working. Does nothing if the connection is gone or has another subscription by now.
 */
export async function setWebhookStatus(
  tx: Tx,
  key: ConnectionKey & { readonly subscriptionId: string },
  { status, reason }: WebhookFinding,
): Promise<void> {
  const known = await tx.maybeOne<WebhookFinding>(
    `select webhook_status as status, webhook_reason as reason from connections
     where company_id = $1 and id = $2 and acculynx_subscription_id = $3 for no key update`,
    [key.companyId, key.connectionId, key.subscriptionId],
  );
  if (!known || (known.status === status && known.reason === reason)) return;
  await tx.query(
    `update connections set webhook_status = $3, webhook_reason = $4 where company_id = $1 and id = $2`,
    [key.companyId, key.connectionId, status, reason],
  );
  await tellChange(tx, key);
  if (delivers.has(known.status) && fails.has(status)) await addPendingAlert(tx, key, 'webhook');
}

/** The parts of a connection that can stop working. */
export type ConnectionPart = 'acculynx' | 'hubspot' | 'webhook';

/**
 * How long a part may take to work again before an alert: the time a user needs to create a new token at the
 * vendor and save it here.
 */
const grace = `interval '5 minutes'`;

/**
 * Records that a part of a connection has stopped working, in the transaction of its new status. An existing pending alert
 * keeps its time, so that a part that flickers is still reported.
 */
async function addPendingAlert(
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
