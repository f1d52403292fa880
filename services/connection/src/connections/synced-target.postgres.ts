import type { Connection } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { violatedConstraint, type Database } from '@ridgeline/postgres';

/** What auto-sync copies from and to. */
export type SyncedTarget = Pick<Connection, 'acculynxCompanyId' | 'hubSpotPortalId'>;

/**
 * The error of a save that would have a second connection sync the same AccuLynx company to the same portal; any other error as
 * it is. The text names the first one where it is the company's own, and no other company's.
 */
export async function explainSyncedTwice(
  db: Database,
  companyId: string,
  { acculynxCompanyId, hubSpotPortalId }: SyncedTarget,
  error: unknown,
): Promise<unknown> {
  if (violatedConstraint(error) !== 'one_synced_target') return error;
  const own = await db.forCompany(companyId, (tx) =>
    tx.query<{ name: string }>(
      `select name from connections join synced_targets on connection_id = id
       where company_id = $1 and synced_targets.acculynx_company_id = $2 and synced_targets.hubspot_portal_id = $3
       order by id limit 1`,
      [companyId, acculynxCompanyId, hubSpotPortalId],
    ),
  );
  return new AppError('connection.already_synced', {
    cause: error,
    ...(own[0]
      ? {
          text: `“${own[0].name}” already copies this AccuLynx location to this HubSpot portal automatically. Nothing was saved; switch auto-sync off here, or first off there.`,
        }
      : {}),
  });
}
