import type { Connection } from '@ridgeline/contracts';

export const connectionNoun = { one: 'connection', many: 'connections' } as const;

type AutoSync = Pick<Connection, 'autoSyncNewContacts' | 'autoSyncNewJobs'>;

/** What is copied automatically. */
export function autoSyncText({ autoSyncNewContacts, autoSyncNewJobs }: AutoSync): string {
  if (autoSyncNewContacts && autoSyncNewJobs) return 'Contacts and jobs';
  if (autoSyncNewContacts) return 'Contacts';
  return autoSyncNewJobs ? 'Jobs' : 'Off';
}

type Deals = Pick<Connection, 'defaultDealPipeline' | 'defaultDealStage'>;

/** Where new deals go, by HubSpot's ids. */
export function dealText({ defaultDealPipeline, defaultDealStage }: Deals): string {
  const pipeline =
    defaultDealPipeline === null ? "The portal's default pipeline" : `Pipeline ${defaultDealPipeline}`;
  return defaultDealStage === null ? `${pipeline}, first stage` : `${pipeline}, stage ${defaultDealStage}`;
}
