import {
  isMask,
  maskOfNothing,
  type Connection,
  type ConnectionChange,
  type ConnectionSettings,
  type VendorCredentials,
} from '@ridgeline/contracts';
import { fieldErrors } from '@ridgeline/kit';
import { settingsOf } from '../connections/saved-values.ts';
import { sameTopics, topicsOf } from '../subscriptions/subscription-order.ts';

/**
 * The credentials that a save means: what was typed, and what is stored in place of a mask and of what was left out. Throws
 * the error of each field whose mask stands for nothing stored.
 */
export function meantSecrets(
  typed: Readonly<Partial<Record<keyof VendorCredentials, string | undefined>>>,
  stored: VendorCredentials | null,
): VendorCredentials {
  const meant = (field: keyof VendorCredentials): string | undefined => {
    const text = typed[field];
    return text === undefined || isMask(text) ? stored?.[field] : text;
  };
  const [acculynxApiKey, hubspotPat] = [meant('acculynxApiKey'), meant('hubspotPat')];
  const noToken = hubspotPat === undefined ? [maskOfNothing.hubspotPat] : [];
  if (acculynxApiKey === undefined) throw fieldErrors(maskOfNothing.acculynxApiKey, noToken);
  if (hubspotPat === undefined) throw fieldErrors(maskOfNothing.hubspotPat, []);
  return { acculynxApiKey, hubspotPat };
}

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
  return {
    name: next.name,
    settings,
    credentials,
    changedSecrets,
    asksVendors,
    asksWebhook:
      asksVendors || differs('customEventProcessorUrl') || !sameTopics(topicsOf(next), topicsOf(current)),
    changed: [
      ...(Object.keys(fieldNames) as Named[]).filter(differs).map((field) => fieldNames[field]),
      ...(newKey ? ['AccuLynx key'] : []),
      ...(newToken ? ['HubSpot token'] : []),
    ],
  };
}
