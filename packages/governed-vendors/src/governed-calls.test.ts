import { describe, expect, test } from '@jest/globals';
import type { VendorOutcome } from '@ridgeline/vendor-http';
import { reading } from './call-signals.ts';
import { governedCalls } from './governed-calls.ts';
import { backgroundPatience, interactivePatience } from './patience.ts';

const ok: VendorOutcome<string> = { outcome: 'ok', value: 'fine' };
const outOf = (reason: 'timeout' | 'server'): VendorOutcome<string> => ({
  outcome: 'unavailable',
  reason,
  status: reason === 'server' ? 503 : null,
  retryAfterMs: null,
});

/** Calls whose guard is late at the first `lateFor` places that they get. */
function someCalls({ lateFor = 0, patience = backgroundPatience } = {}) {
  const heldBack: number[] = [];
  const learned: number[] = [];
  const guard = { held: true, isValid: true };
  let places = 0;

  const calls = governedCalls({
    vendor: 'HubSpot',
    patience,
    guard: {
      untilHeld: () => (guard.held ? Promise.resolve() : Promise.reject(new Error('lost'))),
      get isValid() {
        return guard.isValid;
      },
    },
    pace: {
      acquire: () => {
        places += 1;
        guard.isValid = places > lateFor;
        return Promise.resolve();
      },
      holdBack: (ms) => Promise.resolve(void heldBack.push(ms)),
      learn: (limit) => {
        learned.push(limit);
        return Promise.reject(new Error('Redis is away'));
      },
    },
    limitIn: (headers) => Number(headers.get('x-max')),
  });
  return { calls, heldBack, learned, guard, places: () => places };
}

const signal = new AbortController().signal;

async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

describe('An outage', () => {
  test('When one call finds HubSpot down, then the others wait for their turn instead of calling', async () => {
    const { calls } = someCalls();
    const answers = [outOf('server'), ok];
    const first = calls.attempt(reading(signal), () => Promise.resolve(answers.shift() ?? ok));
    await microtasks();
    let called = false;
    const second = calls.attempt(reading(signal), () => {
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
  test('When the guard is late by the time that a call has its place, then the place is given up for a new one', async () => {
    const { calls, places } = someCalls({ lateFor: 2 });
    const placesAtCall: number[] = [];
    await calls.attempt(reading(signal), () => {
      placesAtCall.push(places());
      return Promise.resolve(ok);
    });
    expect(placesAtCall).toEqual([3]);
  });

  test('When the right to call was lost while the governor let it wait, then the call is not made', async () => {
    const { calls, guard } = someCalls();
    const made: string[] = [];
    const attempt = (name: string) =>
      calls.attempt(
        { ...reading(signal), onCall: () => made.push(`${name} goes out`) },
        () => (made.push(name), Promise.resolve(ok)),
      );
    await attempt('first');
    guard.held = false;
    await expect(attempt('second')).rejects.toThrow('lost');
    expect(made).toEqual(['first goes out', 'first']);
  });

  test('When the work is stopped while a call is out, then the call goes on to its end and is not repeated', async () => {
    const { calls } = someCalls();
    const stopping = new AbortController();
    const signals = { waiting: stopping.signal, calling: signal };
    const stopped = new Error('cancelled');
    const answer = await calls.attempt(signals, () => {
      stopping.abort(stopped);
      return Promise.resolve(ok);
    });
    expect(answer).toEqual(ok);
    const again = new AbortController();
    let made = 0;
    const repeated = calls.attempt({ waiting: again.signal, calling: signal }, () => {
      made += 1;
      again.abort(stopped);
      return Promise.resolve(outOf('timeout'));
    });
    await expect(repeated).rejects.toBe(stopped);
    expect(made).toBe(1);
  });

  test('When an answer tells the size of the window, then the governor learns it, and may be away', () => {
    const { calls, learned } = someCalls();
    const headers = new Headers({ 'x-max': '190' });
    calls.hooks.afterCall?.({ method: 'GET', path: '/' }, { status: 200, headers, durationMs: 1 });
    calls.hooks.afterCall?.({ method: 'GET', path: '/' }, { status: null, headers: null, durationMs: 1 });
    expect(learned).toEqual([190]);
  });
});

describe('Patience', () => {
  test('When a person waits and the vendor asks for more time than they have, then its limit is the answer', async () => {
    const { calls, heldBack } = someCalls({ patience: interactivePatience });
    const limited: VendorOutcome<string> = { outcome: 'limited', policy: null, retryAfterMs: 10_000 };
    expect(await calls.attempt(reading(signal), () => Promise.resolve(limited))).toEqual(limited);
    expect(heldBack).toEqual([]);
  });

  test('When a call is to be made once, then it passes governor and guard, and its failure is the answer', async () => {
    const { calls, guard, places } = someCalls();
    const failure = outOf('server');
    expect(await calls.once(reading(signal), () => Promise.resolve(failure))).toEqual(failure);
    expect(places()).toBe(1);
    guard.held = false;
    await expect(calls.once(reading(signal), () => Promise.resolve(ok))).rejects.toThrow('lost');
  });
});
