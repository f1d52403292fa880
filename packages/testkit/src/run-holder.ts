import type { Product, ServiceProcess } from '@ridgeline/devstack';

const gauge = /^ridgeline_worker_active_runs(?:\{[^}]*\})? (\d+)/m;

/** How many runs a worker holds, as its own metrics tell; 0 while it does not answer. */
async function activeRuns({ options }: ServiceProcess): Promise<number> {
  const answer = await fetch(options.readyUrl.replace('/readyz', '/metrics')).catch(() => null);
  return answer?.ok ? Number(gauge.exec(await answer.text())?.[1] ?? 0) : 0;
}

/** The worker that holds a run now, or null. */
export async function runHolder(product: Product): Promise<ServiceProcess | null> {
  for (const worker of product.processes('migration-worker'))
    if ((await activeRuns(worker)) > 0) return worker;
  return null;
}
