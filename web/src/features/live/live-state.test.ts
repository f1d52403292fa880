import { describe, expect, test } from '@jest/globals';
import { nextLiveState, reconnectDelay, type LiveEvent, type LiveState } from './live-state.ts';

const start: LiveState = { kind: 'connecting', since: 0 };
const after = (...events: LiveEvent['type'][]) =>
  events.reduce((state, type, index) => nextLiveState(state, { type, at: index + 1 }), start);

describe('The live connection', () => {
  test('When it is connected, then it is live', () => {
    expect(after('connected')).toEqual({ kind: 'live', since: 1 });
  });

  test('When it is lost twice, then it is reconnecting since the first loss', () => {
    expect(after('connected', 'lost', 'lost')).toEqual({ kind: 'reconnecting', since: 2 });
  });

  test('When the first try fails, then it is still connecting', () => {
    expect(after('lost').kind).toBe('connecting');
  });

  test('When the browser goes offline while reconnecting, then the numbers are old since the loss', () => {
    expect(after('connected', 'lost', 'offline')).toEqual({ kind: 'offline', since: 2 });
  });

  test('When the browser is back, then it reconnects and is live again only when connected', () => {
    expect(after('connected', 'offline', 'online').kind).toBe('reconnecting');
    expect(after('connected', 'offline', 'online', 'connected').kind).toBe('live');
  });
});

test('When tries fail again and again, then the waits grow to at most 30 s and at least half of it', () => {
  expect(reconnectDelay(0, () => 0)).toBe(500);
  expect(reconnectDelay(3, () => 1)).toBe(8000);
  expect(reconnectDelay(50, () => 1)).toBe(30_000);
});
