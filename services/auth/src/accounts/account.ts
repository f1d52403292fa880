import { randomInt } from 'node:crypto';
import type { ManagedUser, Person, User } from '@ridgeline/contracts';
import { z } from 'zod';

/** A user as stored. The company decides who is an administrator; that is derived, never stored. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyId: string;
  /** Whether the person has shown that the email is their own. */
  readonly emailVerified: boolean;
  readonly passwordHash: string;
  readonly accessRevoked: boolean;
  readonly accessRevokedReason: string | null;
  /** Grows with each change of what the user may do. */
  readonly accessVersion: number;
  /** Grows when every session of the user ends. */
  readonly sessionEpoch: number;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
}

/** An account that does not exist yet. */
export type NewAccount = Pick<
  Account,
  'email' | 'username' | 'firstName' | 'lastName' | 'companyId' | 'passwordHash' | 'emailVerified'
>;

/** The account as the API shows it: without its hash. */
export function toUser(account: Account, administrators: AdministratorCompanies): User {
  const {
    id,
    username,
    email,
    firstName,
    lastName,
    companyId,
    emailVerified,
    accessRevoked,
    accessRevokedReason,
  } = account;
  return {
    id,
    username,
    email,
    firstName,
    lastName,
    companyId,
    administrator: administrators.has(companyId),
    emailVerified,
    accessRevoked,
    accessRevokedReason,
  };
}

/** The account as administrators see it. */
export function toManagedUser(account: Account, administrators: AdministratorCompanies): ManagedUser {
  return {
    ...toUser(account, administrators),
    createdAt: account.createdAt.toISOString(),
    lastSignInAt: account.lastSignInAt?.toISOString() ?? null,
  };
}

/** The display name of a user in lists and emails: the name, or the email where no name is known. */
export function displayName({ firstName, lastName, email }: Omit<Person, 'id'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}

/** An empty name is no name. */
export function nameOf(text: string | null | undefined): string | null {
  const name = text?.trim() ?? '';
  return name === '' ? null : name;
}

/** Lower-case letters and digits that look distinct. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * A short id that users can read aloud, like `co_7f3k9q`. It is never an administrators' company: a registration must not end
 * up in one, not even by chance.
 */
export function newCompanyId(
  administrators: AdministratorCompanies,
  pick: (below: number) => number = randomInt,
): string {
  const letters = Array.from({ length: 6 }, () => alphabet[pick(alphabet.length)] ?? '');
  const id = `co_${letters.join('')}`;
  return administrators.has(id) ? newCompanyId(administrators, pick) : id;
}

/** Companies whose users are administrators. */
export type AdministratorCompanies = ReadonlySet<string>;

/** The two of them as configuration names them: `co_one,co_two`. Exactly two, so that a typing error is found at start. */
export const adminCompanyIdsSchema = z
  .string()
  .transform((list) => list.split(',').map((id) => id.trim()))
  .refine(
    (ids) => ids.length === 2 && ids.every((id) => id !== '') && new Set(ids).size === 2,
    'needs exactly two different company ids, separated by a comma',
  )
  .transform((ids): AdministratorCompanies => new Set(ids));

/** What an administrator's edit makes of an account. */
export type EditedAccount = Pick<
  Account,
  'firstName' | 'lastName' | 'email' | 'username' | 'companyId' | 'accessRevoked' | 'accessRevokedReason'
>;
