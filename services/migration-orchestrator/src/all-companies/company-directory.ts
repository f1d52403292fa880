import type { ApiClient } from '@ridgeline/contracts';
import { describeConnections, matchCompanies, type DescribedConnection } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';

/** What the connection service knows of all companies. Both throw `server.unavailable` when it does not answer. */
export interface CompanyDirectory {
  /** The ids of the companies that fit a search, at most a hundred. */
  match(search: string): Promise<readonly string[]>;
  /** The names of these connections and their companies, by connection id; deleted connections are left out. */
  describe(connectionIds: readonly number[]): Promise<ReadonlyMap<number, DescribedConnection>>;
}

/** Asks the connection service. */
export function companyDirectory(client: ApiClient): CompanyDirectory {
  const asked = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (cause) {
      throw new AppError('server.unavailable', { details: { dependency: 'connection' }, cause });
    }
  };
  return {
    match: async (search) => (await asked(client(matchCompanies, { body: { search } }))).companyIds,
    async describe(connectionIds) {
      if (connectionIds.length === 0) return new Map();
      const ids = [...new Set(connectionIds)];
      const { connections } = await asked(client(describeConnections, { body: { ids } }));
      return new Map(connections.map((one) => [one.connectionId, one]));
    },
  };
}
