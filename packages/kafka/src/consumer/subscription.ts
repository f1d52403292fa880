import type { DescMessage } from '@bufbuild/protobuf';
import { AppError, type Logger } from '@ridgeline/kit';
import type { Admin, Consumer, Kafka as KafkaJS } from 'kafkajs';
import { isPermanentFailure, unavailable } from '../client/kafka-errors.ts';
import type { KafkaMetrics } from '../metrics.ts';
import { batchRunner, type BatchRunner } from './batch-runner.ts';
import { ConsumerReports } from './consumer-reports.ts';
import { GroupMember, heartbeatMs, superviseConsumer, type MemberEnd } from './group-member.ts';
import { MessageHandler, type MessageHandlerParts } from './message-handler.ts';
import { PartitionPauses } from './partition-pauses.ts';
import { StartingPoint, type Seek } from './starting-point.ts';
import type { SubscribeOptions, Subscription } from './subscribe-options.ts';

/*
 * A subscription is one place in a consumer group, kept for the life of a process. Each layer survives the loss of the
 * one inside it:
 *
 *   KafkaSubscription     the place itself; survives every outage of Kafka (this file)
 *     superviseConsumer   one member after another, with growing waits in between (group-member.ts)
 *       GroupMember       one kafkajs consumer, for one stay in the group (group-member.ts)
 *         Membership      one generation, from a join to the next rebalance (membership.ts)
 *           batchRunner   the messages of one partition, in order (batch-runner.ts)
 *             MessageHandler   one message: decoding, handler, retry, dead letter (message-handler.ts)
 *
 * States, and what leads from one to the next:
 *
 *   joining       -> joined    partitions are assigned (`#joined`); the first time, `start` resolves
 *   joined        -> joined    a rebalance: each batch stops before its next message, kafkajs joins again
 *   joining|joined -> lost     the member ended by an error that may pass (`#interrupted`); `check` throws
 *   lost          -> joining   the wait is over; a new kafkajs consumer, which shares no state with the lost one
 *   any           -> failed    an error that no new consumer can fix (`#fail`); final; the process is notified
 *   any           -> closed    disposed: events in progress are finished, offsets committed, the group is left; final
 *
 * Why no event is lost: an offset is resolved only after its handler returned `done` or its dead letter was
 * acknowledged, and only resolved offsets are committed. Whatever ends a batch earlier (retry, pause, rebalance, crash)
 * leaves the offset where it was, so the same message is fetched again, by this member or by another one.
 * Why events of one key stay in order: they share a partition; a partition has one batch at a time; a message to
 * retry pauses its partition; and the next member starts only after all handlers of the last one have returned.
 * What can happen twice: an event whose effect is stored and whose offset is not committed. `once` recognizes it.
 */

/** What a subscription consists of and works with. */
interface SubscriptionParts {
  readonly client: KafkaJS;
  readonly admin: () => Promise<Admin>;
  readonly topic: string;
  readonly group: string;
  readonly concurrency: number;
  /** The start of a temporary group, which ends with the subscription; null for a group that outlives it. */
  readonly startingPoint: StartingPoint | null;
  readonly runBatch: BatchRunner;
  readonly pauses: PartitionPauses;
  readonly reports: ConsumerReports;
  readonly logger: Logger;
  /** The subscription ended permanently after it had joined. */
  readonly onFailure: (error: AppError) => void;
}

