import type { ConnectionValues } from './connection-values.ts';

/** The names of the fields as people read them, where two changed the same one. */
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
  /** What both changed, each to something else; it stays as typed. */
  readonly contested: readonly string[];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What was typed, upon the latest version: fields that only the other person changed become theirs, all that was typed
 * stays. `base` is what the form began with.
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
