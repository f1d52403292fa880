import type { Account } from './account.ts';
import type { AccountStore } from './account-store.ts';

/** Accounts in memory, for tests; keeps the same contract as the one in Postgres. */
export function createFakeAccountStore(): AccountStore {
  const accounts = new Map<number, Account>();
  const all = (): Account[] => [...accounts.values()];
  const sameEmail = (email: string) => (account: Account) =>
    account.email.toLowerCase() === email.toLowerCase();
  return {
    findByEmail: (email) => Promise.resolve(all().find(sameEmail(email)) ?? null),
    find: (companyId, id) => {
      const account = accounts.get(id);
      return Promise.resolve(account?.companyId === companyId ? account : null);
    },
    addWithCompany: (added) => {
      if (all().some((other) => other.companyId === added.companyId))
        return Promise.resolve({ outcome: 'company-taken' });
      if (all().some(sameEmail(added.email))) return Promise.resolve({ outcome: 'email-taken' });
      const account = { ...added, id: accounts.size + 1, accessRevoked: false, accessRevokedReason: null };
      accounts.set(account.id, account);
      return Promise.resolve({ outcome: 'added', account });
    },
    replaceHash: ({ id, passwordHash }, newHash) => {
      const account = accounts.get(id);
      if (account?.passwordHash === passwordHash) accounts.set(id, { ...account, passwordHash: newHash });
      return Promise.resolve();
    },
  };
}
