import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Product } from '@ridgeline/devstack';
import { AnyOrder } from '../orders/any-order.ts';
import { drawOrder } from '../orders/draw-order.ts';
import { drawPlan } from './chaos-plan.ts';
import { chaosRun } from './chaos-run.ts';
import { describePlan } from './describe-plan.ts';
import { startForChaos } from './start-for-chaos.ts';

let product: Product;
beforeAll(async () => {
  product = await startForChaos('chaos-seeded', () => undefined);
}, 240_000);
afterAll(async () => {
  await product[Symbol.asyncDispose]();
}, 60_000);

test.each([10, 15, 18])(
  'When what seed %i draws happens to a migration, then what it accounts for is true to the vendors',
  async (seed) => {
    const plan = drawPlan(seed);
    const load = { ...plan.load, ...(plan.load.type === 'jobs' ? { jobs: 300 } : { contacts: 1_200 }) };
    const { violations, log } = await chaosRun(product, { ...plan, load });
    expect({ plan: describePlan(plan), violations, log }).toMatchObject({ violations: [] });
  },
  240_000,
);

test('When a company plans, migrates, pauses, retries, undoes and changes records in any order, then counts, links and HubSpot are true after each act', async () => {
  expect(await AnyOrder.of(product, drawOrder(1, 12))).toEqual([]);
}, 240_000);
