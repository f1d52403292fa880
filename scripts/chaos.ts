/**
 * `npm run chaos -- --runs N --seed S`: runs N migrations through kills, pauses, outages, lagging consumers and shifting
 * sources, as drawn from the seeds S, S+1, … Other companies migrate at the same time, and each result is checked against
 * what the simulators hold and saw. Ends with one JSON line; `--runs 1 --seed <seed>` repeats one run.
 *
 * `--sync` makes changes arrive by auto-sync instead (`--changes N` per run, 10,000) while events get lost, subscriptions
 * end and everything is killed in turn; then all records are compared, and what sweeps found is checked. `--orders` makes
 * small companies plan, migrate, pause, retry, undo and change records in the order that the seed draws, and checks after
 * each act. `--rolling` replaces every process once instead, while users work and migrations run.
 */
import { parseArgs } from 'node:util';
import { rollingViolations } from '../tests/chaos/rolling/rolling-evidence.ts';
import { rollingUpgrade } from '../tests/chaos/rolling/rolling-upgrade.ts';
import { AnyOrder } from '../tests/chaos/orders/any-order.ts';
import { drawOrder } from '../tests/chaos/orders/draw-order.ts';
import { drawPlan } from '../tests/chaos/seeded/chaos-plan.ts';
import { chaosRun } from '../tests/chaos/seeded/chaos-run.ts';
import { describePlan } from '../tests/chaos/seeded/describe-plan.ts';
import { startForChaos } from '../tests/chaos/seeded/start-for-chaos.ts';
import { syncRun } from '../tests/chaos/sync/sync-run.ts';
import { describeSyncPlan, drawSyncPlan } from '../tests/chaos/sync/sync-plan.ts';
import { runMain } from './run-main.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    rolling: { type: 'boolean', default: false },
    sync: { type: 'boolean', default: false },
    orders: { type: 'boolean', default: false },
    changes: { type: 'string', default: '10000' },
  },
});

async function chaos(runs: number, firstSeed: number): Promise<boolean> {
  await using product = await startForChaos('chaos', print);
  const failed: { seed: number; violations: readonly string[] }[] = [];
  let records = 0;
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const plan = drawPlan(seed);
    print(`seed ${String(seed)}: ${describePlan(plan)}`);
    const found = await chaosRun(product, plan).catch((error: unknown) => ({
      migration: null,
      records: 0,
      seconds: 0,
      log: [],
      violations: [`the run could not be checked: ${String(error)}`],
    }));
    records += found.records;
    if (found.violations.length > 0) failed.push({ seed, violations: found.violations });
    if (found.violations.length > 0) for (const line of found.log) print(`    ${line}`);
    const end = found.migration
      ? `${found.migration.status}, attempt ${String(found.migration.attempt)}`
      : '';
    print(`  ${end} after ${found.seconds.toFixed(1)} s ${found.violations.join('; ') || 'and true'}`);
  }
  for (const { seed } of failed) print(`repeat with: npm run chaos -- --runs 1 --seed ${String(seed)}`);
  const detail = { runs, seed: firstSeed, records, violations: failed.length, failed };
  print(JSON.stringify({ name: 'chaos', ok: failed.length === 0, detail }));
  return failed.length === 0;
}

async function sync(runs: number, firstSeed: number, changes: number): Promise<boolean> {
  await using product = await startForChaos('chaos', print);
  const failed: { seed: number; violations: readonly string[] }[] = [];
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const plan = drawSyncPlan(seed, changes);
    print(`seed ${String(seed)}: ${describeSyncPlan(plan)}`);
    const { violations, missed, late, seconds, log } = await syncRun(product, plan).catch(
      (error: unknown) => ({
        missed: 0,
        late: 0,
        seconds: 0,
        log: [],
        violations: [`the run could not be checked: ${String(error)}`],
      }),
    );
    if (violations.length > 0) failed.push({ seed, violations });
    for (const violation of violations.slice(0, 20)) print(`    ${violation}`);
    for (const line of log) print(`    ${line}`);
    const found = `${String(missed)} missed, ${String(late)} late`;
    print(`  after ${seconds.toFixed(1)} s ${found}, ${violations.length > 0 ? 'not true' : 'true'}`);
  }
  for (const { seed } of failed)
    print(
      `repeat with: npm run chaos -- --sync --runs 1 --seed ${String(seed)} --changes ${String(changes)}`,
    );
  const detail = { runs, seed: firstSeed, changes: runs * changes, violations: failed.length, failed };
  print(JSON.stringify({ name: 'chaos of auto-sync', ok: failed.length === 0, detail }));
  return failed.length === 0;
}

/** The number of acts in an order. */
const actsEach = 12;

async function orders(runs: number, firstSeed: number): Promise<boolean> {
  await using product = await startForChaos('chaos', print);
  const failed: { seed: number; violations: readonly string[] }[] = [];
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const acts = drawOrder(seed, actsEach);
    print(`seed ${String(seed)}: ${acts.join(', ')}`);
    const violations = await AnyOrder.of(product, acts);
    if (violations.length > 0) failed.push({ seed, violations });
    print(`  ${violations.join('; ') || 'true'}`);
  }
  const detail = { runs, seed: firstSeed, acts: runs * actsEach, violations: failed.length, failed };
  print(JSON.stringify({ name: 'chaos of orders', ok: failed.length === 0, detail }));
  return failed.length === 0;
}

async function rolling(): Promise<boolean> {
  const evidence = await rollingUpgrade(process.cwd(), print);
  const { traffic, streams, replaced, migrations } = evidence;
  const violations = rollingViolations(evidence);
  for (const violation of violations.slice(0, 20)) print(`  ${violation}`);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const gaps = streams.flatMap(({ gapsMs }) => gapsMs);
  const detail = {
    replaced: replaced.length,
    reads: sum(traffic.map(({ reads }) => reads)),
    writes: sum(traffic.map(({ writes }) => writes)),
    'failed requests': sum(traffic.map(({ failures }) => failures.length)),
    migrations: migrations.length,
    'records created': sum(migrations.map(({ created }) => created)),
    interruptions: gaps.length,
    'longest interruption ms': Math.round(Math.max(0, ...gaps)),
    'updates missed or doubled': sum(streams.map(({ missed, doubled }) => missed + doubled)),
    'longest stop ms': Math.round(Math.max(0, ...replaced.map(({ stopMs }) => stopMs))),
    violations: violations.length,
  };
  print(JSON.stringify({ name: 'rolling upgrade', ok: violations.length === 0, detail }));
  return violations.length === 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
await runMain(async () => {
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  const ok = await (values.rolling
    ? rolling()
    : values.orders
      ? orders(runs, seed)
      : values.sync
        ? sync(runs, seed, Number(values.changes))
        : chaos(runs, seed));
  process.exitCode = ok ? 0 : 1;
});
