/**
 * `npm run chaos -- --runs N --seed S`: N migrations through kills, pauses, outages, lagging consumers and shifting
 * sources as the seeds S, S+1, … draw them, with other companies beside, each judged by what the simulators hold and saw. Ends with one JSON line;
 * `--runs 1 --seed <seed>` repeats one of them.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '@ridgeline/devstack';
import { drawPlan } from '../tests/chaos/seeded/chaos-plan.ts';
import { chaosRun } from '../tests/chaos/seeded/chaos-run.ts';
import { describePlan } from '../tests/chaos/seeded/describe-plan.ts';
import { runMain } from './run-main.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});

async function chaos(runs: number, firstSeed: number): Promise<boolean> {
  const root = process.cwd();
  await using product = await startProduct({
    root,
    dir: join(root, '.ridgeline', `chaos-${process.pid}`),
    log: print,
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
      violations: [`the run was not judged: ${String(error)}`],
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

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
await runMain(async () => {
  process.exitCode = (await chaos(Number(values.runs), Number(values.seed))) ? 0 : 1;
});
