import {
  eventEnvelope,
  outgoingEvent,
  topics,
  type OutgoingEvent,
  type RunReportSchema,
} from '@ridgeline/events';
import { AppError, retry, unboundedRetry, type Logger, type RetryPolicy } from '@ridgeline/kit';
import type { HeldRun } from '../orchestrator/orchestrator.ts';

/** Publishes events in the order of the calls; rejects when Kafka does not answer. */
export interface EventPublisher {
  publish(events: readonly OutgoingEvent[]): Promise<void>;
}

export interface ReportQueueOptions {
  readonly publisher: EventPublisher;
  readonly run: HeldRun;
  readonly companyId: string;
  readonly processId: string;
  readonly logger: Logger;
}

/** What a run tells the orchestrator, as it travels. */
export type Report = NonNullable<
  Parameters<typeof outgoingEvent<typeof RunReportSchema>>[1]['value']['report']
>;

/** One report waits for the other: there is nobody to be out of step with. */
const policy: RetryPolicy = { ...unboundedRetry, baseMs: 250, capMs: 3_000, jitter: [1, 1] };

/** Publishes the reports of one run in order: one is published before the next one is tried. */
export class ReportQueue {
  readonly #options: ReportQueueOptions;
  #last: Promise<void> = Promise.resolve();

  constructor(options: ReportQueueOptions) {
    this.#options = options;
  }

  /** Resolves when Kafka has the report; rejects when the signal aborts, or trying again cannot help. */
  publish(report: Report, signal: AbortSignal): Promise<void> {
    const { run, companyId, processId } = this.#options;
    const { migrationId, epoch } = run;
    const event = outgoingEvent(topics.migrationReport, {
      key: String(migrationId),
      value: { migrationId, epoch, processId, report },
      envelope: eventEnvelope(companyId),
    });
    const published = this.#last.then(() => this.#untilPublished(event, signal));
    this.#last = published.catch(() => undefined);
    return published;
  }

  /** The same event, with the same id, until Kafka has it: a doubled one is recognised by its id. */
  #untilPublished(event: OutgoingEvent, signal: AbortSignal): Promise<void> {
    const { publisher, logger } = this.#options;
    return retry(policy, () => publisher.publish([event]), {
      signal,
      // Trying again cannot mend it: the run ends with it, and its log says so.
      shouldRetry: (error) => !(error instanceof AppError && !error.retriable),
      onWait: ({ error }) => logger.warn({ err: error }, 'A report could not be published; trying again'),
    });
  }
}
