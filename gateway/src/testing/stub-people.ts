import { createHash } from 'node:crypto';
import type { User } from '@ridgeline/contracts';
import type { AccessRecord, SessionGrant } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { VersionedRecords } from '@ridgeline/redis';

/** The same in every stub, so that gateways with stubs of their own can share a Redis. */
export function stubUserId(email: string): number {
  return 1 + (createHash('sha256').update(email).digest().readUInt32BE() >>> 2);
}

interface Person {
  readonly email: string;
  readonly record: AccessRecord;
}

/** The users of a stub service: all are known, and belong to the company after the @ of their email. */
export class StubPeople {
  readonly #records: VersionedRecords<AccessRecord>;
  readonly #people = new Map<number, Person>();

  constructor(records: VersionedRecords<AccessRecord>) {
    this.#records = records;
  }

  /** What signing in is answered with. As in the auth service, the record is there before the answer. */
  async grant(email: string): Promise<SessionGrant> {
    const userId = stubUserId(email);
    const record = this.#people.get(userId)?.record ?? {
      userId,
      companyId: email.split('@')[1] ?? '',
      administrator: false,
      version: 1,
      sessionEpoch: 1,
      revokedReason: null,
    };
    this.#people.set(userId, { email, record });
    await this.#records.put(record);
    return { user: this.userOf(userId), sessionEpoch: record.sessionEpoch };
  }

  /** Changes a user's access; returns the record, which is the next version. */
  async change(userId: number, more: Partial<AccessRecord>): Promise<AccessRecord> {
    const record = this.changeUntold(userId, more);
    await this.#records.put(record);
    return record;
  }

  /** The same while Redis is unavailable. */
  changeUntold(userId: number, more: Partial<AccessRecord>): AccessRecord {
    const { email, record: before } = this.#find(userId);
    const record = { ...before, version: before.version + 1, ...more };
    this.#people.set(userId, { email, record });
    return record;
  }

  /** A user's access now. */
  accessOf(userId: number): AccessRecord {
    return this.#find(userId).record;
  }

  /** Ends the user's sessions, and grants a new one. */
  async renew(userId: number): Promise<SessionGrant> {
    const { email, record } = this.#find(userId);
    await this.change(userId, { sessionEpoch: record.sessionEpoch + 1 });
    return this.grant(email);
  }

  userOf(userId: number): User {
    const { email, record } = this.#find(userId);
    const { companyId, administrator, revokedReason } = record;
    return {
      id: userId,
      email,
      username: email,
      firstName: null,
      lastName: null,
      companyId,
      administrator,
      emailVerified: true,
      accessRevoked: revokedReason !== null,
      accessRevokedReason: revokedReason,
    };
  }

  #find(userId: number): Person {
    const found = this.#people.get(userId);
    if (!found) throw new AppError('user.not_found');
    return found;
  }
}
