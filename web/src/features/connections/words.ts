import type { Connection } from '@ridgeline/contracts';

export const connectionNoun = { one: 'connection', many: 'connections' } as const;

type AutoSync = Pick<Connection, 'autoSyncNewContacts' | 'autoSyncNewJobs'>;

export const isAutoSyncOn = ({ autoSyncNewContacts, autoSyncNewJobs }: AutoSync): boolean =>
  autoSyncNewContacts || autoSyncNewJobs;

/** What is copied automatically. */
export function autoSyncText({ autoSyncNewContacts, autoSyncNewJobs }: AutoSync): string {
  if (autoSyncNewContacts && autoSyncNewJobs) return 'Contacts and jobs';
  if (autoSyncNewContacts) return 'Contacts';
  return autoSyncNewJobs ? 'Jobs' : 'Off';
}

/** `Auto-sync: contacts, jobs`; `Auto-sync` where it is off. */
export function autoSyncLabel({ autoSyncNewContacts, autoSyncNewJobs }: AutoSync): string {
  const kinds = [...(autoSyncNewContacts ? ['contacts'] : []), ...(autoSyncNewJobs ? ['jobs'] : [])];
  return kinds.length === 0 ? 'Auto-sync' : `Auto-sync: ${kinds.join(', ')}`;
}

type Deals = Pick<Connection, 'defaultDealPipeline' | 'defaultDealStage'>;

/** The pipeline and stage of new deals, by HubSpot's ids. */
export function dealText({ defaultDealPipeline, defaultDealStage }: Deals): string {
  const pipeline =
    defaultDealPipeline === null ? "The portal's default pipeline" : `Pipeline ${defaultDealPipeline}`;
  return defaultDealStage === null ? `${pipeline}, first stage` : `${pipeline}, stage ${defaultDealStage}`;
}
