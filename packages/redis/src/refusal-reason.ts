import { certificateFault, distrustedServer, nodeCode } from '@ridgeline/kit';
import { ConnectionTimeoutError, ErrorReply, SocketClosedUnexpectedlyError } from 'redis';

/** The codes with which Redis answers whoever is nobody to it. */
const refusals = /^(WRONGPASS|NOAUTH|NOPERM)\b/;

/** What of our configuration a failed connection shows to be wrong, for whoever starts the process; null when nothing. */
export function refusalReason(url: string, error: unknown): string | null {
  if (certificateFault(error) === 'server') return distrustedServer;
  if (error instanceof ErrorReply && refusals.test(error.message))
    return 'Redis refused the sign-in: the name or the password is wrong or missing';
  // A Redis without TLS waits for the rest of the greeting, which is no command to it.
  if (error instanceof ConnectionTimeoutError && url.startsWith('rediss:'))
    return 'No connection by TLS came about in time: where Redis takes no TLS at this port the address begins with redis://';
  const closed = error instanceof SocketClosedUnexpectedlyError || nodeCode(error) === 'ECONNRESET';
  return closed && url.startsWith('redis:')
    ? 'Redis closed the connection before it answered: where it asks for TLS the address begins with rediss://'
    : null;
}
