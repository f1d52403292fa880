import { setTimeout as pause } from 'node:timers/promises';
import type { OutcomeKind } from '@ridgeline/contracts';
import {
  OutcomeKind as WireOutcomeKind,
  outgoingEvent,
  RunResult,
  topics,
  type OutgoingEvent,
} from '@ridgeline/events';
import { AppError, type Logger } from '@ridgeline/kit';
import type { Lease } from '../lease/lease.ts';
import type { Execution } from '../plans/execution.ts';
import type { SourceAccount } from '../plans/source-account.ts';
import { eventEnvelope } from './event-envelope.ts';
import { packed, type LogEntry } from '../base/log-entry.ts';

/** Publishes events in the order of the calls; rejects when Kafka does not answer. */
export interface EventPublisher {
  publish(events: readonly OutgoingEvent[]): Promise<void>;
}

export interface RunReporterOptions {
  readonly publisher: EventPublisher;
  readonly lease: Lease;
  readonly companyId: string;
  readonly processId: string;
  readonly logger: Logger;
}

/** How a run ended for good. */
export interface RunEnd {
  readonly result: 'completed' | 'failed' | 'cancelled';
  readonly source: SourceAccount;
  /** For people; empty unless failed. */
  readonly failureMessage: string;
}

const wireKinds: Readonly<Record<OutcomeKind, WireOutcomeKind>> = {
  created: WireOutcomeKind.CREATED,
  updated: WireOutcomeKind.UPDATED,
  unchanged: WireOutcomeKind.UNCHANGED,
  skipped: WireOutcomeKind.SKIPPED,
  failed: WireOutcomeKind.FAILED,
};

const results: Readonly<Record<RunEnd['result'], RunResult>> = {
  completed: RunResult.COMPLETED,
  failed: RunResult.FAILED,
  cancelled: RunResult.CANCELLED,
};

const longestPauseMs = 3_000;

/** Tells the orchestrator of one run, over Kafka, in order: a report is published before the next one is tried. */
export class RunReporter {
  readonly #options: RunReporterOptions;
  #last: Promise<void> = Promise.resolve();
  #beating = false;
  readonly #notes: LogEntry[] = [];

  constructor(options: RunReporterOptions) {
    this.#options = options;
  }

  /** A batch's outcome and log; resolves when Kafka has it, and rejects when the run may no longer wait for that. */
  batchDone(execution: Execution, lines: readonly LogEntry[]): Promise<void> {
    const { lease } = this.#options;
    const [log = [], ...more] = packed(lines);
    for (const pack of more) this.note(pack);
    const value = {
      batch: execution.plan.batch,
      outcomes: [...execution.outcomes].map(([sourceId, { kind, hubspotId, reason }]) => ({
        sourceId,
        kind: wireKinds[kind],
        hubspotId: hubspotId ?? '',
        reason: reason ?? '',
      })),
      log: [...log],
    };
    return this.#publish({ case: 'batchDone', value }, lease.reporting);
  }

  /** Lines for the migration's log; they go out with the next heartbeat, or with the run's end. */
  note(lines: readonly LogEntry[]): void {
    this.#notes.push(...lines);
  }

  /** The run's heartbeat. One that Kafka does not take yet stands for those that follow. */
  async beat(progress: { targetCount: number; waitingFor: string }): Promise<void> {
    if (this.#beating) return;
    this.#beating = true;
    try {
      for (const log of packed(this.#notes.splice(0)))
        await this.#publish({ case: 'progress', value: { ...progress, log } }, this.#options.lease.lost);
    } catch {
      // The lease is lost, or Kafka never takes this one: the next heartbeat stands for it.
    } finally {
      this.#beating = false;
    }
  }

  /** The run's end; resolves when Kafka has it. */
  async finished({ result, source, failureMessage }: RunEnd): Promise<void> {
    const { lost } = this.#options.lease;
    const [log = [], ...more] = packed(this.#notes.splice(0));
    for (const lines of more)
      await this.#publish({ case: 'progress', value: { targetCount: 0, waitingFor: '', log: lines } }, lost);
    const value = {
      result: results[result],
      sourceCount: source.read,
      failureMessage,
      log,
      ...(source.countedBySource === null ? {} : { countedBySource: source.countedBySource }),
      ...(source.foundAtEnd === null ? {} : { foundAtEnd: source.foundAtEnd }),
      ...(source.heldStill === null ? {} : { heldStill: source.heldStill }),
    };
    return this.#publish({ case: 'finished', value }, lost);
  }

  #publish(report: Report, signal: AbortSignal): Promise<void> {
    const { lease, companyId, processId } = this.#options;
    const { migrationId, epoch } = lease;
    const envelope = eventEnvelope(companyId);
    const value = { migrationId, epoch, processId, report };
    const event = outgoingEvent(topics.migrationReport, { key: String(migrationId), value, envelope });
    const published = this.#last.then(() => this.#untilPublished(event, signal));
    this.#last = published.catch(() => undefined);
    return published;
  }

  /** The same event, with the same id, until Kafka has it: a doubled one is recognised by its id. */
  async #untilPublished(event: OutgoingEvent, signal: AbortSignal): Promise<void> {
    const { publisher, logger } = this.#options;
    for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      signal.throwIfAborted();
      try {
        await publisher.publish([event]);
        return;
      } catch (error) {
        // Trying again cannot mend it: the run ends with it, and its log says so.
        if (error instanceof AppError && !error.retriable) throw error;
        logger.warn({ err: error }, 'A report could not be published; trying again');
      }
      await pause(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

type Report =
  | {
      readonly case: 'batchDone';
      readonly value: {
        readonly batch: number;
        readonly outcomes: { sourceId: string; kind: WireOutcomeKind; hubspotId: string; reason: string }[];
        readonly log: LogEntry[];
      };
    }
  | {
      readonly case: 'progress';
      readonly value: { readonly targetCount: number; readonly waitingFor: string; readonly log: LogEntry[] };
    }
  | {
      readonly case: 'finished';
      readonly value: {
        readonly result: RunResult;
        readonly sourceCount: number;
        readonly failureMessage: string;
        readonly countedBySource?: number;
        readonly foundAtEnd?: number;
        readonly heldStill?: boolean;
        readonly log: LogEntry[];
      };
    };
