import type { GuidePlace } from './guide/guide.ts';

/** Where each '?' of the app leads in the guide, and its name, which is usually the title next to it. */
export const helpPlaces = {
  connections: { about: 'Portal Connections', topic: 'connect', heading: null },
  acculynxKey: { about: 'AccuLynx key', topic: 'connect', heading: 'the-acculynx-api-key' },
  hubspotToken: { about: 'HubSpot token', topic: 'connect', heading: 'the-hubspot-token' },
  autoSync: { about: 'Auto-sync', topic: 'automatic-sync', heading: null },
  migrations: { about: 'Migrations', topic: 'first-migration', heading: null },
  newMigration: { about: 'Configure Migration', topic: 'first-migration', heading: 'see-what-would-happen' },
  result: { about: 'Result', topic: 'summary', heading: 'the-first-line' },
  stopped: { about: 'When it stops', topic: 'when-it-stops', heading: null },
  reconciliation: { about: 'Reconciliation', topic: 'summary', heading: 'reconciliation' },
  check: { about: 'Checked in HubSpot', topic: 'summary', heading: 'checked-in-hubspot' },
  causes: { about: 'Needs review', topic: 'summary', heading: 'needs-review' },
  duplicates: { about: 'Possible duplicates', topic: 'duplicates', heading: null },
  team: { about: 'Team', topic: 'team', heading: 'invite-a-team-member' },
} as const satisfies Readonly<Record<string, GuidePlace & { readonly about: string }>>;

export type HelpPlaceName = keyof typeof helpPlaces;
