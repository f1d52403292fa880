import { dealSettingsSchema, type Connection } from '@ridgeline/contracts';
import { maskOf } from '../secrets/sealed-secrets.ts';

/** The column of each field of a connection; of the two secrets only the hints are stored here. */
const columns = {
  id: 'id',
  name: 'name',
  userId: 'user_id',
  companyId: 'company_id',
  acculynxApiKey: 'acculynx_key_hint',
  hubspotPat: 'hubspot_token_hint',
  autoSyncNewContacts: 'auto_sync_new_contacts',
  autoSyncNewJobs: 'auto_sync_new_jobs',
  migrateContacts: 'migrate_contacts',
  migrateJobs: 'migrate_jobs',
  includeNoEmailContacts: 'include_no_email_contacts',
  customEventProcessorUrl: 'custom_event_processor_url',
  defaultDealPipeline: 'default_deal_pipeline',
  defaultDealStage: 'default_deal_stage',
  dealStageByMilestone: 'deal_stage_by_milestone',
  jobDetails: 'job_details',
  includeDeadJobs: 'include_dead_jobs',
  autoSyncContactsOffSince: 'auto_sync_contacts_off_since',
  autoSyncJobsOffSince: 'auto_sync_jobs_off_since',
  acculynxStatus: 'acculynx_status',
  acculynxReason: 'acculynx_reason',
  hubspotStatus: 'hubspot_status',
  hubspotReason: 'hubspot_reason',
  lastCheckedAt: 'last_checked_at',
  webhookStatus: 'webhook_status',
  webhookReason: 'webhook_reason',
  lastEventAt: 'last_event_at',
  webhookProvedAt: 'webhook_proved_at',
  webhookSubscribedAt: 'webhook_subscribed_at',
  acculynxCompanyId: 'acculynx_company_id',
  acculynxCompanyName: 'acculynx_company_name',
  acculynxSubscriptionId: 'acculynx_subscription_id',
  acculynxInstanceTimezone: 'acculynx_instance_timezone',
  acculynxBaseUtcOffset: 'acculynx_base_utc_offset',
  acculynxAdjustedUtcOffset: 'acculynx_adjusted_utc_offset',
  hasInsurance: 'has_insurance',
  hubSpotPortalId: 'hubspot_portal_id',
  portalId: 'hubspot_portal_id',
  hubspotObjectIds: 'hubspot_object_ids',
  hubSpotPortalTimezone: 'hubspot_portal_timezone',
  portalAccountType: 'portal_account_type',
  portalUtcOffset: 'portal_utc_offset',
  portalUtcOffsetMilliseconds: 'portal_utc_offset_ms',
  lastSync: 'last_sync',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  version: 'version',
} as const satisfies Record<keyof Connection, string>;

/** The selected columns of a connection: all except AccuLynx' lists, which can be long. */
export const connectionFields = Object.entries(columns)
  .map(([field, column]) => `${column} as "${field}"`)
  .join(', ');

/** The deal settings in a row, as an object. */
export const dealSettingsIn = (row: string): string =>
  `jsonb_build_object(${dealSettingsSchema
    .keyof()
    .options.map((field) => `'${field}', ${row}.${columns[field]}`)
    .join(', ')})`;

type Moment =
  | 'autoSyncContactsOffSince'
  | 'autoSyncJobsOffSince'
  | 'lastCheckedAt'
  | 'lastEventAt'
  | 'webhookProvedAt'
  | 'webhookSubscribedAt'
  | 'lastSync';
type Kept = 'createdAt' | 'updatedAt';

/** A row of `connectionFields`. */
export type ConnectionRow = Omit<Connection, Moment | Kept> &
  Record<Moment, Date | null> &
  Record<Kept, Date>;

/** A connection as it leaves the store: masks in place of secrets. */
export function toConnection(row: ConnectionRow): Connection {
  return {
    ...row,
    acculynxApiKey: maskOf(row.acculynxApiKey),
    hubspotPat: maskOf(row.hubspotPat),
    autoSyncContactsOffSince: row.autoSyncContactsOffSince?.toISOString() ?? null,
    autoSyncJobsOffSince: row.autoSyncJobsOffSince?.toISOString() ?? null,
    lastCheckedAt: row.lastCheckedAt?.toISOString() ?? null,
    lastEventAt: row.lastEventAt?.toISOString() ?? null,
    webhookProvedAt: row.webhookProvedAt?.toISOString() ?? null,
    webhookSubscribedAt: row.webhookSubscribedAt?.toISOString() ?? null,
    lastSync: row.lastSync?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** What a save writes, by column. */
export type ColumnValues = Readonly<Record<string, unknown>>;

/** Fields of a connection as their columns. */
export function columnsOf(values: Partial<Connection>): ColumnValues {
  const entries = Object.entries(values) as [keyof Connection, unknown][];
  return Object.fromEntries(entries.map(([field, value]) => [columns[field], value]));
}
