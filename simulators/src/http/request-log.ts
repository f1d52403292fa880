import type { Vendor } from '../faults/fault.ts';

/** How a request ended: answered in full, cut by a fault, never answered by a fault, aborted by the client, or still open. */
export type Outcome = 'open' | 'answered' | 'reset' | 'cut' | 'hung' | 'aborted';

export interface LoggedRequest {
  /** Counts from 1 since the log was last emptied, without gaps. */
  readonly number: number;
  readonly vendor: Vendor;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly at: string;
  readonly credential: string | null;
  readonly bodyBytes: number;
  /** The number of inputs of a batch call; null for any other. */
  readonly inputs: number | null;
  companyId: string | null;
  /** The status that was sent, or would have been for a cut answer; null while there is none. */
  status: number | null;
  outcome: Outcome;
  durationMs: number | null;
}

export interface Counter {
  readonly vendor: Vendor;
  readonly method: string;
  /** The path with ids replaced by `{id}`. */
  readonly route: string;
  requests: number;
  inputs: number;
  byStatus: Record<string, number>;
}

export interface LogFilter {
  readonly vendor?: Vendor | undefined;
  readonly method?: string | undefined;
  readonly path?: ((path: string) => boolean) | undefined;
  readonly companyId?: string | undefined;
  readonly status?: number | undefined;
  /** Requests with a greater number only. */
  readonly since?: number | undefined;
  readonly limit?: number | undefined;
}

const ID = /^(?:\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

const routeOf = (path: string): string =>
  path
    .split('/')
    .map((segment) => (ID.test(segment) ? '{id}' : segment))
    .join('/');

/**
 * Every request that reached a vendor's simulator. The newest `capacity` are kept in full; the counters are exact even for
 * dropped ones. A request is counted on arrival, and by status when its answer is decided.
 */
export class RequestLog {
  readonly #capacity: number;
  #ring: LoggedRequest[] = [];
  #oldest = 0;
  #total = 0;
  #counters = new Map<string, Counter>();
  /** Requests that were open when the log was emptied no longer belong to any counter. */
  #current = new WeakSet<LoggedRequest>();

  constructor(capacity = 20_000) {
    this.#capacity = capacity;
  }

  get total(): number {
    return this.#total;
  }

  open(
    request: Omit<LoggedRequest, 'number' | 'status' | 'outcome' | 'durationMs' | 'companyId'>,
  ): LoggedRequest {
    this.#total += 1;
    const entry: LoggedRequest = {
      ...request,
      number: this.#total,
      companyId: null,
      status: null,
      outcome: 'open',
      durationMs: null,
    };
    if (this.#ring.length < this.#capacity) this.#ring.push(entry);
    else {
      this.#ring[this.#oldest] = entry;
      this.#oldest = (this.#oldest + 1) % this.#capacity;
    }
    this.#current.add(entry);
    const counter = this.#counter(entry);
    counter.requests += 1;
    counter.inputs += entry.inputs ?? 0;
    return entry;
  }

  settle(entry: LoggedRequest, outcome: Outcome, status: number | null, durationMs: number): void {
    if (entry.outcome !== 'open') return;
    entry.outcome = outcome;
    entry.status = status;
    entry.durationMs = durationMs;
    if (!this.#current.has(entry)) return;
    const counter = this.#counter(entry);
    const key = outcome === 'answered' ? String(status) : outcome;
    counter.byStatus[key] = (counter.byStatus[key] ?? 0) + 1;
  }

  list(filter: LogFilter = {}): LoggedRequest[] {
    const inOrder = [...this.#ring.slice(this.#oldest), ...this.#ring.slice(0, this.#oldest)];
    const found = inOrder.filter(
      (entry) =>
        (filter.vendor === undefined || entry.vendor === filter.vendor) &&
        (filter.method === undefined || entry.method === filter.method.toUpperCase()) &&
        (filter.path === undefined || filter.path(entry.path)) &&
        (filter.companyId === undefined || entry.companyId === filter.companyId) &&
        (filter.status === undefined || entry.status === filter.status) &&
        entry.number > (filter.since ?? 0),
    );
    return filter.limit === undefined ? found : found.slice(0, filter.limit);
  }

  counters(): Counter[] {
    return [...this.#counters.values()];
  }

  clear(): void {
    this.#ring = [];
    this.#oldest = 0;
    this.#total = 0;
    this.#counters = new Map();
    this.#current = new WeakSet();
  }

  #counter({ vendor, method, path }: LoggedRequest): Counter {
    const route = routeOf(path);
    const key = `${vendor} ${method} ${route}`;
    let counter = this.#counters.get(key);
    if (counter === undefined) {
      counter = { vendor, method, route, requests: 0, inputs: 0, byStatus: {} };
      this.#counters.set(key, counter);
    }
    return counter;
  }
}
