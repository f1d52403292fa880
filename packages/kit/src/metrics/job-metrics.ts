import type { Registry } from 'prom-client';
import { catalogue } from './catalogue/index.ts';
import type { LabelsOf } from './definition/definition.ts';
import { counter } from './registered/counter.ts';
import { gauge } from './registered/gauge.ts';
import { histogram, stopwatch } from './registered/histogram.ts';

/** A job that runs by itself, now and then. */
export type JobName = LabelsOf<typeof catalogue.jobRuns.labels>['job'];

/** Runs one round of a job, and passes on what comes of it. */
export type RunRound = <T>(round: () => Promise<T>) => Promise<T>;

/** Measures the rounds of a job. Without a registry nobody measures. */
export function measureJob(registry: Registry | undefined, job: JobName): RunRound {
  if (!registry) return (round) => round();
  const runs = counter(registry, catalogue.jobRuns);
  const durations = histogram(registry, catalogue.jobDuration);
  const lastSuccess = gauge(registry, catalogue.jobLastSuccess);
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
