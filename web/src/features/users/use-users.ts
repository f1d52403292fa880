import { listUsers, type ManagedUser } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';
import { useSession, useUser } from '../session/session-context.ts';

/** Another administrator's changes are seen when one comes back to the page. */
const freshMs = 10_000;

/** Every user, and what an answer of the server changes in the list without asking again. */
export function useUsers() {
  const own = useUser();
  const { signedIn } = useSession();
  const { data, error, mutate } = useQuery(listUsers, {}, { dedupingInterval: freshMs });
  return {
    data,
    error,
    retry: () => void mutate(),
    changed: (user: ManagedUser) => {
      // One's own name stands in the shell too.
      if (user.id === own.id) void signedIn(user);
      void mutate((users) => users?.map((one) => (one.id === user.id ? user : one)), { revalidate: false });
    },
  };
}
