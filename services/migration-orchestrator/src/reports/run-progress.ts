import type { RunProgress } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { fromWire } from '../logs/log-line.ts';
import { appendLog } from '../logs/log-store.postgres.ts';
import { storableText } from '../logs/storable-text.ts';
import { markAlive, markAliveNowAndThen } from '../migration-state/attempt-store.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { storeProgress } from './progress-store.postgres.ts';
import { progressed, repeated, stale, type ReportVerdict } from './report-verdict.ts';

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
    await markAliveNowAndThen(tx, migration.id, migration.epoch);
    return repeated;
  }
  await storeProgress(tx, migration.id, { targetCount, waitingFor });
  await markAlive(tx, migration.id, migration.epoch);
  return progressed;
}
