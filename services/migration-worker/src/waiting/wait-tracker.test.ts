import { describe, expect, test } from '@jest/globals';
import { paceReason } from '@ridgeline/governed-vendors';
import { countingReason, limitReason, WaitTracker, type WaitReason } from './wait-tracker.ts';

/**
 * The waits reported over this many seconds, in which the run waits all the time and a stage makes progress every `everyMs`.
 */
function told(reason: WaitReason, stage: WaitReason['vendor'], everyMs: number, seconds: number): string[] {
  const clock = { now: 0 };
  const waits = new WaitTracker(() => clock.now);
  waits.begin(reason);
  const texts: string[] = [];
  for (clock.now = 100; clock.now <= seconds * 1_000; clock.now += 100) {
    if (clock.now % everyMs === 0) waits.cameOn(stage);
    if (clock.now % 1_000 === 0) texts.push(waits.text());
  }
  return [...new Set(texts)];
}

const waiting = "Waiting for AccuLynx's limit";

describe('What is slowed is not paused', () => {
  test.each([
    ['other calls to the vendor come back', limitReason('AccuLynx'), 'AccuLynx'],
    ['HubSpot still takes what was read before', limitReason('AccuLynx'), 'HubSpot'],
    ['results are still counted', limitReason('HubSpot'), null],
    ['results are still counted that are waited for', countingReason, null],
  ] as const)('When %s, then no wait is reported, however long one call waits', (_, reason, stage) => {
    expect(told(reason, stage, 500, 60)).toEqual(['']);
  });

  test('When calls only keep their distance, then a window that is spent is no wait', () => {
    expect(told(paceReason('HubSpot'), 'HubSpot', 10_000, 60)).toEqual(['']);
    expect(told(paceReason('AccuLynx'), 'AccuLynx', 60_000, 20)).toEqual(['', waiting]);
  });

  test('When HubSpot takes nothing while AccuLynx is read ahead, then that is reported: no record moves', () => {
    expect(told(limitReason('HubSpot'), 'AccuLynx', 500, 10)).toEqual(["Waiting for HubSpot's limit"]);
  });

  test('When a call comes back, then the wait ends, and is reported again when nothing follows', () => {
    const clock = { now: 60_000 };
    const waits = new WaitTracker(() => clock.now);
    waits.begin(limitReason('AccuLynx'), 0);
    expect(waits.text()).toBe(waiting);
    waits.cameOn('AccuLynx');
    expect(waits.text()).toBe('');
    clock.now = 61_000;
    expect(waits.text()).toBe(waiting);
    expect(waits.current()).toMatchObject([{ since: 60_000 }]);
  });
});
