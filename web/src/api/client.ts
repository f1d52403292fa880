import { createApiClient } from '@ridgeline/contracts';

/** The app's only API client. It calls the origin that served the page; a cookie carries the session. */
export const api = createApiClient({ baseUrl: '', headers: () => ({ traceparent: newTraceparent() }) });

/** So many random bytes in hexadecimal. */
function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (one) =>
    one.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * A W3C traceparent that starts a new trace for each call. The flag says "not sampled" because the page itself records
 * nothing; the gateway decides whether to keep the rest of the trace.
 */
const newTraceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-00`;
