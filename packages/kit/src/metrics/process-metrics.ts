import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { JobDefinition } from './definition.ts';
import { jobDefinitions, processDefinitions } from './metric-definitions.ts';
import { counter, gauge, histogram, readGauge, stopwatch } from './registered.ts';

/** Measures the process itself: prom-client's own metrics of Node, its limits of memory, and how busy the event loop is. */
export function measureProcess(registry: Registry): void {
  // Its default of 10 ms wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  readGauge(registry, processDefinitions.memoryLimit, (set) => {
    set({ of: 'heap' }, getHeapStatistics().heap_size_limit);
    // Without a limit it is a number that no machine has.
    const container = process.constrainedMemory();
    if (container > 0 && container <= totalmem()) set({ of: 'container' }, container);
  });
  let before = performance.eventLoopUtilization();
  readGauge(registry, processDefinitions.eventLoopUtilization, (set) => {
    const now = performance.eventLoopUtilization();
    set(performance.eventLoopUtilization(now, before).utilization);
    before = now;
  });
}

/** Runs one round of a job, and passes on its result. */
export type RunRound = <T>(round: () => Promise<T>) => Promise<T>;

/** Measures the rounds of a job. Without a registry nothing is measured. */
export function measureJob(registry: Registry | undefined, { job }: JobDefinition): RunRound {
  if (!registry) return (round) => round();
  const runs = counter(registry, jobDefinitions.jobRuns);
  const durations = histogram(registry, jobDefinitions.jobDuration);
  const lastSuccess = gauge(registry, jobDefinitions.jobLastSuccess);
  for (const result of jobDefinitions.jobRuns.labels.result.values) runs.inc({ job, result }, 0);
  return async (round) => {
    const seconds = stopwatch();
    try {
      const result = await round();
      runs.inc({ job, result: 'done' });
      lastSuccess.set({ job }, Date.now() / 1_000);
      return result;
    } catch (error) {
      runs.inc({ job, result: 'failed' });
      throw error;
    } finally {
      durations.observe({ job }, seconds());
    }
  };
}
