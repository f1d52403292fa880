import { setImmediate as settled } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { unboundedRetry, type RetryPolicy } from '@ridgeline/kit';
import type { Clock } from './back-off.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { VendorOutcome } from './outcome.ts';
import { withRetries } from './retry.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that is stopped until `run`, and then jumps from one sleeper to the next. */
class VirtualClock implements Clock {
  #now = 0;
  readonly #sleepers = new Set<Sleeper>();

  readonly now = (): number => this.#now;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const sleeper = { until: this.#now + ms, wake: () => resolve(undefined) };
    this.#sleepers.add(sleeper);
    const abort = (): void => {
      this.#sleepers.delete(sleeper);
      reject(signal?.reason);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return promise;
  };

  /** Until no caller sleeps, or for this many milliseconds. */
  async run(ms = Infinity): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settled();
      const [next] = [...this.#sleepers].sort((a, b) => a.until - b.until);
      if (!next || next.until > end) break;
      this.#sleepers.delete(next);
      this.#now = next.until;
      next.wake();
    }
    if (end !== Infinity) this.#now = end;
  }
}

const ok: VendorOutcome<string> = { outcome: 'ok', value: 'fine' };
const down = (retryAfterMs: number | null = null): VendorOutcome<string> => ({
  outcome: 'unavailable',
  reason: 'server',
  status: 503,
  retryAfterMs,
});

interface Plan {
  readonly lanes: number;
  readonly backAt: number;
  readonly policy?: RetryPolicy;
  readonly circuit?: 'shared' | 'none';
  readonly draws?: () => number;
  /** What the vendor answers while it is down. */
  readonly answer?: VendorOutcome<string>;
}

/** Lanes of a run that all call a vendor which is down from the start until `backAt`. */
async function outage({ lanes, backAt, policy = unboundedRetry, draws = () => 1, ...plan }: Plan) {
  const clock = new VirtualClock();
  const circuit = plan.circuit === 'none' ? undefined : new CircuitBreaker(policy, clock);
  const asked: number[] = [];
  let inFlight = 0;
  let maxInFlight = 0;
  const call = async (): Promise<VendorOutcome<string>> => {
    if (clock.now() > 0 && clock.now() < backAt) maxInFlight = Math.max(maxInFlight, ++inFlight);
    asked.push(clock.now());
    const answer = clock.now() >= backAt ? ok : (plan.answer ?? down());
    await clock.sleep(50);
    inFlight = Math.max(0, inFlight - 1);
    return answer;
  };
  const through = Array.from({ length: lanes }, () =>
    withRetries(policy, call, { circuit, sleep: clock.sleep, random: draws }).then(() => clock.now()),
  );
  await clock.run();
  const done = await Promise.all(through);
  return {
    idleMs: Math.max(...done) - backAt,
    callsWhileDown: asked.filter((at) => at < backAt).length,
    maxInFlight,
    asked,
  };
}

describe('An outage of a vendor', () => {
  const twoMinutes = { lanes: 10, backAt: 120_000 };

  test('When the vendor is back after two minutes, then every lane resumes within the cap, in the worst case', async () => {
    const { idleMs } = await outage(twoMinutes);
    expect(idleMs).toBeLessThanOrEqual(unboundedRetry.capMs + 50);
    expect(unboundedRetry.capMs).toBe(8_000);
  });

  test('When many lanes meet an outage, then one at a time asks, so that a lower cap is fewer calls than before', async () => {
    const before = await outage({
      ...twoMinutes,
      policy: { ...unboundedRetry, capMs: 30_000 },
      circuit: 'none',
    });
    const after = await outage(twoMinutes);
    expect(after.maxInFlight).toBe(1);
    expect(after.callsWhileDown).toBeLessThan(before.callsWhileDown / 2);
    expect(after.idleMs).toBeLessThan(before.idleMs / 1.5);
  });

  test('When the vendor asks for a time by Retry-After, then no call is made earlier', async () => {
    const { asked } = await outage({ lanes: 3, backAt: 60_000, answer: down(20_000), draws: () => 0 });
    expect(asked).toEqual([0, 0, 0, 20_050, 40_100, 60_150, 60_200, 60_200]);
  });

  test('When ten calls in flight fail together, then that is one failure; the longest Retry-After of them counts', async () => {
    for (const [last, nextAt] of [
      [down(), unboundedRetry.baseMs],
      [down(20_000), 20_000],
    ] as const) {
      const clock = new VirtualClock();
      const circuit = new CircuitBreaker(unboundedRetry, clock);
      const tickets = await Promise.all(Array.from({ length: 10 }, () => circuit.admit()));
      tickets.forEach((ticket, index) => circuit.record(ticket, index === 9 ? last : down(), 1));
      const next = circuit.admit();
      await clock.run();
      await next;
      expect(clock.now()).toBe(nextAt);
    }
  });

  test('When a call that is let out hangs, then the next one still starts after the cap', async () => {
    const clock = new VirtualClock();
    const circuit = new CircuitBreaker(unboundedRetry, clock);
    circuit.record(await circuit.admit(), down(), 0);
    await circuit.admit();
    let admitted: number | null = null;
    const second = circuit.admit().then(() => (admitted = clock.now()));
    await clock.run();
    await second;
    expect(admitted).toBe(unboundedRetry.capMs);
  });

  test('When a limit, a lock or a rejection is answered, then the vendor is available and no call waits for it', async () => {
    const clock = new VirtualClock();
    const circuit = new CircuitBreaker(unboundedRetry, clock);
    for (const answer of [
      ok,
      { outcome: 'limited', policy: null, retryAfterMs: 1_000 },
      { outcome: 'unavailable', reason: 'locked', status: 423, retryAfterMs: 2_000 },
      { outcome: 'rejected', problem: { status: 400, category: null, message: '' } },
    ] satisfies VendorOutcome<string>[]) {
      circuit.record(0, down(), 1);
      const waiting = circuit.admit();
      circuit.record(1, answer, 1);
      await waiting;
      expect(clock.now()).toBe(0);
    }
  });

  test('When one call fails for reasons of its own, then the others pass it by', async () => {
    const clock = new VirtualClock();
    const circuit = new CircuitBreaker(unboundedRetry, clock);
    const options = { circuit, sleep: clock.sleep, random: () => 1 };
    const stop = new AbortController();
    const poison = withRetries(unboundedRetry, () => Promise.resolve(down()), {
      ...options,
      signal: stop.signal,
    });
    const good = withRetries(unboundedRetry, () => Promise.resolve(ok), options).then(() => {
      stop.abort(new Error('enough'));
      return clock.now();
    });
    const refused = expect(poison).rejects.toThrow('enough');
    await clock.run();
    await refused;
    expect(await good).toBeLessThanOrEqual(unboundedRetry.baseMs);
  });

  test('When a waiting call is aborted, then its reason is thrown and the next one takes its turn', async () => {
    const clock = new VirtualClock();
    const circuit = new CircuitBreaker(unboundedRetry, clock);
    circuit.record(0, down(), 1);
    const stop = new AbortController();
    const reason = new Error('cancelled');
    const first = expect(circuit.admit(stop.signal)).rejects.toBe(reason);
    const second = circuit.admit();
    stop.abort(reason);
    await first;
    await clock.run();
    await second;
    expect(clock.now()).toBe(unboundedRetry.baseMs);
  });
});
