import type { Connection, CredentialStatus, JobDetail, ValidNewConnection } from '@ridgeline/contracts';
import type { CredentialCheck } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { hintOf, maskOf } from '../secrets/mask.ts';

interface ConnectionRow {
  readonly id: number;
  readonly name: string;
  readonly user_id: number;
  readonly company_id: string;
  readonly acculynx_key_hint: string;
  readonly hubspot_token_hint: string;
  readonly acculynx_status: CredentialStatus;
  readonly hubspot_status: CredentialStatus;
  readonly webhook_status: string;
  readonly acculynx_company_id: string | null;
  readonly acculynx_company_name: string | null;
  readonly hubspot_portal_id: string | null;
  readonly hubspot_portal_timezone: string | null;
  readonly portal_account_type: string | null;
  readonly default_deal_pipeline: string | null;
  readonly default_deal_stage: string | null;
  readonly deal_stage_by_milestone: Record<string, string>;
  readonly job_details: JobDetail[];
  readonly include_dead_jobs: boolean;
  readonly last_sync: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

function toConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    name: row.name,
    userId: row.user_id,
    companyId: row.company_id,
    acculynxApiKey: maskOf(row.acculynx_key_hint),
    hubspotPat: maskOf(row.hubspot_token_hint),
    acculynxStatus: row.acculynx_status,
    hubspotStatus: row.hubspot_status,
    webhookStatus: row.webhook_status,
    acculynxCompanyId: row.acculynx_company_id,
    acculynxCompanyName: row.acculynx_company_name,
    hubSpotPortalId: row.hubspot_portal_id,
    hubSpotPortalTimezone: row.hubspot_portal_timezone,
    portalAccountType: row.portal_account_type,
    defaultDealPipeline: row.default_deal_pipeline,
    defaultDealStage: row.default_deal_stage,
    dealStageByMilestone: row.deal_stage_by_milestone,
    jobDetails: row.job_details,
    includeDeadJobs: row.include_dead_jobs,
    lastSync: row.last_sync?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** What the vendors told when both credentials were accepted. */
export interface VendorFacts {
  readonly acculynx: Extract<CredentialCheck['acculynx'], { verdict: 'valid' }>['facts'];
  readonly hubspot: Extract<CredentialCheck['hubspot'], { verdict: 'valid' }>['facts'];
}

/** The company's connections, oldest first. */
export async function listConnections(tx: Tx, companyId: string): Promise<Connection[]> {
  const rows = await tx.query<ConnectionRow>(`select * from connections where company_id = $1 order by id`, [
    companyId,
  ]);
  return rows.map(toConnection);
}

/** How many connections the company has. */
export async function countConnections(tx: Tx, companyId: string): Promise<number> {
  const { count } = await tx.one<{ readonly count: number }>(
    `select count(*)::int as count from connections where company_id = $1`,
    [companyId],
  );
  return count;
}

/** A connection of the company; null when it has none of this id. */
export async function findConnection(tx: Tx, companyId: string, id: number): Promise<Connection | null> {
  const row = await tx.maybeOne<ConnectionRow>(
    `select * from connections where company_id = $1 and id = $2`,
    [companyId, id],
  );
  return row ? toConnection(row) : null;
}

/** Stores a connection whose credentials the vendors accepted; its secrets are stored apart. */
export async function insertConnection(
  tx: Tx,
  owner: { readonly companyId: string; readonly userId: number },
  connection: ValidNewConnection,
  { acculynx, hubspot }: VendorFacts,
): Promise<Connection> {
  const row = await tx.one<ConnectionRow>(
    `insert into connections (company_id, user_id, name, acculynx_key_hint, hubspot_token_hint,
       acculynx_status, hubspot_status, acculynx_company_id, acculynx_company_name,
       hubspot_portal_id, hubspot_portal_timezone, portal_account_type,
       default_deal_pipeline, default_deal_stage, deal_stage_by_milestone, job_details, include_dead_jobs)
     values ($1, $2, $3, $4, $5, 'valid', 'valid', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     returning *`,
    [
      owner.companyId,
      owner.userId,
      connection.name,
      hintOf(connection.acculynxApiKey),
      hintOf(connection.hubspotPat),
      acculynx.companyId,
      acculynx.companyName,
      hubspot.portalId,
      hubspot.timezone,
      hubspot.accountType,
      connection.defaultDealPipeline,
      connection.defaultDealStage,
      connection.dealStageByMilestone,
      connection.jobDetails,
      connection.includeDeadJobs,
    ],
  );
  return toConnection(row);
}

/** A status for each vendor; null leaves what is known. */
export interface CredentialStatuses {
  readonly acculynx: CredentialStatus | null;
  readonly hubspot: CredentialStatus | null;
}

/** Sets what a later check found; a connection that is gone or unchanged is left alone. */
export async function setCredentialStatuses(
  tx: Tx,
  { companyId, connectionId }: { readonly companyId: string; readonly connectionId: number },
  { acculynx, hubspot }: CredentialStatuses,
): Promise<void> {
  await tx.query(
    `update connections
     set acculynx_status = coalesce($3, acculynx_status),
         hubspot_status = coalesce($4, hubspot_status),
         updated_at = now()
     where company_id = $1 and id = $2
       and (acculynx_status, hubspot_status)
         is distinct from (coalesce($3, acculynx_status), coalesce($4, hubspot_status))`,
    [companyId, connectionId, acculynx, hubspot],
  );
}
