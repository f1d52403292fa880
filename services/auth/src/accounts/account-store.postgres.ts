import type { Person } from '@ridgeline/contracts';
import { violatedConstraint, type Tx } from '@ridgeline/postgres';
import type { Account, NewAccount, EditedAccount } from './account.ts';

/** The columns of an `Account`, to be selected or returned from `users`. */
const accountColumns = `id, email, username, first_name as "firstName", last_name as "lastName",
  company_id as "companyId", email_verified_at is not null as "emailVerified", password_hash as "passwordHash", access_revoked as "accessRevoked",
  access_revoked_reason as "accessRevokedReason", access_version as "accessVersion",
  session_epoch as "sessionEpoch", created_at as "createdAt", last_sign_in_at as "lastSignInAt"`;

/** The account with this email, regardless of case; needs the system's scope, because its company is not known yet. */
export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | null> {
  const found = await tx.maybeOne<Account>(
    `select ${accountColumns} from users where lower(email) = lower($1)`,
    [email],
  );
  return found ?? null;
}

/** The account, if the transaction's scope holds it. */
export async function findAccount(tx: Tx, id: number): Promise<Account | null> {
  return (await tx.maybeOne<Account>(`select ${accountColumns} from users where id = $1`, [id])) ?? null;
}

/** The same, locked until the transaction ends, so that decisions based on it still hold when they are written. */
export async function lockAccount(tx: Tx, id: number): Promise<Account | null> {
  const found = await tx.maybeOne<Account>(
    `select ${accountColumns} from users where id = $1 for no key update`,
    [id],
  );
  return found ?? null;
}

/** Several accounts by id, locked in one global order, so that two transactions never wait for each other. */
export async function lockAccounts(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Account>> {
  const found = await tx.query<Account>(
    `select ${accountColumns} from users where id = any($1) order by id for no key update`,
    [ids],
  );
  return new Map(found.map((account) => [account.id, account]));
}

/** Adds a company; violates `companies_pkey` when the id is taken. */
export async function insertCompany(tx: Tx, companyId: string): Promise<void> {
  await tx.query('insert into companies (company_id) values ($1)', [companyId]);
}

/** Whether there is such a company. */
export async function companyExists(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query('select 1 from companies where company_id = $1', [companyId])).length > 0;
}

/** Adds an account to a company that exists; violates `users_email_key` when the email is taken in any case. */
export function insertAccount(tx: Tx, account: NewAccount): Promise<Account> {
  const { email, username, firstName, lastName, companyId, passwordHash, emailVerified } = account;
  return tx.one<Account>(
    `insert into users (email, username, first_name, last_name, company_id, password_hash, email_verified_at)
     values ($1, $2, $3, $4, $5, $6, case when $7 then now() end) returning ${accountColumns}`,
    [email, username, firstName, lastName, companyId, passwordHash, emailVerified],
  );
}

/**
 * Notes a sign-in, and replaces the verified hash with `betterHash`, unless the password was changed since: a rehash never
 * undoes a change.
 */
export function noteSignIn(tx: Tx, verified: Account, betterHash: string | null): Promise<Account> {
  return tx.one<Account>(
    `update users
     set last_sign_in_at = now(),
       password_hash = case when password_hash = $2 then coalesce($3, password_hash) else password_hash end
     where id = $1 returning ${accountColumns}`,
    [verified.id, verified.passwordHash, betterHash],
  );
}

/** Replaces the password's hash. */
export async function setPasswordHash(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.query(`update users set password_hash = $2, updated_at = now() where id = $1`, [id, passwordHash]);
}

/** Puts an account into another company, which exists. */
export async function setCompany(tx: Tx, id: number, companyId: string): Promise<void> {
  await tx.query(`update users set company_id = $2, updated_at = now() where id = $1`, [id, companyId]);
}

/** Records that a user has verified their email. */
export async function setEmailVerified(tx: Tx, id: number): Promise<void> {
  await tx.query(`update users set email_verified_at = coalesce(email_verified_at, now()) where id = $1`, [
    id,
  ]);
}

/** Sets both names. */
export function setNames(
  tx: Tx,
  id: number,
  { firstName, lastName }: Pick<Account, 'firstName' | 'lastName'>,
): Promise<Account> {
  return tx.one<Account>(
    `update users set first_name = $2, last_name = $3, updated_at = now() where id = $1 returning ${accountColumns}`,
    [id, firstName, lastName],
  );
}

/** The people with these ids, of one company or of all. */
export function findPeople(tx: Tx, ids: readonly number[], companyId: string | null): Promise<Person[]> {
  return tx.query<Person>(
    `select id, first_name as "firstName", last_name as "lastName", email from users
     where id = any($1) and ($2::text is null or company_id = $2)`,
    [ids, companyId],
  );
}

/** The accounts of one company or of all, the oldest first. */
export function listAccounts(tx: Tx, companyId: string | null): Promise<Account[]> {
  return tx.query<Account>(
    `select ${accountColumns} from users where $1::text is null or company_id = $1 order by id`,
    [companyId],
  );
}

/** Raises the version of a user's access and, with `endSessions`, the epoch of the sessions. */
export function raiseAccessVersion(tx: Tx, userId: number, endSessions: boolean): Promise<Account> {
  return tx.one<Account>(
    `update users
     set access_version = access_version + 1, session_epoch = session_epoch + $2::int, updated_at = now()
     where id = $1 returning ${accountColumns}`,
    [userId, endSessions ? 1 : 0],
  );
}

/**
 * Stores an edit; a changed email is unverified. Violates `users_email_key` when the email is taken, `users_company_id_fkey`
 * when there is no such company.
 */
export async function storeEdit(tx: Tx, id: number, edited: EditedAccount): Promise<void> {
  const { firstName, lastName, email, username, companyId, accessRevoked, accessRevokedReason } = edited;
  await tx.query(
    `update users set first_name = $2, last_name = $3, email = $4, username = $5, company_id = $6,
       access_revoked = $7, access_revoked_reason = $8,
       email_verified_at = case when lower(email) = lower($4) then email_verified_at end, updated_at = now()
     where id = $1`,
    [id, firstName, lastName, email, username, companyId, accessRevoked, accessRevokedReason],
  );
}

/** Ensures that an administrators' company exists: no one registers in one, so its first user creates it. */
export async function ensureCompany(tx: Tx, companyId: string): Promise<void> {
  await tx.query('insert into companies (company_id) values ($1) on conflict do nothing', [companyId]);
}

/** There are about 900 million company ids: three collisions in a row mean that something else is wrong. */
const tries = 3;

/** Does work that inserts a company under a new id, and does it again with another one when the id is taken. */
export async function retryWhenCompanyIdTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let done = 1; ; done += 1) {
    try {
      return await work();
    } catch (error) {
      if (violatedConstraint(error) !== 'companies_pkey' || done === tries) throw error;
    }
  }
}
