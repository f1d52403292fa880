import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startProduct, type Product } from '@ridgeline/devstack';
import { describeSyncPlan, drawSyncPlan } from './sync-plan.ts';
import { syncRun } from './sync-run.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({
    root: process.cwd(),
    dir: join(process.cwd(), '.ridgeline', `chaos-sync-${process.pid}`),
    log: () => undefined,
    durable: false,
    web: false,
  });
}, 240_000);
afterAll(async () => {
  await product[Symbol.asyncDispose]();
}, 60_000);

test.each([1, 2, 3, 4, 5])(
  'When records change while what seed %i draws happens, then HubSpot holds in the end what AccuLynx holds',
  async (seed) => {
    const plan = drawSyncPlan(seed, { changes: 100, disturbances: 2 });
    const { violations, log } = await syncRun(product, plan);
    expect({ plan: describeSyncPlan(plan), violations, log }).toMatchObject({ violations: [] });
  },
  240_000,
);
