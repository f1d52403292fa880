import { describe, expect, test } from '@jest/globals';
import { AppError, createLogger } from '@ridgeline/kit';
import { Registry } from 'prom-client';
import { deadLetterHeaders } from '../dead-letters/dead-letter.ts';
import { kafkaMetrics } from '../metrics.ts';
import { toKafkaMessage, type KafkaMessage } from '../producer/kafka-message.ts';
import { testTopic, textEvent } from '../testing/test-topic.ts';
import { MessageHandler } from './message-handler.ts';
import type { ReceivedMessage } from './received-message.ts';
import type { Verdict } from './verdict.ts';

const topic = testTopic('unit.');

function aMessage(offset = '7', partition = 0): ReceivedMessage {
  return { ...toKafkaMessage(textEvent(topic, 'a', 'text')), partition, offset };
}

function aHandler(handler: () => Promise<Verdict>) {
  const buried: KafkaMessage[] = [];
  const state = { down: false };
  const messages = new MessageHandler({
    topic,
    group: 'group',
    maxAttempts: 3,
    handler,
    deadLetters: {
      send(letters) {
        if (state.down) return Promise.reject(new AppError('server.unavailable'));
        buried.push(...letters);
        return Promise.resolve();
      },
    },
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: kafkaMetrics(new Registry()),
  });
  return { messages, buried, state };
}

describe('The handling of a message', () => {
  test('When the handler is done, then the next message follows', async () => {
    const { messages } = aHandler(() => Promise.resolve({ verdict: 'done' }));
    expect(await messages.handle(aMessage())).toEqual({ next: true });
  });

  test('When the handler names a time, then the message comes again after exactly that', async () => {
    const { messages } = aHandler(() =>
      Promise.resolve({ verdict: 'retry', reason: 'No slot is free', afterMs: 1_234 }),
    );
    expect(await messages.handle(aMessage())).toEqual({ next: false, delayMs: 1_234 });
  });

  test('When the handler fails for the moment, then the message is retried ever more slowly and never dies', async () => {
    const { messages, buried } = aHandler(() => Promise.reject(new AppError('server.unavailable')));
    const delays: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const outcome = await messages.handle(aMessage());
      delays.push(outcome.next ? 0 : outcome.delayMs);
    }
    expect(delays[0]).toBeLessThanOrEqual(300);
    expect(delays[3]).toBeGreaterThan(1_500);
    expect(delays[11]).toBeGreaterThanOrEqual(12_000);
    expect(delays[11]).toBeLessThanOrEqual(18_000);
    expect(buried).toEqual([]);
  });

  test('When the handler fails unexpectedly, then the message dies after the last attempt', async () => {
    const { messages, buried } = aHandler(() => Promise.reject(new TypeError('a fault')));
    const outcomes = [
      await messages.handle(aMessage()),
      await messages.handle(aMessage()),
      await messages.handle(aMessage()),
    ];
    expect(outcomes.map(({ next }) => next)).toEqual([false, false, true]);
    expect(buried.map(({ headers }) => headers[deadLetterHeaders.attempts])).toEqual(['3']);
    expect(JSON.stringify(buried)).not.toContain('a fault');
  });

  test('The attempts of one message do not count for the next, nor for another partition', async () => {
    const { messages, buried } = aHandler(() => Promise.reject(new TypeError('a fault')));
    await messages.handle(aMessage('7'));
    await messages.handle(aMessage('7'));
    expect((await messages.handle(aMessage('8'))).next).toBe(false);
    expect((await messages.handle(aMessage('8', 1))).next).toBe(false);
    expect(buried).toEqual([]);
  });

  test('When the dead letter cannot be written, then the message is kept and tried again', async () => {
    const { messages, buried, state } = aHandler(() => Promise.resolve({ verdict: 'dead', reason: 'No' }));
    state.down = true;
    expect((await messages.handle(aMessage())).next).toBe(false);
    state.down = false;
    expect((await messages.handle(aMessage())).next).toBe(true);
    expect(buried).toHaveLength(1);
  });

  test('A message without an envelope, or of another type, is dead', async () => {
    const { messages, buried } = aHandler(() => Promise.resolve({ verdict: 'done' }));
    await messages.handle({ ...aMessage(), headers: {} });
    const message = aMessage();
    await messages.handle({ ...message, headers: { ...message.headers, 'event-type': 'other.Type' } });
    expect(buried.map(({ headers }) => headers[deadLetterHeaders.reason])).toEqual([
      'The headers do not carry an event envelope',
      'The event is a other.Type, not a google.protobuf.StringValue',
    ]);
  });
});
