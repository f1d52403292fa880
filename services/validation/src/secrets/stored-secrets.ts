import { ApiError, type ApiClient } from '@ridgeline/contracts';
import { getConnectionSecrets, type ConnectionSecrets } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';

/** A connection of a company. */
export interface ConnectionOfCompany {
  readonly companyId: string;
  readonly connectionId: number;
}

/**
 * The stored credentials of a connection; null when the company does not have it (any more). Throws a retriable
 * `server.unavailable` when the connection service is unreachable.
 */
export type StoredSecrets = (of: ConnectionOfCompany) => Promise<ConnectionSecrets | null>;

/** Asks the connection service. */
export function storedSecrets(connection: ApiClient): StoredSecrets {
  return async ({ companyId, connectionId }) => {
    try {
      const params = { id: String(connectionId) };
      return await connection(getConnectionSecrets, { params, query: { companyId } });
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'connection.not_found') return null;
      throw new AppError('server.unavailable', { details: { dependency: 'connection' }, cause });
    }
  };
}
