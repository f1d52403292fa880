import type { Product } from '@ridgeline/devstack';
import { cpuSeconds, machineCpuSeconds, workerCpuSeconds } from '../measuring/cpu-seconds.ts';
import { median, round } from '../measuring/statistics.ts';

/** The processes that spend CPU time on a sign-in, each with what it has spent so far, in seconds. */
type Meters = Readonly<Record<string, () => number>>;

/**
 * The meters of a running product. The rest of the machine's CPU time belongs to Postgres, Redis, Kafka and the load
 * generator.
 */
export function metersOf({ description: { services } }: Product): Meters {
  const pidOf = (name: string): number => {
    const pid = services[name]?.pids[0];
    if (pid === undefined) throw new Error(`${name} does not run`);
    return pid;
  };
  const [auth, gateway] = [pidOf('auth'), pidOf('gateway')];
  return {
    'the hashing threads': () => workerCpuSeconds(auth),
    'the rest of the auth service': () => cpuSeconds(auth) - workerCpuSeconds(auth),
    'the gateway': () => cpuSeconds(gateway),
    'the whole machine': machineCpuSeconds,
  };
}

/** Collects each process' cost of a sign-in, round by round. */
export function collectShares(meters: Meters) {
  const collected = Object.entries(meters).map(([name, read]) => ({ name, read, ms: [] as number[] }));
  return {
    /** Runs the work, which is so many sign-ins, and records what it cost. */
    async during<T>(signIns: number, work: () => Promise<T>): Promise<T> {
      const before = collected.map(({ read }) => read());
      const result = await work();
      for (const [index, { read, ms }] of collected.entries())
        ms.push(((read() - (before[index] ?? 0)) * 1_000) / signIns);
      return result;
    },
    /** Milliseconds of CPU time for one sign-in, the median of all rounds but the first, which warms up. */
    report: () =>
      Object.fromEntries(
        collected.map(({ name, ms }) => [`CPU ms of ${name} for one sign-in`, round(median(ms.slice(1)))]),
      ),
  };
}
