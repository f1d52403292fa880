import { eventEnvelope, type OutgoingEvent } from '@ridgeline/events';
import { AppError, retry, unboundedRetry, type Logger, type RetryPolicy } from '@ridgeline/kit';

/** Publishes events in the order of the calls; rejects when Kafka does not answer. */
export interface EventPublisher {
  publish(events: readonly OutgoingEvent[]): Promise<void>;
}

export interface ReportQueueOptions<Report> {
  readonly publisher: EventPublisher;
  /** A report in the form in which it is sent. */
  readonly eventOf: (report: Report, envelope: ReturnType<typeof eventEnvelope>) => OutgoingEvent;
  readonly companyId: string;
  readonly logger: Logger;
}

/** Without jitter: each report waits for the previous one, so that no retries coincide. */
const policy: RetryPolicy = { ...unboundedRetry, baseMs: 250, capMs: 3_000, jitter: [1, 1] };

/** Publishes the reports of one run in order: one is published before the next one is tried. */
export class ReportQueue<Report> {
  readonly #options: ReportQueueOptions<Report>;
  #last: Promise<void> = Promise.resolve();

  constructor(options: ReportQueueOptions<Report>) {
    this.#options = options;
  }

  /** Resolves when Kafka has accepted the report; rejects when the signal aborts, or a retry cannot help. */
  publish(report: Report, signal: AbortSignal): Promise<void> {
    const { companyId, eventOf } = this.#options;
    const event = eventOf(report, eventEnvelope(companyId));
    const published = this.#last.then(() => this.#untilPublished(event, signal));
    this.#last = published.catch(() => undefined);
    return published;
  }

  /** The same event, with the same id, until Kafka accepts it: a duplicate is recognized by its id. */
  #untilPublished(event: OutgoingEvent, signal: AbortSignal): Promise<void> {
    const { publisher, logger } = this.#options;
    return retry(policy, () => publisher.publish([event]), {
      signal,
      // A retry cannot help: the run ends with this error, and its log says so.
      shouldRetry: (error) => !(error instanceof AppError && !error.retriable),
      onWait: ({ error }) => logger.warn({ err: error }, 'A report could not be published; trying again'),
    });
  }
}
