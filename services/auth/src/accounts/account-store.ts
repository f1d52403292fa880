import type { Account, NewAccount } from './account.ts';

/** What came of adding an account. */
export type Added =
  | { readonly outcome: 'added'; readonly account: Account }
  | { readonly outcome: 'email-taken' }
  | { readonly outcome: 'company-taken' };

/** Where accounts are kept. E-mails are compared in lower case. */
export interface AccountStore {
  /** For sign-in, where the company is not known yet. */
  findByEmail(email: string): Promise<Account | null>;
  /** Null when the id is another company's. */
  find(companyId: string, id: number): Promise<Account | null>;
  /** Adds the account together with its new company, or neither. */
  addWithCompany(account: NewAccount): Promise<Added>;
  /** Replaces a hash if it is still the given one, so that a rehash never undoes a change of password. */
  replaceHash(account: Account, newHash: string): Promise<void>;
}
