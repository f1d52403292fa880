import { usersByIds, type Connection, type Person } from '@ridgeline/contracts';
import { useMemo } from 'react';
import { useQuery } from '../../../api/use-query.ts';

/** What one call may ask for. */
const maxIds = 200;

/** Who made connections, by id; one call for all of them, and people who are not known are missing. */
export type Creators = Readonly<Record<string, Person>>;

const nobody: Creators = {};

/** Looks up who made the connections. */
export function useCreators(connections: readonly Pick<Connection, 'userId'>[]): Creators {
  const ids = useMemo(() => creatorIds(connections), [connections]);
  const { data } = useQuery(usersByIds, { query: { ids } }, { keepPreviousData: true });
  return data ?? nobody;
}

/** `3,7`: each creator once, in one order, so that the same people are the same question. */
export function creatorIds(connections: readonly Pick<Connection, 'userId'>[]): string {
  const ids = new Set(connections.map(({ userId }) => userId));
  return [...ids]
    .sort((a, b) => a - b)
    .slice(0, maxIds)
    .join(',');
}
