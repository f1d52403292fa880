import { endpointUrl, errorStatus, type Endpoint, type ErrorBody } from '@ridgeline/contracts';
import { errorsOf } from '@ridgeline/contracts/openapi';
import { stackOfTests } from '@ridgeline/testkit';

/** The answer. The live stream's text is not awaited. */
export interface Attempt {
  readonly status: number;
  readonly text: string;
}

/** The caller and the request. */
export interface AttemptOptions {
  readonly cookie: string;
  /** Values for the placeholders in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** An empty object, unless given. */
  readonly body?: string;
  readonly type?: string;
}

/** Throws when the contract does not list an answer for the endpoint. */
function mustBeListed(endpoint: Endpoint, { status, text }: Attempt): void {
  if (status === endpoint.status) return;
  const { code } = JSON.parse(text) as ErrorBody;
  if (!errorsOf(endpoint).some((listed) => listed === code && errorStatus(listed) === status))
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered ${status} ${code}, which is not in the contract`,
    );
}

/** Calls an endpoint with the cookie's session. Throws when the contract does not list the answer. */
export async function attempt(
  endpoint: Endpoint,
  { cookie, params, query, body = '{}', type = 'application/json' }: AttemptOptions,
): Promise<Attempt> {
  const { gateway } = stackOfTests();
  const response = await fetch(gateway + endpointUrl(endpoint.path, params, query), {
    method: endpoint.method,
    headers: { cookie, origin: gateway, 'sec-fetch-site': 'same-origin', 'content-type': type },
    ...(endpoint.method === 'GET' ? {} : { body }),
    signal: AbortSignal.timeout(5_000),
  });
  const endless = endpoint.mediaType === 'text/event-stream' && response.ok;
  if (endless) await response.body?.cancel();
  const answer = { status: response.status, text: endless ? '' : await response.text() };
  mustBeListed(endpoint, answer);
  return answer;
}

/** The endpoints as rows for `test.each`. */
export function named(endpoints: readonly Endpoint[]): (readonly [string, Endpoint])[] {
  return endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
}
