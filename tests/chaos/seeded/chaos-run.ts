import { cancelMigration, type Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { mayChangeWorkers, type ChaosPlan } from './chaos-plan.ts';
import { newContender, untilSettled, untilShare, type Contender } from './contender.ts';
import { disturb } from './disturb.ts';
import { lastRunsJudged } from './last-runs.ts';
import { judged } from './verdict.ts';
import { banProblems } from './violations.ts';

/** What one run came to. */
export interface ChaosOutcome {
  /** That of the company which was disturbed. */
  readonly migration: Migration;
  /** Of it and of the companies beside it. */
  readonly violations: readonly string[];
  readonly records: number;
  readonly seconds: number;
  readonly log: readonly string[];
}

/** Runs a migration of a new company through what its plan holds, with others beside it, and judges how each ended. */
export async function chaosRun(product: Product, plan: ChaosPlan): Promise<ChaosOutcome> {
  const { batchSize, concurrency } = plan;
  const startMain = await newContender(product, plan.load, plan.past);
  const startOthers = await Promise.all(plan.beside.map((load) => newContender(product, load)));
  const started = performance.now();
  const main = await startMain({ batchSize, concurrency, delayMs: 0 });
  const others = await Promise.all(startOthers.map((start) => start()));

  const shiftedUntil = await passThrough(product, main, plan);
  for (const contender of [main, ...others]) await untilSettled(product, contender);
  const seconds = (performance.now() - started) / 1_000;
  const { control } = main.company;
  await control.clearFaults();
  const { bans } = await control.sourceLimitCounts();
  await control.resetLimits();

  const oneAttemptOnly = !mayChangeWorkers(plan);
  const own = await judged(main, { shiftedUntil, oneAttemptOnly });
  const beside = await Promise.all(others.map((it) => judged(it, { shiftedUntil: 0, oneAttemptOnly })));
  const besideIts = beside.flatMap((it) => it.violations.map((text) => `a company beside: ${text}`));
  const records = [own, ...beside].reduce((sum, { migration }) => sum + migration.processedCount, 0);
  const last = plan.past ? await lastRunsJudged(product, main, own.migration) : [];
  const violations = [...own.violations, ...besideIts, ...last, ...banProblems(bans)];
  return { migration: own.migration, violations, records, seconds, log: own.log };
}

/** Does to a migration what its plan holds; answers when AccuLynx' list last changed. */
async function passThrough(product: Product, main: Contender, plan: ChaosPlan): Promise<number> {
  const { company, id, load } = main;
  let shiftedUntil = 0;
  for (const { at, disturbance } of plan.disturbances) {
    await untilShare(main, Math.min(at, plan.cancelAt ?? 1));
    await disturb({ product, company, migrationId: id, list: load.type }, disturbance);
    if (disturbance.kind === 'shift-source') shiftedUntil = Date.now();
  }
  if (plan.cancelAt !== null) {
    await untilShare(main, plan.cancelAt);
    // It may have ended by now.
    await company.session.call(cancelMigration, { params: { id: String(id) } }).catch(() => undefined);
  }
  return shiftedUntil;
}
