/** A run is told in at most so many stretches. */
const most = 60;

/** Lengths that a person reads easily, in seconds; a longer run takes a multiple of the last. */
const steps = [2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600] as const;
const longest = 3_600;

/** The length of a stretch, in ms, for a run of so many ms. It grows with the run, a few times at most. */
export function stepFor(runMs: number): number {
  const least = runMs / 1_000 / most;
  const seconds = steps.find((step) => step >= least) ?? Math.ceil(least / longest) * longest;
  return seconds * 1_000;
}
