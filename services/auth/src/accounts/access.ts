import type { AccessRecord } from '@ridgeline/contracts/internal';
import { outgoingEvent, topics, type OutgoingEvent, eventEnvelope } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import type { VersionedRecords } from '@ridgeline/redis';
import type { Account, AdministratorCompanies } from './account.ts';
import { raiseAccessVersion } from './account-store.postgres.ts';

/** The text shown to a user whose access was revoked without a reason. */
const defaultReason = 'Access has been revoked';

/** What an account may do, as the gateways look it up. */
export function accessRecordOf(account: Account, administrators: AdministratorCompanies): AccessRecord {
  const { id, companyId, email, accessVersion, sessionEpoch, accessRevoked, accessRevokedReason } = account;
  return {
    userId: id,
    companyId,
    administrator: administrators.has(companyId),
    email,
    version: accessVersion,
    sessionEpoch,
    revokedReason: accessRevoked ? (accessRevokedReason ?? defaultReason) : null,
  };
}

/** The event that carries a record to every gateway. */
function accessChanged(record: AccessRecord): OutgoingEvent {
  const { userId, companyId, administrator, version, sessionEpoch, revokedReason } = record;
  return outgoingEvent(topics.identityUser, {
    key: String(userId),
    value: {
      ...{ userId, companyId, administrator, version, sessionEpoch },
      ...(revokedReason === null ? {} : { revokedReason }),
    },
    envelope: eventEnvelope(companyId),
  });
}

/** Publishes a change of a user's access when its transaction commits, and returns the updated account. */
export type Announce = (userId: number, effect?: { readonly endSessions: boolean }) => Promise<Account>;

/** The one way to change what a user may do. */
export interface Access {
  /**
   * Runs a transaction over the rows of all companies. After changing a user's company, revocation or password, the work
   * calls `announce`: it raises the version, and with `endSessions` ends every session of the user. The event commits with
   * the change; the record is stored in Redis before this resolves, so that the change acts on the very next request. When
   * Redis is unavailable it throws `server.unavailable` though the change has been made; the event repairs that.
   */
  change<T>(work: (tx: Tx, announce: Announce) => Promise<T>): Promise<T>;
  /** Stores the record as it is before a user gets a session; `server.unavailable` when Redis is unavailable. */
  publish(account: Account): Promise<void>;
}

/** What access works with. */
export interface AccessParts {
  readonly db: Database;
  readonly records: VersionedRecords<AccessRecord>;
  readonly administrators: AdministratorCompanies;
}

/** Access over Postgres, the outbox and Redis. */
export function createAccess({ db, records, administrators }: AccessParts): Access {
  const put = async (record: AccessRecord): Promise<void> => {
    await records.put(record).catch((cause: unknown) => {
      throw new AppError('server.unavailable', { details: { dependency: 'redis' }, cause });
    });
  };

  return {
    change: async (work) => {
      const changed: AccessRecord[] = [];
      const answer = await db.forSystem((tx) =>
        work(tx, async (userId, { endSessions } = { endSessions: false }) => {
          const account = await raiseAccessVersion(tx, userId, endSessions);
          const record = accessRecordOf(account, administrators);
          await addToOutbox(tx, accessChanged(record));
          changed.push(record);
          return account;
        }),
      );
      for (const record of changed) await put(record);
      return answer;
    },
    publish: (account) => put(accessRecordOf(account, administrators)),
  };
}
