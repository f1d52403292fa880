import { pause } from '@ridgeline/kit';

/** The results of a load. */
interface LoadReport {
  readonly requests: number;
  /** The number of failed requests, by their error. */
  readonly failures: Readonly<Record<string, number>>;
}

/** A running load. */
export interface RunningLoad {
  /** Ends it and reports its results. */
  stop(): Promise<LoadReport>;
}

const everyMs = 100;
const timeoutMs = 10_000;

async function ask(url: string, cookie: string): Promise<string | null> {
  try {
    // A new connection for each request, as from a client or an ingress that reaches the gateway for the first time.
    const headers = { cookie, connection: 'close' };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer();
    return response.ok ? null : `status ${response.status}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return String(cause);
  }
}

/** Requests an address as a signed-in user, ten times a second, whatever the answers. */
export function startLoad(url: string, cookie: string): RunningLoad {
  const failures: Record<string, number> = {};
  const underWay = new Set<Promise<void>>();
  const end = new AbortController();
  let requests = 0;
  const one = async (): Promise<void> => {
    requests += 1;
    const failure = await ask(url, cookie);
    if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1;
  };
  const loop = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const request = one();
      underWay.add(request);
      void request.finally(() => underWay.delete(request));
      await pause(everyMs);
    }
  };
  const running = loop();
  return {
    stop: async () => {
      end.abort();
      await running;
      await Promise.all(underWay);
      return { requests, failures };
    },
  };
}
