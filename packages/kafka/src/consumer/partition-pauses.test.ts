import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PartitionPauses, type Pausable } from './partition-pauses.ts';

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
  return { state, consumer };
}

/** Pauses whose consumer has joined with partitions 0 to 2. */
function joinedPauses() {
  const pauses = new PartitionPauses('topic');
  const { state, consumer } = aConsumer();
  pauses.joined(consumer, [0, 1, 2]);
  return { state, pauses };
}

describe('Paused partitions', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('A delayed partition stands until its time is over, and the others go on', () => {
    const { state, pauses } = joinedPauses();
    pauses.delay(1, 500);
    pauses.delay(2, 900);
    expect(state.paused).toEqual([1, 2]);
    jest.advanceTimersByTime(500);
    expect(state.paused).toEqual([2]);
    expect(pauses.isPaused(1)).toBe(false);
    expect(pauses.isPaused(2)).toBe(true);
  });

  test('When the hold ends, then a partition whose delay is not over still stands', () => {
    const { state, pauses } = joinedPauses();
    pauses.delay(1, 500);
    pauses.hold(true);
    expect(state.paused).toBe('all');
    pauses.hold(false);
    expect(state.paused).toEqual([1]);
  });

  test('When another consumer replaces one that ended, then it is paused and the old one is left alone', () => {
    const { state: old, pauses } = joinedPauses();
    pauses.delay(1, 500);
    pauses.left();
    old.paused = [];
    pauses.hold(true);
    const { state, consumer } = aConsumer();
    pauses.joined(consumer, [1]);
    expect(state.paused).toBe('all');
    pauses.hold(false);
    expect(state.paused).toEqual([1]);
    jest.advanceTimersByTime(500);
    expect(state.paused).toEqual([]);
    expect(old.paused).toEqual([]);
  });

  test('When a delayed partition was assigned to another member, then its delay is dropped', () => {
    const { pauses } = joinedPauses();
    pauses.delay(1, 500);
    pauses.joined(aConsumer().consumer, [0, 2]);
    expect(pauses.isPaused(1)).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('After the close everything stands and no timer is left', () => {
    const { pauses } = joinedPauses();
    pauses.delay(1, 500);
    pauses.close();
    // An event in progress at the close may still request a retry.
    pauses.delay(2, 500);
    expect(pauses.isPaused(0)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});
