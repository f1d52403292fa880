import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, pause, unboundedRetry } from '@ridgeline/kit';
import type { Consumer, EachBatchPayload, Kafka as KafkaJS } from 'kafkajs';
import { isPermanentFailure } from '../client/kafka-errors.ts';
import { quickRetry } from '../client/kafkajs-client.ts';
import type { BatchRunner } from './batch-runner.ts';
import { Faults, Membership } from './membership.ts';

/**
 * How the coordinator and the fetches are timed. A fetch returns as soon as there is an event; its longest wait only
 * bounds how soon an idle consumer sends its heartbeat, notices a rebalance, resumes a paused partition, and stops. Shorter waits cost
 * an idle process more (`npm run bench -- idle`). Six seconds are the shortest session that a broker allows by default:
 * after that the partitions of a killed process go to the others, and with them the commands that it did not take.
 */
const timing = {
  sessionTimeout: 6_000,
  rebalanceTimeout: 30_000,
  heartbeatInterval: 1_000,
};
/** The longest wait of a fetch. No other member waits for the one of a process' own group, so that one may be slower. */
const longestFetchMs = { shared: 1_000, own: 2_000 };
const commitIntervalMs = 1_000;
/** How long it tries to leave the group if Kafka does not answer. */
const leaveWithinMs = 5_000;

/** How often a member sends heartbeats while it works through a batch. */
export const heartbeatMs = timing.heartbeatInterval;

/** What a member joins, and what it reports. */
export interface GroupMemberOptions {
  readonly client: Pick<KafkaJS, 'consumer'>;
  readonly topic: string;
  readonly group: string;
  /** Whether other processes are members of the group, or none ever. */
  readonly isShared: boolean;
  readonly concurrency: number;
  readonly runBatch: BatchRunner;
  /** These partitions were assigned to it. Called before the first fetch of them, so nothing is fetched from elsewhere. */
  readonly onJoined: (consumer: Consumer, partitions: readonly number[]) => void;
  /** From now on the consumer can neither be paused nor resumed. */
  readonly onLeft: () => void;
}

/**
 * One kafkajs consumer, for one stay in its group. It never restarts automatically: kafkajs would do so only upon errors
 * that it deems retriable, and would keep its memory of brokers and metadata. A new consumer has neither fault.
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
      maxWaitTimeInMs: options.isShared ? longestFetchMs.shared : longestFetchMs.own,
      groupId: options.group,
      allowAutoTopicCreation: false,
      retry: { ...quickRetry, restartOnFailure: () => Promise.resolve(false) },
    });
    this.#listen();
  }

  /** Joins, and resolves when the stay is over and every handler has returned. */
  async run(): Promise<MemberEnd> {
    await this.#start().catch((error: unknown) => this.#crash.resolve(asError(error)));
    const error = await this.#crash.promise;
    if (error === null) return { error };
    await this.#disconnect().catch(() => undefined);
    await this.#handlersDone();
    return { error, final: this.#faults.areBehind(error) || isPermanentFailure(error) };
  }

  /** Finishes the events in progress, commits and leaves the group; stops trying after a while when Kafka does not answer. */
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
    const { topic, isShared, concurrency } = this.#options;
    await this.#consumer.connect();
    this.#refuseAfterLeave();
    await this.#consumer.subscribe({ topics: [topic], fromBeginning: isShared });
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

  /** kafkajs cannot be stopped while it joins, and would stay as a member without an owner; an error here stops it. */
  #refuseAfterLeave(): void {
    if (this.#leaving) throw new Error('The consumer has left its group');
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
    // It may reject after the race below is over.
    disconnected.catch(() => undefined);
    await Promise.race([disconnected, delay(leaveWithinMs, undefined, { ref: false })]);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('kafkajs failed', { cause: error });
}

/** How a stay ended: on request, or by an error, after which another member may or may not succeed. */
export type MemberEnd = { readonly error: null } | { readonly error: Error; readonly final: boolean };

/** What keeps a subscription in its group. */
export interface SuperviseConsumerParts {
  /** Joins as a fresh member and resolves when that membership is over and all its handlers have returned. */
  readonly runMember: () => Promise<MemberEnd>;
  /** A membership ended or was never reached; another one is tried after `waitMs`. */
  readonly onInterrupted: (error: Error, waitMs: number) => void;
  readonly signal: AbortSignal;
  /** Resolves after `ms`, immediately when `signal` aborts; for tests. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** The waits between two members; an attempt itself takes kafkajs some 3 s when nothing answers. */
const memberRetry = { ...unboundedRetry, baseMs: 250, capMs: 5_000, jitter: [0.8, 1.2] } as const;
/** After a stay that lasted this long the waits start small again. */
const soundAfterMs = 15_000;

/**
 * Runs one member after another, without a limit: a broker may be unavailable for minutes, and a service has to wait for
 * it. Resolves with null when `signal` aborts, or with the error that no other member could fix.
 */
export async function superviseConsumer({
  runMember,
  onInterrupted,
  signal,
  wait = waitUnlessAborted,
}: SuperviseConsumerParts): Promise<Error | null> {
  let failures = 0;
  while (!signal.aborted) {
    const started = performance.now();
    const end = await runMember();
    if (end.error === null) break;
    if (end.final) return end.error;
    failures = performance.now() - started < soundAfterMs ? failures + 1 : 1;
    const waitMs = backoffMs(memberRetry, failures);
    onInterrupted(end.error, waitMs);
    await wait(waitMs, signal);
  }
  return null;
}

async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, signal).catch(() => undefined);
}
