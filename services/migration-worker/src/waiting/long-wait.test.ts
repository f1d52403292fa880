import { describe, expect, test } from '@jest/globals';
import { countingReason, limitReason, WaitTracker, waitWithoutSlot } from './wait-tracker.ts';

function waiting() {
  const clock = { now: 0 };
  return { clock, waits: new WaitTracker(() => clock.now) };
}

const handedBack = { ms: 15_000, reason: "Waiting for HubSpot's limit" };

describe('A run that stalls gives its slot away', () => {
  test('When it has waited for a vendor for 30 seconds, then it is handed back with what it waits for', () => {
    const { clock, waits } = waiting();
    clock.now = 500;
    waits.begin(limitReason('HubSpot'));
    clock.now = 30_499;
    expect(waitWithoutSlot(waits)).toBeNull();
    clock.now = 30_500;
    expect(waitWithoutSlot(waits)).toEqual(handedBack);
  });

  test('When it waits for our own counting, then it keeps its slot, however long that takes', () => {
    const { clock, waits } = waiting();
    waits.begin(countingReason);
    clock.now = 600_000;
    expect(waitWithoutSlot(waits)).toBeNull();
  });

  test('When anything comes on while one call waits, then it keeps its slot; the time counts from what came last', () => {
    const { clock, waits } = waiting();
    waits.begin(limitReason('HubSpot'));
    clock.now = 29_000;
    waits.cameOn('AccuLynx');
    clock.now = 58_999;
    expect(waitWithoutSlot(waits)).toBeNull();
    clock.now = 59_000;
    expect(waitWithoutSlot(waits)).toEqual(handedBack);
  });

  test('When the wait is over, then there is nothing to hand back for', () => {
    const { clock, waits } = waiting();
    const wait = waits.begin(limitReason('HubSpot'));
    clock.now = 60_000;
    wait.end();
    expect(waitWithoutSlot(waits)).toBeNull();
  });

  test('When a vendor says that it takes longer than that, then it is handed back soon, for as long as that takes', () => {
    const { clock, waits } = waiting();
    waits.begin(limitReason('HubSpot')).because(limitReason('HubSpot'), 900_000);
    clock.now = 1_999;
    expect(waitWithoutSlot(waits)).toBeNull();
    clock.now = 2_000;
    expect(waitWithoutSlot(waits)).toEqual({ ...handedBack, ms: 898_000 });
  });

  test('When our own counting waits longest, then a vendor that is waited for beside it is reason enough', () => {
    const { clock, waits } = waiting();
    waits.begin(countingReason);
    clock.now = 1_000;
    waits.begin(limitReason('HubSpot'));
    clock.now = 31_000;
    expect(waitWithoutSlot(waits)).toEqual(handedBack);
  });
});
