import type { IncomingHttpHeaders } from 'node:http';
import type { UserIdentity } from '../identity/identity-token.ts';

/** From where a person's request came, for the audit trail. */
export interface ClientOrigin {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** The user behind a request, and where the request came from, for the audit trail. */
export interface Actor {
  readonly user: UserIdentity;
  readonly origin: ClientOrigin;
}

/** The header in which the gateway passes the client's address to services; a header of this name from a client is dropped. */
export const clientAddressHeader = 'x-client-address';

const maxCharacters = 300;

function told(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, maxCharacters) : null;
}

/** Reads what the gateway passed to a service about the client. */
export function clientOrigin(headers: IncomingHttpHeaders): ClientOrigin {
  return { address: told(headers[clientAddressHeader]), userAgent: told(headers['user-agent']) };
}

/** The same as headers of a call on the client's behalf. */
export function originHeaders({ address, userAgent }: ClientOrigin): Record<string, string> {
  return {
    ...(address === null ? {} : { [clientAddressHeader]: address }),
    // Empty when the client sent none: a missing header would be filled in with our own.
    'user-agent': userAgent ?? '',
  };
}
