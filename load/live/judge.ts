import { quantile } from '../measuring/statistics.ts';
import type { ReaderReport, Version } from './readers-task.ts';

/** A version that was published to a company's readers, and when it was written, in epoch milliseconds. */
export interface Published extends Version {
  readonly company: string;
  readonly writtenAt: number;
}

/** What came of it for all readers together. */
export interface Verdict {
  readonly delivered: number;
  /** From the writing to the reader, of what did not have to wait for a reader to come back. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Versions that a reader never saw, of those that were published to its company. */
  readonly missed: number;
  /** Versions that a reader saw although it had seen this one or a later one. */
  readonly doubled: number;
  /** Versions that a reader saw and that were never published to its company. */
  readonly foreign: number;
}

const nameOf = ({ migrationId, version }: Version): string => `${migrationId} v${version}`;

/** Holds what readers saw, all of whom were there before the first version, against what was published. */
export function judge(published: readonly Published[], readers: readonly ReaderReport[]): Verdict {
  const byCompany = new Map<string, Map<string, Published>>();
  for (const update of published) {
    const company = byCompany.get(update.company) ?? new Map<string, Published>();
    byCompany.set(update.company, company.set(nameOf(update), update));
  }
  const latencies: number[] = [];
  let [delivered, missed, doubled, foreign] = [0, 0, 0, 0];
  for (const { company, arrivals, away } of readers) {
    const expected = byCompany.get(company) ?? new Map<string, Published>();
    const seen = new Set<string>();
    const highest = new Map<number, number>();
    for (const arrival of arrivals) {
      const { migrationId, version, at } = arrival;
      const update = expected.get(nameOf(arrival));
      delivered += 1;
      if (!update) foreign += 1;
      else if (version <= (highest.get(migrationId) ?? 0)) doubled += 1;
      else if (!away.some(({ to }) => update.writtenAt < to && at >= to))
        latencies.push(at - update.writtenAt);
      if (update) seen.add(nameOf(arrival));
      highest.set(migrationId, Math.max(version, highest.get(migrationId) ?? 0));
    }
    missed += expected.size - seen.size;
  }
  return {
    delivered,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    maxMs: quantile(latencies, 1),
    missed,
    doubled,
    foreign,
  };
}
