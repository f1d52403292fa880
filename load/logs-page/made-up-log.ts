import { defaultOptions, type Migration, type MigrationLog } from '@ridgeline/contracts';
import type { Page } from '../measuring/keystrokes.ts';

export const lines = 10_000;
export const migrationId = 77;

const at = '2026-01-02T03:04:05.000Z';

/** An ended run of contacts, so that its page does not change. */
const migration: Migration = {
  id: migrationId,
  version: 1,
  companyId: null,
  connectionId: 1,
  connectionName: 'Brazos Roofing',
  hubSpotPortalId: '244111',
  hubspotObjectIds: {},
  status: 'completed',
  migrationType: 'contacts',
  createdAt: at,
  startedAt: at,
  completedAt: at,
  lastActivityAt: at,
  targetCount: 250_000,
  processedCount: 250_000,
  successCount: 245_000,
  createdCount: 245_000,
  updatedCount: 0,
  unchangedCount: 0,
  removedCount: 0,
  errorCount: 0,
  skipCount: 5_000,
  batchSize: 50,
  concurrency: 3,
  delayMs: 100,
  ...defaultOptions,
  dryRun: false,
  follows: null,
  attempt: 1,
  interruption: null,
  waitingFor: null,
  waitingUntil: null,
  phase: null,
  health: null,
  pausedAt: null,
  failureMessage: null,
  reconciliation: null,
};

/** As workers write them: a line for each batch, and as many about single records. */
function line(index: number): MigrationLog {
  const own = index % 2 === 0;
  return {
    id: lines - index,
    migrationId,
    timestamp: at,
    level: own ? 'success' : 'warning',
    ...(own ? {} : { name: `Harris ${index}` }),
    message: own
      ? `Batch ${index / 2}: ${index % 31} created, ${index % 13} updated`
      : 'no email address in AccuLynx; contacts without one are not included',
    context: own
      ? { created: index % 31, updated: index % 13 }
      : {
          sourceId: `0b54c66a-91d2-ef11-8f6e-${String(index).padStart(12, '0')}`,
          reason: 'no_email',
        },
  };
}

/** Has the page answered with the migration and its log. */
export async function answerWithLog(page: Page): Promise<void> {
  const log = JSON.stringify(Array.from({ length: lines }, (_, index) => line(index)));
  const answer = async (path: string, body: string) =>
    page.route(path, (route) => route.fulfill({ contentType: 'application/json', body }));
  const own = `**/api/migrations/${migrationId}`;
  await answer(own, JSON.stringify(migration));
  await answer(`${own}/logs?*`, log);
  await answer(`${own}/tallies`, '{}');
  await answer(
    `${own}/throughput`,
    JSON.stringify({ at, from: null, stepMs: 2_000, records: [], recent: null }),
  );
}
