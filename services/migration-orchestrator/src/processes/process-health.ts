import type { MigrationProcess, ProcessHealth } from '@ridgeline/contracts';
import type { UserIdentity } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { processesJustEnded, processesUnderWay, type ProcessScope } from './process-store.postgres.ts';

/** People see the processes of their company, administrators all. */
export function inScope<T>(
  db: Database,
  { administrator, companyId }: UserIdentity,
  work: (tx: Tx, scope: ProcessScope) => Promise<T>,
): Promise<T> {
  return administrator
    ? db.forSystem((tx) => work(tx, null))
    : db.forCompany(companyId, (tx) => work(tx, companyId));
}

/** Those that should be running but miss their heartbeats. */
export const orphansOf = (underWay: readonly MigrationProcess[]): MigrationProcess[] =>
  underWay.filter(({ isHealthy }) => !isHealthy);

/** The processes that the person may see, and how they are. */
export async function processHealth(
  db: Database,
  user: UserIdentity,
  leaseMs: number,
): Promise<ProcessHealth> {
  const [underWay, ended] = await inScope(db, user, async (tx, scope) => [
    await processesUnderWay(tx, scope, leaseMs),
    await processesJustEnded(tx, scope),
  ]);
  const processes = [...underWay, ...ended];
  const healthy = processes.filter(({ isHealthy }) => isHealthy).length;
  return {
    processes,
    summary: { total: processes.length, healthy, unhealthy: processes.length - healthy },
    orphanedProcesses: orphansOf(underWay),
  };
}
