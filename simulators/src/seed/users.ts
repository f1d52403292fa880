import { uuidFrom } from './ids.ts';
import { mailboxName } from './names.ts';
import { mix, mulberry32 } from '../determinism/random.ts';

export interface User {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  readonly initials: string;
  readonly email: string;
  readonly role: { readonly id: number; readonly name: string };
  readonly status: string;
}

const ROLES = ['Company Administrator', 'Location Administrator', 'Manager', 'Office', 'Sales', 'Crew'];
const COUNT = 60;

/** The users of a company: sixty, so that paging shows, two of them inactive. */
export function usersOf(seed: number): User[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const [firstName = '', lastName = ''] = mailboxName(mulberry32(mix(seed ^ 0x05e2, index))).split('.');
    return {
      id: uuidFrom(seed, index, 600),
      firstName,
      lastName,
      displayName: `${firstName} ${lastName}`,
      initials: `${firstName.slice(0, 1)}${lastName.slice(0, 1)}`,
      email: `${firstName}.${lastName}${index}@example.com`.toLowerCase(),
      role: { id: 1 + (index % ROLES.length), name: ROLES[index % ROLES.length] ?? '' },
      status: index % 30 === 29 ? 'Inactive' : 'Active',
    };
  });
}
