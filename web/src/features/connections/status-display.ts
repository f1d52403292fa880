import type { Connection } from '@ridgeline/contracts';
import type { Tone } from '../../ui/controls/StatusTag.tsx';
import { capitalized, formatMoment } from '../../ui/text/format.ts';

/** How a state is displayed: its word, its tone and, if known, the reason and since when. */
export interface StatusLook {
  readonly tone: Tone;
  readonly text: string;
  readonly reason: string;
}

export type CredentialSystem = 'AccuLynx' | 'HubSpot';

type Credentials = Pick<
  Connection,
  'acculynxStatus' | 'acculynxReason' | 'hubspotStatus' | 'hubspotReason' | 'lastCheckedAt'
>;

const checked = (at: string | null) =>
  at === null ? 'Not checked yet.' : `Last checked ${formatMoment(at)}.`;

/** 'valid' is Valid, anything else Invalid. */
export function credentialLook(connection: Credentials, system: CredentialSystem): StatusLook {
  const [status, why] =
    system === 'AccuLynx'
      ? [connection.acculynxStatus, connection.acculynxReason]
      : [connection.hubspotStatus, connection.hubspotReason];
  const last = checked(connection.lastCheckedAt);
  if (status === 'valid')
    return { tone: 'success', text: 'Valid', reason: `${system} accepts the stored credential. ${last}` };
  const known = why ?? `${system} does not accept the stored credential.`;
  return { tone: 'error', text: 'Invalid', reason: `${known} ${last}` };
}

const webhookTones: Readonly<Record<string, Tone>> = {
  active: 'success',
  warning: 'warning',
  error: 'error',
  invalid: 'error',
  pending: 'active',
};

type Webhook = Pick<
  Connection,
  'webhookReason' | 'lastEventAt' | 'autoSyncNewContacts' | 'autoSyncNewJobs'
> & {
  readonly webhookStatus: string | null | undefined;
};

/**
 * The state of the AccuLynx webhook; a missing state is 'Unknown'. Without auto-sync it is pending and no event is
 * expected.
 */
export function webhookLook(webhook: Webhook): StatusLook {
  const { webhookStatus, webhookReason, lastEventAt, autoSyncNewContacts, autoSyncNewJobs } = webhook;
  const tone = webhookTones[webhookStatus ?? ''] ?? 'neutral';
  const text = webhookStatus ? capitalized(webhookStatus) : 'Unknown';
  if (webhookStatus === 'pending' && !autoSyncNewContacts && !autoSyncNewJobs)
    return { tone, text, reason: 'Auto-sync of new records is off: AccuLynx sends no events.' };
  const last = lastEventAt === null ? 'No event yet.' : `Last event ${formatMoment(lastEventAt)}.`;
  return { tone, text, reason: webhookReason === null ? last : `${webhookReason} ${last}` };
}

type Statuses = Pick<Connection, 'acculynxStatus' | 'hubspotStatus'>;

/** Why no migration can start with a connection, or null when both credentials are valid. */
export function unusableReason({ acculynxStatus, hubspotStatus }: Statuses): string | null {
  const refusing = [
    ...(acculynxStatus === 'valid' ? [] : ['AccuLynx']),
    ...(hubspotStatus === 'valid' ? [] : ['HubSpot']),
  ];
  if (refusing.length === 0) return null;
  return refusing.length === 1
    ? `${refusing.join()} does not accept the stored credential.`
    : `${refusing.join(' and ')} do not accept the stored credentials.`;
}

/** Button texts for replacing a rejected credential, by system. */
export const replaceTexts: Readonly<Record<CredentialSystem, string>> = {
  AccuLynx: 'Replace the AccuLynx key',
  HubSpot: 'Replace the HubSpot token',
};

/** The button text for replacing all rejected credentials of a connection; null if both are valid. */
export function replaceText({ acculynxStatus, hubspotStatus }: Statuses): string | null {
  if (acculynxStatus !== 'valid')
    return hubspotStatus === 'valid' ? replaceTexts.AccuLynx : 'Replace both credentials';
  return hubspotStatus === 'valid' ? null : replaceTexts.HubSpot;
}
