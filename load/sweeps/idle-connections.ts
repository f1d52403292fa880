import type { Product } from '@ridgeline/devstack';
import { pause, poll, retryEvery } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { simulatorControl } from '@ridgeline/testkit';
import { serviceCpuSeconds } from '../measuring/cpu-seconds.ts';
import { startProgram } from '../measuring/program.ts';
import { round } from '../measuring/statistics.ts';
import { tell } from '../measuring/surroundings.ts';
import type { BareCalls } from '../programs/bare-calls.ts';
import { maxOfOneWithin, maxWithin } from './call-rates.ts';
import { endSeeded, seedConnections } from './seeded-connections.ts';

const services = ['migration-orchestrator', 'migration-worker', 'connection'];
/** The period over which rates are checked: a key's share is one call in two seconds. */
const rateMs = 20_000;
/** A share of a core in percent, and the most calls in one window per key and per address. */
const goals = { percentOfCore: 1, keyPerWindow: 10, addressPerWindow: 100 };
/** About as many calls a second as the address' share for sweeps allows. */
const barePerSecond = 4.3;
/** Excludes calls that check subscriptions and keys. */
const isSweep = ({ vendor, path }: { readonly vendor: string; readonly path: string }): boolean =>
  vendor === 'acculynx' && /^\/api\/v2\/(contacts|jobs)\b/.test(path);

/** How long each part is measured, and how many connections there are. */
export interface IdleOptions {
  readonly connections: number;
  readonly settleMs: number;
  readonly measureMs: number;
}

/** What sweeps of many connections cost, while nothing else happens. */
export interface IdleCost {
  readonly ok: boolean;
  readonly detail: Readonly<Record<string, number>>;
}

/**
 * The CPU time of three services while all connections are swept, minus their use without connections; and the calls that
 * AccuLynx' simulator saw, by its clock. All sweeps are due when measuring begins, so that the address' share is fully used
 * all the time. A process that does little costs several times as much on some machines as on others: so the CPU time of bare
 * calls, made as often in the same run, is printed too.
 */
export async function sweepIdleConnections(
  product: Product,
  db: Database,
  { connections, settleMs, measureMs }: IdleOptions,
): Promise<IdleCost> {
  tell('Without connections, and bare calls ...');
  await pause(settleMs);
  const [without, bare] = await Promise.all([
    percentOfCore(product, measureMs),
    callBare(product, measureMs),
  ]);
  tell(`Storing ${String(connections)} connections ...`);
  await seedConnections(product, db, connections);
  await untilPlanned(db, connections * 4);
  await pause(settleMs);
  tell('Their sweeps ...');
  const control = simulatorControl(product.description.simulators.control);
  const from = (await control.allRequests()).at(-1)?.number ?? 0;
  const before = await countStates(db);
  const withSweeps = await percentOfCore(product, measureMs);
  const noted = (await countStates(db)) - before;
  const calls = (await control.allRequests(from)).filter(isSweep);
  await endSeeded(db);
  const percents = services.map(
    (name, index) => [name, (withSweeps[index] ?? 0) - (without[index] ?? 0)] as const,
  );
  const percent = percents.reduce((sum, [, each]) => sum + each, 0);
  const cpuMs = (percent * measureMs) / 100 / calls.length;
  const [key, address] = [maxOfOneWithin(calls, rateMs), maxWithin(calls, rateMs)];
  return {
    ok: percent <= goals.percentOfCore && key <= goals.keyPerWindow && address <= goals.addressPerWindow,
    detail: {
      'idle: connections': connections,
      'idle: % of a core for sweeps': round(percent),
      ...Object.fromEntries(percents.map(([name, each]) => [`idle: % of a core, ${name}`, round(each)])),
      'idle: goal % of a core': goals.percentOfCore,
      'idle: CPU ms per call': round(cpuMs),
      'idle: CPU ms of a bare call': round(bare.cpuMs),
      'idle: a call, in bare calls': round(cpuMs / bare.cpuMs),
      'idle: calls per second': round(calls.length / (measureMs / 1_000)),
      'idle: states noted per second': round(noted / (measureMs / 1_000)),
      'idle: calls of one key in 20 s at most': key,
      'idle: goal calls of one key': goals.keyPerWindow,
      'idle: calls of the address in 20 s at most': address,
      'idle: goal calls of the address': goals.addressPerWindow,
    },
  };
}

async function callBare({ description: { simulators } }: Product, measureMs: number): Promise<BareCalls> {
  const apiKey = 'al-key-bare';
  await simulatorControl(simulators.control).register({
    companyId: 'bare',
    acculynxApiKey: apiKey,
    hubspotToken: 'pat-na1-bare',
    contacts: 20,
    jobs: 10,
  });
  await using resources = new AsyncDisposableStack();
  const { ready } = await startProgram<BareCalls>(resources, {
    module: new URL('../programs/bare-calls.ts', import.meta.url),
    args: [`${simulators.acculynx}/api/v2/jobs`, apiKey, String(barePerSecond), String(measureMs)],
  });
  return ready;
}

/** What each service uses of a core, in percent. */
async function percentOfCore(product: Product, measureMs: number): Promise<readonly number[]> {
  const measure = (): number[] => services.map((name) => serviceCpuSeconds(product, name));
  const [before, start] = [measure(), performance.now()];
  await pause(measureMs);
  const seconds = (performance.now() - start) / 1_000;
  return measure().map((after, index) => (100 * (after - (before[index] ?? 0))) / seconds);
}

/** Waits until the orchestrator has planned the sweeps of all connections, which it does every minute. */
async function untilPlanned(db: Database, sweeps: number): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const { count } = await db.forSystem((tx) =>
      tx.one<{ count: number }>(
        `select count(*)::integer as count from migration.sweeps where due_at is not null`,
      ),
    );
    return count >= sweeps || undefined;
  };
  await poll(retryEvery(1_000), look, { withinMs: 120_000, what: 'all sweeps to be planned' });
}

async function countStates(db: Database): Promise<number> {
  const { count } = await db.forSystem((tx) =>
    tx.one<{ count: number }>(`select count(*)::integer as count from migration.source_states`),
  );
  return count;
}
