import type { Claim, RunSettings } from '@ridgeline/contracts/internal';

/** A claim on a run of contacts that begins at the first record, unless the test says otherwise. */
export function aClaim({
  settings,
  ...change
}: Partial<Omit<Claim, 'settings'>> & { settings?: Partial<RunSettings> } = {}): Claim {
  return {
    epoch: 1,
    leaseMs: 60_000,
    cursor: null,
    nextBatch: 1,
    plannedRecords: 0,
    unfinished: [],
    newPortal: false,
    hasLinks: true,
    ...change,
    settings: {
      migrationId: 7,
      companyId: 'acme',
      connectionId: 3,
      migrationType: 'contacts',
      batchSize: 50,
      concurrency: 3,
      delayMs: 0,
      options: { includeNoEmailContacts: false },
      dryRun: false,
      follows: null,
      onlyChosen: false,
      ...settings,
    },
  };
}
