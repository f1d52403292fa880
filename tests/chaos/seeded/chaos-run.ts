import type { Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { mayChangeWorkers } from '../disturbing/disturbance.ts';
import { passThrough } from '../disturbing/go-through.ts';
import { untilSettled } from '../disturbing/watched-migration.ts';
import type { ChaosPlan } from './chaos-plan.ts';
import { newMigratingTenant, start } from './migrating-tenant.ts';
import { lastRunsChecked } from './last-runs.ts';
import { surrounded } from './surrounded.ts';
import { checkedTenant } from './verdict.ts';
import { banProblems } from './violations.ts';

/** The result of one run. */
export interface ChaosOutcome {
  /** The migration of the disturbed company. */
  readonly migration: Migration;
  /** In that company and the others. */
  readonly violations: readonly string[];
  readonly records: number;
  readonly seconds: number;
  readonly log: readonly string[];
}

/** Runs a new company's migration as planned, at the same time as other companies, and checks the result of each. */
export async function chaosRun(product: Product, plan: ChaosPlan): Promise<ChaosOutcome> {
  const ready = await newMigratingTenant(product, plan.load, plan.past);
  const readyBeside = await Promise.all(plan.beside.map((load) => newMigratingTenant(product, load)));
  const started = performance.now();
  const { main, checkAround } = await surrounded(product, ready, plan);
  const others = await Promise.all(readyBeside.map((one) => start(one)));
  const shiftedAfter = await passThrough(product, { ...main, list: plan.load.type }, plan);
  for (const tenant of [main, ...others]) await untilSettled(product, tenant);
  const seconds = (performance.now() - started) / 1_000;

  const { control } = main.company;
  await control.clearFaults();
  const { bans } = await control.sourceLimitCounts();
  await control.resetLimits();
  const oneAttemptOnly = !mayChangeWorkers(plan);
  const own = await checkedTenant(main, { shiftedAfter, oneAttemptOnly });
  const beside = await Promise.all(
    others.map((it) => checkedTenant(it, { shiftedAfter: 0, oneAttemptOnly })),
  );
  const besideIts = beside.flatMap((it) => it.violations.map((text) => `a company beside: ${text}`));
  const records = [own, ...beside].reduce((sum, { migration }) => sum + migration.processedCount, 0);
  const around = await checkAround(own.migration);
  await control.clearFaults();
  const isFollowed = plan.following !== null;
  const last =
    plan.past || isFollowed
      ? await lastRunsChecked(product, main, { disturbed: own.migration, isFollowed })
      : [];
  const violations = [...own.violations, ...besideIts, ...around, ...last, ...banProblems(bans)];
  return { migration: own.migration, violations, records, seconds, log: own.log };
}
