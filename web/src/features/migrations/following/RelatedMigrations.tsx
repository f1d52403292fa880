import { listFollowing, type Migration } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { useQuery } from '../../../api/use-query.ts';
import { followedText, followingText } from '../../summary/purpose.ts';
import type { Following } from './may-follow.ts';

/** The migrations that follow an ended one; undefined until known. */
export function useFollowing({ id }: Pick<Migration, 'id'>): Following | undefined {
  return useQuery(listFollowing, { params: { id: String(id) } }).data?.following;
}

/** `Retry of #12`; nothing if it does not follow another migration. */
export function FollowsLink({ follows = null }: Partial<Pick<Migration, 'follows'>>) {
  if (follows === null) return null;
  return (
    <Link to={`/migrations/${follows.migrationId}`}>
      {followingText(follows)} #{follows.migrationId}
    </Link>
  );
}

/** `Retried by #15, Undone by #16`; a dash where none follows. */
export function FollowedBy({ migration }: { readonly migration: Migration }) {
  const following = useFollowing(migration) ?? [];
  if (following.length === 0) return '–';
  return following.map((one, place) => (
    <span key={one.id}>
      {place === 0 ? null : ', '}
      <Link to={`/migrations/${one.id}`}>
        {followedText(one)} #{one.id}
      </Link>
    </span>
  ));
}
