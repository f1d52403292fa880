import {
  defaultOptions,
  migrationStatusSchema,
  type HistoryPage,
  type Migration,
  type MigrationProcess,
} from '@ridgeline/contracts';
import type { Page } from 'playwright-core';

/** Names of a hundred characters, without and with places to break. */
const longNames = [
  'Konstantinopolitanerin'.repeat(5).slice(0, 100),
  'A location that no one would read '.repeat(3).trim(),
];

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();

/** A migration of a million contacts, with the given differences. */
function shownMigration(id: number, difference: Partial<Migration> = {}): Migration {
  return {
    id,
    version: 1,
    companyId: null,
    connectionId: 1,
    connectionName: 'Summit Roofing - Denver',
    hubSpotPortalId: '244111',
    hubspotObjectIds: {},
    status: 'completed',
    migrationType: 'contacts',
    createdAt: at(2000 - id),
    startedAt: at(2000 - id),
    completedAt: at(1),
    lastActivityAt: at(1),
    targetCount: 1_000_000,
    processedCount: 1_000_000,
    successCount: 999_000,
    createdCount: 900_000,
    updatedCount: 90_000,
    unchangedCount: 9000,
    removedCount: 0,
    errorCount: 0,
    skipCount: 1000,
    batchSize: 50,
    concurrency: 3,
    delayMs: 100,
    ...defaultOptions,
    dryRun: false,
    follows: null,
    includeNoEmailContacts: true,
    attempt: 1,
    interruption: null,
    waitingFor: null,
    waitingUntil: null,
    phase: null,
    health: null,
    pausedAt: null,
    failureMessage: null,
    reconciliation: null,
    ...difference,
  };
}

const nothing = {
  targetCount: 0,
  processedCount: 0,
  successCount: 0,
  createdCount: 0,
  updatedCount: 0,
} as const;
const none = { ...nothing, unchangedCount: 0, skipCount: 0, errorCount: 0 } as const;
const half = {
  processedCount: 400_000,
  createdCount: 400_000,
  updatedCount: 0,
  unchangedCount: 0,
  skipCount: 0,
};

/** Every kind of row: each status with 0 and with a million records, refused ones, waits and long names. */
export function everyRow(): readonly Migration[] {
  const rows = migrationStatusSchema.options.flatMap((status) => [
    { status, ...none },
    { status, ...half },
  ]);
  const others: Partial<Migration>[] = [
    { errorCount: 1028, successCount: 997_972 },
    { status: 'running', ...half, phase: 'waiting', waitingFor: "Waiting for HubSpot's limit" },
    { status: 'failed', ...half, failureMessage: 'HubSpot does not accept the stored credential.' },
    ...longNames.map((connectionName) => ({ connectionName, errorCount: 28 })),
    { migrationType: 'jobs', targetCount: 3, processedCount: 3, successCount: 3, createdCount: 3 },
  ];
  return [...rows, ...others].map((difference, place) => shownMigration(1000 - place, difference));
}

/** Answers requests for pages of the history with these migrations, as one page of 10,000 migrations. */
export async function showHistory(
  page: Page,
  migrations: readonly Migration[],
  total = 10_000,
): Promise<void> {
  await page.route('**/api/migrations?*', (route) => {
    const wanted = Number(new URL(route.request().url()).searchParams.get('page'));
    const json: HistoryPage = { migrations: [...migrations], total, page: wanted, pageSize: 25 };
    return route.fulfill({ json });
  });
}

/** A process at work, with the given differences. */
export function shownProcess(id: number, difference: Partial<MigrationProcess> = {}): MigrationProcess {
  return {
    id,
    processId: crypto.randomUUID(),
    migrationId: 1000 - id,
    companyId: null,
    serverInstanceId: `migration-worker-7d9f6c5b8-${'x'.repeat(id)}`,
    pid: 4700 + id,
    status: 'running',
    startedAt: at(10),
    lastHeartbeat: at(0),
    endedAt: null,
    heartbeatData: { processedCount: 400_000, targetCount: 1_000_000 },
    isHealthy: true,
    ...difference,
  };
}

/** Answers requests about processes with these. */
export async function showProcesses(page: Page, processes: readonly MigrationProcess[]): Promise<void> {
  const orphanedProcesses = processes.filter(({ isHealthy }) => !isHealthy);
  const healthy = processes.filter(({ isHealthy }) => isHealthy).length;
  const summary = { total: processes.length, healthy, unhealthy: processes.length - healthy };
  await page.route('**/api/processes/health', (route) =>
    route.fulfill({ json: { processes, summary, orphanedProcesses } }),
  );
  await page.route('**/api/processes/orphaned', (route) => route.fulfill({ json: { orphanedProcesses } }));
}
