import { cpus } from 'node:os';

/** The time that all processors have spent since the machine started, in ms. */
function timeSoFar(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.flatMap((each) => Object.values(each)).reduce((sum, ms) => sum + ms, 0);
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all };
}

/** Begins to measure how much of the processors is in use, by whatever program; answers a share from 0 to 1. */
export function processorUse(): () => number {
  const before = timeSoFar();
  return () => {
    const now = timeSoFar();
    return 1 - (now.idle - before.idle) / Math.max(1, now.all - before.all);
  };
}
