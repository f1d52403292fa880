import type { Cleanup, MigrationProcess, MigrationStatus } from '@ridgeline/contracts';
import { auditEvent, type AuditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import type { Actor, Logger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { lookAtLeases, reapLeases } from '../leases/lease-reaper.ts';
import type { ReaperGrace } from '../leases/reaper-grace.ts';
import type { LostLease } from '../leases/run-handover.ts';
import { lockMigration } from '../migration-state/migration-row.postgres.ts';
import { commandStart } from '../migration-state/portal-queue-store.postgres.ts';
import { cleanupMessage } from './cleanup-words.ts';
import { inScope, orphansOf } from './process-health.ts';
import {
  abandonedProcesses,
  findAbandoned,
  processesUnderWay,
  statusesOf,
} from './process-store.postgres.ts';

type Outcome = Cleanup['cleanedProcesses'][number]['outcome'];

/** The cleanup's outcome by the run's status after it was taken back; a resumed run stays running until a worker takes it. */
const outcomes: Readonly<Record<MigrationStatus, Outcome>> = {
  queued: 'handed-over',
  running: 'handed-over',
  completed: 'handed-over',
  failed: 'given-up',
  cancelled: 'cancelled',
};

/** Dependencies of a cleanup. */
export interface CleanupParts {
  /** For reading, and for taking back leases. */
  readonly db: Database;
  readonly leaseMs: number;
  /** Whether missed heartbeats count against workers; shared with the reaper. */
  readonly grace: ReaperGrace;
  readonly logger: Logger;
  readonly onReaped: (leases: readonly LostLease[]) => void;
}

/**
 * Takes the runs of orphans back immediately, without waiting for the reaper's next look. Each one is checked again in the
 * transaction that takes it: a process that renewed since then is spared, and of two people who press at the same time one
 * takes it. The audit trail learns of each in the same transaction. While no renewals could arrive, as in an outage of
 * this service, and a lease's length after it, silence says nothing about a process, and every one is spared.
 *
 * Runs that are free already, as no worker has taken them since their processes crashed, are offered to all workers again.
 */
export async function cleanUp(parts: CleanupParts, by: Actor): Promise<Cleanup> {
  const { db, leaseMs, grace, logger, onReaped } = parts;
  const untilReaping = grace.untilReaping((await lookAtLeases(db)).now);
  const underWay = await inScope(db, by.user, (tx, scope) => processesUnderWay(tx, scope, leaseMs));
  const silent = untilReaping > 0 ? [] : orphansOf(underWay);
  const over = silent.map(({ migrationId }) => migrationId);
  const lost = await reapLeases(db, logger, { over }, (tx, id) =>
    tell(tx, by, `the process of migration #${String(id)}`),
  );
  onReaped(lost);
  const ids = lost.map(({ migrationId }) => migrationId);
  const taken = new Set(ids);
  // Includes runs that another user or the reaper took back a moment ago.
  const abandoned = await inScope(db, by.user, abandonedProcesses);
  const waiting = await offerAgain(
    db,
    abandoned.filter(({ migrationId }) => !taken.has(migrationId)),
    (tx, id) => tell(tx, by, `migration #${String(id)} was offered to the workers again`),
  );
  if (ids.length + waiting.length === 0) {
    const detail = untilReaping > 0 ? 'it was too early to tell' : 'nothing was orphaned';
    await inScope(db, by.user, (tx) => tell(tx, by, detail));
  }
  const statuses = await db.forSystem((tx) => statusesOf(tx, ids));
  const cleanedProcesses = silent
    .filter(({ migrationId }) => taken.has(migrationId))
    .map((one) => ({ ...named(one), outcome: outcomes[statuses.get(one.migrationId) ?? 'running'] }));
  const did = { cleanedProcesses, waiting: waiting.map(named) };
  return {
    cleaned: cleanedProcesses.length,
    ...did,
    spared: underWay.length - silent.length,
    message: cleanupMessage(did, untilReaping),
  };
}

const named = ({ id, processId, migrationId }: MigrationProcess) => ({ id, processId, migrationId });

function tell(tx: Tx, { user, origin }: Actor, detail: string): Promise<void> {
  const deed: AuditEvent = { action: 'processes-cleaned-up', result: 'done', by: user, origin, detail };
  return addToOutbox(tx, auditEvent(deed));
}

/**
 * Offers the migrations of crashed processes to all workers again, each in a transaction of its own, and returns the
 * processes whose migrations are still not taken. A worker without runs asks for offers every two seconds; the command
 * reaches it immediately. A command sent within the last second is not repeated, however many users ask.
 */
async function offerAgain(
  db: Database,
  processes: readonly MigrationProcess[],
  alongside: (tx: Tx, migrationId: number) => Promise<void>,
): Promise<readonly MigrationProcess[]> {
  const offered: MigrationProcess[] = [];
  for (const process of processes) {
    const free = await db.forSystem(async (tx) => {
      const { migrationId } = process;
      await lockMigration(tx, migrationId);
      const abandoned = await findAbandoned(tx, migrationId);
      if (!abandoned) return false;
      if (abandoned.due) await commandStart(tx, migrationId);
      await alongside(tx, migrationId);
      return true;
    });
    if (free) offered.push(process);
  }
  return offered;
}
