import { describe, expect, test } from '@jest/globals';
import { limitReason, silenceReason, waitReason } from '@ridgeline/governed-vendors';
import type { Unavailable } from '@ridgeline/vendor-http';
import { WaitLog } from './wait-log.ts';
import { WaitTracker } from './wait-tracker.ts';

const answers503: Unavailable = {
  outcome: 'unavailable',
  reason: 'server',
  status: 503,
  retryAfterMs: null,
};

/** A run's tracker and log on a clock of the test's own; a beat each second, as in a run. */
function waitingRun() {
  let now = 0;
  const tracker = new WaitTracker(() => now);
  const log = new WaitLog(tracker, 3);
  const messages: string[] = [];
  const ids: string[] = [];
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      const lines = log.lines();
      messages.push(...lines.map(({ message }) => message));
      ids.push(...lines.map(({ id }) => id));
    }
  };
  return { tracker, messages, ids, pass };
}

describe('The log of a migration reports waits', () => {
  test('When HubSpot answers 503 for a while, then one line says so, and one when and after what time it answers', () => {
    const { tracker, messages, pass } = waitingRun();
    const waiting = tracker.begin(waitReason('HubSpot', answers503));
    pass(4);
    expect(messages).toEqual([]);
    pass(38);
    expect(messages).toEqual(['Waiting for HubSpot: it answers 503 (Service Unavailable). Trying again.']);
    waiting.end();
    pass(5);
    expect(messages.slice(1)).toEqual(['HubSpot answers again after 43 seconds.']);
  });

  test('When a call hangs, then the state and the log report that after 5 seconds, until the answer comes', () => {
    const { tracker, messages, pass } = waitingRun();
    const waiting = tracker.begin(silenceReason('AccuLynx'));
    pass(4);
    expect(tracker.text()).toBe('');
    pass(1);
    expect(tracker.text()).toBe('AccuLynx has not answered for more than 5 seconds; still waiting');
    expect(messages).toEqual(['Waiting for AccuLynx: it has not answered for more than 5 seconds.']);
    waiting.end();
    expect(tracker.text()).toBe('');
    pass(1);
    expect(messages.at(-1)).toBe('AccuLynx answers again after 6 seconds.');
  });

  test('When it is only the pace that is waited for, then the words do not say that anything is broken', () => {
    const { tracker, messages, pass } = waitingRun();
    const waiting = tracker.begin(limitReason('HubSpot'));
    pass(10);
    waiting.end();
    pass(1);
    expect(messages).toEqual([
      'Waiting for HubSpot: its limit on calls is reached.',
      'HubSpot takes calls again after 11 seconds.',
    ]);
  });

  test('When waits are short, then there is no line; when they come in a storm, then no more than five pairs in five minutes', () => {
    const { tracker, messages, ids, pass } = waitingRun();
    for (let round = 0; round < 60; round += 1) {
      const waiting = tracker.begin(waitReason('HubSpot', answers503));
      pass(3);
      waiting.end();
      pass(1);
    }
    expect(messages).toEqual([]);
    for (let round = 0; round < 60; round += 1) {
      const waiting = tracker.begin(waitReason('HubSpot', answers503));
      pass(9);
      waiting.end();
      pass(1);
    }
    // Ten minutes of waits that all deserve an entry: five in the first five minutes, five in the next.
    expect(messages).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  test('When another wait follows soon, then it has its lines as well', () => {
    const { tracker, messages, pass } = waitingRun();
    for (const reason of [silenceReason('HubSpot'), waitReason('HubSpot', answers503)]) {
      const waiting = tracker.begin(reason);
      pass(6);
      waiting.end();
      pass(2);
    }
    expect(messages).toHaveLength(4);
  });

  test('When both vendors are waited for, then each has its lines', () => {
    const { tracker, messages, pass } = waitingRun();
    tracker.begin(waitReason('HubSpot', { ...answers503, reason: 'network', status: null }));
    tracker.begin(waitReason('AccuLynx', { ...answers503, status: 521 }));
    pass(8);
    expect(messages).toEqual([
      'Waiting for AccuLynx: it answers 521. Trying again.',
      'Waiting for HubSpot: it cannot be reached. Trying again.',
    ]);
  });
});
