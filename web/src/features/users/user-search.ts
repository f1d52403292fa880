import type { ManagedUser } from '@ridgeline/contracts';
import { fullName } from '../session/person.ts';

/** The users whose id, e-mail, name or company contains the text, without regard to case. */
export function searchUsers(users: readonly ManagedUser[], text: string): readonly ManagedUser[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return users;
  return users.filter((user) =>
    [String(user.id), user.email, fullName(user) ?? '', user.companyId].some((value) =>
      value.toLowerCase().includes(wanted),
    ),
  );
}
