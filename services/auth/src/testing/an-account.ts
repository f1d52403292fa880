import type { Account } from '../accounts/account.ts';

/** An ordinary account with the fields that a test overrides. */
export function anAccount(changes: Partial<Account> = {}): Account {
  return {
    id: 7,
    email: 'ann@example.com',
    username: 'ann@example.com',
    firstName: 'Ann',
    lastName: null,
    companyId: 'co_aaaaaa',
    emailVerified: true,
    passwordHash: 'the hash',
    accessRevoked: false,
    accessRevokedReason: null,
    accessVersion: 1,
    sessionEpoch: 1,
    createdAt: new Date('2026-01-02T03:04:05Z'),
    lastSignInAt: null,
    ...changes,
  };
}
