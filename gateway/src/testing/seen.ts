import type { IncomingHttpHeaders } from 'node:http';
import type { UserIdentity } from '@ridgeline/kit';

/** A request as the service behind the gateway saw it. */
export interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly user: UserIdentity | null;
  readonly body: unknown;
}
