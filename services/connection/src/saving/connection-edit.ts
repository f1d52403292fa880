import {
  isMask,
  maskOfNothing,
  type AutoSyncResume,
  type Connection,
  type ConnectionChange,
  type ConnectionSettings,
  type VendorCredentials,
} from '@ridgeline/contracts';
import { fieldErrors } from '@ridgeline/kit';
import type { ColumnValues } from '../connections/connection-fields.ts';
import { settingsOf } from '../connections/saved-values.ts';
import { sameTopics, topicsOf } from '../subscriptions/subscription-order.ts';

/**
 * The credentials that a save refers to: the typed ones, and the stored ones for masks and omitted fields. Throws the error
 * of each field whose mask has no stored secret.
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

/** The result of applying a change to a connection. */
export interface ConnectionEdit {
  readonly name: string;
  readonly settings: ConnectionSettings;
  readonly credentials: VendorCredentials;
  readonly changedSecrets: boolean;
  /** Whether both vendors are called: when the form is saved, or a credential, a pipeline or a stage changes. */
  readonly asksVendors: boolean;
  /** Whether the subscription is checked as well. */
  readonly asksWebhook: boolean;
  /** The choice for each kind whose auto-sync is switched on again, by column. */
  readonly resumed: ColumnValues;
  /** The changed fields, by their names for users. */
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

/** For each switch: when it was last switched off, and the choice that a change makes for switching it on again. */
const resumes = {
  autoSyncNewContacts: {
    offSince: 'autoSyncContactsOffSince',
    chosen: 'resumeContacts',
    column: 'auto_sync_contacts_resume',
  },
  autoSyncNewJobs: {
    offSince: 'autoSyncJobsOffSince',
    chosen: 'resumeJobs',
    column: 'auto_sync_jobs_resume',
  },
} as const;

const resumeNames: Readonly<Record<AutoSyncResume, (offSince: string) => string>> = {
  catch_up: (offSince) => `catching up since ${offSince}`,
  from_now: () => 'from now on',
};

/** The switches that a change switches on again, and the choice for each. */
function resumedBy(current: Connection, next: Connection, change: ConnectionChange) {
  return (Object.keys(resumes) as (keyof typeof resumes)[]).flatMap((field) => {
    const { offSince, chosen, column } = resumes[field];
    const wasOffSince = current[offSince];
    if (!next[field] || current[field] || wasOffSince === null) return [];
    const choice = change[chosen] ?? 'catch_up';
    return [{ field, column, choice, name: resumeNames[choice](wasOffSince) }];
  });
}

/** Applies a change: omitted fields stay. */
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
  const resumed = resumedBy(current, next, change);
  const nameOf = (field: Named): string => {
    const how = resumed.find((one) => one.field === field);
    return how ? `${fieldNames[field]} (${how.name})` : fieldNames[field];
  };
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
    resumed: Object.fromEntries(resumed.map(({ column, choice }) => [column, choice])),
    changed: [
      ...(Object.keys(fieldNames) as Named[]).filter(differs).map(nameOf),
      ...(newKey ? ['AccuLynx key'] : []),
      ...(newToken ? ['HubSpot token'] : []),
    ],
  };
}
