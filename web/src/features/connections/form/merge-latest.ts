import type { ConnectionValues } from './connection-values.ts';

/** Field names as users see them, for fields that two users changed. */
const fieldTexts: Readonly<Record<keyof ConnectionValues, string>> = {
  name: 'Name',
  acculynxApiKey: 'Acculynx API key',
  hubspotPat: 'HubSpot Private Access Token',
  autoSyncNewContacts: 'Sync new contacts automatically',
  autoSyncNewJobs: 'Sync new jobs automatically',
  resumeContacts: 'Contacts that changed while auto-sync was off',
  resumeJobs: 'Jobs that changed while auto-sync was off',
  includeNoEmailContacts: 'Include contacts without an email address',
  defaultDealPipeline: 'Deal pipeline',
  defaultDealStage: 'Deal stage',
  dealStageByMilestone: 'Deal stage by milestone',
  jobDetails: 'Job details',
  includeDeadJobs: 'Include dead jobs',
  customEventProcessorUrl: 'Custom event processor URL',
  companyId: 'Company ID',
};

interface Merged {
  readonly values: ConnectionValues;
  /** Fields that both changed to different values; the typed value stays. */
  readonly contested: readonly string[];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges the user's input into the latest version: fields that only the other user changed get their value, all typed
 * values stay. `base` is what the form started with.
 */
export function mergeLatest(
  base: ConnectionValues,
  typed: ConnectionValues,
  latest: ConnectionValues,
): Merged {
  const names = Object.keys(fieldTexts) as (keyof ConnectionValues)[];
  const mine = names.filter((name) => !same(typed[name], base[name]));
  const contested = mine.filter(
    (name) => !same(latest[name], base[name]) && !same(latest[name], typed[name]),
  );
  return {
    values: { ...latest, ...Object.fromEntries(mine.map((name) => [name, typed[name]])) },
    contested: contested.map((name) => fieldTexts[name]),
  };
}
