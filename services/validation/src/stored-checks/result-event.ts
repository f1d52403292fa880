import {
  CredentialVerdict,
  eventEnvelope,
  outgoingEvent,
  topics,
  type OutgoingEvent,
} from '@ridgeline/events';
import { findingOf, type CredentialCheck } from '../credentials/credential-problem.ts';
import type { ConnectionOfCompany } from '../secrets/stored-secrets.ts';

const verdicts = {
  valid: CredentialVerdict.VALID,
  invalid: CredentialVerdict.INVALID,
  unknown: CredentialVerdict.UNKNOWN,
} as const;

/** The findings of a check of stored credentials, for the connection service. */
export function resultEvent(
  { companyId, connectionId }: ConnectionOfCompany,
  check: CredentialCheck,
): OutgoingEvent {
  const acculynx = findingOf('AccuLynx', check.acculynx);
  const hubspot = findingOf('HubSpot', check.hubspot);
  return outgoingEvent(topics.validationResult, {
    key: String(connectionId),
    value: {
      companyId,
      connectionId,
      acculynx: verdicts[acculynx.verdict],
      acculynxReason: acculynx.reason ?? '',
      hubspot: verdicts[hubspot.verdict],
      hubspotReason: hubspot.reason ?? '',
    },
    envelope: eventEnvelope(companyId),
  });
}
