import { dealSettingsSchema } from '@ridgeline/contracts';
import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { SealedSecrets } from '../secrets/sealed-secrets.ts';
import type { ConnectionKey } from './connection-store.postgres.ts';

/** What runs and sweeps need of a connection, with its credentials as they are stored. */
export interface SealedConnection extends Omit<ConnectionSecrets, 'acculynxApiKey' | 'hubspotPat'> {
  readonly sealed: SealedSecrets;
}

interface Row {
  readonly id: number;
  readonly company_id: string;
  readonly hubspot_portal_id: string | null;
  readonly deals: unknown;
  readonly master_key_id: string;
  readonly wrapped: Buffer;
  readonly acculynx: Buffer;
  readonly hubspot: Buffer;
}

/** Connections, each of its company; those that do not exist are left out. */
export async function findSealedConnections(
  tx: Tx,
  keys: readonly ConnectionKey[],
): Promise<SealedConnection[]> {
  const rows = await tx.query<Row>(
    `select c.id, c.company_id, c.hubspot_portal_id, jsonb_build_object(
         'defaultDealPipeline', c.default_deal_pipeline, 'defaultDealStage', c.default_deal_stage,
         'dealStageByMilestone', c.deal_stage_by_milestone, 'jobDetails', c.job_details,
         'includeDeadJobs', c.include_dead_jobs) as deals,
       k.master_key_id, k.wrapped, a.ciphertext as acculynx, h.ciphertext as hubspot
     from unnest($1::text[], $2::integer[]) as asked(company_id, id)
       join connections c on c.id = asked.id and c.company_id = asked.company_id
       join data_keys k on k.connection_id = c.id and k.company_id = c.company_id
       join secrets a on a.connection_id = c.id and a.field = 'acculynxApiKey'
       join secrets h on h.connection_id = c.id and h.field = 'hubspotPat'`,
    [keys.map(({ companyId }) => companyId), keys.map(({ connectionId }) => connectionId)],
  );
  return rows.map((row) => ({
    connectionId: row.id,
    companyId: row.company_id,
    hubSpotPortalId: row.hubspot_portal_id,
    deals: dealSettingsSchema.parse(row.deals),
    sealed: {
      dataKey: { masterKeyId: row.master_key_id, wrapped: row.wrapped },
      fields: { acculynxApiKey: row.acculynx, hubspotPat: row.hubspot },
    },
  }));
}
