import type { Connection } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { violatedConstraint, type Database } from '@ridgeline/postgres';

/** The source and target of auto-sync. */
export type SyncedTarget = Pick<Connection, 'acculynxCompanyId' | 'hubSpotPortalId'>;

/**
 * The error for a save that would make a second connection sync the same AccuLynx company to the same portal; other errors
 * are returned unchanged. Its text names the first connection only if that belongs to the same company.
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
