import type { DescMessage } from '@bufbuild/protobuf';
import type { Topic } from '@ridgeline/events';
import type { AppError } from '@ridgeline/kit';
import type { Admin } from 'kafkajs';
import type { Registry } from '@ridgeline/kit/metrics';
import { unavailable } from './client/kafka-errors.ts';
import { kafkajsClient, type ClientOptions } from './client/kafkajs-client.ts';
import type { SubscribeOptions, Subscription } from './consumer/subscribe-options.ts';
import { startSubscription, type KafkaSubscription } from './consumer/subscription.ts';
import { kafkaMetrics } from './metrics.ts';
import { KafkaEventProducer, type EventProducer } from './producer/event-producer.ts';
import { ensureTopics } from './topics.ts';

/** How a process joins Kafka. */
export interface KafkaOptions extends ClientOptions {
  readonly metrics: Registry;
}

/** A process' access to Kafka. Disposing it ends its subscriptions, sends what is still pending, and disconnects. */
export interface Kafka extends AsyncDisposable {
  /** Creates missing topics with their partitions and dead-letter topics. */
  ensureTopics(topics: readonly Topic[]): Promise<void>;
  /** The process' producer, connected; every call answers the same one. */
  producer(): Promise<EventProducer>;
  /** Starts a consumer; see `SubscribeOptions`. Resolves when it has joined its group. */
  subscribe<Schema extends DescMessage>(options: SubscribeOptions<Schema>): Promise<Subscription>;
  /** For readiness: rejects when no broker answers, and while a subscription has lost its group or has ended permanently. */
  ping(): Promise<void>;
}

/** Opens nothing yet: connections are made on first use. */
export function openKafka({ metrics: registry, ...clientOptions }: KafkaOptions): Kafka {
  const { logger } = clientOptions;
  const client = kafkajsClient(clientOptions);
  const metrics = kafkaMetrics(registry);
  const producer = new KafkaEventProducer(client, metrics);
  const subscriptions = new Set<KafkaSubscription>();
  let admin: Promise<Admin> | null = null;

  const connectAdmin = async (): Promise<Admin> => {
    const fresh = client.admin();
    try {
      await fresh.connect();
      return fresh;
    } catch (error) {
      admin = null;
      await fresh.disconnect().catch(() => undefined);
      throw unavailable(error);
    }
  };
  const connectedAdmin = (): Promise<Admin> => (admin ??= connectAdmin());

  return {
    ensureTopics: async (topics) => ensureTopics(await connectedAdmin(), logger, topics),

    async producer() {
      await producer.connect();
      return producer;
    },

    async subscribe(options) {
      const { onFailure = throwUnhandled } = options;
      const parts = { client, admin: connectedAdmin, deadLetters: producer, logger, metrics, onFailure };
      const subscription = await startSubscription(options, parts);
      subscriptions.add(subscription);
      return {
        pause: () => subscription.pause(),
        resume: () => subscription.resume(),
        async [Symbol.asyncDispose]() {
          subscriptions.delete(subscription);
          await subscription[Symbol.asyncDispose]();
        },
      };
    },

    async ping() {
      for (const subscription of subscriptions) subscription.check();
      const connected = await connectedAdmin();
      await connected.describeCluster().catch((error: unknown) => {
        throw unavailable(error);
      });
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([...subscriptions].map((subscription) => subscription[Symbol.asyncDispose]()));
      await producer[Symbol.asyncDispose]();
      const connected = await admin?.catch(() => null);
      await connected?.disconnect();
    },
  };
}

/**
 * Waits for subscriptions that start concurrently; disposing the result ends them concurrently. One after the other, each
 * would take a second or two to end, because an idle consumer waits for its fetch.
 */
export async function sideBySide(...starting: readonly Promise<Subscription>[]): Promise<AsyncDisposable> {
  const subscriptions = await Promise.all(starting);
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(subscriptions.map((subscription) => subscription[Symbol.asyncDispose]()));
    },
  };
}

function throwUnhandled(error: AppError): void {
  queueMicrotask(() => {
    throw error;
  });
}
