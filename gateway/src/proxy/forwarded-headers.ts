import type { IncomingHttpHeaders } from 'node:http';
import { idempotencyKeyHeader } from '@ridgeline/contracts';
import { clientAddressHeader } from '@ridgeline/kit';

/**
 * The client headers that are forwarded to a service. This is an allowlist, so that identity, cookies, forwarding claims
 * and whatever a future service might trust stay outside.
 */
const passing = [
  'accept',
  // A service's compressed answers pass through unchanged.
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
  /** The signed identity; null for public calls. */
  readonly token: string | null;
  readonly traceparent: string | undefined;
  /** The bytes of the body after it was read and decompressed; undefined without a body. */
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
