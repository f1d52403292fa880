import { listUsers, userChangeSchema, type ManagedUser } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';
import { checkWith, type FieldTexts } from '../../ui/form/field-texts.ts';
import { fullName } from '../session/person.ts';
import { useSession, useUser } from '../session/session-context.ts';

/** Another administrator's changes appear when the user returns to the page. */
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
      // The shell also shows the current user's name.
      if (user.id === own.id) void signedIn(user);
      void mutate((users) => users?.map((one) => (one.id === user.id ? user : one)), { revalidate: false });
    },
  };
}

/** The users whose id, email, name or company contains the text, without regard to case. */
export function searchUsers(users: readonly ManagedUser[], text: string): readonly ManagedUser[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return users;
  return users.filter((user) =>
    [String(user.id), user.email, fullName(user) ?? '', user.companyId].some((value) =>
      value.toLowerCase().includes(wanted),
    ),
  );
}

/** What an administrator can edit, as the form holds it. */
export interface UserValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly companyId: string;
}

type Stored = Pick<ManagedUser, 'firstName' | 'lastName' | 'email' | 'companyId'>;

export const valuesOf = ({ firstName, lastName, email, companyId }: Stored): UserValues => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  email,
  companyId,
});

/** What is sent: only fields that are not empty and differ from what is stored. */
export function changesOf(stored: Stored, values: UserValues): Partial<UserValues> {
  const before: Readonly<Record<string, string>> = { ...valuesOf(stored) };
  const changed = Object.entries(values).flatMap(([name, value]: [string, string]) => {
    const trimmed = value.trim();
    return trimmed === '' || trimmed === before[name] ? [] : [[name, trimmed] as const];
  });
  return Object.fromEntries(changed);
}

/** Checks what would be sent. */
export const checkChanges = (stored: Stored, values: UserValues): FieldTexts<UserValues> =>
  checkWith(userChangeSchema, changesOf(stored, values));
