import type { Connection } from '@ridgeline/contracts';

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
