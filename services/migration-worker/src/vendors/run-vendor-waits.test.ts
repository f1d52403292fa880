import { describe, expect, test } from '@jest/globals';
import { backgroundProfile, governedVendor, type RateLimiter } from '@ridgeline/governed-vendors';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import type { HubspotClient, HubspotOutcome } from '@ridgeline/hubspot';
import { hubspotBudget } from '@ridgeline/governed-vendors/budgets';
import type { CallHooks } from '@ridgeline/vendor-http';
import { companySecrets } from '../testing/bench-company.ts';
import { limitReason, WaitTracker, waitWithoutSlot } from '../waiting/wait-tracker.ts';
import { fakeAcculynx } from './testing/fake-acculynx.ts';
import { reading, runVendors, type CallSignals } from './run-vendors.ts';

const ok: HubspotOutcome<string> = { outcome: 'ok', value: 'fine' };
const outOf = (reason: 'timeout' | 'server'): HubspotOutcome<string> => ({
  outcome: 'unavailable',
  reason,
  status: reason === 'server' ? 503 : null,
  retryAfterMs: null,
});

/**
 * HubSpot as a run has it, with a tracker on the test's clock. A call waits for its slot within the rate limit, as its
 * request does.
 */
function aRunsHubspot() {
  const clock = { now: 0 };
  const waits = new WaitTracker(() => clock.now);
  const heldBack: number[] = [];
  const governor: { acquire: RateLimiter['acquire'] } = { acquire: () => Promise.resolve() };
  let hooks: CallHooks = {};
  const hubspot = governedVendor({
    vendor: 'HubSpot',
    waits,
    profile: backgroundProfile,
    limiter: {
      acquire: (signal, onWait) => governor.acquire(signal, onWait),
      holdBack: (ms) => Promise.resolve(void heldBack.push(ms)),
      onResponse: () => Promise.resolve(),
    },
    open: (transport) => {
      hooks = transport.hooks ?? {};
      return {} as HubspotClient;
    },
  });
  const run = runVendors(companySecrets, {
    vendors: {
      acculynx: () => ungoverned(fakeAcculynx({ count: 0, startIndex: 0, contacts: [] })),
      hubspot: () => hubspot,
    },
    fetch: () => Promise.resolve(companySecrets),
    waits,
    lease: { stopping: signal, databaseTime: undefined },
  });
  const settle = (answer: () => Promise<HubspotOutcome<string>>) =>
    run.hubspot.settle(reading(signal), async (_client, signals: CallSignals) => {
      await hooks.beforeCall?.({ method: 'GET', path: '/', signals });
      return answer();
    });
  return { settle, hooks, waits, clock, heldBack, governor };
}

const signal = new AbortController().signal;

describe('A run waits for a vendor and says so', () => {
  test('When HubSpot limits the calls, then all callers are held back, and the wait is reported until it is over', async () => {
    const { settle, waits, clock, heldBack } = aRunsHubspot();
    const told: string[] = [];
    const answers: HubspotOutcome<string>[] = [
      { outcome: 'limited', policy: 'TEN_SECONDLY_ROLLING', retryAfterMs: 1 },
      outOf('server'),
      ok,
    ];
    const answer = await settle(() => {
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
    const { settle } = aRunsHubspot();
    const refused: HubspotOutcome<string> = {
      outcome: 'refused',
      status: 403,
      scopes: ['a.write', 'b.write'],
    };
    await expect(settle(() => Promise.resolve(refused))).rejects.toMatchObject({
      name: 'RunFailed',
      refusedBy: 'HubSpot',
      text: expect.stringContaining('a.write or b.write'),
    });
  });

  test('When a wait is shorter than a second, then it is not told', () => {
    const { waits, clock } = aRunsHubspot();
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
  ])('When the vendor blocked all callers (%s), then that is reported after %i ms', async (blocked, ms) => {
    const { settle, waits, clock, governor } = aRunsHubspot();
    const told: string[] = [];
    governor.acquire = (_, onWait) => {
      onWait({ ms: 20_000, blocked, budget: hubspotBudget('a') });
      for (clock.now of [ms - 1, ms]) told.push(waits.text());
      return Promise.resolve();
    };
    await settle(() => Promise.resolve(ok));
    expect(told).toEqual(['', "Waiting for HubSpot's limit"]);
    expect(waits.text()).toBe('');
  });
});

describe("A call that leaves the rest of HubSpot's day to people and sync", () => {
  test('When it waits, then that is shown after a second, and the run gives its slot back for as long', async () => {
    const { settle, waits, clock, governor } = aRunsHubspot();
    governor.acquire = (_, onWait) => {
      expect(waits.leftMs()).toBe(0);
      onWait({ ms: 900_000, blocked: true, isReserved: true, budget: hubspotBudget('a') });
      clock.now = 2_000;
      expect(waits.leftMs()).toBe(898_000);
      expect(waits.text()).toBe("Waiting for HubSpot's daily limit");
      expect(waitWithoutSlot(waits)).toEqual({ ms: 898_000, reason: "Waiting for HubSpot's daily limit" });
      return Promise.resolve();
    };
    await settle(() => Promise.resolve(ok));
    expect(waits.text()).toBe('');
  });
});

describe('A call that hangs', () => {
  test('When HubSpot does not answer for 5 seconds, then that is reported until the call is over', () => {
    const { hooks, waits, clock } = aRunsHubspot();
    const over = hooks.whileCalling?.({ method: 'GET', path: '/' });
    clock.now = 4_999;
    expect(waits.text()).toBe('');
    clock.now = 5_000;
    expect(waits.text()).toBe('HubSpot has not answered for more than 5 seconds; still waiting');
    over?.();
    expect(waits.text()).toBe('');
  });

  test('When it ends as a timeout, then the wait is still reported, without a gap', async () => {
    const { settle, waits, clock } = aRunsHubspot();
    const told: string[] = [];
    const answers = [outOf('timeout'), ok];
    await settle(() => {
      told.push(waits.text());
      clock.now += told.length === 1 ? 30_000 : 0;
      return Promise.resolve(answers.shift() ?? ok);
    });
    expect(told).toEqual(['', 'HubSpot is not reachable; trying again']);
  });
});
