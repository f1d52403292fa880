import type { Registry } from '@ridgeline/kit/metrics';

/** How many consumers of a process' only subscription have ended, or have not come about. */
export async function interruptions(metrics: Registry): Promise<number> {
  const counter = await metrics.getSingleMetric('ridgeline_consumer_interruptions_total')?.get();
  return counter?.values[0]?.value ?? 0;
}
