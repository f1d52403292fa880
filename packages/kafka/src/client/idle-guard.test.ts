import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { guardIdleConnections } from './idle-guard.ts';

guardIdleConnections();

function aQueue(maxInFlightRequests: number | null = null) {
  const sent: number[] = [];
  const failed: string[] = [];
  const queue = new RequestQueue({
    maxInFlightRequests,
    requestTimeout: 3_000,
    enforceRequestTimeout: true,
    clientId: 'test',
    broker: 'test',
    logger: { debug: () => undefined },
    isConnected: () => true,
  });
  const push = (correlationId: number): void =>
    queue.push({
      entry: {
        correlationId,
        apiName: 'Test',
        resolve: () => undefined,
        reject: (error) => failed.push(error.name),
      },
      expectResponse: true,
      sendRequest: () => sent.push(correlationId),
    });
  const answer = (correlationId: number): void =>
    queue.fulfillRequest({ correlationId, payload: null, size: 0 });
  return { queue, push, answer, sent, failed };
}

describe('The idle guard', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('When the last answer has come, then no timer runs on the connection', () => {
    const { push, answer } = aQueue();
    push(1);
    answer(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('When a request has to wait for another one, then it is sent after the answer', () => {
    const { push, answer, sent } = aQueue(1);
    push(1);
    push(2);
    expect(sent).toEqual([1]);
    answer(1);
    expect(sent).toEqual([1, 2]);
  });

  test('When the broker asks to slow down, then the waiting request is sent when the time is over', () => {
    const { queue, push, sent } = aQueue();
    queue.throttledUntil = Date.now() + 500;
    push(1);
    jest.advanceTimersByTime(499);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(10);
    expect(sent).toEqual([1]);
  });

  test('When an answer does not come, then its request still times out, and the check wakes once a second', () => {
    const { queue, push, failed } = aQueue();
    queue.scheduleRequestTimeoutCheck();
    push(1);
    jest.advanceTimersByTime(3_000);
    expect(failed).toEqual([]);
    jest.advanceTimersByTime(1_000);
    expect(failed).toEqual(['KafkaJSRequestTimeoutError']);
    queue.destroy();
    expect(jest.getTimerCount()).toBe(0);
  });
});
