import type { Registry } from 'prom-client';
import { jobDefinitions } from './metric-definitions.ts';
import type { JobDefinition } from './definition.ts';
import { counter, gauge, histogram, stopwatch } from './registered.ts';

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
