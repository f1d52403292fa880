import type { Tx } from '@ridgeline/postgres';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';

/** How often a connection may be subscribed again automatically within 24 hours, by the database's clock. */
export const maxRenewals = 3;

/** An attempt to subscribe again. */
export interface RenewalClaim {
  readonly isGranted: boolean;
  /** When the next attempt is possible; null while some are left. */
  readonly nextAt: Date | null;
}

/** Claims an attempt to subscribe again automatically; it counts whatever its result, unless it is released. */
export async function claimRenewal(
  tx: Tx,
  { companyId, connectionId }: ConnectionKey,
): Promise<RenewalClaim | null> {
  const recent = await tx.maybeOne<{ count: number; nextAt: Date | null }>(
    `select (select count(*)::int from unnest(webhook_renewals) at where at > now() - interval '24 hours') as count,
       (select min(at) + interval '24 hours' from unnest(webhook_renewals) at
        where at > now() - interval '24 hours') as "nextAt"
     from connections where company_id = $1 and id = $2 for no key update`,
    [companyId, connectionId],
  );
  if (!recent) return null;
  const isGranted = recent.count < maxRenewals;
  if (isGranted)
    await tx.query(
      `update connections set webhook_renewals = now() || array(
         select at from unnest(webhook_renewals) at where at > now() - interval '24 hours' order by at desc)
       where company_id = $1 and id = $2`,
      [companyId, connectionId],
    );
  return { isGranted, nextAt: recent.count >= maxRenewals - 1 ? recent.nextAt : null };
}

/** Releases the last attempt, because AccuLynx did not answer it. */
export async function returnRenewal(tx: Tx, { companyId, connectionId }: ConnectionKey): Promise<void> {
  await tx.query(
    `update connections set webhook_renewals = webhook_renewals[2:] where company_id = $1 and id = $2`,
    [companyId, connectionId],
  );
}
