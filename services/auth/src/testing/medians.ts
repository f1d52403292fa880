/** The middle of several durations. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function duration(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * How many times longer one takes than the other, by the medians of runs that take turns: what else the machine does
 * slows both down alike. Below 1 when the first is faster.
 */
export async function timeRatio(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  rounds = 15,
): Promise<number> {
  const times = { one: [] as number[], other: [] as number[] };
  await one();
  await other();
  for (let round = 0; round < rounds; round += 1) {
    times.one.push(await duration(one));
    times.other.push(await duration(other));
  }
  return median(times.one) / median(times.other);
}

/** What two works may differ by and still count as the same: far from the tenfold that a skipped hash makes. */
export const alike = { atLeast: 0.5, atMost: 2 } as const;
