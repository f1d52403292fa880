import { median } from '@ridgeline/testkit/median';
import type { HashCost } from '../passwords/password-hasher.ts';

/** One pass over 1 MiB, for tests that do not measure the real cost. */
export const cheapCost: HashCost = { memoryCost: 1024, timeCost: 1 };

/** The processor time in microseconds that this process, threads included, spent during the call. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * How many times more processor time one work takes than the other, by the medians of runs that take turns. Below 1 when the
 * first takes less. Other processes do not affect it, so that a busy machine gives the same result.
 */
export async function processorTimeRatio(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  rounds = 15,
): Promise<number> {
  const times = { one: [] as number[], other: [] as number[] };
  await one();
  await other();
  for (let round = 0; round < rounds; round += 1) {
    times.one.push(await processorTime(one));
    times.other.push(await processorTime(other));
  }
  return median(times.one) / median(times.other);
}

/** How far two measurements may differ and still count as equal: far below the factor of ten that a skipped hash makes. */
export const alike = { atLeast: 0.5, atMost: 2 } as const;
