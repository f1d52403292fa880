import type { SourceAccount } from '@ridgeline/contracts/internal';
import { RunResult, sourceToWire, outgoingEvent, topics, type RunReportSchema } from '@ridgeline/events';
import { packed, type LogEntry } from '../base/log-entry.ts';
import type { ValueForm } from '../hubspot-io/written-marks.ts';
import type { Lease } from '../lease/lease.ts';
import type { Execution } from '../plans/execution.ts';
import { outcomesOnTheWire } from './reported-outcomes.ts';
import { ReportQueue, type ReportQueueOptions } from './report-queue.ts';

/** A run's reports to the orchestrator, in the form in which they are sent. */
type Report = NonNullable<Parameters<typeof outgoingEvent<typeof RunReportSchema>>[1]['value']['report']>;

export interface RunReporterOptions extends Omit<ReportQueueOptions<Report>, 'eventOf'> {
  readonly lease: Lease;
  readonly processId: string;
}

/** How a run ended permanently. */
export interface RunEnd {
  readonly result: 'completed' | 'failed' | 'cancelled';
  readonly source: SourceAccount;
  /** For people; empty unless failed. */
  readonly failureMessage: string;
}

const results: Readonly<Record<RunEnd['result'], RunResult>> = {
  completed: RunResult.COMPLETED,
  failed: RunResult.FAILED,
  cancelled: RunResult.CANCELLED,
};

/** Reports on one run to the orchestrator, over Kafka and in order. */
export class RunReporter {
  readonly #lease: Lease;
  readonly #queue: ReportQueue<Report>;
  #beating = false;
  readonly #notes: LogEntry[] = [];

  constructor({ lease, processId, ...options }: RunReporterOptions) {
    const { runId: migrationId, epoch } = lease;
    this.#lease = lease;
    this.#queue = new ReportQueue({
      ...options,
      eventOf: (report, envelope) =>
        outgoingEvent(topics.migrationReport, {
          key: String(migrationId),
          value: { migrationId, epoch, processId, report },
          envelope,
        }),
    });
  }

  /** A batch's outcome and log; resolves when Kafka has accepted it, and rejects when the run may no longer wait for that. */
  batchDone(execution: Execution, lines: readonly LogEntry[], form?: ValueForm): Promise<void> {
    const [log = [], ...more] = packed(lines);
    for (const pack of more) this.note(pack);
    const value = { batch: execution.plan.batch, outcomes: outcomesOnTheWire(execution, form), log };
    return this.#queue.publish({ case: 'batchDone', value }, this.#lease.reporting);
  }

  /** Entries for the migration's log; sent with the next heartbeat, or with the run's end. */
  note(lines: readonly LogEntry[]): void {
    this.#notes.push(...lines);
  }

  /** The run's heartbeat. While Kafka has not accepted one, later ones are left out. */
  async beat(progress: { targetCount: number; waitingFor: string; waitingUntil: string }): Promise<void> {
    if (this.#beating) return;
    this.#beating = true;
    try {
      for (const log of packed(this.#notes.splice(0)))
        await this.#queue.publish({ case: 'progress', value: { ...progress, log } }, this.#lease.lost);
    } catch {
      // The lease is lost, or Kafka never accepts this heartbeat: the next one replaces it.
    } finally {
      this.#beating = false;
    }
  }

  /** The run's end; resolves when Kafka has accepted it. */
  async finished({ result, source, failureMessage }: RunEnd): Promise<void> {
    const { lost } = this.#lease;
    const [log = [], ...more] = packed(this.#notes.splice(0));
    for (const lines of more)
      await this.#queue.publish(
        { case: 'progress', value: { targetCount: 0, waitingFor: '', log: lines } },
        lost,
      );
    const value = {
      result: results[result],
      failureMessage,
      log,
      ...sourceToWire(source),
    };
    return this.#queue.publish({ case: 'finished', value }, lost);
  }
}
