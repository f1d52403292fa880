import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PartitionPauses, type Pausable } from './partition-pauses.ts';

const topic = 'topic';

/** What kafkajs would have paused: 'all', or the partitions. */
function aConsumer() {
  const state: { paused: number[] | 'all' } = { paused: [] };
  const consumer: Pausable = {
    pause: ([change]) => {
      state.paused = change?.partitions ?? 'all';
    },
    resume: () => {
      state.paused = [];
    },
  };
  return { state, pauses: new PartitionPauses(topic, consumer) };
}

describe('Paused partitions', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('A delayed partition stands until its time is over, and the others go on', () => {
    const { state, pauses } = aConsumer();
    pauses.joined();
    pauses.delay(1, 500);
    pauses.delay(2, 900);
    expect(state.paused).toEqual([1, 2]);
    jest.advanceTimersByTime(500);
    expect(state.paused).toEqual([2]);
    expect(pauses.stands(1)).toBe(false);
    expect(pauses.stands(2)).toBe(true);
  });

  test('When the hold ends, then a partition whose delay is not over still stands', () => {
    const { state, pauses } = aConsumer();
    pauses.joined();
    pauses.delay(1, 500);
    pauses.hold(true);
    expect(state.paused).toBe('all');
    pauses.hold(false);
    expect(state.paused).toEqual([1]);
  });

  test('When kafkajs has forgotten its pauses by a restart, then they are told to it again', () => {
    const { state, pauses } = aConsumer();
    pauses.joined();
    pauses.hold(true);
    pauses.left();
    state.paused = [];
    pauses.delay(1, 500);
    expect(state.paused).toEqual([]);
    pauses.joined();
    expect(state.paused).toBe('all');
  });

  test('After the close everything stands and no timer is left', () => {
    const { pauses } = aConsumer();
    pauses.joined();
    pauses.delay(1, 500);
    pauses.close();
    expect(pauses.stands(0)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});
