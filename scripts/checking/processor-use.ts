import { cpus } from 'node:os';

/** The time of all processors since the machine started, idle and in total, in ms. */
function timeSoFar(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.flatMap((each) => Object.values(each)).reduce((sum, ms) => sum + ms, 0);
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all };
}

/** Starts to measure how busy the processors are, with any program; the returned function gives a share from 0 to 1. */
export function processorUse(): () => number {
  const before = timeSoFar();
  return () => {
    const now = timeSoFar();
    return 1 - (now.idle - before.idle) / Math.max(1, now.all - before.all);
  };
}
