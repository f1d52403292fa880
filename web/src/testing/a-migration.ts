import { defaultOptions, type Migration } from '@ridgeline/contracts';

/** A migration for tests: a run of 5,000 contacts, 2,000 of them done, with the given differences. */
export function aMigration(difference: Partial<Migration> = {}): Migration {
  return {
    id: 12,
    version: 40,
    connectionId: 3,
    connectionName: 'Summit Roofing - Denver',
    hubSpotPortalId: '244111',
    hubspotObjectIds: {},
    status: 'running',
    migrationType: 'contacts',
    createdAt: '2025-01-02T12:00:00.000Z',
    startedAt: '2025-01-02T12:00:02.000Z',
    completedAt: null,
    lastActivityAt: '2025-01-02T12:00:40.000Z',
    targetCount: 5000,
    processedCount: 2000,
    successCount: 1985,
    createdCount: 1900,
    updatedCount: 60,
    unchangedCount: 25,
    errorCount: 3,
    skipCount: 12,
    batchSize: 50,
    concurrency: 3,
    delayMs: 100,
    ...defaultOptions,
    includeNoEmailContacts: true,
    attempt: 1,
    waitingFor: null,
    phase: 'writing',
    health: 'healthy',
    failureMessage: null,
    reconciliation: null,
    ...difference,
  };
}