/** A place in a group that is taken again, by a new consumer, whenever it is lost. */
export class KafkaSubscription implements Subscription {
  readonly #parts: SubscriptionParts;
  readonly #stop = new AbortController();
  readonly #firstJoin = Promise.withResolvers<undefined>();
  #hasJoined = false;
  #member: GroupMember | null = null;
  #problem: AppError | null = null;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
  }

  /** Resolves when partitions are assigned; rejects upon an error that no waiting can fix. */
  async start(): Promise<void> {
    void this.#run();
    await this.#firstJoin.promise;
  }

  /** For readiness: throws while Kafka is lost, and when the subscription has ended permanently. */
  check(): void {
    if (this.#problem) throw this.#problem;
  }

  pause(): void {
    this.#parts.pauses.hold(true);
  }

  resume(): void {
    this.#parts.pauses.hold(false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { pauses, reports, logger, group } = this.#parts;
    this.#stop.abort();
    pauses.close();
    reports[Symbol.dispose]();
    try {
      await this.#member?.leave();
      if (!this.#problem) await this.#deleteOwnGroup();
    } catch (error) {
      // Kafka is unreachable: the coordinator notices by the missing heartbeats.
      logger.info({ err: error, group }, 'The consumer ended without leaving its group');
    }
  }

  async #deleteOwnGroup(): Promise<void> {
    const { admin, group, startingPoint } = this.#parts;
    if (startingPoint) await (await admin()).deleteGroups([group]);
  }

  async #run(): Promise<void> {
    const error = await superviseConsumer({
      runMember: () => this.#runMember().catch(failedStart),
      onInterrupted: (cause, waitMs) => this.#interrupted(cause, waitMs),
      signal: this.#stop.signal,
    });
    if (error && !this.#stop.signal.aborted) this.#fail(error);
  }

  async #runMember(): Promise<MemberEnd> {
    const { client, topic, group, concurrency, startingPoint, runBatch, pauses } = this.#parts;
    // Read each time: the previous member may have ended before the broker had stored its start.
    const seek = await startingPoint?.seek();
    if (this.#stop.signal.aborted) return { error: null };
    this.#member = new GroupMember({
      client,
      topic,
      group,
      isShared: !startingPoint,
      concurrency,
      runBatch,
      onJoined: (consumer, partitions) => this.#joined(consumer, partitions, seek),
      onLeft: () => pauses.left(),
    });
    return this.#member.run();
  }

  #joined(consumer: Consumer, partitions: readonly number[], seek: Seek | undefined): void {
    const { topic, group, pauses, reports, logger } = this.#parts;
    logger.info({ topic, group, partitions }, 'The consumer has joined its group');
    this.#problem = null;
    this.#hasJoined = true;
    pauses.joined(consumer, partitions);
    reports.assign(partitions);
    seek?.(consumer, partitions);
    this.#firstJoin.resolve(undefined);
  }

  #interrupted(cause: Error, waitMs: number): void {
    const { group, pauses, reports, logger } = this.#parts;
    this.#problem = unavailable(cause, { group });
    pauses.left();
    reports.assign([]);
    reports.interrupted();
    logger.warn({ err: cause, group, waitMs }, 'The consumer lost Kafka; another one takes its place');
  }

  #fail(cause: Error): void {
    const { group, logger, onFailure } = this.#parts;
    const failure = new AppError('server.failed', { details: { reason: 'consumer crashed', group }, cause });
    this.#problem = failure;
    this.#firstJoin.reject(failure);
    logger.error({ err: cause, group }, 'The consumer ended permanently');
    if (this.#hasJoined) onFailure(failure);
  }
}

function failedStart(error: unknown): MemberEnd {
  const cause = error instanceof Error ? error : new Error('The consumer failed', { cause: error });
  return { error: cause, final: isPermanentFailure(cause) };
}

/** What `openKafka` lends to its subscriptions. */
export interface LentParts extends Pick<SubscriptionParts, 'client' | 'admin' | 'logger' | 'onFailure'> {
  readonly deadLetters: MessageHandlerParts<DescMessage>['deadLetters'];
  readonly metrics: KafkaMetrics;
}

/** Joins the group and starts to handle events. Resolves when partitions are assigned; rejects when Kafka does not answer. */
export async function startSubscription<Schema extends DescMessage>(
  options: SubscribeOptions<Schema>,
  { deadLetters, ...lent }: LentParts,
): Promise<KafkaSubscription> {
  const { topic, group, countedAs = group, handler } = options;
  const { maxAttempts = 5, fromBeginning = true, concurrency = 4 } = options;
  const { admin, logger, metrics } = lent;
  const pauses = new PartitionPauses(topic.name);
  const reports = new ConsumerReports(metrics, { topic: topic.name, group: countedAs });
  const messages = new MessageHandler({
    topic,
    group,
    countedAs,
    handler,
    maxAttempts,
    deadLetters,
    logger,
    metrics,
  });
  const runBatch = batchRunner({
    handle: async (message) => {
      reports.begun(message.partition);
      const outcome = await messages.handle(message);
      if (outcome.next) reports.done(message.partition);
      return outcome;
    },
    pauses,
    heartbeatMs,
    reportLag: (partition, events) => reports.lag(partition, events),
  });
  try {
    await (await admin()).describeCluster();
    const startingPoint = fromBeginning ? null : await StartingPoint.now({ admin, group, topic: topic.name });
    const place = { topic: topic.name, group, concurrency, startingPoint };
    const subscription = new KafkaSubscription({ ...lent, ...place, pauses, reports, runBatch });
    await subscription.start();
    return subscription;
  } catch (error) {
    reports[Symbol.dispose]();
    throw unavailable(error, { group });
  }
}
