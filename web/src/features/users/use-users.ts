import { listUsers, type ManagedUser } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** Another administrator's changes are seen when one comes back to the page. */
const freshMs = 10_000;

/** Every user, and what an answer of the server changes in the list without asking again. */
export function useUsers() {
  const { data, error, mutate } = useQuery(listUsers, {}, { dedupingInterval: freshMs });
  return {
    data,
    error,
    retry: () => void mutate(),
    changed: (user: ManagedUser) => {
      void mutate((users) => users?.map((one) => (one.id === user.id ? user : one)), { revalidate: false });
    },
  };
}
