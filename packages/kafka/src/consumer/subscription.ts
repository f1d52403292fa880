import type { DescMessage } from '@bufbuild/protobuf';
import { AppError, type Logger } from '@ridgeline/kit';
import type { Admin, Consumer, Kafka as KafkaJS } from 'kafkajs';
import { quickRetry } from '../client/kafkajs-client.ts';
import { unavailable } from '../client/unavailable.ts';
import type { KafkaMetrics } from '../metrics.ts';
import { batchRunner } from './batch-runner.ts';
import { Membership } from './membership.ts';
import { MessageHandler, type MessageHandlerParts } from './message-handler.ts';
import { PartitionPauses } from './partition-pauses.ts';
import { startingPoint, type StartingPoint } from './starting-point.ts';
import type { SubscribeOptions, Subscription } from './subscribe-options.ts';

/** What `openKafka` lends to its subscriptions. */
export interface SubscriptionParts {
  readonly client: KafkaJS;
  readonly admin: () => Promise<Admin>;
  readonly deadLetters: MessageHandlerParts<DescMessage>['deadLetters'];
  readonly logger: Logger;
  readonly metrics: KafkaMetrics;
  /** The consumer ended for good. */
  readonly onFailure: (error: AppError) => void;
}

/**
 * How the coordinator and the fetches are timed. A fetch returns as soon as there is an event; its longest wait only
 * bounds how soon an idle consumer beats, notices a rebalance, resumes a paused partition, and stops. Shorter waits cost
 * an idle process more (`npm run bench -- idle`). Six seconds are the shortest session that a broker allows by default:
 * after that the partitions of a killed process go to the others, and with them the commands that it did not take.
 */
const timing = {
  sessionTimeout: 6_000,
  rebalanceTimeout: 30_000,
  heartbeatInterval: 1_000,
  maxWaitTimeInMs: 1_000,
  commitInterval: 1_000,
};

/** Joins the group and starts to handle events. Resolves when partitions are assigned; rejects when Kafka does not answer. */
export async function startSubscription<Schema extends DescMessage>(
  options: SubscribeOptions<Schema>,
  parts: SubscriptionParts,
): Promise<Subscription> {
  const subscription = new KafkaSubscription(options, parts);
  try {
    await subscription.start();
    return subscription;
  } catch (error) {
    await subscription[Symbol.asyncDispose]();
    throw unavailable(error, { group: options.group });
  }
}

class KafkaSubscription<Schema extends DescMessage> implements Subscription {
  readonly #options: SubscribeOptions<Schema>;
  readonly #parts: SubscriptionParts;
  readonly #consumer: Consumer;
  readonly #pauses: PartitionPauses;
  readonly #membership = new Membership();
  #assigned: readonly number[] = [];
  #closing = false;

  constructor(options: SubscribeOptions<Schema>, parts: SubscriptionParts) {
    this.#options = options;
    this.#parts = parts;
    const { sessionTimeout, rebalanceTimeout, heartbeatInterval, maxWaitTimeInMs } = timing;
    this.#consumer = parts.client.consumer({
      groupId: options.group,
      allowAutoTopicCreation: false,
      sessionTimeout,
      rebalanceTimeout,
      heartbeatInterval,
      maxWaitTimeInMs,
      // kafkajs restarts a consumer after an outage, also one that was told to end while it was failing.
      retry: { ...quickRetry, restartOnFailure: () => Promise.resolve(!this.#closing) },
    });
    this.#pauses = new PartitionPauses(options.topic.name, this.#consumer);
  }

  async start(): Promise<void> {
    const { topic, group, fromBeginning = true, concurrency = 4 } = this.#options;
    const start = fromBeginning ? null : await startingPoint(await this.#parts.admin(), group, topic.name);
    const joined = Promise.withResolvers<undefined>();
    // It may be rejected before it is waited for.
    joined.promise.catch(() => undefined);
    this.#listen(start, joined.resolve, joined.reject);
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topics: [topic.name], fromBeginning });
    await this.#consumer.run({
      eachBatchAutoResolve: false,
      autoCommitInterval: timing.commitInterval,
      partitionsConsumedConcurrently: concurrency,
      eachBatch: this.#batches(),
    });
    // kafkajs' run resolves also when the first join failed and is going to be tried again.
    await joined.promise;
  }

  pause(): void {
    this.#pauses.hold(true);
  }

  resume(): void {
    this.#pauses.hold(false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing = true;
    this.#pauses.close();
    this.#forgetLag([]);
    try {
      await this.#consumer.disconnect();
      await this.#deleteOwnGroup();
    } catch (error) {
      // Without Kafka there is nobody to take leave of; the coordinator notices by the missing heartbeats.
      this.#parts.logger.info(
        { err: error, group: this.#options.group },
        'The consumer ended without taking leave',
      );
    }
  }

  async #deleteOwnGroup(): Promise<void> {
    const { fromBeginning = true, group } = this.#options;
    if (fromBeginning) return;
    const admin = await this.#parts.admin();
    await admin.deleteGroups([group]);
  }

  #batches() {
    const { topic, group, handler, maxAttempts = 5 } = this.#options;
    const { deadLetters, logger, metrics } = this.#parts;
    const messages = new MessageHandler({ topic, group, handler, maxAttempts, deadLetters, logger, metrics });
    return batchRunner({
      handle: (message) => messages.handle(message),
      pauses: this.#pauses,
      membership: this.#membership,
      heartbeatMs: timing.heartbeatInterval,
      reportLag: (partition, lag) => metrics.lag.set({ topic: topic.name, group, partition }, lag),
    });
  }

  #listen(
    start: StartingPoint | null,
    onJoined: (value: undefined) => void,
    onFailed: (error: Error) => void,
  ) {
    const { topic, group } = this.#options;
    const { logger } = this.#parts;
    const { GROUP_JOIN, STOP, CRASH } = this.#consumer.events;
    let point = start;
    let hasJoined = false;
    this.#consumer.on(GROUP_JOIN, ({ payload }) => {
      const partitions = payload.memberAssignment[topic.name] ?? [];
      logger.info({ topic: topic.name, group, partitions }, 'The consumer has joined its group');
      this.#membership.joined();
      this.#pauses.joined();
      this.#forgetLag(partitions);
      // Runs before the first fetch of this membership, so nothing is fetched from elsewhere.
      point?.apply(this.#consumer, partitions);
      point = null;
      hasJoined = true;
      onJoined(undefined);
    });
    this.#consumer.on(STOP, () => this.#pauses.left());
    this.#consumer.on(CRASH, ({ payload: { error, restart } }) => {
      if (this.#closing) return;
      if (restart) {
        logger.warn({ err: error, group }, 'The consumer lost Kafka and starts again');
        return;
      }
      if (hasJoined) this.#fail(error);
      else onFailed(error);
    });
  }

  #fail(cause: Error): void {
    const { group } = this.#options;
    const { logger, onFailure } = this.#parts;
    logger.error({ err: cause, group }, 'The consumer ended for good');
    onFailure(new AppError('server.failed', { details: { reason: 'consumer crashed', group }, cause }));
  }

  #forgetLag(kept: readonly number[]): void {
    const { topic, group } = this.#options;
    for (const partition of this.#assigned)
      if (!kept.includes(partition)) this.#parts.metrics.lag.remove({ topic: topic.name, group, partition });
    this.#assigned = kept;
  }
}
