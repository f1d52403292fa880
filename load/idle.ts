import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startServers } from '@ridgeline/devstack';
import type { BenchResult } from './benchmark.ts';

/** What an idle process may take of one core, in per cent, and how it must compare with stock kafkajs. */
const goals = { percentOfCore: 0.5, ratio: 0.25 };
const settleMs = 5_000;
const measureMs = 30_000;

/**
 * What a process costs that only waits: our consumer and producer, beside kafkajs' own with its defaults, on the same
 * broker over the same half minute. The ratio is ours to stock; it is good when it is at most the goal and ours takes
 * at most half a per cent of a core.
 */
export async function run(): Promise<BenchResult> {
  const directory = await mkdtemp(join(tmpdir(), 'ridgeline-idle-'));
  await using resources = new AsyncDisposableStack();
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  const servers = resources.use(await startServers({ dir: directory, only: ['kafka'], durable: false }));
  const { brokers } = servers.kafka;

  // Ours creates the topic.
  const ours = await idleProcess(new URL('./idle/ours.ts', import.meta.url), brokers, resources);
  const stock = await idleProcess(new URL('./idle/stock.ts', import.meta.url), brokers, resources);
  await delay(settleMs);
  const [oursPercent, stockPercent] = await Promise.all([percentOfCore(ours), percentOfCore(stock)]);

  const ratio = round(oursPercent / stockPercent);
  return {
    name: 'idle',
    ratio,
    goal: goals.ratio,
    ok: ratio <= goals.ratio && oursPercent <= goals.percentOfCore,
    detail: {
      oursPercentOfCore: round(oursPercent),
      stockPercentOfCore: round(stockPercent),
      goalPercentOfCore: goals.percentOfCore,
      seconds: measureMs / 1_000,
    },
  };
}

/** Starts one of the two processes and waits until it says that it is idle. */
async function idleProcess(
  program: URL,
  brokers: readonly string[],
  resources: AsyncDisposableStack,
): Promise<ChildProcess> {
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
    throw new Error(`${program.pathname} ended before it was idle`);
  });
  await Promise.race([once(child, 'message'), gone]);
  return child;
}

/** CPU time, user and system, that the process takes while nothing happens. */
async function percentOfCore(child: ChildProcess): Promise<number> {
  const [before, start] = [await cpuMicroseconds(child), performance.now()];
  await delay(measureMs);
  const [after, end] = [await cpuMicroseconds(child), performance.now()];
  return (after - before) / (end - start) / 10;
}

async function cpuMicroseconds(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('cpu');
  return Number((await answer).at(0));
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
