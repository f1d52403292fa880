import type { HubspotObjectIds } from './hubspot-object.ts';
import { kindNamed } from './kinds.ts';

/**
 * Whether the record with this id has a page of its own. An association has none: its id is made of the ids at both ends; a
 * record that AccuLynx sent without an id has no known page.
 */
export const hasPage = (sourceId: string): boolean => !sourceId.includes('/');

/** The page of a record in AccuLynx; null for a kind that has none there. */
export function acculynxUrl(kind: string, sourceId: string): string | null {
  const page = kindNamed(kind)?.acculynxPage ?? null;
  return page === null || !hasPage(sourceId) ? null : page.replace('{id}', encodeURIComponent(sourceId));
}

/** A portal as a migration knows it; without an id, nothing is known about it. */
export interface LinkedPortal {
  readonly hubSpotPortalId: string | null;
  readonly hubspotObjectIds: HubspotObjectIds;
}

/** A page of HubSpot for the records of a kind; null for a kind without records there, or whose type id is not known. */
function hubspotPage(
  { hubSpotPortalId, hubspotObjectIds }: LinkedPortal,
  kind: string,
  page: (portalId: string, typeId: string) => string,
): string | null {
  const object = kindNamed(kind)?.hubspotObject ?? null;
  const typeId = object && (object.typeId ?? hubspotObjectIds[object.name]);
  return hubSpotPortalId === null || !typeId ? null : page(hubSpotPortalId, typeId);
}

const app = 'https://app.hubspot.com';

/** The page of a record in HubSpot. */
export const hubspotRecordUrl = (portal: LinkedPortal, kind: string, hubspotId: string): string | null =>
  hubspotPage(
    portal,
    kind,
    (id, type) => `${app}/contacts/${id}/record/${type}/${encodeURIComponent(hubspotId)}`,
  );

/** HubSpot's list of a kind of record, searched for a name. */
export const hubspotSearchUrl = (portal: LinkedPortal, kind: string, name: string): string | null =>
  hubspotPage(
    portal,
    kind,
    (id, type) => `${app}/contacts/${id}/objects/${type}/views/all/list?query=${encodeURIComponent(name)}`,
  );

/** Where a kind's properties are set in HubSpot. */
export const hubspotPropertiesUrl = (portal: LinkedPortal, kind: string): string | null =>
  hubspotPage(portal, kind, (id, type) => `${app}/property-settings/${id}/properties?type=${type}`);
