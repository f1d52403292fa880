import type { UserChange } from '@ridgeline/contracts';
import type { Account, AdministratorCompanies, EditedAccount } from '../accounts/account.ts';

/**
 * The account after the edit. Fields that are left out or empty keep their values. The user name follows the email as long as
 * the two are equal. A reason is only kept while access is revoked.
 */
export function editAccount(account: Account, change: UserChange): EditedAccount {
  const email = change.email ?? account.email;
  const accessRevoked = change.accessRevoked ?? account.accessRevoked;
  const { accessRevokedReason: reason } = change;
  const given = reason === undefined ? account.accessRevokedReason : reason;
  return {
    firstName: change.firstName ?? account.firstName,
    lastName: change.lastName ?? account.lastName,
    email,
    username: account.username === account.email ? email : account.username,
    companyId: change.companyId ?? account.companyId,
    accessRevoked,
    accessRevokedReason: accessRevoked && given !== '' ? given : null,
  };
}

const shown: readonly (readonly [keyof EditedAccount, string])[] = [
  ['firstName', 'first name'],
  ['lastName', 'last name'],
  ['email', 'email'],
  ['companyId', 'company'],
  ['accessRevokedReason', 'reason'],
];

/**
 * The differences as text: `email: a@b.co -> c@d.co; company: co_one -> co_two`. Empty when nothing changed, or when only
 * access was revoked or restored, which has an audit entry of its own.
 */
export function describeEdit(before: Account, after: EditedAccount): string {
  const stillRevoked = before.accessRevoked && after.accessRevoked;
  return shown
    .filter(([field]) => field !== 'accessRevokedReason' || stillRevoked)
    .filter(([field]) => before[field] !== after[field])
    .map(([field, label]) => `${label}: ${before[field] ?? 'none'} -> ${after[field] ?? 'none'}`)
    .join('; ');
}

/** Whether an edit changed nothing. */
export function changesNothing(before: Account, after: EditedAccount): boolean {
  return Object.entries(after).every(([field, value]) => before[field as keyof EditedAccount] === value);
}

/** Whether a user is an administrator who has access. */
export function canAdminister(
  { accessRevoked, companyId }: Pick<Account, 'accessRevoked' | 'companyId'>,
  administrators: AdministratorCompanies,
): boolean {
  return !accessRevoked && administrators.has(companyId);
}
