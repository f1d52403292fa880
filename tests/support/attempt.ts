import { endpointUrl, type Endpoint } from '@ridgeline/contracts';
import { stackOfTests } from '@ridgeline/testkit';

/** What came back. The live stream's text is not waited for. */
export interface Attempt {
  readonly status: number;
  readonly text: string;
}

/** Calls an endpoint with an empty body, as whoever holds the cookie; `id` fills its path. */
export async function attempt(
  endpoint: Endpoint,
  { cookie, id }: { cookie: string; id: string },
): Promise<Attempt> {
  const { gateway } = stackOfTests();
  const response = await fetch(gateway + endpointUrl(endpoint.path, { id }), {
    method: endpoint.method,
    headers: { cookie, origin: gateway, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
    signal: AbortSignal.timeout(5_000),
  });
  const endless = endpoint.mediaType === 'text/event-stream' && response.ok;
  if (endless) await response.body?.cancel();
  return { status: response.status, text: endless ? '' : await response.text() };
}

/** Endpoints as the rows of `test.each`. */
export function named(endpoints: readonly Endpoint[]): (readonly [string, Endpoint])[] {
  return endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
}
