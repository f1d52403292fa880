import type { VendorOutcome } from '@ridgeline/vendor-http';
import { describe, expect, test } from '@jest/globals';
import { RunStopped } from '../base/run-errors.ts';
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

/** A client whose lease is late at the first `lateFor` places that it gets. */
function aClient({ lateFor = 0 } = {}) {
  const clock = { now: 0 };
  const waits = new WaitTracker(() => clock.now);
  const heldBack: number[] = [];
  const learned: number[] = [];
  const lease = { held: true, isValid: true };
  let places = 0;

  const client = runVendorClient({
    vendor: 'HubSpot',
    waits,
    lease: {
      untilHeld: () => (lease.held ? Promise.resolve() : Promise.reject(new RunStopped('lost'))),
      get isValid() {
        return lease.isValid;
      },
    },
    pace: {
      acquire: () => {
        places += 1;
        lease.isValid = places > lateFor;
        return Promise.resolve();
      },
      holdBack: (ms) => Promise.resolve(void heldBack.push(ms)),
      learn: (limit) => Promise.resolve(void learned.push(limit)),
    },
    limitIn: (headers) => Number(headers.get('x-max')),
  });
  return { client, waits, clock, heldBack, learned, lease, places: () => places };
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

  test('When the lease is late by the time that a call has its place, then the place is given up for a new one', async () => {
    const { client, places } = aClient({ lateFor: 2 });
    const placesAtCall: number[] = [];
    await client.settle(reading(signal), () => {
      placesAtCall.push(places());
      return Promise.resolve(ok);
    });
    expect(placesAtCall).toEqual([3]);
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

describe('A call that hangs', () => {
  test('When HubSpot does not answer for 5 seconds, then that is told, and taken back when the call is over', () => {
    const { client, waits, clock } = aClient();
    const over = client.hooks.whileCalling?.({ method: 'GET', path: '/' });
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

async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

describe('An outage', () => {
  test('When one call of a run finds HubSpot down, then the others wait for their turn instead of calling', async () => {
    const { client } = aClient();
    const answers = [outOf('server'), ok];
    const first = client.settle(reading(signal), () => Promise.resolve(answers.shift() ?? ok));
    await microtasks();
    let called = false;
    const second = client.settle(reading(signal), () => {
      called = true;
      return Promise.resolve(ok);
    });
    await microtasks();
    expect(called).toBe(false);
    await Promise.all([first, second]);
    expect(called).toBe(true);
  });
});

describe('Each call passes the governor and the lease', () => {
  test('When the lease was lost while the governor let it wait, then the call is not made', async () => {
    const { client, lease } = aClient();
    const calls: string[] = [];
    const settle = (name: string) =>
      client.settle(
        { ...reading(signal), onCall: () => calls.push(`${name} goes out`) },
        () => (calls.push(name), Promise.resolve(ok)),
      );
    await settle('first');
    lease.held = false;
    await expect(settle('second')).rejects.toMatchObject({ reason: 'lost' });
    expect(calls).toEqual(['first goes out', 'first']);
  });

  test('When the run is stopped while a call is out, then the call goes on to its end and is not repeated', async () => {
    const { client } = aClient();
    const stopping = new AbortController();
    const signals = { waiting: stopping.signal, calling: signal };
    const stopped = new RunStopped('cancelled');
    const answer = await client.settle(signals, () => {
      stopping.abort(stopped);
      return Promise.resolve(ok);
    });
    expect(answer).toEqual(ok);
    const again = new AbortController();
    let calls = 0;
    const repeated = client.settle({ waiting: again.signal, calling: signal }, () => {
      calls += 1;
      again.abort(stopped);
      return Promise.resolve(outOf('timeout'));
    });
    await expect(repeated).rejects.toBe(stopped);
    expect(calls).toBe(1);
  });

  test('When an answer tells the size of the window, then the governor learns it', () => {
    const { client, learned } = aClient();
    const headers = new Headers({ 'x-max': '190' });
    client.hooks.afterCall?.({ method: 'GET', path: '/' }, { status: 200, headers, durationMs: 1 });
    client.hooks.afterCall?.({ method: 'GET', path: '/' }, { status: null, headers: null, durationMs: 1 });
    expect(learned).toEqual([190]);
  });
});
