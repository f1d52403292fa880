import { retry, unboundedRetry, type AppError, type FailedTry, type Logger } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { Registry } from '@ridgeline/kit/metrics';
import type { EventProducer } from '../producer/event-producer.ts';
import { WakeSignal } from './wake-signal.ts';
import { registerOutboxMetrics, type OutboxMetrics } from './outbox-metrics.ts';
import { deadLetterInOutbox, outboxBacklog, outboxChannel, takeFromOutbox } from './outbox-store.ts';
import { publishWhatCanBe, type RefusedEvent } from './publish-what-can-be.ts';

/** What a relay works with. */
export interface OutboxRelayOptions {
  readonly db: Database;
  readonly producer: EventProducer;
  readonly logger: Logger;
  readonly metrics: Registry;
}

const batchSize = 500;
/** Looks without being called, for notifications that were lost with a connection or went to a replica that died. */
const pollMs = 5_000;
/** For when Kafka or the database do not answer. */
const relayRetry = { ...unboundedRetry, baseMs: 250, capMs: 5_000, jitter: [0.8, 1.2] } as const;

/** Publishes what stands in the outbox until disposed; starts at once with what was left there. */
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

  /**
   * Publishes inside the transaction that removes: a crash in between publishes again, with the same event ids. What can
   * never be published is put aside, so that it does not hold up what is behind it.
   */
  async #relayBatch(): Promise<number> {
    const { db, producer } = this.#options;
    const { taken, refused } = await db.forSystem(async (tx) => {
      const events = await takeFromOutbox(tx, batchSize);
      const dead = events.length === 0 ? [] : await publishWhatCanBe(producer, events);
      for (const { event, error } of dead) await deadLetterInOutbox(tx, event, reasonOf(error));
      return { taken: events.length, refused: dead };
    });
    for (const dead of refused) this.#tell(dead);
    return taken;
  }

  #tell({ event: { topic, key, envelope }, error }: RefusedEvent): void {
    this.#metrics.dead.inc({ topic });
    const facts = { err: error, topic, key, eventId: envelope.id };
    this.#options.logger.error(facts, 'An event can never be published; it is kept in outbox_dead');
  }
}

function reasonOf({ code, details }: AppError): string {
  const { reason } = details;
  return typeof reason === 'string' ? reason : code;
}
