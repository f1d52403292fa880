/**
 * `npm run drill -- <fault> ...`: plants faults, one after the other, in a running product that the real Prometheus watches with
 * the chart's rules. Each has to fire its alert within two minutes, and the query of its runbook has to show the cause. Prints
 * alert, runbook and query for each, and ends with one JSON line. Without a fault it lists them; `all` plants every one.
 */
import { join } from 'node:path';
import { startProduct, type Product } from '@ridgeline/devstack';
import { newTestCompany } from '@ridgeline/testkit';
import { startPrometheus } from '../tests/telemetry/prometheus.ts';
import type { Fault } from './drill/fault.ts';
import { peopleFaults } from './drill/faults/people.ts';
import { processFaults } from './drill/faults/processes.ts';
import { serverFaults } from './drill/faults/servers.ts';
import { vendorFaults } from './drill/faults/vendors.ts';
import { runFault, type DrillResult } from './drill/run-fault.ts';
import { runMain } from './run-main.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const faults: readonly Fault[] = [...vendorFaults, ...processFaults, ...peopleFaults, ...serverFaults];

/** The faults that were asked for; throws for a name that is none. */
function chosen(names: readonly string[]): readonly Fault[] {
  const unknown = names.filter((name) => name !== 'all' && !faults.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new Error(`No such fault: ${unknown.join(', ')}`);
  return names.includes('all') ? faults : faults.filter(({ name }) => names.includes(name));
}

const targetsOf = ({ description: { services } }: Product): readonly string[] =>
  Object.values(services).flatMap(({ instances }) => instances.map(({ metrics }) => metrics));

async function drill(planned: readonly Fault[]): Promise<boolean> {
  const root = process.cwd();
  const dir = join(root, '.ridgeline', `drill-${process.pid}`);
  await using product = await startProduct({
    root,
    dir: join(dir, 'product'),
    log: print,
    durable: false,
    web: false,
  });
  await using prometheus = await startPrometheus(join(dir, 'prometheus'), targetsOf(product));
  const stage = {
    product,
    newCompany: (contacts: number) => newTestCompany(product.description, { contacts }),
  };
  const results: DrillResult[] = [];
  for (const fault of planned) {
    print(`\n${fault.name}: ${fault.what}`);
    const result = await runFault(fault, stage, prometheus);
    results.push(result);
    print(
      `  alert    ${result.alert}: ${result.seconds === null ? 'did not fire' : `fired after ${result.seconds} s`}`,
    );
    print(`  runbook  ${result.runbook}`);
    print(`  query    ${result.cause}: ${result.values} values`);
  }
  const ok = results.every((result) => result.ok);
  print(`\n${JSON.stringify({ name: 'drill', ok, detail: results })}`);
  return ok;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
await runMain(async () => {
  const names = process.argv.slice(2);
  if (names.length === 0) for (const { name, what, alert } of faults) print(`${name}: ${what} (${alert})`);
  else process.exitCode = (await drill(chosen(names))) ? 0 : 1;
});
