import { withDeadline, withSpan } from '@ridgeline/kit';

/**
 * What may end a call, and what is reported about it: a stop ends every wait before it and between its retries, the end of the
 * grace ends the call itself.
 */
export interface CallSignals {
  /** Until when the call may be started or repeated. */
  readonly waiting: AbortSignal;
  /** Until when a call in flight may continue. */
  readonly calling: AbortSignal;
  /** Called right before each request goes out: from then on the vendor may have received it. */
  readonly onCall?: () => void;
}

/** The same signal for both: for reads, and for calls that may be interrupted and are safe to repeat. */
export const reading = (signal: AbortSignal): CallSignals => ({ waiting: signal, calling: signal });

/**
 * One request to a vendor. `path` is a pattern without a query: parts that differ from call to call are named, `{id}`, and
 * given in `inPath`, so that metrics and traces can group calls of one kind. `signals.calling` aborts it and throws its
 * reason.
 */
export interface VendorRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly inPath?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly signals?: CallSignals | undefined;
}

/** What is reported of a request that was made; `status` and `headers` are null when no answer came. */
export interface CallReport {
  readonly status: number | null;
  readonly headers: Headers | null;
  readonly durationMs: number;
}

/** Hooks around each request. None should look at the body, and none ever sees the secret. */
export interface CallHooks {
  /** Awaited before each request, for its place under the vendor's limits. If it throws, the request is not made. */
  readonly beforeCall?: (request: VendorRequest) => Promise<void>;
  /** Called when a request is sent; the function that it returns is called when the request is over, whatever its outcome. */
  readonly whileCalling?: (request: VendorRequest) => () => void;
  readonly afterCall?: (request: VendorRequest, report: CallReport) => void;
}

export interface TransportOptions {
  /** For spans: 'AccuLynx', 'HubSpot'. */
  readonly vendor: string;
  /** Scheme and host, without a path. */
  readonly baseUrl: string;
  /** The bearer token. */
  readonly secret: string;
  /** How long one request may take, its answer's body included. */
  readonly timeoutMs?: number | undefined;
  readonly hooks?: CallHooks | undefined;
}

/** The outcome of a request: an answer, with its body parsed where it is JSON, or none. */
export type Exchange =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly json: unknown }
  | { readonly kind: 'none'; readonly reason: 'network' | 'timeout' };

export type Transport = (request: VendorRequest) => Promise<Exchange>;

/**
 * Calls a vendor over `fetch`. A request waits in `beforeCall` for its place, reports its start, and is sent. It throws
 * only what the request's signals or a hook throw: every fault is a result.
 */
export function createTransport(options: TransportOptions): Transport {
  const { vendor, baseUrl, secret, timeoutMs = 30_000, hooks = {} } = options;

  const send = async (request: VendorRequest, signal: AbortSignal): Promise<Exchange> => {
    try {
      const response = await fetch(addressOf(baseUrl, request), {
        method: request.method,
        redirect: 'error',
        headers: {
          authorization: `Bearer ${secret}`,
          accept: 'application/json',
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal,
      });
      const json = parseJson(await response.text());
      return { kind: 'answer', status: response.status, headers: response.headers, json };
    } catch {
      request.signals?.calling.throwIfAborted();
      return { kind: 'none', reason: signal.aborted ? 'timeout' : 'network' };
    }
  };

  return async (request) => {
    await hooks.beforeCall?.(request);
    request.signals?.onCall?.();
    const over = hooks.whileCalling?.(request);
    const started = performance.now();
    const exchange = await withSpan(
      `${vendor} ${request.method} ${request.path}`,
      { 'http.request.method': request.method, 'url.template': request.path },
      () => withDeadline(timeoutMs, request.signals?.calling, (signal) => send(request, signal)),
      { kind: 'client' },
    ).finally(over);
    hooks.afterCall?.(request, {
      status: exchange.kind === 'answer' ? exchange.status : null,
      headers: exchange.kind === 'answer' ? exchange.headers : null,
      durationMs: performance.now() - started,
    });
    return exchange;
  };
}

function addressOf(baseUrl: string, { path, inPath = {}, query = {} }: VendorRequest): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''));
  const url = new URL(filled, baseUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}

/** Vendors answer with HTML or plain text under load: anything that is not JSON is undefined, never an error. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
