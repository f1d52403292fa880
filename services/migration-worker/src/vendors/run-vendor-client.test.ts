import { describe, expect, test } from '@jest/globals';
import { backgroundPatience, governedCalls, type Pace } from '@ridgeline/governed-vendors';
import type { VendorOutcome } from '@ridgeline/vendor-http';
import { limitReason } from '../waiting/wait-reason.ts';
import { WaitTracker } from '../waiting/wait-tracker.ts';
import { reading, runVendorClient } from './run-vendor-client.ts';

const ok: VendorOutcome<string> = { outcome: 'ok', value: 'fine' };
const outOf = (reason: 'timeout' | 'server'): VendorOutcome<string> => ({
  outcome: 'unavailable',
  reason,
  status: reason === 'server' ? 503 : null,
  retryAfterMs: null,
});

/** A run's client, with a tracker whose clock is the test's. */
function aClient() {
  const clock = { now: 0 };
  const waits = new WaitTracker(() => clock.now);
  const heldBack: number[] = [];
  const governor: { acquire: Pace['acquire'] } = { acquire: () => Promise.resolve() };
  const calls = governedCalls({
    vendor: 'HubSpot',
    waits,
    patience: backgroundPatience,
    pace: {
      acquire: (signal, onWait) => governor.acquire(signal, onWait),
      holdBack: (ms) => Promise.resolve(void heldBack.push(ms)),
      learn: () => Promise.resolve(),
    },
  });
  const client = runVendorClient('HubSpot', calls, waits);
  return { client, hooks: calls.hooks, waits, clock, heldBack, governor };
}

const signal = new AbortController().signal;

describe('A run waits for a vendor and says so', () => {
  test('When HubSpot limits the calls, then everybody is held back, the wait is told, and forgotten when it is over', async () => {
    const { client, waits, clock, heldBack } = aClient();
    const told: string[] = [];
    const answers: VendorOutcome<string>[] = [
      { outcome: 'limited', policy: 'TEN_SECONDLY_ROLLING', retryAfterMs: 1 },
      outOf('server'),
      ok,
    ];
    const answer = await client.settle(reading(signal), () => {
      clock.now += 1_500;
      told.push(waits.text());
      return Promise.resolve(answers.shift() ?? ok);
    });
    expect(answer).toEqual(ok);
    expect(heldBack).toEqual([1]);
    expect(told).toEqual(['', "Waiting for HubSpot's limit", 'HubSpot is not reachable; trying again']);
    expect(waits.text()).toBe('');
  });

  test('When the token is refused, then the run fails, with the vendor named', async () => {
    const { client } = aClient();
    const refused: VendorOutcome<string> = {
      outcome: 'refused',
      status: 403,
      scopes: ['a.write', 'b.write'],
    };
    await expect(client.settle(reading(signal), () => Promise.resolve(refused))).rejects.toMatchObject({
      name: 'RunFailed',
      refusedBy: 'HubSpot',
      text: expect.stringContaining('a.write or b.write'),
    });
  });

  test('When a wait is shorter than a second, then it is not told', () => {
    const { waits, clock } = aClient();
    const waiting = waits.begin(limitReason('HubSpot'));
    clock.now = 999;
    expect(waits.text()).toBe('');
    clock.now = 1_000;
    expect(waits.text()).toBe("Waiting for HubSpot's limit");
    waiting.end();
    expect(waits.text()).toBe('');
  });
});

describe('A call that waits for its turn', () => {
  test.each([
    [false, 15_000],
    [true, 1_000],
  ])('When the vendor shut everybody out (%s), then that is told after %i ms', async (isBlocked, ms) => {
    const { client, waits, clock, governor } = aClient();
    const told: string[] = [];
    governor.acquire = (_, onWait) => {
      onWait?.({ ms: 20_000, isBlocked });
      for (clock.now of [ms - 1, ms]) told.push(waits.text());
      return Promise.resolve();
    };
    await client.settle(reading(signal), () => Promise.resolve(ok));
    expect(told).toEqual(['', "Waiting for HubSpot's limit"]);
    expect(waits.text()).toBe('');
  });
});

describe('A call that hangs', () => {
  test('When HubSpot does not answer for 5 seconds, then that is told, and taken back when the call is over', () => {
    const { hooks, waits, clock } = aClient();
    const over = hooks.whileCalling?.({ method: 'GET', path: '/' });
    clock.now = 4_999;
    expect(waits.text()).toBe('');
    clock.now = 5_000;
    expect(waits.text()).toBe('HubSpot has not answered for more than 5 seconds; still waiting');
    over?.();
    expect(waits.text()).toBe('');
  });

  test('When it ends as a timeout, then the wait goes on being told, without a gap', async () => {
    const { client, waits, clock } = aClient();
    const told: string[] = [];
    const answers = [outOf('timeout'), ok];
    await client.settle(reading(signal), () => {
      told.push(waits.text());
      clock.now += told.length === 1 ? 30_000 : 0;
      return Promise.resolve(answers.shift() ?? ok);
    });
    expect(told).toEqual(['', 'HubSpot is not reachable; trying again']);
  });
});
