import {
  connectionSettingsSchema,
  type AcculynxLists,
  type Connection,
  type ConnectionSettings,
  type VendorCredentials,
} from '@ridgeline/contracts';
import type { ConnectionFacts, FoundLists } from '@ridgeline/contracts/internal';
import { noLists } from './connection-store.postgres.ts';
import { hintOf } from '../secrets/sealed-secrets.ts';
import { columnsOf, type ColumnValues } from './connection-fields.ts';

/** The settings among these fields; an emptied address is stored as null. */
export function settingsOf(source: ConnectionSettings): ConnectionSettings {
  const settings = connectionSettingsSchema.parse(source);
  const url = settings.customEventProcessorUrl;
  return { ...settings, customEventProcessorUrl: url === '' ? null : url };
}

/** The hints by which users recognize the credentials. */
export function hintColumns({ acculynxApiKey, hubspotPat }: VendorCredentials): ColumnValues {
  return columnsOf({ acculynxApiKey: hintOf(acculynxApiKey), hubspotPat: hintOf(hubspotPat) });
}

/** The stored form of AccuLynx' lists. */
type StoredLists = AcculynxLists & Pick<Connection, 'hasInsurance'>;

/** For a connection that is not stored yet. */
export const noStoredLists: StoredLists = { ...noLists, hasInsurance: null };

/** A list that AccuLynx did not return keeps its stored value. */
function keptLists(found: FoundLists, stored: StoredLists): AcculynxLists {
  const names = Object.keys(found) as (keyof FoundLists)[];
  return Object.fromEntries(names.map((name) => [name, found[name] ?? stored[name]])) as AcculynxLists;
}

/** What both vendors just returned after accepting their credentials, merged with the stored lists. */
export function factColumns(
  { acculynx, hubspot, lists, hubspotObjectIds }: ConnectionFacts,
  stored: StoredLists,
): ColumnValues {
  const { insuranceCompanies } = lists;
  return {
    ...columnsOf({
      acculynxStatus: 'valid',
      acculynxReason: null,
      hubspotStatus: 'valid',
      hubspotReason: null,
      lastCheckedAt: new Date().toISOString(),
      acculynxCompanyId: acculynx.companyId,
      acculynxCompanyName: acculynx.companyName,
      acculynxInstanceTimezone: acculynx.timezone,
      acculynxBaseUtcOffset: acculynx.baseUtcOffset,
      acculynxAdjustedUtcOffset: acculynx.adjustedUtcOffset,
      hasInsurance: insuranceCompanies ? insuranceCompanies.length > 0 : stored.hasInsurance,
      hubSpotPortalId: hubspot.portalId,
      hubspotObjectIds,
      hubSpotPortalTimezone: hubspot.timezone,
      portalAccountType: hubspot.accountType,
      portalUtcOffset: hubspot.utcOffset,
      portalUtcOffsetMilliseconds: hubspot.utcOffsetMilliseconds,
    }),
    acculynx_lists: keptLists(lists, stored),
  };
}
