import type {
  Connection,
  ConnectionChange,
  ConnectionSettings,
  VendorCredentials,
} from '@ridgeline/contracts';
import { settingsOf } from '../connections/saved-values.ts';
import { meantSecrets } from './typed-secrets.ts';

/** What a change makes of a connection. */
export interface ConnectionEdit {
  readonly name: string;
  readonly settings: ConnectionSettings;
  readonly credentials: VendorCredentials;
  readonly changedSecrets: boolean;
  /** Whether both vendors are asked: for a save of the form, another credential, and other pipelines or stages. */
  readonly asksVendors: boolean;
  /** Whether the subscription is looked at as well. */
  readonly asksWebhook: boolean;
  /** The fields that change, by their names for people. */
  readonly changed: readonly string[];
}

const fieldNames = {
  name: 'name',
  autoSyncNewContacts: 'sync of contacts',
  autoSyncNewJobs: 'sync of jobs',
  migrateContacts: 'contacts to migrate',
  migrateJobs: 'jobs to migrate',
  includeNoEmailContacts: 'contacts without email address',
  customEventProcessorUrl: 'event processor',
  defaultDealPipeline: 'deal pipeline',
  defaultDealStage: 'deal stage',
  dealStageByMilestone: 'stages by milestone',
  jobDetails: 'details of jobs',
  includeDeadJobs: 'dead jobs',
} as const satisfies Partial<Record<keyof Connection, string>>;

type Named = keyof typeof fieldNames;

/** Applies a change: what is left out stays. */
export function editOf(
  current: Connection,
  stored: VendorCredentials,
  change: ConnectionChange,
): ConnectionEdit {
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const asked: Connection = { ...current, ...sent };
  const settings = settingsOf(asked);
  const next: Connection = { ...asked, ...settings };
  const credentials = meantSecrets(change, stored);
  const differs = (field: Named): boolean => JSON.stringify(next[field]) !== JSON.stringify(current[field]);
  const newKey = credentials.acculynxApiKey !== stored.acculynxApiKey;
  const newToken = credentials.hubspotPat !== stored.hubspotPat;
  const changedSecrets = newKey || newToken;
  const asksVendors =
    change.operationId !== undefined ||
    changedSecrets ||
    differs('defaultDealPipeline') ||
    differs('defaultDealStage') ||
    differs('dealStageByMilestone');
  const sync = ['autoSyncNewContacts', 'autoSyncNewJobs', 'customEventProcessorUrl'] as const;
  return {
    name: next.name,
    settings,
    credentials,
    changedSecrets,
    asksVendors,
    asksWebhook: asksVendors || sync.some(differs),
    changed: [
      ...(Object.keys(fieldNames) as Named[]).filter(differs).map((field) => fieldNames[field]),
      ...(newKey ? ['AccuLynx key'] : []),
      ...(newToken ? ['HubSpot token'] : []),
    ],
  };
}
