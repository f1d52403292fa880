import { violatedConstraint, type Database, type Tx } from '@ridgeline/postgres';
import type { Account, NewAccount } from './account.ts';
import type { AccountStore, Added } from './account-store.ts';

const columns = `id, email, username, first_name as "firstName", last_name as "lastName", company_id as "companyId",
  password_hash as "passwordHash", access_revoked as "accessRevoked", access_revoked_reason as "accessRevokedReason"`;

/** Which rule of the database an insert broke, as an outcome. */
const outcomes: Readonly<Record<string, Added>> = {
  users_email_key: { outcome: 'email-taken' },
  companies_pkey: { outcome: 'company-taken' },
};

function outcomeOf(error: unknown): Added {
  const outcome = outcomes[violatedConstraint(error) ?? ''];
  if (!outcome) throw error;
  return outcome;
}

async function insert(tx: Tx, account: NewAccount): Promise<Account> {
  const { email, username, firstName, lastName, companyId, passwordHash } = account;
  await tx.query('insert into companies (company_id) values ($1)', [companyId]);
  return tx.one<Account>(
    `insert into users (email, username, first_name, last_name, company_id, password_hash)
     values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
    [email, username, firstName, lastName, companyId, passwordHash],
  );
}

/** Accounts in the schema `auth`. Only the search by e-mail reaches across companies. */
export function createAccountStore(db: Database): AccountStore {
  return {
    findByEmail: async (email) => {
      const found = await db.forSystem((tx) =>
        tx.maybeOne<Account>(`select ${columns} from users where lower(email) = lower($1)`, [email]),
      );
      return found ?? null;
    },

    find: async (companyId, id) => {
      const found = await db.forCompany(companyId, (tx) =>
        tx.maybeOne<Account>(`select ${columns} from users where company_id = $1 and id = $2`, [
          companyId,
          id,
        ]),
      );
      return found ?? null;
    },

    addWithCompany: (account) =>
      db
        .forCompany(account.companyId, (tx) => insert(tx, account))
        .then((added): Added => ({ outcome: 'added', account: added }), outcomeOf),

    replaceHash: async ({ id, companyId, passwordHash }, newHash) => {
      await db.forCompany(companyId, (tx) =>
        tx.query(
          `update users set password_hash = $4, updated_at = now()
           where company_id = $1 and id = $2 and password_hash = $3`,
          [companyId, id, passwordHash, newHash],
        ),
      );
    },
  };
}
