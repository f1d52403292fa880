import type { Person, profileSchema, User } from '@ridgeline/contracts';
import { AppError, type ClientOrigin, type UserIdentity } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { z } from 'zod';
import { findAccount, findPeople, lockAccount, setNames } from '../accounts/account-store.postgres.ts';
import { nameOf, toUser, type AdministratorCompanies } from '../accounts/account.ts';
import { ownActivity } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';

/** What users see of themselves and of their colleagues. */
export interface ProfileService {
  /** The user behind a session; `session.missing` when the account is gone or moved to another company. */
  current(identity: UserIdentity): Promise<User>;
  /** Changes one's own name: null and empty clear a field, omitted fields stay. */
  change(identity: UserIdentity, names: z.output<typeof profileSchema>, origin: ClientOrigin): Promise<User>;
  /** The users among these ids that the caller may see, by id: those of the same company, or all users for administrators. */
  people(identity: UserIdentity, ids: readonly number[]): Promise<Record<string, Person>>;
}

/** What profiles work with. `reading` is for what people only read, and can wait for. */
export interface ProfileParts {
  readonly db: Database;
  readonly reading: Database;
  readonly administrators: AdministratorCompanies;
}

/** The use cases of profiles. */
export function createProfileService({ db, reading, administrators }: ProfileParts): ProfileService {
  return {
    current: async ({ companyId, userId }) => {
      const account = await db.forCompany(companyId, (tx) => findAccount(tx, userId));
      if (account?.companyId !== companyId) throw new AppError('session.missing');
      return toUser(account, administrators);
    },

    change: async ({ companyId, userId }, { firstName, lastName }, origin) => {
      const account = await db.forCompany(companyId, async (tx) => {
        const before = await lockAccount(tx, userId);
        if (before?.companyId !== companyId) throw new AppError('session.missing');
        const names = {
          firstName: firstName === undefined ? before.firstName : nameOf(firstName),
          lastName: lastName === undefined ? before.lastName : nameOf(lastName),
        };
        if (names.firstName === before.firstName && names.lastName === before.lastName) return before;
        const changed = await setNames(tx, userId, names);
        await record(tx, ownActivity(changed, { action: 'profile-change', result: 'done', origin }));
        return changed;
      });
      return toUser(account, administrators);
    },

    people: async ({ companyId, administrator }, ids) => {
      const people = administrator
        ? await reading.forSystem((tx) => findPeople(tx, ids, null))
        : await reading.forCompany(companyId, (tx) => findPeople(tx, ids, companyId));
      return Object.fromEntries(people.map((person) => [String(person.id), person]));
    },
  };
}
