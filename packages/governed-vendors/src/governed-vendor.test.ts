import { describe, expect, test } from '@jest/globals';
import { reading, type CallHooks, type CallSignals, type VendorOutcome } from '@ridgeline/vendor-http';
import { backgroundProfile, governedVendor, interactiveProfile } from './governed-vendor.ts';

const ok: VendorOutcome<string> = { outcome: 'ok', value: 'fine' };
const outOf = (reason: 'timeout' | 'server'): VendorOutcome<string> => ({
  outcome: 'unavailable',
  reason,
  status: reason === 'server' ? 503 : null,
  retryAfterMs: null,
});

/** A vendor whose guard is late at the first `lateFor` places that its calls get; each of them is one request. */
function aVendor({ lateFor = 0, profile = backgroundProfile } = {}) {
  const heldBack: number[] = [];
  const reported: (number | null)[] = [];
  const guard = { held: true, isValid: true };
  let places = 0;

  const vendor = governedVendor({
    vendor: 'HubSpot',
    profile,
    guard: {
      untilHeld: () => (guard.held ? Promise.resolve() : Promise.reject(new Error('lost'))),
      get isValid() {
        return guard.isValid;
      },
    },
    limiter: {
      acquire: () => {
        places += 1;
        guard.isValid = places > lateFor;
        return Promise.resolve();
      },
      holdBack: (ms) => Promise.resolve(void heldBack.push(ms)),
      onResponse: ({ status }) => {
        reported.push(status);
        return Promise.reject(new Error('Redis is unavailable'));
      },
    },
    open: ({ hooks = {} }) => hooks,
  });
  /** Makes a request as the transport does, with the answer instead of `fetch`. */
  const request =
    (answer: () => Promise<VendorOutcome<string>>) => async (hooks: CallHooks, signals: CallSignals) => {
      await hooks.beforeCall?.({ method: 'GET', path: '/', signals });
      signals.onCall?.();
      return answer();
    };
  return {
    attempt: (signals: CallSignals, answer: () => Promise<VendorOutcome<string>>) =>
      vendor.attempt(signals, request(answer)),
    once: (signals: CallSignals, answer: () => Promise<VendorOutcome<string>>) =>
      request(answer)(vendor.client, signals),
    hooks: vendor.client,
    heldBack,
    reported,
    guard,
    places: () => places,
  };
}

const signal = new AbortController().signal;

async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

describe('An outage', () => {
  test('When one call finds HubSpot down, then the others wait for their turn instead of calling', async () => {
    const { attempt } = aVendor();
    const answers = [outOf('server'), ok];
    const first = attempt(reading(signal), () => Promise.resolve(answers.shift() ?? ok));
    await microtasks();
    let called = false;
    const second = attempt(reading(signal), () => {
      called = true;
      return Promise.resolve(ok);
    });
    await microtasks();
    expect(called).toBe(false);
    await Promise.all([first, second]);
    expect(called).toBe(true);
  });
});

describe('Each call passes the governor and the guard', () => {
  test('When the guard has expired by the time a call gets its slot, then the slot is exchanged for a new one', async () => {
    const { attempt, places } = aVendor({ lateFor: 2 });
    const placesAtCall: number[] = [];
    await attempt(reading(signal), () => {
      placesAtCall.push(places());
      return Promise.resolve(ok);
    });
    expect(placesAtCall).toEqual([3]);
  });

  test('When the right to call was lost while the governor let it wait, then the call is not made', async () => {
    const { attempt, guard } = aVendor();
    const made: string[] = [];
    const attemptAs = (name: string) =>
      attempt(
        { ...reading(signal), onCall: () => made.push(`${name} goes out`) },
        () => (made.push(name), Promise.resolve(ok)),
      );
    await attemptAs('first');
    guard.held = false;
    await expect(attemptAs('second')).rejects.toThrow('lost');
    expect(made).toEqual(['first goes out', 'first']);
  });

  test('When the work is stopped during a call, then the call completes and is not repeated', async () => {
    const { attempt } = aVendor();
    const stopping = new AbortController();
    const signals = { waiting: stopping.signal, calling: signal };
    const stopped = new Error('cancelled');
    const answer = await attempt(signals, () => {
      stopping.abort(stopped);
      return Promise.resolve(ok);
    });
    expect(answer).toEqual(ok);
    const again = new AbortController();
    let made = 0;
    const repeated = attempt({ waiting: again.signal, calling: signal }, () => {
      made += 1;
      again.abort(stopped);
      return Promise.resolve(outOf('timeout'));
    });
    await expect(repeated).rejects.toBe(stopped);
    expect(made).toBe(1);
  });

  test('When a call is answered, then the rate limiter learns from it, and may be unable to', () => {
    const { hooks, reported } = aVendor();
    const headers = new Headers();
    hooks.afterCall?.({ method: 'GET', path: '/' }, { status: 200, headers, durationMs: 1 });
    hooks.afterCall?.({ method: 'GET', path: '/' }, { status: null, headers: null, durationMs: 1 });
    expect(reported).toEqual([200, null]);
  });
});

describe('The retry profile', () => {
  test('When a person waits and the vendor asks for more time than they have, then its limit is the answer', async () => {
    const { attempt, heldBack } = aVendor({ profile: interactiveProfile });
    const limited: VendorOutcome<string> = { outcome: 'limited', policy: null, retryAfterMs: 10_000 };
    expect(await attempt(reading(signal), () => Promise.resolve(limited))).toEqual(limited);
    expect(heldBack).toEqual([]);
  });

  test('When a call must not be retried, then it passes governor and guard, and its failure is returned', async () => {
    const { once, guard, places } = aVendor();
    const failure = outOf('server');
    expect(await once(reading(signal), () => Promise.resolve(failure))).toEqual(failure);
    expect(places()).toBe(1);
    guard.held = false;
    await expect(once(reading(signal), () => Promise.resolve(ok))).rejects.toThrow('lost');
  });
});
