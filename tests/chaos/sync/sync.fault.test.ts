import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Product } from '@ridgeline/devstack';
import { startForChaos } from '../seeded/start-for-chaos.ts';
import { briefSeeds, drawBriefSyncPlan } from './brief-sync-plan.ts';
import { describeSyncPlan } from './sync-plan.ts';
import { syncRun } from './sync-run.ts';

let product: Product;
beforeAll(async () => {
  product = await startForChaos('chaos-sync', () => undefined);
}, 240_000);
afterAll(async () => {
  await product[Symbol.asyncDispose]();
}, 60_000);

test.each(briefSeeds)(
  'When records change while what seed %i draws happens, then HubSpot holds in the end what AccuLynx holds',
  async (seed) => {
    const plan = drawBriefSyncPlan(seed);
    const { violations, log } = await syncRun(product, plan);
    // The log of a failed run shows why, so it is printed with the violations.
    const why = violations.length === 0 ? [] : [...violations, describeSyncPlan(plan), ...log];
    expect(why).toEqual([]);
  },
  900_000,
);
