import { ApiError, type ApiClient, type Connection, type NewMigration } from '@ridgeline/contracts';
import { getConnectionForService } from '@ridgeline/contracts/internal';
import { AppError, fieldError } from '@ridgeline/kit';

/** Finds a connection of a company; null when the company has none of this id. */
export type ConnectionLookup = (connectionId: number, companyId: string) => Promise<Connection | null>;

/** Asks the connection service. Throws `server.unavailable` when it does not answer as it should. */
export function connectionLookup(client: ApiClient): ConnectionLookup {
  return async (connectionId, companyId) => {
    try {
      return await client(getConnectionForService, {
        params: { id: String(connectionId) },
        query: { companyId },
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'connection.not_found') return null;
      throw new AppError('server.unavailable', { details: { dependency: 'connection' }, cause: error });
    }
  };
}

/** The connection that a new migration names. Throws `connection.not_found` and `migration.connection_invalid`. */
export async function usableConnection(
  findConnection: ConnectionLookup,
  wanted: Pick<NewMigration, 'connectionId'>,
  companyId: string,
): Promise<Connection> {
  const connection = await findConnection(wanted.connectionId, companyId);
  if (!connection) throw fieldError('connectionId', 'connection.not_found');
  if (connection.acculynxStatus !== 'valid' || connection.hubspotStatus !== 'valid')
    throw fieldError('connectionId', 'migration.connection_invalid');
  return connection;
}
