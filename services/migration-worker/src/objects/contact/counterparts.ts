import { contactSourceId, type HubspotRecord } from '@ridgeline/hubspot';

/** The HubSpot records that may be the counterpart of one source record. */
export interface Counterparts {
  /** The record that an earlier migration linked. */
  readonly linked: HubspotRecord | null;
  /** The record that carries the source id. */
  readonly bySource: HubspotRecord | null;
  /** The record that has the e-mail, as its first or as an additional address. */
  readonly byEmail: HubspotRecord | null;
}

/** The AccuLynx id that a HubSpot record carries, or null. */
export function sourceIdOf(record: HubspotRecord): string | null {
  const value = record.properties[contactSourceId]?.trim() ?? '';
  return value === '' ? null : value;
}

/** All e-mail addresses of a HubSpot record in lower case. */
export function emailsOf({ properties }: HubspotRecord): readonly string[] {
  return [properties['email'] ?? '', ...(properties['hs_additional_emails'] ?? '').split(';')]
    .map((email) => email.trim().toLowerCase())
    .filter((email) => email !== '');
}

/**
 * The record that is the source record's by its ids (design.md, 4): the linked one, if it carries this source id, or
 * none while no other record carries it; else the one with the source id. A record of another source id is never taken.
 */
export function matchedByIds(
  sourceId: string,
  { linked, bySource }: Pick<Counterparts, 'linked' | 'bySource'>,
): HubspotRecord | null {
  if (linked && sourceIdOf(linked) === sourceId) return linked;
  if (bySource) return bySource;
  return linked && sourceIdOf(linked) === null ? linked : null;
}
