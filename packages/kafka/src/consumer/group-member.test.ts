import { describe, expect, test } from '@jest/globals';
import { Kafka as KafkaJS, logLevel, type ConsumerRunConfig, type EachBatchPayload } from 'kafkajs';
import { GroupMember } from './group-member.ts';

const payload: EachBatchPayload = {
  batch: {
    topic: 'topic',
    partition: 0,
    highWatermark: '0',
    messages: [],
    isEmpty: () => true,
    firstOffset: () => null,
    lastOffset: () => '0',
    offsetLag: () => '0',
    offsetLagLow: () => '0',
  },
  resolveOffset: () => undefined,
  heartbeat: () => Promise.resolve(),
  pause: () => () => undefined,
  commitOffsetsIfNecessary: () => Promise.resolve(),
  uncommittedOffsets: () => ({ topics: [] }),
  isRunning: () => true,
  isStale: () => false,
};

/** A member whose consumer reaches no broker: the test triggers its events. */
function aMember(runBatch: () => Promise<void> = () => Promise.resolve(), { isShared = true } = {}) {
  const client = new KafkaJS({ brokers: ['nowhere:1'], logLevel: logLevel.NOTHING });
  const listeners = new Map<string, (event: { payload: unknown }) => void>();
  const running = Promise.withResolvers<ConsumerRunConfig>();
  const joins: (readonly number[])[] = [];
  let disconnects = 0;
  let longestFetchMs: number | undefined;
  const member = new GroupMember({
    client: {
      consumer: (config) => {
        longestFetchMs = config.maxWaitTimeInMs;
        return Object.assign(client.consumer(config), {
          on: (name: string, listener: (event: { payload: unknown }) => void) => {
            listeners.set(name, listener);
            return () => undefined;
          },
          connect: () => Promise.resolve(),
          subscribe: () => Promise.resolve(),
          run: (config: ConsumerRunConfig) => {
            running.resolve(config);
            return Promise.resolve();
          },
          disconnect: () => {
            disconnects += 1;
            return Promise.resolve();
          },
        });
      },
    },
    topic: 'topic',
    group: 'group',
    isShared,
    concurrency: 1,
    runBatch,
    onJoined: (_, partitions) => joins.push(partitions),
    onLeft: () => undefined,
  });
  const ended = member.run();
  const tell = (name: string, about: unknown): void => listeners.get(name)?.({ payload: about });
  return {
    member,
    ended,
    joins,
    running: running.promise,
    disconnects: () => disconnects,
    longestFetchMs,
    join: () => tell('consumer.group_join', { memberAssignment: { topic: [0, 2] } }),
    fetch: () => tell('consumer.fetch_start', { nodeId: '1' }),
    crash: (error: Error) => tell('consumer.crash', { error, groupId: 'group', restart: false }),
  };
}

describe('A member of a group', () => {
  test('When a process is alone in its group, then an idle fetch waits longer than in a shared one', () => {
    expect(aMember().longestFetchMs).toBe(1_000);
    expect(aMember(undefined, { isShared: false }).longestFetchMs).toBe(2_000);
  });

  test('When kafkajs fails after its last retry, then its consumer is closed and another one may follow', async () => {
    const { ended, running, join, joins, crash, disconnects } = aMember();
    await running;
    join();
    expect(joins).toEqual([[0, 2]]);
    const error = new TypeError('A fault of kafkajs');
    crash(error);
    expect(await ended).toEqual({ error, final: false });
    expect(disconnects()).toBe(1);
  });

  test('When a batch failed by a fault of our own code, then no other member would do better', async () => {
    const fault = new TypeError('A bug in the service');
    const { ended, running, crash } = aMember(() => Promise.reject(fault));
    const { eachBatch } = await running;
    await expect(eachBatch?.(payload)).rejects.toThrow(fault);
    crash(fault);
    expect(await ended).toEqual({ error: fault, final: true });
  });

  test('When kafkajs fails while an event is handled, then the member ends only after the handler returns', async () => {
    const handling = Promise.withResolvers<undefined>();
    const { ended, running, crash } = aMember(() => handling.promise);
    const { eachBatch } = await running;
    const batch = eachBatch?.(payload);
    let over = false;
    const watched = ended.then(() => (over = true));
    crash(new Error('lost'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    handling.resolve(undefined);
    await Promise.all([batch, watched]);
    expect(over).toBe(true);
  });

  test('When the member is stopped while it joins, then kafkajs neither joins nor fetches', async () => {
    const { member, ended, running, join, fetch, joins } = aMember();
    await running;
    await member.leave();
    expect(await ended).toEqual({ error: null });
    expect(join).toThrow('The consumer has left its group');
    expect(fetch).toThrow('The consumer has left its group');
    expect(joins).toEqual([]);
  });
});
