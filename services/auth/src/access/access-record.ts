import { eventEnvelope, type OutgoingEvent, outgoingEvent, topics } from '@ridgeline/events';
import type { AccessRecord } from '@ridgeline/redis';
import type { Account } from '../accounts/account.ts';
import type { AdministratorCompanies } from '../accounts/administrator-companies.ts';

/** What a person reads whose access was revoked without a reason. */
const defaultReason = 'Access has been revoked';

/** What an account may do, as the gateways look it up. */
export function accessRecordOf(account: Account, administrators: AdministratorCompanies): AccessRecord {
  const { id, companyId, accessVersion, sessionEpoch, accessRevoked, accessRevokedReason } = account;
  return {
    userId: id,
    companyId,
    administrator: administrators.has(companyId),
    version: accessVersion,
    sessionEpoch,
    revokedReason: accessRevoked ? (accessRevokedReason ?? defaultReason) : null,
  };
}

/** The event that carries a record to every gateway. */
export function accessChanged({ revokedReason, ...record }: AccessRecord): OutgoingEvent {
  return outgoingEvent(topics.identityUser, {
    key: String(record.userId),
    value: { ...record, ...(revokedReason === null ? {} : { revokedReason }) },
    envelope: eventEnvelope(record.companyId),
  });
}
