import { quantile } from '../measuring/statistics.ts';
import type { Arrival } from './clients-task.ts';

/** When each update was made, in epoch ms, by company and number. */
export type MadeAt = ReadonlyMap<string, number>;

/** What came of the updates. */
export interface Verdict {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Versions that a client never saw, between the first and the last that it saw, or up to the migration's last. */
  readonly missed: number;
  /** Versions that a client saw more than once. */
  readonly doubled: number;
  readonly delivered: number;
}

/** Judges what clients received. `keyOf` names an update as `madeAt` does; `lastVersions` is where each migration ended. */
export function judge(
  arrivals: readonly Arrival[],
  madeAt: MadeAt,
  keyOf: (arrival: Arrival) => string,
  lastVersions: ReadonlyMap<number, number>,
): Verdict {
  const latencies: number[] = [];
  const seen = new Map<string, Set<number>>();
  let doubled = 0;
  for (const arrival of arrivals) {
    const made = madeAt.get(keyOf(arrival));
    if (made !== undefined && made >= arrival.openedAt) latencies.push(arrival.at - made);
    const of = `${arrival.client} ${arrival.migrationId}`;
    const versions = seen.get(of) ?? new Set();
    seen.set(of, versions);
    if (versions.has(arrival.version)) doubled += 1;
    versions.add(arrival.version);
  }
  let missed = 0;
  for (const [of, versions] of seen) {
    const last = lastVersions.get(Number(of.split(' ')[1])) ?? 0;
    missed += last - Math.min(...versions) + 1 - versions.size;
  }
  return {
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    missed,
    doubled,
    delivered: arrivals.length,
  };
}
