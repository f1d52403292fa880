import type { IncomingHttpHeaders } from 'node:http';
import { clientAddressHeader } from '@ridgeline/kit';

/**
 * The headers of a client that a service gets to see. A list of what passes rather than of what does not: identity,
 * cookies, forwarding claims and whatever a future service might believe stay outside.
 */
const passing = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'transfer-encoding',
  'user-agent',
] as const;

/** What the gateway itself says about a request. */
export interface Vouched {
  readonly requestId: string;
  /** From where the client called; undefined when its connection is gone already. */
  readonly clientAddress: string | undefined;
  /** The signed identity; null for calls that anybody may make. */
  readonly token: string | null;
  readonly traceparent: string | undefined;
}

/** The headers with which a request goes on to a service. */
export function forwardedHeaders(sent: IncomingHttpHeaders, vouched: Vouched): IncomingHttpHeaders {
  const described = passing.flatMap((name) =>
    sent[name] === undefined ? [] : [[name, sent[name]] as const],
  );
  return {
    ...Object.fromEntries(described),
    'x-request-id': vouched.requestId,
    ...(vouched.clientAddress === undefined ? {} : { [clientAddressHeader]: vouched.clientAddress }),
    ...(vouched.token === null ? {} : { authorization: `Bearer ${vouched.token}` }),
    ...(vouched.traceparent === undefined ? {} : { traceparent: vouched.traceparent }),
  };
}
