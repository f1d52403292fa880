import { once } from 'node:events';
import { pause } from '@ridgeline/kit';
import { Client } from 'undici';
import type { Load, LoadReport } from './load-generator.ts';
import { quantile } from './statistics.ts';

/** Generates one load, reports the result and exits. */
const [load] = (await once(process, 'message')) as [Load];
const { origin, pathname, search } = new URL(load.url);
const { method = 'GET', headers = {}, bodies = [] } = load;
const statuses: Record<string, number> = {};
const latencies: number[] = [];
const start = performance.now();
let begun = 0;

function ask(client: Client, body: string | null): Promise<number> {
  return new Promise((resolve) => {
    let status = 0;
    client.dispatch(
      { path: pathname + search, method, headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => void (status = statusCode),
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(status),
        onResponseError: () => resolve(0),
      },
    );
  });
}

async function keepAsking(): Promise<void> {
  const client = new Client(origin);
  while (begun < load.requests) {
    const due = load.perSecond === undefined ? 0 : start + (begun * 1_000) / load.perSecond;
    const body = bodies[begun] ?? null;
    begun += 1;
    if (due > performance.now()) await pause(due - performance.now());
    const asked = performance.now();
    const status = await ask(client, body);
    latencies.push(performance.now() - asked);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  await client.destroy();
}

await Promise.all(Array.from({ length: load.connections }, keepAsking));
const report: LoadReport = {
  requests: latencies.length,
  seconds: (performance.now() - start) / 1_000,
  statuses,
  p50Ms: quantile(latencies, 0.5),
  p99Ms: quantile(latencies, 0.99),
};
process.send?.(report);
process.disconnect();
