import type { MigrationProcess, MigrationStatus, SyncWorker } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';

/** The maximum number of recently ended processes that are shown, newest first. */
const maxEnded = 200;
const endedMinutes = 15;

/** A process as stored, with what decides how a cleanup may end it. */
interface ProcessRow {
  readonly id: number;
  readonly processId: string;
  readonly migrationId: number;
  readonly companyId: string;
  readonly serverInstanceId: string;
  readonly pid: number;
  readonly status: MigrationProcess['status'];
  readonly startedAt: Date;
  readonly lastHeartbeat: Date;
  readonly endedAt: Date | null;
  readonly processedCount: number;
  readonly targetCount: number;
  readonly isHealthy: boolean;
}

/** A process that ended before the target was known shows the migration's target. */
const columns = `
  a.id, a.process_id as "processId", a.migration_id as "migrationId", a.company_id as "companyId", a.server_instance_id as "serverInstanceId",
  a.pid, a.status, a.started_at as "startedAt", a.ended_at as "endedAt",
  coalesce(a.processed_count, m.processed_count) as "processedCount",
  coalesce(nullif(a.target_count, 0), m.target_count) as "targetCount"`;

function toProcess({ processedCount, targetCount, ...row }: ProcessRow): MigrationProcess {
  return {
    ...row,
    startedAt: row.startedAt.toISOString(),
    lastHeartbeat: row.lastHeartbeat.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    heartbeatData: { processedCount, targetCount },
  };
}

/** The scope: one company, or all if null. */
export type ProcessScope = string | null;

/**
 * The running processes: each has a lease, of which there is at most one per portal. An expired lease that still exists
 * belongs to an orphan. The last renewal was one full lease before the lease's end.
 */
export async function processesUnderWay(
  tx: Tx,
  scope: ProcessScope,
  leaseMs: number,
): Promise<MigrationProcess[]> {
  const rows = await tx.query<ProcessRow>(
    `select ${columns}, l.lease_until >= clock_timestamp() as "isHealthy",
       greatest(a.last_heartbeat, l.lease_until - $2 * interval '1 millisecond') as "lastHeartbeat"
     from leases l
       join attempts a on a.migration_id = l.migration_id and a.epoch = l.epoch
       join migrations m on m.id = l.migration_id
     where ($1::text is null or l.company_id = $1) and a.ended_at is null
     order by a.started_at desc, a.id desc`,
    [scope, leaseMs],
  );
  return rows.map(toProcess);
}

/**
 * The workers that hold syncs, with the number of syncs, for portals that a connection in scope leads to. A worker whose
 * leases have expired, but are not reaped yet, is missing its heartbeats.
 */
export async function syncWorkers(tx: Tx, scope: ProcessScope, leaseMs: number): Promise<SyncWorker[]> {
  const rows = await tx.query<Omit<SyncWorker, 'lastHeartbeat'> & { readonly lastHeartbeat: Date }>(
    `select l.holder as "processId", l.server_instance_id as "serverInstanceId", l.pid, count(*)::integer as syncs,
       bool_and(l.lease_until >= clock_timestamp()) as "isHealthy",
       min(l.lease_until) - $2 * interval '1 millisecond' as "lastHeartbeat"
     from sync_leases l
     where exists (select from sync_connections c
       where c.sync_id = l.sync_id and c.deleted_at is null and ($1::text is null or c.company_id = $1))
     group by l.holder, l.server_instance_id, l.pid
     order by syncs desc, l.holder`,
    [scope, leaseMs],
  );
  return rows.map((row) => ({ ...row, lastHeartbeat: row.lastHeartbeat.toISOString() }));
}

/** For a migration `m` and its last attempt `a`: the attempt crashed, and there is work left. */
const isAbandoned = `m.is_open and m.status <> 'queued' and a.status = 'crashed' and m.paused_at is null`;

/**
 * Crashed processes whose migrations no worker has taken yet, regardless of age, newest first. Looked up per open migration,
 * by key, because there are many attempts.
 */
export async function abandonedProcesses(tx: Tx, scope: ProcessScope): Promise<MigrationProcess[]> {
  const rows = await tx.query<ProcessRow>(
    `select ${columns}, false as "isHealthy", a.last_heartbeat as "lastHeartbeat"
     from migrations m cross join lateral (
       select * from attempts where migration_id = m.id and epoch = m.epoch limit 1
     ) a
     where ($1::text is null or m.company_id = $1) and ${isAbandoned}
     order by a.ended_at desc, a.id desc`,
    [scope],
  );
  return rows.map(toProcess);
}

/** Whether the migration's last process crashed and no worker took it since; `due`: its start command is at least 1 s old. */
export function findAbandoned(tx: Tx, migrationId: number): Promise<{ readonly due: boolean } | undefined> {
  return tx.maybeOne(
    `select coalesce(m.commanded_at < clock_timestamp() - interval '1 second', true) as due
     from migrations m join attempts a on a.migration_id = m.id and a.epoch = m.epoch
     where m.id = $1 and ${isAbandoned}`,
    [migrationId],
  );
}

/** Recently ended processes that left no work to others, newest first. */
export async function processesJustEnded(tx: Tx, scope: ProcessScope): Promise<MigrationProcess[]> {
  const rows = await tx.query<ProcessRow>(
    `select ${columns}, true as "isHealthy", a.last_heartbeat as "lastHeartbeat"
     from (
       select * from attempts
       where ${scope === null ? '$1::text is null' : 'company_id = $1'}
         and ended_at > now() - ${endedMinutes} * interval '1 minute'
       order by ended_at desc limit ${maxEnded}
     ) a join migrations m on m.id = a.migration_id
     where not (a.epoch = m.epoch and ${isAbandoned})
     order by a.ended_at desc, a.id desc`,
    [scope],
  );
  return rows.map(toProcess);
}

/** The statuses of these migrations by their ids. */
export async function statusesOf(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MigrationStatus>> {
  const rows = await tx.query<{ id: number; status: MigrationStatus }>(
    `select id, status from migrations where id = any($1::integer[])`,
    [ids],
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}
