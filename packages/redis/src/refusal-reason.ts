import { certificateFault, distrustedServer, nodeCode } from '@ridgeline/kit';
import { ErrorReply, SocketClosedUnexpectedlyError } from 'redis';

/** The codes with which Redis answers whoever is nobody to it. */
const refusals = /^(WRONGPASS|NOAUTH|NOPERM)\b/;

/** What of our configuration a failed connection shows to be wrong, for whoever starts the process; null when nothing. */
export function refusalReason(url: string, error: unknown): string | null {
  if (certificateFault(error) === 'server') return distrustedServer;
  if (error instanceof ErrorReply && refusals.test(error.message))
    return 'Redis refused the sign-in: the name or the password is wrong or missing';
  const closed = error instanceof SocketClosedUnexpectedlyError || nodeCode(error) === 'ECONNRESET';
  return closed && url.startsWith('redis:')
    ? 'Redis closed the connection before it answered: where it asks for TLS the address begins with rediss://'
    : null;
}
