import type { Cleanup, MigrationProcess, MigrationStatus } from '@ridgeline/contracts';
import { auditEvent, type AuditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import type { Actor, Logger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import type { JudgingGrace } from '../leases/judging-grace.ts';
import { lookAtLeases, reapLeases } from '../leases/lease-reaper.ts';
import type { LostLease } from '../leases/lost-run.ts';
import { cleanupMessage } from './cleanup-words.ts';
import { offerAgain } from './offer-again.ts';
import { inScope, orphansOf } from './process-health.ts';
import { abandonedProcesses, processesUnderWay } from './process-store.postgres.ts';

type Outcome = Cleanup['cleanedProcesses'][number]['outcome'];

/** What the status of a run that was taken back says of it; one that goes on is running until somebody takes it. */
const outcomes: Readonly<Record<MigrationStatus, Outcome>> = {
  queued: 'handed-over',
  running: 'handed-over',
  completed: 'handed-over',
  failed: 'given-up',
  cancelled: 'cancelled',
};

/** What a cleanup needs. */
export interface CleanupParts {
  /** For the reading and the taking back. */
  readonly db: Database;
  readonly leaseMs: number;
  /** Whether missed heartbeats say anything of the workers: the same that the reaper asks. */
  readonly grace: JudgingGrace;
  readonly logger: Logger;
  readonly onReaped: (leases: readonly LostLease[]) => void;
}

/**
 * Takes the runs of orphans back at once, without waiting for the reaper's next look. Each one is judged again in the
 * transaction that takes it: a process that renewed meanwhile is spared, and of two people who press at the same time one
 * takes it. The audit trail learns of each in the same transaction. While no renewals could arrive, as in an outage of
 * this service, and a lease's length after it, silence says nothing of a process, and every one is spared.
 *
 * Runs that are free already, as nobody has taken them since their processes crashed, are offered to all workers again.
 */
export async function cleanUp(parts: CleanupParts, by: Actor): Promise<Cleanup> {
  const { db, leaseMs, grace, logger, onReaped } = parts;
  const untilJudging = grace.untilJudging((await lookAtLeases(db)).now);
  const underWay = await inScope(db, by.user, (tx, scope) => processesUnderWay(tx, scope, leaseMs));
  const silent = untilJudging > 0 ? [] : orphansOf(underWay);
  const over = silent.map(({ migrationId }) => migrationId);
  const lost = await reapLeases(db, logger, { over }, (tx, id) =>
    tell(tx, by, `the process of migration #${String(id)}`),
  );
  onReaped(lost);
  const ids = lost.map(({ migrationId }) => migrationId);
  const taken = new Set(ids);
  // Those that somebody else took back a moment ago are among them.
  const abandoned = await inScope(db, by.user, abandonedProcesses);
  const waiting = await offerAgain(
    db,
    abandoned.filter(({ migrationId }) => !taken.has(migrationId)),
    (tx, id) => tell(tx, by, `migration #${String(id)} was offered to the workers again`),
  );
  if (ids.length + waiting.length === 0) {
    const detail = untilJudging > 0 ? 'it was too early to judge' : 'nothing was orphaned';
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
    message: cleanupMessage(did, untilJudging),
  };
}

const named = ({ id, processId, migrationId }: MigrationProcess) => ({ id, processId, migrationId });

function tell(tx: Tx, { user, origin }: Actor, detail: string): Promise<void> {
  const deed: AuditEvent = { action: 'processes-cleaned-up', result: 'done', by: user, origin, detail };
  return addToOutbox(tx, auditEvent(deed));
}

async function statusesOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, MigrationStatus>> {
  const rows = await tx.query<{ id: number; status: MigrationStatus }>(
    `select id, status from migrations where id = any($1::integer[])`,
    [ids],
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}
