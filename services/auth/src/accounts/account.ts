import { randomInt } from 'node:crypto';
import type { User } from '@ridgeline/contracts';

/** A user as stored. The company decides who is an administrator; that is derived, never stored. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyId: string;
  readonly passwordHash: string;
  readonly accessRevoked: boolean;
  readonly accessRevokedReason: string | null;
}

/** An account that does not exist yet. */
export type NewAccount = Omit<Account, 'id' | 'accessRevoked' | 'accessRevokedReason'>;

/** Companies whose users are administrators. */
export type AdministratorCompanies = ReadonlySet<string>;

/** The account as the API shows it: without its hash. */
export function toUser(account: Account, administrators: AdministratorCompanies): User {
  const { id, username, email, firstName, lastName, companyId, accessRevoked, accessRevokedReason } = account;
  return {
    id,
    username,
    email,
    firstName,
    lastName,
    companyId,
    administrator: administrators.has(companyId),
    accessRevoked,
    accessRevokedReason,
  };
}

/** Lower-case letters and digits that are not taken for one another. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * A short id that people can read out, like `co_7f3k9q`. It never is one of the administrators': no registration may
 * ever end up in their companies, not even by chance.
 */
export function newCompanyId(
  administrators: AdministratorCompanies,
  pick: (below: number) => number = randomInt,
): string {
  const letters = Array.from({ length: 6 }, () => alphabet[pick(alphabet.length)] ?? '');
  const id = `co_${letters.join('')}`;
  return administrators.has(id) ? newCompanyId(administrators, pick) : id;
}
