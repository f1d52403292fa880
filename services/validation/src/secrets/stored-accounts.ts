import { ApiError, type ApiClient } from '@ridgeline/contracts';
import { getConnectionForService, noKnownAccounts, type KnownAccounts } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';

/** The connection that is edited; for a new connection there is no id. */
interface EditedConnection {
  readonly companyId: string;
  readonly connectionId: number | undefined;
}

/**
 * The accounts of the edited connection; none for a new one. Throws `connection.not_found` when the company has no such
 * connection, and a retriable `server.unavailable` when the connection service is unreachable.
 */
export type StoredAccounts = (of: EditedConnection) => Promise<KnownAccounts>;

/** Asks the connection service. */
export function storedAccounts(connection: ApiClient): StoredAccounts {
  return async ({ companyId, connectionId }) => {
    if (connectionId === undefined) return noKnownAccounts;
    try {
      const params = { id: String(connectionId) };
      const { acculynxCompanyId, hubSpotPortalId } = await connection(getConnectionForService, {
        params,
        query: { companyId },
      });
      return { acculynxCompanyId, hubSpotPortalId };
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'connection.not_found') throw new AppError(cause.code);
      throw new AppError('server.unavailable', { details: { dependency: 'connection' }, cause });
    }
  };
}
