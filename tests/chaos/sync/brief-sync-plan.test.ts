import { expect, test } from '@jest/globals';
import { briefSeeds, drawBriefSyncPlan, nameOf } from './brief-sync-plan.ts';
import { drawSyncPlan } from './sync-plan.ts';

const disturbedBy = (plan: ReturnType<typeof drawSyncPlan>): Set<string> =>
  new Set(plan.disturbances.map(({ disturbance }) => nameOf(disturbance)));

test('When the brief seeds are drawn, then together they disturb everything that a whole run disturbs', () => {
  const all = briefSeeds.map((seed) => disturbedBy(drawBriefSyncPlan(seed)));
  expect(new Set(all.flatMap((some) => [...some]))).toEqual(disturbedBy(drawSyncPlan(1, 3_000)));
});

test('When a brief seed is drawn again, then it is the same run, of two companies', () => {
  for (const seed of briefSeeds) {
    const plan = drawBriefSyncPlan(seed);
    expect(drawBriefSyncPlan(seed)).toEqual(plan);
    for (const { company } of [...plan.acts, ...plan.disturbances]) expect(company).toBeLessThan(2);
  }
});
