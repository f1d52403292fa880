import { expect, test } from '@jest/globals';
import { startForChaos } from '../seeded/start-for-chaos.ts';
import { briefSeeds, drawBriefSyncPlan } from './brief-sync-plan.ts';
import { describeSyncPlan } from './sync-plan.ts';
import { syncRun } from './sync-run.ts';

// One after the other: `checks.ts` chooses how many products run at a time by the number of files.
test.each(briefSeeds)(
  'When records change while what seed %i draws happens, then HubSpot holds in the end what AccuLynx holds',
  async (seed) => {
    await using product = await startForChaos(`chaos-sync-${String(seed)}`, () => undefined);
    const plan = drawBriefSyncPlan(seed);
    const { violations, log } = await syncRun(product, plan);
    // The log of a failed run shows why, so it is printed with the violations.
    const why = violations.length === 0 ? [] : [...violations, describeSyncPlan(plan), ...log];
    expect(why).toEqual([]);
  },
  900_000,
);
