import { describe, expect, test } from '@jest/globals';
import { AppError, createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { deadLetterHeaders } from '../dead-letters/dead-letter.ts';
import { kafkaMetrics } from '../metrics.ts';
import { toKafkaMessage, type KafkaMessage, type ReceivedMessage } from '../messages.ts';
import { testTopic, textEvent, type TestTopic } from '../testing/test-events.ts';
import { MessageHandler } from './message-handler.ts';
import type { HandlerResult } from './subscribe-options.ts';

const topic = testTopic('unit.');

function aMessage(offset = '7', partition = 0): ReceivedMessage {
  return { ...toKafkaMessage(textEvent(topic, 'a', 'text')), partition, offset };
}

function aHandler(handler: () => Promise<HandlerResult>, of: TestTopic = topic) {
  const registry = new Registry();
  let handled = 0;
  const deadLettered: KafkaMessage[] = [];
  const state = { down: false };
  const messages = new MessageHandler({
    topic: of,
    group: 'group',
    countedAs: 'group',
    maxAttempts: 3,
    handler: () => {
      handled += 1;
      return handler();
    },
    deadLetters: {
      send(letters) {
        if (letters.some(({ value }) => value.byteLength > 1_000))
          return Promise.reject(new AppError('server.failed'));
        if (state.down) return Promise.reject(new AppError('server.unavailable'));
        deadLettered.push(...letters);
        return Promise.resolve();
      },
    },
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: kafkaMetrics(registry),
  });
  const refused = async () =>
    (await registry.getSingleMetric('ridgeline_events_refused_total')?.get())?.values ?? [];
  return { messages, deadLettered, state, refused, handled: () => handled };
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
    const { messages, deadLettered } = aHandler(() => Promise.reject(new AppError('server.unavailable')));
    const delays: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const outcome = await messages.handle(aMessage());
      delays.push(outcome.next ? 0 : outcome.delayMs);
    }
    expect(delays[0]).toBeLessThanOrEqual(300);
    expect(delays[3]).toBeGreaterThan(1_500);
    expect(delays[11]).toBeGreaterThanOrEqual(12_000);
    expect(delays[11]).toBeLessThanOrEqual(18_000);
    expect(deadLettered).toEqual([]);
  });

  test('When the handler fails unexpectedly, then the message dies after the last attempt', async () => {
    const { messages, deadLettered } = aHandler(() => Promise.reject(new TypeError('a fault')));
    const outcomes = [
      await messages.handle(aMessage()),
      await messages.handle(aMessage()),
      await messages.handle(aMessage()),
    ];
    expect(outcomes.map(({ next }) => next)).toEqual([false, false, true]);
    expect(deadLettered.map(({ headers }) => headers[deadLetterHeaders.attempts])).toEqual(['3']);
    expect(JSON.stringify(deadLettered)).not.toContain('a fault');
  });

  test('The attempts of one message do not count for the next, nor for another partition', async () => {
    const { messages, deadLettered } = aHandler(() => Promise.reject(new TypeError('a fault')));
    await messages.handle(aMessage('7'));
    await messages.handle(aMessage('7'));
    expect((await messages.handle(aMessage('8'))).next).toBe(false);
    expect((await messages.handle(aMessage('8', 1))).next).toBe(false);
    expect(deadLettered).toEqual([]);
  });

  test('When the dead letter cannot be written, then the message is kept and tried again', async () => {
    const { messages, deadLettered, state } = aHandler(() =>
      Promise.resolve({ verdict: 'dead', reason: 'No' }),
    );
    state.down = true;
    expect((await messages.handle(aMessage())).next).toBe(false);
    state.down = false;
    expect((await messages.handle(aMessage())).next).toBe(true);
    expect(deadLettered).toHaveLength(1);
  });

  test('When an event is too large for the dead letters, then its reason goes there alone, and the next one follows', async () => {
    const { messages, deadLettered } = aHandler(() => Promise.resolve({ verdict: 'done' }));
    const huge = { ...aMessage(), key: 'k'.repeat(5_000), value: new Uint8Array(2_000).fill(0xff) };
    expect(await messages.handle(huge)).toEqual({ next: true });
    expect(deadLettered).toMatchObject([{ key: '', value: new Uint8Array() }]);
    const { reason, cut, offset } = deadLetterHeaders;
    expect(deadLettered[0]?.headers).toMatchObject({
      [reason]: 'The value is not a google.protobuf.StringValue',
      [cut]: '2000',
      [offset]: '7',
    });
  });

  const headersOf = (more: object) => ({ ...aMessage(), headers: { ...aMessage().headers, ...more } });
  const about7 = { ...topic, subjectOf: () => ({ id: 7, companyId: 'company-1' }) };
  test.each<[string, string, TestTopic, ReceivedMessage]>([
    ['has no envelope', 'envelope', topic, { ...aMessage(), headers: {} }],
    ['has an id that is none', 'envelope', topic, headersOf({ 'event-id': "1' or true" })],
    ['has a time that is none', 'envelope', topic, headersOf({ 'event-time': 'tomorrow' })],
    ['names no company', 'envelope', topic, headersOf({ 'company-id': '' })],
    ['is of another type', 'type', topic, headersOf({ 'event-type': 'other.Type' })],
    ['is no message', 'value', topic, { ...aMessage(), value: Uint8Array.of(0xff) }],
    ['has the key of another', 'contradiction', about7, { ...aMessage(), key: '8' }],
    [
      'is of another company in its value',
      'contradiction',
      about7,
      { ...headersOf({ 'company-id': 'co_b' }), key: '7' },
    ],
    [
      'is of an id that cannot be',
      'contradiction',
      { ...topic, subjectOf: () => ({ id: -1, companyId: null }) },
      { ...aMessage(), key: '-1' },
    ],
    [
      'has the key of another company',
      'contradiction',
      { ...topic, subjectOf: () => ({ id: null, companyId: null }) },
      { ...aMessage(), key: 'co_b' },
    ],
  ])(
    'When an event %s, then no handler sees it, and it is counted and dead',
    async (_, reason, of, message) => {
      const { messages, deadLettered, handled, refused } = aHandler(
        () => Promise.resolve({ verdict: 'done' }),
        of,
      );
      expect(await messages.handle(message)).toEqual({ next: true });
      expect([handled(), deadLettered.length]).toEqual([0, 1]);
      expect(await refused()).toEqual([{ labels: { topic: topic.name, reason }, value: 1 }]);
    },
  );

  test('When the parts of an event agree, then its handler sees it', async () => {
    const { messages, handled, refused } = aHandler(() => Promise.resolve({ verdict: 'done' }), about7);
    await messages.handle({ ...aMessage(), key: '7' });
    expect([handled(), await refused()]).toEqual([1, []]);
  });

  test('What a handler refuses is counted by its kind, and a fault in a handler is no refusal', async () => {
    const verdicts: HandlerResult[] = [
      { verdict: 'dead', reason: 'No' },
      { verdict: 'dead', reason: 'Unheard of', kind: 'unknown' },
    ];
    const { messages, refused } = aHandler(() => {
      const next = verdicts.shift();
      return next ? Promise.resolve(next) : Promise.reject(new TypeError('a fault'));
    });
    for (const offset of ['1', '2', '3', '3', '3']) await messages.handle(aMessage(offset));
    expect((await refused()).map(({ labels }) => labels['reason'])).toEqual(['unusable', 'unknown']);
  });

  test('A message without an envelope, or of another type, is dead', async () => {
    const { messages, deadLettered } = aHandler(() => Promise.resolve({ verdict: 'done' }));
    await messages.handle({ ...aMessage(), headers: {} });
    const message = aMessage();
    await messages.handle({ ...message, headers: { ...message.headers, 'event-type': 'other.Type' } });
    expect(deadLettered.map(({ headers }) => headers[deadLetterHeaders.reason])).toEqual([
      'The headers do not carry an event envelope',
      'The event is a other.Type, not a google.protobuf.StringValue',
    ]);
  });
});
