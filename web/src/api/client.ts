import { createApiClient } from '@ridgeline/contracts';

/** The one client of the app. It speaks to the origin that served the page; the session is a cookie. */
export const api = createApiClient({ baseUrl: '', headers: () => ({ traceparent: newTraceparent() }) });

/** So many random bytes in hexadecimal. */
function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (one) =>
    one.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * A W3C traceparent for one call: its trace begins here. The page itself keeps nothing, which is what the flag says;
 * whether the rest of the trace is kept is for the gateway to decide.
 */
const newTraceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-00`;
