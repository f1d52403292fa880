import type { registrationSchema, credentialsSchema, User } from '@ridgeline/contracts';
import { AppError, type Logger } from '@ridgeline/kit';
import type { z } from 'zod';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordKey } from '../passwords/password-key.ts';
import { newCompanyId, toUser, type AdministratorCompanies, type NewAccount } from './account.ts';
import type { AccountStore, Added } from './account-store.ts';

type Credentials = z.output<typeof credentialsSchema>;
type Registration = z.output<typeof registrationSchema>;

/** Signing in, registering and looking up people. */
export interface AccountService {
  /** The user, or `auth.wrong_credentials`: the same answer in the same time for unknown e-mails and wrong passwords. */
  signIn(credentials: Credentials): Promise<User>;
  /** A new user in a company of its own; `auth.email_taken` when the e-mail is known in any spelling. */
  register(registration: Registration): Promise<User>;
  /** The user behind a session; `session.missing` when the account is gone or moved to another company. */
  current(identity: { companyId: string; userId: number }): Promise<User>;
}

/** What the service works with. */
export interface AccountServiceParts {
  readonly store: AccountStore;
  readonly passwordKey: PasswordKey;
  readonly hasher: PasswordHasher;
  readonly administrators: AdministratorCompanies;
  readonly logger: Logger;
}

const minPasswordLength = 8;
const maxPasswordLength = 256;
/** A company id is one of about 900 million; two collisions in a row mean that something else is wrong. */
const companyIdTries = 3;

type PasswordRefusal = 'auth.password_required' | 'auth.password_too_short' | 'auth.password_too_long';
type FieldRefusal = PasswordRefusal | 'auth.email_taken' | 'request.invalid';

function refuse(field: string, code: FieldRefusal): AppError {
  const { text } = new AppError(code);
  return new AppError(code, { fields: { [field]: text } });
}

/** Lengths count characters as people see code points, so that an emoji is one. */
function checkNewPassword(password: string): void {
  const length = Array.from(password).length;
  if (length === 0) throw refuse('password', 'auth.password_required');
  if (length < minPasswordLength) throw refuse('password', 'auth.password_too_short');
  if (length > maxPasswordLength) throw refuse('password', 'auth.password_too_long');
}

/** Names are one line of text: control characters would break lists, logs and (a NUL) the database. */
function checkText(field: string, text: string | null | undefined, maxLength: number): void {
  if (text && (text.length > maxLength || /\p{Cc}/u.test(text))) throw refuse(field, 'request.invalid');
}

/** An empty name is no name. */
function nameOf(text: string | null | undefined): string | null {
  const name = text?.trim() ?? '';
  return name === '' ? null : name;
}

function toNewAccount(registration: Registration, companyId: string, passwordHash: string): NewAccount {
  const { email, username, firstName, lastName } = registration;
  return {
    email,
    username: nameOf(username) ?? email,
    firstName: nameOf(firstName),
    lastName: nameOf(lastName),
    companyId,
    passwordHash,
  };
}

/** The use cases of accounts. */
export function createAccountService(parts: AccountServiceParts): AccountService {
  const { store, passwordKey, hasher, administrators, logger } = parts;

  const add = async (registration: Registration, passwordHash: string): Promise<Added> => {
    for (let tries = 1; ; tries += 1) {
      const account = toNewAccount(registration, newCompanyId(administrators), passwordHash);
      const added = await store.addWithCompany(account);
      if (added.outcome !== 'company-taken' || tries === companyIdTries) return added;
    }
  };

  return {
    signIn: async ({ email, password }) => {
      const secret = await passwordKey.open(password);
      if (secret === '') throw refuse('password', 'auth.password_required');
      const account = await store.findByEmail(email);
      const fits = await hasher.verify(account?.passwordHash ?? null, secret);
      if (!account || !fits) {
        logger.info({ userId: account?.id ?? null }, 'A sign-in was refused');
        throw new AppError('auth.wrong_credentials');
      }
      if (hasher.isOutdated(account.passwordHash))
        await store.replaceHash(account, await hasher.hash(secret));
      logger.info({ userId: account.id, companyId: account.companyId }, 'A user signed in');
      return toUser(account, administrators);
    },

    register: async (registration) => {
      checkText('username', registration.username, 254);
      checkText('firstName', registration.firstName, 100);
      checkText('lastName', registration.lastName, 100);
      const secret = await passwordKey.open(registration.password);
      checkNewPassword(secret);
      const added = await add(registration, await hasher.hash(secret));
      if (added.outcome === 'email-taken') throw refuse('email', 'auth.email_taken');
      if (added.outcome === 'company-taken') throw new AppError('server.failed');
      const { account } = added;
      logger.info({ userId: account.id, companyId: account.companyId }, 'A user registered');
      return toUser(account, administrators);
    },

    current: async ({ companyId, userId }) => {
      const account = await store.find(companyId, userId);
      if (!account) throw new AppError('session.missing');
      return toUser(account, administrators);
    },
  };
}
