import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { Registry } from 'prom-client';
import { backoffMs } from '../backoff.ts';
import type { EventProducer } from '../producer/event-producer.ts';
import { Bell } from './bell.ts';
import { registerOutboxMetrics } from './outbox-metrics.ts';
import { outboxBacklog, outboxChannel, takeFromOutbox } from './outbox-store.ts';

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
/** The longest wait after Kafka or the database did not answer. */
const longestWaitMs = 5_000;

/** Publishes what stands in the outbox until disposed; starts at once with what was left there. */
export function startOutboxRelay(options: OutboxRelayOptions): AsyncDisposable {
  const { db, metrics, logger } = options;
  registerOutboxMetrics(metrics, { backlog: () => db.forSystem(outboxBacklog), logger });
  const relay = new OutboxRelay(options);
  relay.start();
  return relay;
}

class OutboxRelay implements AsyncDisposable {
  readonly #options: OutboxRelayOptions;
  readonly #bell = new Bell();
  readonly #stop = new AbortController();
  #listener: AsyncDisposable | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#bell.ring();
    await this.#running;
    await this.#listener?.[Symbol.asyncDispose]();
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#listen();
        await this.#drain();
        failures = 0;
        await this.#bell.wait(pollMs);
      } catch (error) {
        failures += 1;
        const waitMs = backoffMs(failures, { longestMs: longestWaitMs });
        this.#options.logger.warn(
          { err: error, failures, waitMs },
          'Events could not be relayed; they wait in the outbox',
        );
        await delay(waitMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      }
    }
  }

  async #listen(): Promise<void> {
    if (this.#listener) return;
    const { db } = this.#options;
    const channel = await db.forSystem(outboxChannel);
    this.#listener = await db.listen(channel, () => this.#bell.ring());
  }

  async #drain(): Promise<void> {
    while (!this.#stop.signal.aborted && (await this.#relayBatch()) === batchSize);
  }

  /** Publishes inside the transaction that removes: a crash in between publishes again, with the same event ids. */
  #relayBatch(): Promise<number> {
    const { db, producer } = this.#options;
    return db.forSystem(async (tx) => {
      const events = await takeFromOutbox(tx, batchSize);
      if (!events || events.length === 0) return 0;
      await producer.publish(events);
      return events.length;
    });
  }
}
