import type { MigrationProcess } from '@ridgeline/contracts';

/** A process for tests: healthy, at work on migration 12, with the given differences. */
export function aProcess(difference: Partial<MigrationProcess> = {}): MigrationProcess {
  return {
    id: 1,
    processId: '0198c0de-0000-7000-8000-000000000001',
    migrationId: 12,
    companyId: 'co_one',
    serverInstanceId: 'worker-7d9f',
    pid: 4711,
    status: 'running',
    startedAt: '2025-01-02T12:00:02.000Z',
    lastHeartbeat: '2025-01-02T12:00:40.000Z',
    endedAt: null,
    heartbeatData: { processedCount: 2000, targetCount: 5000 },
    isHealthy: true,
    ...difference,
  };
}
