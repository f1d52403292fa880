import type { AnswerOf, CallInput, Endpoint } from './endpoint.ts';
import { idempotencyKeyHeader } from './idempotency-key.ts';
import { readErrorBody, reportsFailure, type AnsweredError } from './errors/error-body.ts';

/** A call that the server answered with an error. `text` follows the customer's rules for error answers. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  /** The body's content if it was an error body, else null. */
  readonly body: AnsweredError | null;
  /** How long the server asks to wait (`Retry-After`), or null. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    text: string,
    body: AnsweredError | null,
    retryAfterSeconds: number | null = null,
  ) {
    super(text);
    this.status = status;
    this.code = body?.code ?? null;
    this.fields = body?.fields ?? {};
    this.requestId = body?.requestId ?? null;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server could not be reached: there was no answer at all. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super('Connection terminated due to connection timeout', { cause });
  }
}

const temporaryStatuses: readonly number[] = [502, 503, 504];

/** Whether something in front of or behind the API did not answer: the same call may succeed soon. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && temporaryStatuses.includes(error.status);
}

/** Where calls go and what each of them carries. */
export interface ApiClientOptions {
  /** For example `http://127.0.0.1:8080`; empty in the browser. */
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
  /** Headers of each call, made per call: cookies in tests, identity tokens between services. */
  readonly headers?: () => Record<string, string> | Promise<Record<string, string>>;
  /** Runs each call, including the reading of its answer, with the signal that ends it: the place for a time limit. */
  readonly withSignal?: WithSignal;
}

type WithSignal = <T>(
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal | undefined) => Promise<T>,
) => Promise<T>;

export interface CallOptions {
  readonly idempotencyKey?: string;
  /** Headers of this call alone. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Calls an endpoint with its input; the answer is typed by the endpoint. Throws `ApiError` or `ConnectionError`. */
export type ApiClient = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options?: CallOptions,
) => Promise<AnswerOf<E>>;

type UrlValues = Record<string, string | number | boolean | undefined>;

/** Fills a path's braces and appends the query: `/api/migrations/{id}` with `{id: 7}` is `/api/migrations/7`. */
export function endpointUrl(path: string, params: unknown = {}, query: unknown = {}): string {
  const values = params as UrlValues;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as UrlValues))
    if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

async function readError(response: Response): Promise<ApiError> {
  const raw = await response.text();
  const plain = raw || response.statusText || `HTTP Error ${response.status}`;
  if (!response.headers.get('content-type')?.includes('json'))
    return new ApiError(response.status, plain, null);
  const body = readErrorBody(parseJson(raw));
  return body
    ? new ApiError(response.status, body.error, body, retryAfterOf(response))
    : new ApiError(response.status, plain, null);
}

/** A successful answer; one with an `error` field is a failure. */
async function readAnswer(response: Response): Promise<unknown> {
  const json: unknown = await response.json();
  if (!reportsFailure(json)) return json;
  const body = readErrorBody(json);
  throw new ApiError(response.status, body?.error ?? '', body);
}

/** Our servers write `Retry-After` in whole seconds, never as a date. */
function retryAfterOf({ headers }: Response): number | null {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The typed client of the web app, of tests and of calls between services. */
export function createApiClient({
  baseUrl,
  // Looked up with each call: a test page, or a tracer, may have replaced `fetch` since then.
  fetch: send = (url, init) => fetch(url, init),
  headers,
  withSignal = (signal, call) => call(signal),
}: ApiClientOptions): ApiClient {
  return async (endpoint, input = {}, options = {}) => {
    const url = baseUrl + endpointUrl(endpoint.path, input.params, input.query);
    const init: RequestInit = {
      method: endpoint.method,
      cache: 'no-store',
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(options.idempotencyKey ? { [idempotencyKeyHeader]: options.idempotencyKey } : {}),
        ...(await headers?.()),
        ...options.headers,
      },
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
    };
    return withSignal(options.signal, async (signal) => {
      const response = await send(url, signal ? { ...init, signal } : init).catch((cause: unknown) => {
        if (options.signal?.aborted) throw cause;
        throw new ConnectionError(cause);
      });
      if (!response.ok) throw await readError(response);
      return (response.status === 204 ? {} : await readAnswer(response)) as AnswerOf<typeof endpoint>;
    });
  };
}
