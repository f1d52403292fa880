import { withDeadline, withSpan } from '@ridgeline/kit';
import type { z } from 'zod';
import type { Ok, Rejected, Unavailable } from './outcome.ts';

/**
 * One call to a vendor. `path` is a pattern and holds no query: what differs from call to call stands in it by name, `{id}`,
 * and in `inPath`, so that metrics and traces can tell calls of one kind. `signal` aborts it and throws its reason.
 */
export interface VendorRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly inPath?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** What is told about a call that was made; `status` and `headers` are null when no answer came. */
export interface CallReport {
  readonly status: number | null;
  readonly headers: Headers | null;
  readonly durationMs: number;
}

/** Where a caller takes part in each call. No hook is meant to look at the body, and none ever sees the secret. */
export interface CallHooks {
  /** Awaited before each call: the rate governor's place. What it throws ends the call unmade. */
  readonly beforeCall?: (request: VendorRequest) => Promise<void>;
  /** Told when a call goes out; what it returns is called when the call is over, whatever its end. */
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
  /** How long one call may take, its answer's body included. */
  readonly timeoutMs?: number | undefined;
  readonly hooks?: CallHooks | undefined;
}

/** What came back: an answer with its body read as JSON where it is JSON, or nothing. */
export type Exchange =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly json: unknown }
  | { readonly kind: 'none'; readonly reason: 'network' | 'timeout' };

export type Transport = (request: VendorRequest) => Promise<Exchange>;

/** Calls a vendor over `fetch`. It throws only what the request's signal or a hook throws: every fault is a result. */
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
      request.signal?.throwIfAborted();
      return { kind: 'none', reason: signal.aborted ? 'timeout' : 'network' };
    }
  };

  return async (request) => {
    await hooks.beforeCall?.(request);
    const over = hooks.whileCalling?.(request);
    const started = performance.now();
    const exchange = await withSpan(
      `${vendor} ${request.method} ${request.path}`,
      { 'http.request.method': request.method, 'url.template': request.path },
      () => withDeadline(timeoutMs, request.signal, (signal) => send(request, signal)),
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

/** Vendors answer HTML or plain text in a storm: what is not JSON is undefined, never an error. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The category of an answer whose shape is not the one that the vendor documents. */
export const unexpectedShape = 'UNEXPECTED_SHAPE';

/**
 * Reads a good answer's body. What is not JSON at all counts as a cut answer; JSON of another shape is the vendor's
 * change of mind and is rejected.
 */
export function readValue<S extends z.ZodType>(
  status: number,
  json: unknown,
  schema: S,
): Ok<z.output<S>> | Unavailable | Rejected {
  if (json === undefined) return { outcome: 'unavailable', reason: 'malformed', status, retryAfterMs: null };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { outcome: 'ok', value: parsed.data };
  const places = parsed.error.issues.slice(0, 3).map((issue) => issue.path.join('.'));
  return {
    outcome: 'rejected',
    problem: {
      status,
      category: unexpectedShape,
      message: `The answer has another shape than documented, at: ${places.join(', ')}`,
    },
  };
}
