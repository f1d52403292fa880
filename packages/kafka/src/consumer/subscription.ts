import { AppError, type Logger } from '@ridgeline/kit';
import type { Admin, Consumer, Kafka as KafkaJS } from 'kafkajs';
import { isFinalFailure } from '../client/final-failure.ts';
import { unavailable } from '../client/unavailable.ts';
import type { BatchRunner } from './batch-runner.ts';
import type { ConsumerReports } from './consumer-reports.ts';
import { GroupMember } from './group-member.ts';
import type { PartitionPauses } from './partition-pauses.ts';
import type { Seek, StartingPoint } from './starting-point.ts';
import { superviseConsumer, type MemberEnd } from './supervise-consumer.ts';
import type { Subscription } from './subscribe-options.ts';

/** What a subscription consists of and works with. */
export interface SubscriptionParts {
  readonly client: KafkaJS;
  readonly admin: () => Promise<Admin>;
  readonly topic: string;
  readonly group: string;
  readonly concurrency: number;
  /** Where a group of its own begins, which ends with the subscription; null for a group that outlives it. */
  readonly startingPoint: StartingPoint | null;
  readonly runBatch: BatchRunner;
  readonly pauses: PartitionPauses;
  readonly reports: ConsumerReports;
  readonly logger: Logger;
  /** The subscription, once it had joined, ended for good. */
  readonly onFailure: (error: AppError) => void;
}

/** A place in a group that is taken again, by a fresh consumer, whenever it is lost. */
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

  /** Resolves when partitions are assigned; rejects upon an error that no waiting can heal. */
  async start(): Promise<void> {
    void this.#run();
    await this.#firstJoin.promise;
  }

  /** For readiness: throws while Kafka is lost, and when the subscription has ended for good. */
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
      // Without Kafka there is nobody to take leave of; the coordinator notices by the missing heartbeats.
      logger.info({ err: error, group }, 'The consumer ended without taking leave');
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
    // Asked each time: the member before may have ended before the broker had stored where it began.
    const seek = await startingPoint?.seek();
    if (this.#stop.signal.aborted) return { error: null };
    this.#member = new GroupMember({
      client,
      topic,
      group,
      fromBeginning: !startingPoint,
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
    logger.error({ err: cause, group }, 'The consumer ended for good');
    if (this.#hasJoined) onFailure(failure);
  }
}

function failedStart(error: unknown): MemberEnd {
  const cause = error instanceof Error ? error : new Error('The consumer failed', { cause: error });
  return { error: cause, final: isFinalFailure(cause) };
}
