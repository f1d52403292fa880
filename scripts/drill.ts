/**
 * `npm run drill -- <fault> ...`: plants faults, one after the other, in a running product that a real Prometheus watches
 * with the chart's rules. Each must fire its alert within two minutes, and what the alert's runbook says to look at
 * (panels, log lines, statements, commands) must show the cause that the runbook names. Ends with one line for each and one
 * JSON line. Without a fault it lists all of them; `all` plants every one.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startProduct, type Product } from '@ridgeline/devstack';
import { missesNothing, newTestCompany } from '@ridgeline/testkit';
import { eventually } from '@ridgeline/testkit/eventually';
import { startPrometheus, type Prometheus } from '../tests/telemetry/prometheus.ts';
import type { Fault } from './drill/fault.ts';
import { faults } from './drill/faults/index.ts';
import { failed, runFault, type DrillResult } from './drill/run-fault.ts';
import { runMain } from './run-main.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The requested faults; throws for an unknown name. */
function chosen(names: readonly string[]): readonly Fault[] {
  const unknown = names.filter((name) => name !== 'all' && !faults.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new Error(`No such fault: ${unknown.join(', ')}`);
  return names.includes('all') ? faults : faults.filter(({ name }) => names.includes(name));
}

const targetsOf = ({ description: { services } }: Product): readonly string[] =>
  Object.values(services).flatMap(({ instances }) => instances.map(({ metrics }) => metrics));

function tell({ alert, seconds, otherAlerts, runbook, looks, act, ended, problem }: DrillResult): void {
  if (problem !== undefined) print(`  problem  ${problem}`);
  print(`  alert    ${alert}: ${seconds === null ? 'did not fire' : `fired after ${seconds} s`}`);
  if (otherAlerts.length > 0) print(`  others   ${otherAlerts.join(', ')}`);
  print(`  runbook  ${runbook}`);
  for (const { at, shown } of looks) print(`  look     ${shown ? 'seen' : 'NOT SEEN'}: ${at}`);
  print(`  act      ${act ?? 'NO SUCH STEP'}`);
  if (ended !== null) print(`  end      ${ended ? 'the alert ended' : 'THE ALERT FIRES ON'}`);
}

async function drill(planned: readonly Fault[]): Promise<boolean> {
  const root = process.cwd();
  const dir = join(root, '.ridgeline', `drill-${process.pid}`);
  const productDir = join(dir, 'product');
  await using rest = new AsyncDisposableStack();
  rest.defer(() => rm(dir, { recursive: true, force: true }));
  await using product = await startProduct({
    root,
    dir: productDir,
    log: print,
    durable: false,
    web: false,
    env: { SWEEP_MISSED_AFTER_MS: '10000' },
  });
  const targets = targetsOf(product);
  // Also the scrape timeout, so not shorter: metrics of a locked table take three seconds.
  await using prometheus = await startPrometheus({ dir: join(dir, 'prometheus'), targets, interval: '5s' });
  const stage = {
    product,
    dir: productDir,
    newCompany: (contacts: number) => newTestCompany(product.description, { contacts }),
  };
  await untilScraped(prometheus, targets);
  const results: DrillResult[] = [];
  for (const fault of planned) {
    print(`\n${fault.name}: ${fault.what}`);
    const result = await runFault(fault, stage, prometheus).catch((error: unknown) => failed(fault, error));
    results.push(result);
    tell(result);
    await untilWell(targets);
  }
  print('');
  for (const { fault, alert, seconds, ok } of results)
    print(
      `${ok ? 'passed' : 'FAILED'}  ${fault}: ${alert}, ${seconds === null ? 'not fired' : `${seconds} s`}`,
    );
  const ok = results.every((result) => result.ok);
  print(JSON.stringify({ name: 'drill', ok, detail: results }));
  return ok;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
await runMain(async () => {
  const names = process.argv.slice(2);
  if (names.length === 0) for (const { name, what, alert } of faults) print(`${name}: ${what} (${alert})`);
  else process.exitCode = (await drill(chosen(names))) ? 0 : 1;
});

/** Waits until Prometheus has scraped every process once: the values that counters have by then are not an increase. */
async function untilScraped(prometheus: Prometheus, targets: readonly string[]): Promise<void> {
  const since = Date.now() / 1_000;
  await eventually(
    async () => {
      const read = await prometheus.linesSince(since, 'up == 1');
      if (read.length < targets.length) throw new Error(`${read.length} of ${targets.length} were read`);
    },
    { within: 60_000, what: 'Prometheus to read every process' },
  );
}

/** Waits until all of each process' dependencies are available again; `targets` are the addresses of their metrics. */
async function untilWell(targets: readonly string[]): Promise<void> {
  await eventually(
    async () => {
      const well = await Promise.all(targets.map(missesNothing));
      if (!well.every(Boolean)) throw new Error('Some miss something');
    },
    { within: 60_000, what: 'every process to have all it needs again' },
  );
}
