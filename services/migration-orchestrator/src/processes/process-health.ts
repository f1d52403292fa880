import type { MigrationProcess, ProcessHealth } from '@ridgeline/contracts';
import type { UserIdentity } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { databaseTime } from '../migration-state/database-time.postgres.ts';
import {
  abandonedProcesses,
  processesJustEnded,
  processesUnderWay,
  syncWorkers,
  type ProcessScope,
} from './process-store.postgres.ts';

/** Users see their company's processes, administrators see all. */
export function inScope<T>(
  db: Database,
  { administrator, companyId }: UserIdentity,
  work: (tx: Tx, scope: ProcessScope) => Promise<T>,
): Promise<T> {
  return administrator
    ? db.forSystem((tx) => work(tx, null))
    : db.forCompany(companyId, (tx) => work(tx, companyId));
}

/**
 * Removes duplicates: each statement has its own snapshot, so that a process which changed in between is found twice. The
 * first one counts.
 */
function once(processes: readonly MigrationProcess[]): MigrationProcess[] {
  const known = new Set<number>();
  return processes.filter(({ id }) => !known.has(id) && known.add(id));
}

/** The running processes, and crashed ones whose migrations no worker has taken yet. */
export async function presentProcesses(
  tx: Tx,
  scope: ProcessScope,
  leaseMs: number,
): Promise<MigrationProcess[]> {
  return once([...(await processesUnderWay(tx, scope, leaseMs)), ...(await abandonedProcesses(tx, scope))]);
}

/** Processes that should be running but are not healthy: they miss heartbeats, or crashed and were not replaced. */
export const orphansOf = (present: readonly MigrationProcess[]): MigrationProcess[] =>
  present.filter(({ isHealthy }) => !isHealthy);

/** The processes that the user may see, and their health. */
export async function processHealth(
  db: Database,
  user: UserIdentity,
  leaseMs: number,
): Promise<ProcessHealth> {
  const { present, ended, workers, at } = await inScope(db, user, async (tx, scope) => ({
    present: await presentProcesses(tx, scope, leaseMs),
    ended: await processesJustEnded(tx, scope),
    workers: await syncWorkers(tx, scope, leaseMs),
    at: await databaseTime(tx),
  }));
  const processes = once([...present, ...ended]);
  const healthy = processes.filter(({ isHealthy }) => isHealthy).length;
  return {
    at: at.toISOString(),
    processes,
    summary: { total: processes.length, healthy, unhealthy: processes.length - healthy },
    orphanedProcesses: orphansOf(present),
    syncWorkers: workers,
  };
}
