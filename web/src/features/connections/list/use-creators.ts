import { usersByIds, type Connection, type Person } from '@ridgeline/contracts';
import { useMemo } from 'react';
import { useQuery } from '../../../api/use-query.ts';

/** The maximum number of ids per call. */
const maxIds = 200;

/** Who created the connections, by id. One call for all of them; unknown users are missing. */
export type Creators = Readonly<Record<string, Person>>;

const nobody: Creators = {};

/** Looks up who made the connections. */
export function useCreators(connections: readonly Pick<Connection, 'userId'>[]): Creators {
  const ids = useMemo(() => creatorIds(connections), [connections]);
  const { data } = useQuery(usersByIds, { query: { ids } }, { keepPreviousData: true });
  return data ?? nobody;
}

/** Each creator once, sorted (`3,7`), so that the same users share one cache key. */
export function creatorIds(connections: readonly Pick<Connection, 'userId'>[]): string {
  const ids = new Set(connections.map(({ userId }) => userId));
  return [...ids]
    .sort((a, b) => a - b)
    .slice(0, maxIds)
    .join(',');
}
