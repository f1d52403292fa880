import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Registry } from '@ridgeline/kit/metrics';
import type { AcquireOptions, Governor } from '@ridgeline/redis';
import { measureGovernor, WindowUse } from './governor-metrics.ts';
import { acculynxBudgets, acculynxSpacing, hubspotBudget, secretHash } from './vendor-budgets.ts';

// All calls are within the window of each limit, however slow the machine.
beforeAll(() => void jest.useFakeTimers());
afterAll(() => void jest.useRealTimers());

/** A governor that does what a test says with each call. */
function measured(acquire: (options: AcquireOptions) => Promise<void> = () => Promise.resolve()) {
  const nothing = (): Promise<void> => Promise.resolve();
  const governor: Governor = {
    acquire: (_budgets, options) => acquire(options),
    block: nothing,
    learnLimit: nothing,
    learnDailyUse: nothing,
    announceSync: nothing,
    limited: nothing,
    answered: nothing,
  };
  const registry = new Registry();
  const state = { isAlone: () => true, learned: () => 190 };
  const lines = async () =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return { governor: measureGovernor(governor, state, registry), lines };
}

test('When a thousand customers call, then no series tells whose calls they were, and there are no more than for one', async () => {
  const budgetsOf = (secret: string) => [
    ...acculynxBudgets(secretHash(secret), 'nat-1'),
    acculynxSpacing('nat-1'),
  ];
  const one = measured();
  await one.governor.acquire(budgetsOf('key-0'), { priority: 'migration' });
  const many = measured();
  for (let customer = 0; customer < 1_000; customer += 1)
    await many.governor.acquire(budgetsOf(`key-${String(customer)}`), { priority: 'migration' });
  const names = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0]);
  expect(names(await many.lines())).toEqual(names(await one.lines()));
  expect((await many.lines()).join('\n')).not.toContain(secretHash('key-7'));
  expect(await many.lines()).toContain('ridgeline_governor_calls_total{budget="acculynx-address"} 1000');
});

test('When a vendor told its limit, then use and limit are those of the customer that used most', async () => {
  const { governor, lines } = measured();
  await governor.acquire([hubspotBudget('a')], { priority: 'migration' });
  for (let call = 0; call < 3; call += 1)
    await governor.acquire([hubspotBudget('b')], { priority: 'migration' });
  const told = await lines();
  expect(told).toContain('ridgeline_governor_used_calls{budget="hubspot-token"} 3');
  expect(told).toContain('ridgeline_governor_limit_calls{budget="hubspot-token"} 190');
  expect(told).toContain('ridgeline_governor_alone 1');
});

test('When nothing is scraped before the window of the last call is over, then its limit is still shown', async () => {
  const { governor, lines } = measured();
  await governor.acquire([hubspotBudget('a')], { priority: 'migration' });
  jest.advanceTimersByTime(60_000);
  const told = await lines();
  expect(told).toContain('ridgeline_governor_used_calls{budget="hubspot-token"} 0');
  expect(told).toContain('ridgeline_governor_limit_calls{budget="hubspot-token"} 190');
});

test('When a call waits, then it is counted once for each cause and shown while it waits, also when it fails', async () => {
  const gate = Promise.withResolvers<undefined>();
  const budget = hubspotBudget('a');
  const waits: number[] = [];
  const { governor, lines } = measured(async ({ onWait }) => {
    onWait?.({ ms: 10, budget, blocked: false });
    onWait?.({ ms: 20, budget, blocked: false });
    onWait?.({ ms: 30, budget, blocked: true });
    await gate.promise;
  });
  const waiting = governor.acquire([budget], { priority: 'migration', onWait: ({ ms }) => waits.push(ms) });
  expect(await lines()).toContain(
    'ridgeline_governor_waiting_calls{vendor="HubSpot",priority="migration"} 1',
  );
  gate.reject(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  const told = await lines();
  expect(told).toContain('ridgeline_governor_waits_total{budget="hubspot-token",cause="used-up"} 1');
  expect(told).toContain('ridgeline_governor_waits_total{budget="hubspot-token",cause="blocked"} 1');
  expect(told).toContain('ridgeline_governor_waiting_calls{vendor="HubSpot",priority="migration"} 0');
  expect(told).toContain('ridgeline_governor_wait_seconds_count{vendor="HubSpot",priority="migration"} 1');
  expect(told).toContain('ridgeline_governor_calls_total{budget="hubspot-token"} 0');
  expect(waits).toEqual([10, 20, 30]);
});

test('A limit without recent use is dropped, and calls count for one window', () => {
  let now = 0;
  const use = new WindowUse(() => now);
  const budget = hubspotBudget('a', 100);
  use.started(budget, 100);
  now = 9_999;
  use.started(budget, 100);
  expect(use.fullest('hubspot:token:')).toEqual({ limit: 100, calls: 2 });
  expect(use.fullest('acculynx:key:')).toBeNull();
  now = 10_001;
  expect(use.fullest('hubspot:token:')).toEqual({ limit: 100, calls: 1 });
  now = 20_000;
  expect(use.fullest('hubspot:token:')).toBeNull();
});

test('When a vendor refuses a call for minutes, then the time counts immediately, without another call', async () => {
  const { governor, lines } = measured();
  await governor.block(hubspotBudget('a').key, 300_000);
  await governor.block('unknown:budget', 1_000);
  expect(await lines()).toContain('ridgeline_governor_blocked_seconds_total{budget="hubspot-token"} 300');
});
