import type { RunProgress } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { fromWire } from '../logs/log-line.ts';
import { appendLog } from '../logs/log-store.postgres.ts';
import { storableText } from '../logs/storable-text.ts';
import type { MigrationRow } from '../migration/migration-row.ts';
import { markAlive } from '../processes/attempt-store.postgres.ts';
import { announceChange } from '../updates/announce-change.ts';
import { counted, repeated, stale, type ReportVerdict } from './report-verdict.ts';

/** What a heartbeat would change. */
interface ProgressChange {
  readonly targetCount: number;
  readonly waitingFor: string | null;
  readonly visible: boolean;
}

/** The target never shrinks below what is processed; an empty wait reason means that the run moves. */
function progressChange(
  migration: Pick<MigrationRow, 'target_count' | 'processed_count' | 'waiting_for'>,
  report: Pick<RunProgress, 'targetCount' | 'waitingFor'>,
): ProgressChange {
  const told = report.targetCount > 0 ? report.targetCount : migration.target_count;
  const targetCount = Math.max(told, migration.processed_count);
  const waitingFor = storableText(report.waitingFor) || null;
  const visible = targetCount !== migration.target_count || waitingFor !== migration.waiting_for;
  return { targetCount, waitingFor, visible };
}

/** Takes a heartbeat. What nobody would see is written every five seconds at most, and is no update. */
export async function takeProgress(
  tx: Tx,
  migration: MigrationRow,
  report: RunProgress,
): Promise<ReportVerdict> {
  if (migration.status !== 'running') return stale;
  const { targetCount, waitingFor, visible } = progressChange(migration, report);
  await appendLog(tx, migration.id, report.log.map(fromWire));
  if (!visible) {
    await markAliveNowAndThen(tx, migration);
    return repeated;
  }
  await tx.query(
    `update migrations set target_count = $2, waiting_for = $3, last_activity_at = now() where id = $1`,
    [migration.id, targetCount, waitingFor],
  );
  await markAlive(tx, migration.id, migration.epoch);
  await announceChange(tx, migration.id);
  return counted;
}

async function markAliveNowAndThen(tx: Tx, { id, epoch }: MigrationRow): Promise<void> {
  await tx.query(
    `update attempts set status = 'running', last_heartbeat = now()
     where migration_id = $1 and epoch = $2 and ended_at is null
       and (status = 'starting' or last_heartbeat < now() - interval '5 seconds')`,
    [id, epoch],
  );
}
