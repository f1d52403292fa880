import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, EachBatchPayload, Kafka as KafkaJS } from 'kafkajs';
import { isFinalFailure } from '../client/final-failure.ts';
import { quickRetry } from '../client/kafkajs-client.ts';
import type { BatchRunner } from './batch-runner.ts';
import { Faults } from './faults.ts';
import { Membership } from './membership.ts';
import type { MemberEnd } from './supervise-consumer.ts';

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
};
const commitIntervalMs = 1_000;
/** How long it tries to take leave of a Kafka that may not answer. */
const leaveWithinMs = 5_000;

/** How often a member beats while it works off a batch. */
export const heartbeatMs = timing.heartbeatInterval;

/** What a member joins, and whom it tells. */
export interface GroupMemberOptions {
  readonly client: Pick<KafkaJS, 'consumer'>;
  readonly topic: string;
  readonly group: string;
  readonly fromBeginning: boolean;
  readonly concurrency: number;
  readonly runBatch: BatchRunner;
  /** It was given these partitions. Called before the first fetch of them, so nothing is fetched from elsewhere. */
  readonly onJoined: (consumer: Consumer, partitions: readonly number[]) => void;
  /** From now on the consumer can neither be paused nor resumed. */
  readonly onLeft: () => void;
}

/**
 * One kafkajs consumer, for one stay in its group. It is told never to start again by itself: kafkajs does so only upon
 * errors that it deems retriable, and keeps its memory of brokers and metadata. A fresh one has neither fault.
 */
export class GroupMember {
  readonly #options: GroupMemberOptions;
  readonly #consumer: Consumer;
  readonly #membership = new Membership();
  readonly #faults = new Faults();
  readonly #inHand = new Set<Promise<void>>();
  readonly #crash = Promise.withResolvers<Error | null>();
  #leaving = false;

  constructor(options: GroupMemberOptions) {
    this.#options = options;
    this.#consumer = options.client.consumer({
      ...timing,
      groupId: options.group,
      allowAutoTopicCreation: false,
      retry: { ...quickRetry, restartOnFailure: () => Promise.resolve(false) },
    });
    this.#listen();
  }

  /** Joins, and resolves when the stay is over and every handler is through. */
  async run(): Promise<MemberEnd> {
    await this.#start().catch((error: unknown) => this.#crash.resolve(asError(error)));
    const error = await this.#crash.promise;
    if (error === null) return { error };
    await this.#disconnect().catch(() => undefined);
    await this.#handlersDone();
    return { error, final: this.#faults.areBehind(error) || isFinalFailure(error) };
  }

  /** Finishes the events in hand, commits and leaves the group; without Kafka it gives that up after a while. */
  async leave(): Promise<void> {
    this.#leaving = true;
    try {
      await this.#disconnect();
    } finally {
      await this.#handlersDone();
      this.#crash.resolve(null);
    }
  }

  async #start(): Promise<void> {
    const { topic, fromBeginning, concurrency } = this.#options;
    await this.#consumer.connect();
    this.#refuseAfterLeave();
    await this.#consumer.subscribe({ topics: [topic], fromBeginning });
    this.#refuseAfterLeave();
    await this.#consumer.run({
      eachBatchAutoResolve: false,
      autoCommitInterval: commitIntervalMs,
      partitionsConsumedConcurrently: concurrency,
      eachBatch: (payload) => this.#runBatch(payload),
    });
  }

  #listen(): void {
    const { topic, onJoined, onLeft } = this.#options;
    const { GROUP_JOIN, FETCH_START, STOP, CRASH } = this.#consumer.events;
    this.#consumer.on(GROUP_JOIN, ({ payload }) => {
      this.#refuseAfterLeave();
      this.#membership.joined();
      onJoined(this.#consumer, payload.memberAssignment[topic] ?? []);
    });
    this.#consumer.on(FETCH_START, () => this.#refuseAfterLeave());
    this.#consumer.on(STOP, onLeft);
    this.#consumer.on(CRASH, ({ payload }) => this.#crash.resolve(payload.error));
  }

  /** kafkajs cannot be stopped while it joins and would go on as a member that nobody knows; an error here stops it. */
  #refuseAfterLeave(): void {
    if (this.#leaving) throw new Error('The consumer was told to leave');
  }

  async #runBatch(payload: EachBatchPayload): Promise<void> {
    const work = this.#options.runBatch(payload, this.#membership);
    this.#inHand.add(work);
    try {
      await work;
    } catch (error) {
      this.#faults.note(error);
      throw error;
    } finally {
      this.#inHand.delete(work);
    }
  }

  async #handlersDone(): Promise<void> {
    await Promise.allSettled(this.#inHand);
  }

  async #disconnect(): Promise<void> {
    const disconnected = this.#consumer.disconnect();
    // It may be rejected when nobody waits for it any more.
    disconnected.catch(() => undefined);
    await Promise.race([disconnected, delay(leaveWithinMs, undefined, { ref: false })]);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('kafkajs failed', { cause: error });
}
