import { expect, test } from '@jest/globals';
import { keptWindowMs, type Governor } from '@ridgeline/redis';
import { acculynxBudgets, acculynxCheckBudget, acculynxSpacing, hubspotBudget } from './vendor-budgets.ts';
import { tokenLimiter } from './rate-limiter.ts';
import { unlimitedGovernor } from './testing/unlimited-governor.ts';

test('When an answer of HubSpot names the size of its window, then the governor learns it, and from others nothing', async () => {
  const learned: [string, number][] = [];
  const governor: Governor = {
    ...unlimitedGovernor,
    learnLimit: (key, limit) => Promise.resolve(void learned.push([key, limit])),
  };
  const limiter = tokenLimiter(governor, 'migration', hubspotBudget('a'));
  const headers = new Headers({ 'x-hubspot-ratelimit-max': '190' });
  await limiter.onResponse({ status: 200, headers, durationMs: 1 });
  await limiter.onResponse({ status: 200, headers: new Headers(), durationMs: 1 });
  await limiter.onResponse({ status: null, headers: null, durationMs: 1 });
  expect(learned).toEqual([[hubspotBudget('a').key, 190]]);
});

test("When an answer of HubSpot says what is left of the portal's day, then the governor learns it", async () => {
  const told: unknown[] = [];
  const governor: Governor = {
    ...unlimitedGovernor,
    learnDailyUse: (key, use) => Promise.resolve(void told.push([key, use])),
  };
  const limiter = tokenLimiter(governor, 'sync', hubspotBudget('a'));
  const headers = new Headers({
    'x-hubspot-ratelimit-daily': '250000',
    'x-hubspot-ratelimit-daily-remaining': '0',
  });
  await limiter.onResponse({ status: 200, headers, durationMs: 1 });
  await limiter.onResponse({ status: 200, headers: new Headers(), durationMs: 1 });
  expect(told).toEqual([[hubspotBudget('a').key, { limit: 250_000, remaining: 0 }]]);
});

test('Spacing and checks are our own paces, in which no priority has a share; the limits of the vendors are not', () => {
  const ofVendors = [...acculynxBudgets('key', 'nat'), hubspotBudget('token')];
  const ours = [acculynxSpacing('nat'), acculynxCheckBudget('nat')];
  expect(ours.map(({ isOwnPace }) => isOwnPace)).toEqual([true, true]);
  expect(ofVendors.map(({ isOwnPace }) => isOwnPace)).toEqual([undefined, undefined, undefined]);
});

test('Spacing lets as many calls go as the limit of the address', () => {
  const [, address] = acculynxBudgets('key', 'nat');
  const spacing = acculynxSpacing('nat');
  const perSecond = (budget: typeof address): number => (budget.limit * 1_000) / keptWindowMs(budget);
  expect(spacing.limit).toBeLessThan(address.limit);
  expect(perSecond(spacing)).toBeCloseTo(perSecond(address), 5);
});
