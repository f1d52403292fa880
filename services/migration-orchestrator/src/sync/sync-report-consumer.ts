import type { ReceivedEvent, SyncReportSchema } from '@ridgeline/events';
import { once, type EventHandler, type HandlerResult } from '@ridgeline/kafka';
import { withLogContext, type Logger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { countSyncBatchDone, type SyncVerdict } from './count-sync-batch.ts';
import { takeRoundDone } from './finish-round.ts';
import { notedKinds } from './round-service.ts';
import { longList } from '../sync-state/due-list.postgres.ts';
import { measureDelay } from './hand-back-store.postgres.ts';
import { lockRound } from './sync-report-store.postgres.ts';
import { lockSyncConnection, recountList } from './sync-connection-store.postgres.ts';
import type { CountSyncReport } from './sync-metrics.ts';

/** The consumer's name in the inbox, and its Kafka group. */
export const syncReportGroup = 'migration-orchestrator.sync-reports';

type SyncReportEvent = ReceivedEvent<typeof SyncReportSchema>;

/**
 * Processes workers' reports about rounds. The whole effect of a report is one transaction, including the inbox row that
 * makes it happen once. Throws when the database is unavailable: Kafka retries.
 */
export function createSyncReportHandler(options: {
  readonly db: Database;
  readonly logger: Logger;
  readonly count: CountSyncReport;
  /** Called with the connection whose sync changed, after the commit. */
  readonly onChange: (connectionId: number) => void;
}): EventHandler<typeof SyncReportSchema> {
  const { db, logger, count, onChange } = options;
  return ({ value, ...event }) =>
    withLogContext({ companyId: event.envelope.companyId }, async (): Promise<HandlerResult> => {
      const taken = await db.forSystem((tx) => takeSyncReport(tx, { ...event, value }));
      // Only after the commit: a transaction that is retried must not count twice.
      count(value, taken);
      if (taken.result === 'counted') onChange(taken.connectionId);
      if (taken.result !== 'unusable') return { verdict: 'done' };
      const { syncId, round, epoch } = value;
      logger.error({ reason: taken.why, syncId, round, epoch }, 'A report of a sync cannot be counted');
      return { verdict: 'dead', reason: taken.why };
    });
}

async function takeSyncReport(
  tx: Tx,
  { value: { syncId, round: number, epoch, report }, envelope }: SyncReportEvent,
): Promise<SyncVerdict & { readonly connectionId: number }> {
  const unusable = (why: string) => ({ result: 'unusable', why, connectionId: 0 }) as const;
  if (!(await once(tx, syncReportGroup, envelope.id))) return { result: 'repeated', connectionId: 0 };
  const round = await lockRound(tx, syncId, number);
  if (!round) return unusable('There is no such round');
  if (round.company_id !== envelope.companyId) return unusable("The round is another company's");
  if (epoch < 1 || epoch > round.epoch) return unusable('No such lease was ever granted');
  const { connection_id: connectionId } = round;
  const connection = await lockSyncConnection(tx, connectionId);
  const verdict = await verdictOf(tx, { round, epoch, report });
  const endFollows = report.case === 'batchDone' && !round.finished;
  // A long list is counted at the end of a round, and otherwise once a second at most, because counting takes as long as the
  // rest of a report.
  const isLong = connection !== undefined && connection.waiting_count > longList;
  const mayWait = isLong && (endFollows || connection.counted_lately);
  if (verdict.result === 'counted' && !mayWait) {
    await recountList(tx, connectionId, notedKinds);
    if (!endFollows) await measureDelay(tx, connectionId);
  }
  return { ...verdict, connectionId };
}

function verdictOf(
  tx: Tx,
  {
    round,
    epoch,
    report,
  }: {
    readonly round: Parameters<typeof takeRoundDone>[1];
    readonly epoch: number;
    readonly report: SyncReportEvent['value']['report'];
  },
): Promise<SyncVerdict> {
  switch (report.case) {
    case 'batchDone':
      return countSyncBatchDone(tx, round, epoch, report.value);
    case 'roundDone':
      return takeRoundDone(tx, round, epoch, report.value);
    case undefined:
      return Promise.resolve({ result: 'unusable', why: 'The report is of a kind that is not known here' });
  }
}
