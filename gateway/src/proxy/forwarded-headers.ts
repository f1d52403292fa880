import type { IncomingHttpHeaders } from 'node:http';
import { idempotencyKeyHeader } from '@ridgeline/contracts';
import { clientAddressHeader } from '@ridgeline/kit';

/**
 * The headers of a client that a service gets to see. A list of what passes rather than of what does not: identity,
 * cookies, forwarding claims and whatever a future service might trust stay outside.
 */
const passing = [
  'accept',
  // What a service has packed passes through as it is.
  'accept-encoding',
  'accept-language',
  'content-type',
  idempotencyKeyHeader.toLowerCase(),
  'user-agent',
] as const;

/** What the gateway itself says about a request. */
export interface TrustedHeaders {
  readonly requestId: string;
  /** From where the client called; undefined when its connection is gone already. */
  readonly clientAddress: string | undefined;
  /** The signed identity; null for calls that anybody may make. */
  readonly token: string | null;
  readonly traceparent: string | undefined;
  /** In bytes, as it was read whole and unpacked; undefined when there is none. */
  readonly bodyLength: number | undefined;
}

/** The headers with which a request is forwarded to a service. */
export function forwardedHeaders(sent: IncomingHttpHeaders, trusted: TrustedHeaders): IncomingHttpHeaders {
  const { requestId, clientAddress, token, traceparent, bodyLength } = trusted;
  const headers: NodeJS.Dict<string | string[]> = { 'x-request-id': requestId };
  for (const name of passing) if (sent[name] !== undefined) headers[name] = sent[name];
  if (clientAddress !== undefined) headers[clientAddressHeader] = clientAddress;
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  if (traceparent !== undefined) headers['traceparent'] = traceparent;
  if (bodyLength !== undefined) headers['content-length'] = String(bodyLength);
  return headers;
}
