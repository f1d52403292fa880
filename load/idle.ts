import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct, type Product } from '@ridgeline/devstack';
import { pause } from '@ridgeline/kit';
import type { BenchResult } from './benchmark.ts';
import { cpuSeconds } from './measuring/cpu-seconds.ts';
import { round } from './measuring/statistics.ts';
import { repositoryRoot } from './measuring/surroundings.ts';

/** What an idle service may use of one core, in percent, and its ratio to stock kafkajs. */
const goals = { percentOfCore: 0.5, ratio: 0.25 };
/** Start-up work (compiling, first connections) is over by then. */
const settleMs = 20_000;
const measureMs = 60_000;

/**
 * What each process of the running product costs while nothing happens, compared with a bare kafkajs consumer and producer
 * with its defaults, on the same broker in the same minute. The ratio compares our most expensive process with stock. The
 * result is good when the ratio is within the goal and no process uses more than half a percent of a core.
 */
export async function run(): Promise<BenchResult> {
  const dir = await mkdtemp(join(tmpdir(), 'ridgeline-idle-'));
  await using resources = new AsyncDisposableStack();
  resources.defer(() => rm(dir, { recursive: true, force: true }));
  const log = (line: string): void => void process.stdout.write(`${line}\n`);
  const product = resources.use(
    await startProduct({
      root: repositoryRoot,
      dir,
      log,
      durable: false,
      web: false,
      contactsPerCompany: 10,
      jobsPerCompany: 10,
    }),
  );
  const stock = await startStock(product.servers.kafka.brokers, resources);
  const ours = processesOf(product);

  await pause(settleMs);
  log(`Measuring ${measureMs / 1_000} s of idleness ...`);
  const percents = await percentsOfCore([stock, ...ours.values()]);
  const stockPercent = percents.get(stock) ?? Number.NaN;
  const each = [...ours].map(([name, pid]) => [name, round(percents.get(pid) ?? Number.NaN)] as const);
  const dearest = Math.max(...each.map(([, percent]) => percent));
  const ratio = round(dearest / stockPercent);
  return {
    name: 'idle',
    ratio,
    goal: goals.ratio,
    ok: ratio <= goals.ratio && dearest <= goals.percentOfCore,
    detail: {
      ...Object.fromEntries(each.map(([name, percent]) => [`${name} % of a core`, percent])),
      'stock kafkajs % of a core': round(stockPercent),
      'goal % of a core': goals.percentOfCore,
      seconds: measureMs / 1_000,
    },
  };
}

/** The product's processes by name (`migration-worker 2`). */
function processesOf({ description }: Product): Map<string, number> {
  const named = Object.entries(description.services).flatMap(([name, { instances }]) =>
    instances.map(({ pid }, index) => [index === 0 ? name : `${name} ${index + 1}`, pid] as const),
  );
  return new Map(named);
}

/** Starts kafkajs as it comes and waits until it has joined its group. Answers its process id. */
async function startStock(brokers: readonly string[], resources: AsyncDisposableStack): Promise<number> {
  const program = new URL('./programs/stock-consumer.ts', import.meta.url);
  const child = fork(program, brokers, {
    execArgv: ['--disable-warning=TimeoutNegativeWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  resources.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const gone = once(child, 'exit').then(() => {
    throw new Error('The stock consumer ended before it was idle');
  });
  await Promise.race([once(child, 'message'), gone]);
  return child.pid ?? 0;
}

/** CPU time, user and system, that each process takes while nothing happens. */
async function percentsOfCore(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const before = pids.map(cpuSeconds);
  const start = performance.now();
  await pause(measureMs);
  const seconds = (performance.now() - start) / 1_000;
  return new Map(pids.map((pid, index) => [pid, ((cpuSeconds(pid) - (before[index] ?? 0)) / seconds) * 100]));
}
