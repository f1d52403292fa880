import { contactType } from './contact.ts';
import { deadLeadKind, jobType } from './job.ts';

const jobKinds: readonly string[] = [jobType.name, deadLeadKind.name];

/** The page of a record in AccuLynx, as it is there for people. */
export const acculynxUrl = (kind: string, sourceId: string): string =>
  jobKinds.includes(kind)
    ? `https://my.acculynx.com/jobs/${encodeURIComponent(sourceId)}`
    : `https://my.acculynx.com/contacts/${encodeURIComponent(sourceId)}/overview`;

/**
 * Whether what has this id has a page of its own. An association has none, its id is that of both ends; a record that
 * AccuLynx sent without an id has none that is known.
 */
export const hasPage = (sourceId: string): boolean => !sourceId.includes('/');

/** HubSpot's numbers of its objects. */
const hubspotNumbers: Readonly<Record<string, string>> = {
  [contactType.name]: '0-1',
  [jobType.name]: '0-3',
  [deadLeadKind.name]: '0-3',
};

/** The page of a record in HubSpot; null for a kind that has none there. */
export function hubspotRecordUrl(portalId: string, kind: string, hubspotId: string): string | null {
  const number = hubspotNumbers[kind];
  return number === undefined
    ? null
    : `https://app.hubspot.com/contacts/${portalId}/record/${number}/${encodeURIComponent(hubspotId)}`;
}

/** HubSpot's list of a kind of record, searched for a name; null for a kind that has no list there. */
export function hubspotSearchUrl(portalId: string, kind: string, name: string): string | null {
  const number = hubspotNumbers[kind];
  return number === undefined
    ? null
    : `https://app.hubspot.com/contacts/${portalId}/objects/${number}/views/all/list?query=${encodeURIComponent(name)}`;
}

/** Where a kind's properties are set in HubSpot; null for a kind that has none there. */
export function hubspotPropertiesUrl(portalId: string, kind: string): string | null {
  const number = hubspotNumbers[kind];
  return number === undefined
    ? null
    : `https://app.hubspot.com/property-settings/${portalId}/properties?type=${number}`;
}
