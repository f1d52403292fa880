import type { SyncRound } from '@ridgeline/contracts/internal';
import { Absence, outgoingEvent, RoundResult, topics, type SyncReportSchema } from '@ridgeline/events';
import { fact } from '../base/log-entry.ts';
import type { ValueForm } from '../hubspot-io/written-marks.ts';
import type { Lease } from '../lease/lease.ts';
import type { AbsentRecord } from '../object-migration/sync-rules.ts';
import type { Execution } from '../plans/execution.ts';
import { ReportQueue, type ReportQueueOptions } from './report-queue.ts';
import { outcomesOnTheWire } from './reported-outcomes.ts';

/** A round's reports to the orchestrator, in the form in which they are sent. */
type Report = NonNullable<Parameters<typeof outgoingEvent<typeof SyncReportSchema>>[1]['value']['report']>;

export interface SyncReporterOptions extends Omit<ReportQueueOptions<Report>, 'eventOf' | 'companyId'> {
  readonly round: Pick<SyncRound, 'round' | 'companyId'>;
  readonly lease: Lease;
  readonly processId: string;
}

/** How a round ended. */
export interface RoundEnd {
  readonly result: 'done' | 'put_back' | 'failed';
  readonly absent: readonly AbsentRecord[];
  /** For people; empty when it is done. */
  readonly reason: string;
  /** When to retry, in ms; 0 if the orchestrator decides. */
  readonly retryAfterMs: number;
}

const results: Readonly<Record<RoundEnd['result'], RoundResult>> = {
  done: RoundResult.DONE,
  put_back: RoundResult.PUT_BACK,
  failed: RoundResult.FAILED,
};

const absences: Readonly<Record<AbsentRecord['absence'], Absence>> = {
  gone: Absence.GONE,
  not_new: Absence.NOT_NEW,
};

/** Reports on one round to the orchestrator, over Kafka and in order. */
export class SyncReporter {
  readonly #lease: Lease;
  readonly #queue: ReportQueue<Report>;

  constructor({ round: { round, companyId }, lease, processId, ...options }: SyncReporterOptions) {
    const { runId: syncId, epoch } = lease;
    this.#lease = lease;
    this.#queue = new ReportQueue({
      ...options,
      companyId,
      eventOf: (report, envelope) =>
        outgoingEvent(topics.syncReport, {
          key: String(syncId),
          value: { syncId, epoch, processId, round, report },
          envelope,
        }),
    });
  }

  /** A batch's outcomes; resolves when Kafka has accepted them, and rejects when the round may no longer wait for that. */
  batchDone(execution: Execution, form?: ValueForm): Promise<void> {
    const value = { batch: execution.plan.batch, outcomes: outcomesOnTheWire(execution, form), log: [] };
    return this.#queue.publish({ case: 'batchDone', value }, this.#lease.reporting);
  }

  /** The round's end, after all its batches; resolves when Kafka has accepted it. */
  roundDone({ result, absent, reason, retryAfterMs }: RoundEnd): Promise<void> {
    const value = {
      result: results[result],
      absent: absent.map(({ sourceId, absence, name }) => ({
        sourceId,
        absence: absences[absence],
        name: fact('name', name ?? ''),
      })),
      reason: fact('message', reason),
      retryAfterMs,
    };
    return this.#queue.publish({ case: 'roundDone', value }, this.#lease.lost);
  }
}
