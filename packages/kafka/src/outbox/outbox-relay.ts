import type { OutgoingEvent } from '@ridgeline/events';
import { AppError, retry, unboundedRetry, WakeSignal, type FailedTry, type Logger } from '@ridgeline/kit';
import type { Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import type { EventProducer } from '../producer/event-producer.ts';
import { registerOutboxMetrics, type OutboxMetrics } from './outbox-metrics.ts';
import { deadLetterInOutbox, outboxBacklog, outboxChannel, takeFromOutbox } from './outbox-store.postgres.ts';

/*
 * The relay takes events out of the service's outbox and publishes them, one transaction per batch:
 *
 *   listening   `listen` on the outbox' channel, once per connection; then
 *   draining    batches of `batchSize`, one after another, until one is not full; then
 *   waiting     for a notification, or `pollMs`: notifications get lost with a connection; then draining again
 *   retrying    Kafka or the database failed: `relayRetry`, without a limit; then listening and draining again
 *   stopped     disposed: the batch in progress is finished, then the listener is closed
 *
 * One batch, in one transaction (`#relayBatch`):
 *   1. take the advisory lock and delete up to `batchSize` rows, the oldest first (`takeFromOutbox`);
 *   2. publish them in that order and wait until Kafka has acknowledged all of them;
 *   3. move those that Kafka refuses permanently to `outbox_dead`, so that they do not block later ones;
 *   4. commit.
 *
 * Why no event is lost: a row is deleted only by the commit that follows Kafka's acknowledgment. Any failure before it
 * rolls back, and the rows are there again. A crash between 2 and 4 publishes them again, with the same event ids.
 * Why events of one key stay in order: rows are inserted in order (`addToOutbox`), one relay at a time has the lock, and
 * the producer sends one request at a time. A replica without the lock takes no rows, and waits.
 * Why a notification is never missed: a wake-up that arrives while a batch is published is kept for the next wait.
 */

/** What a relay works with. */
export interface OutboxRelayOptions {
  readonly db: Database;
  readonly producer: EventProducer;
  readonly logger: Logger;
  readonly metrics: Registry;
}

const batchSize = 500;
/** Polls even without a notification: one may be lost with a connection, or with a replica that died. */
const pollMs = 5_000;
/** For Kafka or a database that does not answer. */
const relayRetry = { ...unboundedRetry, baseMs: 250, capMs: 5_000, jitter: [0.8, 1.2] } as const;

/** Publishes the events in the outbox until disposed, starting with those that are there already. */
export function startOutboxRelay(options: OutboxRelayOptions): AsyncDisposable {
  const { db, metrics, logger } = options;
  const counters = registerOutboxMetrics(metrics, { backlog: () => db.forSystem(outboxBacklog), logger });
  const relay = new OutboxRelay(options, counters);
  relay.start();
  return relay;
}

class OutboxRelay implements AsyncDisposable {
  readonly #options: OutboxRelayOptions;
  readonly #metrics: OutboxMetrics;
  readonly #newEvents = new WakeSignal();
  readonly #stop = new AbortController();
  #listener: AsyncDisposable | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: OutboxRelayOptions, metrics: OutboxMetrics) {
    this.#options = options;
    this.#metrics = metrics;
  }

  start(): void {
    this.#running = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#newEvents.wake();
    await this.#running;
    await this.#listener?.[Symbol.asyncDispose]();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const onWait = (failed: FailedTry): void => this.#failed(failed);
    try {
      while (!signal.aborted) {
        await retry(relayRetry, () => this.#relayAll(), { signal, onWait });
        await this.#newEvents.wait(pollMs);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #failed({ error, failures, waitMs }: FailedTry): void {
    const facts = { err: error, failures, waitMs };
    this.#options.logger.warn(facts, 'Events could not be relayed; they wait in the outbox');
  }

  async #relayAll(): Promise<void> {
    await this.#listen();
    await this.#drain();
  }

  async #listen(): Promise<void> {
    if (this.#listener) return;
    const { db } = this.#options;
    const channel = await db.forSystem(outboxChannel);
    this.#listener = await db.listen(channel, () => this.#newEvents.wake());
  }

  async #drain(): Promise<void> {
    while (!this.#stop.signal.aborted && (await this.#relayBatch()) === batchSize);
  }

  /** Publishes within the transaction that removes the events; resolves with how many it took. */
  async #relayBatch(): Promise<number> {
    const { db, producer } = this.#options;
    const { taken, rejected } = await db.forSystem(async (tx) => {
      const events = await takeFromOutbox(tx, batchSize);
      const dead = events.length === 0 ? [] : await publishIsolatingRejected(producer, events);
      for (const { event, error } of dead) await deadLetterInOutbox(tx, event, reasonOf(error));
      return { taken: events.length, rejected: dead };
    });
    for (const dead of rejected) this.#reportRejected(dead);
    return taken;
  }

  #reportRejected({ event: { topic, key, envelope }, error }: RejectedEvent): void {
    this.#metrics.dead.inc({ topic });
    const facts = { err: error, topic, key, eventId: envelope.id };
    this.#options.logger.error(facts, 'An event can never be published; it is kept in outbox_dead');
  }
}

function reasonOf({ code, details }: AppError): string {
  const { reason } = details;
  return typeof reason === 'string' ? reason : code;
}

/** An event that Kafka refused permanently, and why. */
interface RejectedEvent {
  readonly event: OutgoingEvent;
  readonly error: AppError;
}

/**
 * Publishes events in order and returns those that can never be published: if the whole batch is refused permanently, each
 * event is sent alone. Rejects when Kafka does not answer; some events may have arrived by then.
 */
async function publishIsolatingRejected(
  producer: EventProducer,
  events: readonly OutgoingEvent[],
): Promise<readonly RejectedEvent[]> {
  const together = await refusalOf(producer, events);
  if (together === null) return [];
  const rejected: RejectedEvent[] = [];
  for (const event of events) {
    const error = await refusalOf(producer, [event]);
    if (error) rejected.push({ event, error });
  }
  return rejected;
}

async function refusalOf(
  producer: EventProducer,
  events: readonly OutgoingEvent[],
): Promise<AppError | null> {
  try {
    await producer.publish(events);
    return null;
  } catch (error) {
    if (error instanceof AppError && !error.retriable) return error;
    throw error;
  }
}
