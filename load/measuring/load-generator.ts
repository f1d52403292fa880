import { startProgram } from './program.ts';

/** The request, over how many concurrent connections, each with one request at a time. */
export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** The bodies of the requests, used in rotation. */
  readonly bodies?: readonly string[];
  readonly connections: number;
  /** How many requests in all. */
  readonly requests: number;
  /** Sends the requests at this rate, as far as connections are free; without it, each connection sends immediately. */
  readonly perSecond?: number;
}

/** The result. */
export interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
  /** How many answers had which status; `0` counts requests without any answer. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Sends requests from its own process, so that its work does not count as work of what is measured. */
export async function generateLoad(load: Load): Promise<LoadReport> {
  await using resources = new AsyncDisposableStack();
  const module = new URL('load-program.ts', import.meta.url);
  const { ready } = await startProgram<LoadReport>(resources, { module, order: load });
  return ready;
}

/** The same, for a load whose answers must all have one status: otherwise two different workloads would be compared. */
export async function generateLoadOf(status: number, load: Load): Promise<LoadReport> {
  const report = await generateLoad(load);
  const { [String(status)]: expected = 0 } = report.statuses;
  if (expected !== report.requests)
    throw new Error(`${load.url} answered ${JSON.stringify(report.statuses)} instead of ${status} alone`);
  return report;
}
