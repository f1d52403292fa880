import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startProduct, type Product } from '@ridgeline/devstack';
import { briefSeeds, drawBriefSyncPlan } from './brief-sync-plan.ts';
import { describeSyncPlan } from './sync-plan.ts';
import { syncRun } from './sync-run.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({
    root: process.cwd(),
    dir: join(process.cwd(), '.ridgeline', `chaos-sync-${process.pid}`),
    log: () => undefined,
    durable: false,
    web: false,
    contactsPerCompany: 10,
    jobsPerCompany: 10,
    env: {
      REGISTRATIONS_PER_ADDRESS: '1000000',
      SIGN_IN_TRIES_PER_ADDRESS: '1000000',
      CHECKS_PER_ADDRESS: '1000000',
    },
  });
}, 240_000);
afterAll(async () => {
  await product[Symbol.asyncDispose]();
}, 60_000);

test.each(briefSeeds)(
  'When records change while what seed %i draws happens, then HubSpot holds in the end what AccuLynx holds',
  async (seed) => {
    const plan = drawBriefSyncPlan(seed);
    const { violations, log } = await syncRun(product, plan);
    expect({ plan: describeSyncPlan(plan), violations, log }).toMatchObject({ violations: [] });
  },
  600_000,
);
